"""Signs for and against throwing a message away, each with its weight in log-odds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from edge.extract.rules.evidence import Evidence, shape
from edge.extract.rules.evidence_weights import reconcile
from edge.extract.rules.lexicon import PhraseMatch, table
from edge.extract.rules.parsed_message import ParsedMessage
from edge.text import subject_line
from edge.text.tokens import words
from edge.text.word_tokens import WordTokens

#: What the second, third, ... phrase of one sign adds, as a share of the first.
_FADING = (1.0, 0.65, 0.5, 0.4, 0.3)

#: A subject is chosen with care: what it says counts for more.
_SUBJECT = 1.25

#: Advertising in the second half is often the trailer of something else.
_TRAILER = 0.6

_FIRST_PERSON = frozenset(["je", "j", "moi", "mon", "ma", "mes", "i", "my", "me", "m"])
_FAMILIAR = frozenset(["tu", "te", "toi", "ton", "ta", "tes", "t"])
_GREETING = frozenset(
    ["bonjour", "bonsoir", "salut", "coucou", "cher", "chere", "hello", "hi", "dear", "hey"]
)
_EMOJI = re.compile(r"[\u2600-\u27bf\U0001f300-\U0001faff]")
_DISCOUNT = re.compile(r"[-–−]\s?\d{1,2}\s?%|\d{1,2}\s?%\s(?:off|de r|sur)", re.IGNORECASE)
_LINK = re.compile(r"https?://([^\s/>\"')]+)", re.IGNORECASE)
_CHEAP = re.compile(
    r"\.(?:xyz|top|click|icu|buzz|win|bid|loan|tk|ml|ga|cf|gq|zip|mov|quest|cyou|sbs)$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the values of a message say: see `edge.extract.rules.value_evidence`."""

    deadline: bool = False
    dated: bool = False
    identified: bool = False
    yours: bool = False
    sums: Sequence[float] = ()


def plain(reading: ParsedMessage, facts: Facts) -> list[Evidence]:
    """All signs of a message, its values included, each for itself."""
    return [*_phrases(reading), *_shapes(reading, facts)]


def weigh(found: Sequence[Evidence], reading: ParsedMessage, facts: Facts) -> list[Evidence]:
    """The signs that are left, with the weights that were set by hand, in each other's light."""
    signs = {sign.name: sign for sign in found}
    reconcile(signs, reading, max(facts.sums, default=None))
    return [sign for sign in signs.values() if abs(sign.weight) >= 0.05]


def _phrases(reading: ParsedMessage) -> list[Evidence]:
    counts: dict[str, float] = {}
    seen: dict[str, set[str]] = {}
    head = 90  # words
    for hits, tokens, place in (
        (reading.subject_hits, reading.subject_tokens, "subject"),
        (reading.hits, reading.tokens, "new"),
        (reading.foot_hits, None, "foot"),
    ):
        last_end: dict[str, int] = {}
        for hit in _longest(hits):
            if not hit.name.startswith("signs."):
                continue
            name = hit.name[6:]
            entry = table("signs")[name]
            if place == "foot" and entry["zone"] != "foot":
                continue
            if entry["zone"] == "head" and place == "new" and hit.first > head:
                continue
            if hit.first < last_end.get(name, -1):
                continue
            last_end[name] = hit.last
            said = _said(hit, tokens)
            known = seen.setdefault(name, set())
            if said in known or len(known) >= entry["most"]:
                continue
            value = _FADING[min(len(known), len(_FADING) - 1)] * (_SUBJECT if place == "subject" else 1.0)
            if (
                place == "new"
                and entry["weight"] > 0
                and hit.first > max(40, 0.5 * len(reading.tokens.words))
            ):
                value *= _TRAILER
            known.add(said)
            counts[name] = counts.get(name, 0.0) + value
    return [
        Evidence(name, entry["group"], entry["weight"] * value)
        for name, value in counts.items()
        for entry in (table("signs")[name],)
    ]


def _longest(hits: list[PhraseMatch]) -> list[PhraseMatch]:
    return sorted(hits, key=lambda hit: (hit.first, -hit.last))


def _said(hit: PhraseMatch, tokens: WordTokens | None) -> str:
    return f"{hit.first}" if tokens is None else " ".join(tokens.words[hit.first : hit.last])


def _shapes(reading: ParsedMessage, facts: Facts) -> list[Evidence]:
    message, sender = reading.message, reading.sender
    machine = message.machine
    found: dict[str, float] = {}
    for name, present in (
        ("spam", machine.spam),
        ("bulk", machine.bulk),
        ("automatic", machine.automatic),
        ("no_reply", machine.no_reply or (sender.machine and not sender.person)),
        ("advertiser", sender.advertising),
        ("carrier", sender.parcel),
        ("disguise", sender.disguise),
        ("desk", sender.desk),
        ("reply", _is_reply(reading)),
        ("invitation", bool(message.invitations)),
        ("attached", any(_is_document(part.name, part.media_type) for part in message.attachments)),
        ("price_list", len(facts.sums) >= 2 and not sender.person and not _is_reply(reading)),
        ("deadline", facts.deadline),
        ("dated", facts.dated and not facts.deadline),
        ("identifier", facts.identified),
        ("yours", facts.yours),
        ("foreign_link", _leads_elsewhere(reading)),
    ):
        if present:
            found[name] = 1.0
    if sender.person:
        found["person"] = sender.person
    if (
        sender.domain
        and not sender.free
        and any(_domain(to) == sender.domain for to in message.recipients[:10])
    ):
        found["colleague"] = 1.0
    _voice(reading, found)
    _typography(reading, found)
    for item in machine.structured:
        kind = str(item.get("@type", ""))
        if "Parcel" in kind:
            found["structured_parcel"] = 1.0
        elif "Reservation" in kind or kind in {"Event", "Invoice", "Flight"}:
            found["structured_booking"] = 1.0
    return [shape(name, share) for name, share in found.items()]


def _leads_elsewhere(reading: ParsedMessage) -> bool:
    """A machine's or desk's mail whose links lead to a domain that is not its own."""
    sender = reading.sender
    if sender.person or not sender.domain:
        return False
    own = sender.domain.split(".")[-2:]
    hosts = [host.split(":")[0].lower() for host in _LINK.findall(reading.new_text)]
    return bool(hosts) and all(host.split(".")[-2:] != own for host in hosts)


def _domain(address: str) -> str:
    return address.rsplit("@", 1)[-1].strip("> ").lower() if "@" in address else ""


def _is_reply(reading: ParsedMessage) -> bool:
    if reading.sender.machine and not reading.sender.person:
        return False
    message = reading.message
    # "Re:" alone is a trick of advertising: a conversation has headers for it, or its history below.
    titled = subject_line.is_reply(message.subject)
    return message.machine.reply or (titled and reading.fresh_chars < 0.8 * len(message.body.strip()))


def _is_document(name: str, media_type: str) -> bool:
    return media_type in {"application/pdf", "application/msword"} or name.lower().endswith(
        (".pdf", ".doc", ".docx", ".xls", ".xlsx", ".odt", ".ods", ".csv")
    )


def _voice(reading: ParsedMessage, found: dict[str, float]) -> None:
    spoken = reading.tokens.words
    first = spoken[:8]
    if any(word in _GREETING for word in first[:2]):
        names = {word for recipient in reading.message.recipients[:5] for word in words(recipient)}
        if any(len(word) > 2 and word in names for word in first[1:4]):
            found["greeted"] = 1.0
    sender = reading.sender
    own = {word for word in words(sender.name or sender.local) if len(word) > 2}
    if sender.person and own & set(spoken[-12:]):
        found["signed"] = 1.0
    personal = sum(1 for word in spoken if word in _FIRST_PERSON)
    if personal >= 2:
        found["first_person"] = min(1.0, personal / 4)
    if sum(1 for word in spoken if word in _FAMILIAR) >= 2:
        found["familiar"] = 1.0


def _typography(reading: ParsedMessage, found: dict[str, float]) -> None:
    subject = reading.message.subject
    letters = [c for c in subject if c.isalpha()]
    if (len(letters) >= 8 and sum(c.isupper() for c in letters) > 0.6 * len(letters)) or "!!" in subject:
        found["shouting"] = 1.0
    if _EMOJI.search(subject):
        found["emoji"] = 1.0
    new = reading.new_text
    if _DISCOUNT.search(subject) or _DISCOUNT.search(new):
        found["discount"] = 1.0
    if any(_CHEAP.search(host.split(":")[0]) for host in _LINK.findall(new)):
        found["cheap_link"] = 1.0


def passing(signs: list[Evidence]) -> set[str]:
    """Independent groups that speak clearly for deletion."""
    groups: dict[str, float] = {}
    for sign in signs:
        if sign.weight > 0:
            groups[sign.group] = groups.get(sign.group, 0.0) + sign.weight
    return {group for group, weight in groups.items() if weight >= 0.7}


def as_signals(signs: list[Evidence]) -> dict[str, float]:
    """Weights by name, for the record of a pass."""
    return {f"sign.{sign.name}": round(sign.weight, 3) for sign in signs}
