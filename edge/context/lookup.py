"""What is looked for around a message: names, then the words of the subject, and the days it speaks of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time
from email.utils import parseaddr

from edge.records import Message, Proposal
from edge.text import names, similarity, subject_line, tokens

#: Characters of the body in which the rest of an ambiguous name is looked for.
_BODY = 20_000

#: Mail houses say nothing of who writes.
_MAIL = (
    "gmail googlemail outlook hotmail live msn yahoo orange wanadoo free laposte sfr bbox icloud mac proton "
    "protonmail gmx aol mail fastmail hey yandex zoho"
)
_HOUSES = frozenset(_MAIL.split())

_OPENS = re.compile(r"[A-ZÀ-Þ][^\W\d_]{2,}+(?!['’])")
_SMALL = re.compile(r"\b[a-zß-ÿ][^\W\d_]{2,}+")


@dataclass(frozen=True, slots=True)
class LookupTerms:
    """`names` are folded, the most telling first; `spelled` are the same as written, without case and
    accents. `words` are stems of the subject. `days` are those of the proposal's extractions. `received` is
    None where the message does not say (well).
    """

    names: tuple[str, ...]
    spelled: tuple[str, ...]
    subject: str
    words: frozenset[str]
    days: tuple[date, ...]
    received: datetime | None
    named: dict[str, str]  # names of the proposal, folded: as written. The sender's are not among them
    sender: str  # the address alone, lower case
    mentioned: frozenset[str]  # folded words of sender, subject and body
    opening: tuple[str, ...] = ()  # folded words that open what was found, and could be somebody's name

    @property
    def query(self) -> str:
        """What a search by words is given."""
        return " ".join([*self.names, self.subject])


def lookup_terms(message: Message, proposal: Proposal | None) -> LookupTerms:
    """What a message and, after the first pass, its proposal give to look for."""
    shown, address = parseaddr(message.sender)
    named: list[str] = []
    days: list[date] = []
    if proposal is not None:
        named += proposal.entities
        for extraction in proposal.extractions:
            named += [extraction.note.removeprefix("note: ")] if extraction.note else []
            named += extraction.entities
            if (day := day_of(extraction.date)) is not None:
                days.append(day)
    own = {key: name for name in names.distinct(named) if len(key := names.folded(name)) > 1}
    every = [*own, *(key for name in (shown, _house(address)) if len(key := names.folded(name)) > 1)]
    subject = subject_line.without_prefixes(message.subject)
    return LookupTerms(
        names=tuple(dict.fromkeys(every)),
        spelled=tuple(dict.fromkeys(tokens.fold(name).strip() for name in names.distinct([*named, shown]))),
        subject=subject,
        words=similarity.stems(subject),
        days=tuple(dict.fromkeys(days)),
        received=when(message.received_at),
        named={key: name for key, name in own.items() if key != names.folded(shown)},
        sender=address.lower(),
        mentioned=frozenset(tokens.words(f"{message.sender} {message.subject} {message.body[:_BODY]}")),
        opening=_opening(message, proposal),
    )


def _opening(message: Message, proposal: Proposal | None) -> tuple[str, ...]:
    """A capital says little of a word that opens a sentence; what is written small elsewhere is no name."""
    found = proposal.extractions if proposal is not None else []
    opened = {match[0] for it in found if (match := _OPENS.match(it.quote))}
    small = {tokens.fold(word) for word in _SMALL.findall(message.body[:_BODY])}
    return tuple(sorted({tokens.fold(word) for word in opened} - small - tokens.stop_words()))


def day_of(text: str | None) -> date | None:
    """The day of an ISO date, None when there is none or it is no date."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def clock_of(text: str | None) -> time | None:
    """The time of day of an ISO time, whatever its zone; None when there is none or it is no time."""
    try:
        return time.fromisoformat(text).replace(tzinfo=None) if text else None
    except ValueError:
        return None


def when(text: str) -> datetime | None:
    """The moment of an ISO text with offset; None when it is no moment, or does not say its offset."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None


def _house(address: str) -> str:
    """The name of the organisation in an address: "anne@mail.acme.example" -> "acme"; "" for a mail house."""
    labels = address.rpartition("@")[2].lower().split(".")
    name = labels[-2] if len(labels) > 1 else ""
    if name in ("co", "com", "org", "gov", "gouv", "asso", "ac") and len(labels) > 2:
        name = labels[-3]
    return "" if name in _HOUSES or len(name) < 3 else name
