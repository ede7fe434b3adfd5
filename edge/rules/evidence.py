"""Signs for and against throwing a message away, each with its weight in log-odds and its reason in words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from edge.rules.lexicon import Hit, table
from edge.rules.reading import Reading
from edge.rules.tokens import Tokens
from edge.text import words

#: What the second, third, ... phrase of one sign adds, as a share of the first.
_FADING = (1.0, 0.65, 0.5, 0.4, 0.3)

#: A subject is chosen with care: what it says counts for more.
_SUBJECT = 1.25

_FIRST_PERSON = frozenset(["je", "j", "moi", "mon", "ma", "mes", "i", "my", "me", "m"])
_FAMILIAR = frozenset(["tu", "te", "toi", "ton", "ta", "tes", "t"])
_GREETING = frozenset(["bonjour", "bonsoir", "salut", "coucou", "cher", "chere", "hello", "hi", "dear", "hey"])
_EMOJI = re.compile(r"[\u2600-\u27bf\U0001f300-\U0001faff]")
_DISCOUNT = re.compile(r"[-–−]\s?\d{1,2}\s?%|\d{1,2}\s?%\s(?:off|de r|sur)", re.IGNORECASE)
_LINK = re.compile(r"https?://([^\s/>\"')]+)", re.IGNORECASE)
_CODE = re.compile(r"(?<![\d-])\d{4,8}(?![\d-])|\b[A-Z]-\d{5,6}\b|\b\d{3}[ -]\d{3}\b")
_CHEAP = re.compile(
    r"\.(?:xyz|top|click|icu|buzz|win|bid|loan|tk|ml|ga|cf|gq|zip|mov|quest|cyou|sbs)$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Sign:
    """`weight` above 0 speaks for deletion. Signs of one `group` are one piece of evidence."""

    name: str
    group: str
    weight: float
    fr: str
    en: str


#: Signs that are read from headers, address and shape, in place of phrases: (weight, French, English).
_SHAPES: dict[str, tuple[str, float, str, str]] = {
    "spam": ("spam", 2.2, "marqué comme indésirable par le serveur", "marked as spam by the server"),
    "bulk": ("subscription", 0.9, "un envoi en nombre", "a bulk mailing"),
    "automatic": ("automatic", 0.3, "un envoi automatique", "sent automatically"),
    "no_reply": ("automatic", 0.4, "une adresse sans réponse", "a no-reply address"),
    "advertiser": ("advertiser", 1.2, "un expéditeur publicitaire", "an advertising sender"),
    "carrier": ("parcel", 0.7, "un expéditeur de colis", "a parcel sender"),
    "disguise": ("disguise", 1.8, "un expéditeur qui se fait passer pour un autre", "a sender in disguise"),
    "cheap_link": ("disguise", 1.3, "un lien vers un domaine douteux", "a link to a doubtful domain"),
    "discount": ("promotion", 0.9, "un rabais en pour cent", "a percentage off"),
    "shouting": ("shouting", 0.6, "un objet qui crie", "a shouting subject"),
    "emoji": ("shouting", 0.3, "des symboles dans l'objet", "symbols in the subject"),
    "small_receipt": ("receipt", 1.3, "une petite somme déjà payée", "a small sum already paid"),
    "reply": ("conversation", -1.7, "une réponse dans une conversation", "a reply in a conversation"),
    "invitation": ("invitation", -3.0, "une invitation", "an invitation"),
    "attached": ("attached", -0.9, "un document joint", "an attached document"),
    "desk": ("desk", -0.8, "un service qui traite des dossiers", "a desk that handles cases"),
    "person": ("person", -2.0, "écrit par une personne", "written by a person"),
    "greeted": ("greeted", -0.4, "adressé par le prénom", "addressed by name"),
    "signed": ("signed", -0.8, "signé par l'expéditeur", "signed by the sender"),
    "first_person": ("voice", -0.6, "à la première personne", "in the first person"),
    "familiar": ("voice", -0.9, "qui tutoie", "in a familiar tone"),
    "structured_booking": ("structured", -2.5, "une réservation lisible par machine", "a machine-readable booking"),
    "structured_parcel": ("parcel", 0.8, "un suivi de colis lisible par machine", "machine-readable parcel tracking"),
    "identifier": ("identifier", -0.7, "un numéro de dossier ou de facture", "a case or invoice number"),
    "deadline": ("deadline", -0.9, "une échéance", "a deadline"),
    "dated": ("dated", -0.4, "une date à venir", "a coming date"),
}  # fmt: skip

_PASSING = (
    "code",
    "parcel",
    "promotion",
    "newsletter",
    "social",
    "reminder",
    "survey",
    "receipt",
    "scam",
    "absence",
    "routine",
)


def gather(
    reading: Reading, *, deadline: bool, dated: bool, identified: bool, paid: float | None
) -> list[Sign]:
    """All signs of a message. `deadline`, `dated`, `identified`: what the values say; `paid`: the largest sum."""
    phrases = _phrases(reading)
    shapes = _shapes(reading, deadline=deadline, dated=dated, identified=identified)
    signs = {sign.name: sign for sign in (*phrases, *shapes)}
    _reconcile(signs, reading, paid)
    return [sign for sign in signs.values() if abs(sign.weight) >= 0.05]


def _phrases(reading: Reading) -> list[Sign]:
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
            known.add(said)
            counts[name] = counts.get(name, 0.0) + value
    return [
        Sign(name, entry["group"], entry["weight"] * value, entry["fr"], entry["en"])
        for name, value in counts.items()
        for entry in (table("signs")[name],)
    ]


def _longest(hits: list[Hit]) -> list[Hit]:
    return sorted(hits, key=lambda hit: (hit.first, -hit.last))


def _said(hit: Hit, tokens: Tokens | None) -> str:
    return f"{hit.first}" if tokens is None else " ".join(tokens.words[hit.first : hit.last])


def _shapes(reading: Reading, *, deadline: bool, dated: bool, identified: bool) -> list[Sign]:
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
        ("deadline", deadline),
        ("dated", dated and not deadline),
        ("identifier", identified),
    ):
        if present:
            found[name] = 1.0
    if sender.person:
        found["person"] = sender.person
    _voice(reading, found)
    _typography(reading, found)
    for item in machine.structured:
        kind = str(item.get("@type", ""))
        if "Parcel" in kind:
            found["structured_parcel"] = 1.0
        elif "Reservation" in kind or kind in {"Event", "Invoice", "Flight"}:
            found["structured_booking"] = 1.0
    return [
        Sign(name, group, weight * found[name], fr, en)
        for name, (group, weight, fr, en) in _SHAPES.items()
        if name in found
    ]


def _is_reply(reading: Reading) -> bool:
    if reading.sender.machine and not reading.sender.person:
        return False
    return reading.message.machine.reply or bool(
        re.match(r"\s*(?:re|ré|rép|aw)\s*:", reading.message.subject, re.IGNORECASE)
    )


def _is_document(name: str, media_type: str) -> bool:
    return media_type in {"application/pdf", "application/msword"} or name.lower().endswith(
        (".pdf", ".doc", ".docx", ".xls", ".xlsx", ".odt", ".ods", ".csv")
    )


def _voice(reading: Reading, found: dict[str, float]) -> None:
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


def _typography(reading: Reading, found: dict[str, float]) -> None:
    subject, body = reading.message.subject, reading.message.body
    letters = [c for c in subject if c.isalpha()]
    if (len(letters) >= 8 and sum(c.isupper() for c in letters) > 0.6 * len(letters)) or "!!" in subject:
        found["shouting"] = 1.0
    if _EMOJI.search(subject):
        found["emoji"] = 1.0
    new = "\n".join(body[a:b] for a, b in reading.message.fresh[:3])[:1_500]
    if _DISCOUNT.search(subject) or _DISCOUNT.search(new):
        found["discount"] = 1.0
    if any(_CHEAP.search(host.split(":")[0]) for host in _LINK.findall(new)):
        found["cheap_link"] = 1.0


def _reconcile(signs: dict[str, Sign], reading: Reading, paid: float | None) -> None:
    """What signs mean beside each other."""

    def scale(name: str, factor: float) -> None:
        sign = signs.get(name)
        if sign is not None:
            signs[name] = Sign(sign.name, sign.group, sign.weight * factor, sign.fr, sign.en)

    def total(*names: str) -> float:
        return sum(signs[name].weight for name in names if name in signs)

    subject_and_new = (
        reading.message.subject
        + "\n"
        + "\n".join(reading.message.body[a:b] for a, b in reading.message.fresh[:3])[:1_500]
    )
    person = reading.sender.person
    # A one-time code is a number with an end: without either, the words are about something else.
    timed = "expiry" in signs or "disown" in signs
    if "code" in signs and not (
        timed and (_CODE.search(subject_and_new) or "link" in subject_and_new or "lien" in subject_and_new)
    ):
        scale("code", 0.35 if not timed and not _CODE.search(subject_and_new) else 0.7)
    if "code" not in signs:
        scale("expiry", 0.2)
        scale("disown", 0.4)
    elif timed:
        # The usual words around a code are not a security change.
        scale("security", 0.3)
        scale("asking", 0.3)
        scale("trouble", 0.5)
    # "In 30 minutes" is a reminder when a machine says so.
    if not (reading.sender.machine or "reminding" in signs or reading.message.machine.automatic):
        scale("imminent", 0.2)
    elif "imminent" in signs:
        for name in ("appointment", "dated", "work"):
            scale(name, 0.2)
    elif "imminent" not in signs:
        scale("reminding", 0.3)
    # Fewer than two words of delivery, from nobody who delivers, say little.
    if "parcel" in signs and signs["parcel"].weight < 1.6 and "carrier" not in signs:
        scale("parcel", 0.4)
    if total("parcel") >= 1.5 and "trouble" not in signs and "pickup" not in signs:
        scale("dated", 0.3)
        scale("identifier", 0.3)
    if "receipt" in signs:
        if paid is not None and paid < 30 and "trouble" not in signs:
            group, weight, fr, en = _SHAPES["small_receipt"]
            signs["small_receipt"] = Sign("small_receipt", group, weight, fr, en)
        elif paid is not None and paid >= 100:
            scale("receipt", -1.0)
    # Advertising borrows the words of bills, journeys and schools; a disguise borrows all of them.
    selling = total(
        "promotion", "discount", "newsletter", "advertiser", "unsubscribe", "bulk", "survey", "lottery"
    )
    damping = 1.0 / (1.0 + 0.35 * max(0.0, selling - 1.0))
    for name, entry in table("signs").items():
        if entry.get("topic"):
            scale(name, damping)
    for name in ("dated", "deadline", "identifier", "first_person", "greeted", "trouble"):
        scale(name, damping)
    if total("disguise", "cheap_link") > 0:
        scale("pressure", 2.0)
        for name in (
            "security",
            "trouble",
            "bill",
            "administration",
            "insurance",
            "pickup",
            "health",
            "deadline",
            "dated",
            "identifier",
            "asking",
            "contract",
        ):
            scale(name, 0.3)
    else:
        scale("pressure", 0.15)
    # What a person writes of offers and parcels is a conversation.
    if person >= 0.5 or "reply" in signs:
        for name in (
            "promotion",
            "parcel",
            "newsletter",
            "lottery",
            "discount",
            "survey",
            "social",
            "routine",
            "code",
            "receipt",
            "expiry",
            "imminent",
        ):
            scale(name, 1.0 - 0.6 * max(person, 0.7 if "reply" in signs else 0.0))


def passing(signs: list[Sign]) -> set[str]:
    """Independent groups that speak clearly for deletion."""
    groups: dict[str, float] = {}
    for sign in signs:
        if sign.weight > 0:
            groups[sign.group] = groups.get(sign.group, 0.0) + sign.weight
    return {group for group, weight in groups.items() if weight >= 0.7}


def as_signals(signs: list[Sign]) -> dict[str, float]:
    """Weights by name, for the record of a pass."""
    return {f"sign.{sign.name}": round(sign.weight, 3) for sign in signs}
