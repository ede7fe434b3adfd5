"""Evidence from headers, addresses, links, voice and typography (`assets/rules/evidence_traits.toml`)."""

from __future__ import annotations

import re

from edge.extract.rules.parsed_message import ParsedMessage
from edge.text import subject_line
from edge.text.tokens import words

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


def trait_strengths(parsed: ParsedMessage) -> dict[str, float]:
    """By name, 0 to 1; what is absent is left out."""
    message, sender = parsed.message, parsed.sender
    machine = message.machine
    strengths: dict[str, float] = {}
    for name, present in (
        ("spam", machine.spam),
        ("bulk", machine.bulk),
        ("automatic", machine.automatic),
        ("no_reply", machine.no_reply or (sender.machine and not sender.person)),
        ("advertiser", sender.advertising),
        ("carrier", sender.parcel),
        ("disguise", sender.disguise),
        ("desk", sender.desk),
        ("reply", is_reply(parsed)),
        ("invitation", bool(message.invitations)),
        ("attached", any(_is_document(part.name, part.media_type) for part in message.attachments)),
        ("foreign_link", _leads_elsewhere(parsed)),
    ):
        if present:
            strengths[name] = 1.0
    if sender.person:
        strengths["person"] = sender.person
    if (
        sender.domain
        and not sender.free
        and any(_domain(to) == sender.domain for to in message.recipients[:10])
    ):
        strengths["colleague"] = 1.0
    _voice(parsed, strengths)
    _typography(parsed, strengths)
    for item in machine.structured:
        kind = str(item.get("@type", ""))
        if "Parcel" in kind:
            strengths["structured_parcel"] = 1.0
        elif "Reservation" in kind or kind in {"Event", "Invoice", "Flight"}:
            strengths["structured_booking"] = 1.0
    return strengths


def _leads_elsewhere(parsed: ParsedMessage) -> bool:
    """A machine's or desk's mail whose links lead to a domain that is not its own."""
    sender = parsed.sender
    if sender.person or not sender.domain:
        return False
    own = sender.domain.split(".")[-2:]
    hosts = [host.split(":")[0].lower() for host in _LINK.findall(parsed.new_text)]
    return bool(hosts) and all(host.split(".")[-2:] != own for host in hosts)


def _domain(address: str) -> str:
    return address.rsplit("@", 1)[-1].strip("> ").lower() if "@" in address else ""


def is_reply(parsed: ParsedMessage) -> bool:
    if parsed.sender.machine and not parsed.sender.person:
        return False
    message = parsed.message
    # "Re:" alone is a trick of advertising: a conversation has headers for it, or its history below.
    titled = subject_line.is_reply(message.subject)
    return message.machine.reply or (titled and parsed.fresh_chars < 0.8 * len(message.body.strip()))


def _is_document(name: str, media_type: str) -> bool:
    return media_type in {"application/pdf", "application/msword"} or name.lower().endswith(
        (".pdf", ".doc", ".docx", ".xls", ".xlsx", ".odt", ".ods", ".csv")
    )


def _voice(parsed: ParsedMessage, strengths: dict[str, float]) -> None:
    spoken = parsed.tokens.words
    first = spoken[:8]
    if any(word in _GREETING for word in first[:2]):
        names = {word for recipient in parsed.message.recipients[:5] for word in words(recipient)}
        if any(len(word) > 2 and word in names for word in first[1:4]):
            strengths["greeted"] = 1.0
    sender = parsed.sender
    own = {word for word in words(sender.name or sender.local) if len(word) > 2}
    if sender.person and own & set(spoken[-12:]):
        strengths["signed"] = 1.0
    personal = sum(1 for word in spoken if word in _FIRST_PERSON)
    if personal >= 2:
        strengths["first_person"] = min(1.0, personal / 4)
    if sum(1 for word in spoken if word in _FAMILIAR) >= 2:
        strengths["familiar"] = 1.0


def _typography(parsed: ParsedMessage, strengths: dict[str, float]) -> None:
    subject = parsed.message.subject
    letters = [c for c in subject if c.isalpha()]
    if (len(letters) >= 8 and sum(c.isupper() for c in letters) > 0.6 * len(letters)) or "!!" in subject:
        strengths["shouting"] = 1.0
    if _EMOJI.search(subject):
        strengths["emoji"] = 1.0
    new = parsed.new_text
    if _DISCOUNT.search(subject) or _DISCOUNT.search(new):
        strengths["discount"] = 1.0
    if any(_CHEAP.search(host.split(":")[0]) for host in _LINK.findall(new)):
        strengths["cheap_link"] = 1.0
