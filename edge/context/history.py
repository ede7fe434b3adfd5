"""Earlier messages around a message, and what they say already."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Protocol

import msgspec

from edge.context.finding import ContextFindings, conflict, limited, shown_names
from edge.context.lookup import LookupTerms, day_of
from edge.records import Conflict, ContextItem, Extraction, Message, Proposal, Reason
from edge.text.numbers import find
from edge.text.one_line import one_line
from edge.text.similarity import similarity
from edge.text.truncate import truncate, unique

#: Messages asked for, for each that is shown.
_WIDER = 3

#: From here two texts tell one deadline, when the day is the same; one amount, when the sum is.
_DEADLINE, _AMOUNT = 0.4, 0.6

#: Days within which the same words and the same sum are one amount.
_NEAR = 14

#: What tells copies of one message apart.
_COPY = re.compile(r"#\d+$")

_RUN = re.compile(r"(?<!\d)\d{3,}(?!\d)")


class MessageArchive(Protocol):
    """Where earlier messages are kept (the user's database)."""

    def find(self, sender: str, thread: str, entities: Sequence[str], limit: int) -> list[ContextItem]:
        """Messages of the same thread, then of the same sender, then with the same entities, newest first,
        at most `limit`.

        `sender` is the address alone, lower case; `thread` a Message-ID or ""; `entities` are names without
        case and accents, with and without their forms of address. Of each item, kind is "message", `source`
        the message's id, `name` its subject, `text` what is worth showing, `date` its day, `extractions` what
        was found in it.
        """
        ...


class EarlierMessages:
    """Earlier messages, through whoever keeps them."""

    def __init__(self, archive: MessageArchive) -> None:
        self._archive = archive

    def look(
        self, message: Message, proposal: Proposal | None, sought: LookupTerms, most: int
    ) -> ContextFindings:
        """Earlier messages as they come, at most `most`, and the proposal's deadlines and amounts that one
        of them told already. The message itself is never among them.
        """
        if most <= 0:
            return ContextFindings()
        # Both forms: whoever keeps them may not know that "m. dupont" is "dupont".
        spellings = list(dict.fromkeys([*sought.names, *sought.spelled]))
        candidates = self._archive.find(sought.sender, message.thread, spellings, most * _WIDER + 1)
        earlier = [item for item in candidates if not _same(message, item.source)]
        names = unique(_name(item) for item in earlier)
        conflicts: list[Conflict] = []
        scores = {name: 0.9 / rank for rank, name in enumerate(names, 1)}
        for extraction in proposal.extractions if proposal is not None else ():
            if not extraction.grounded:
                continue
            repeated = [
                name
                for name, item in zip(names, earlier, strict=True)
                if _tells(item, extraction, sought.received)
            ]
            if repeated:
                info = one_line(extraction.info, 60)
                why = Reason("said_before", {"info": info, "others": shown_names(repeated)})
                conflicts.append(conflict(why, repeated))
                scores.update(dict.fromkeys(repeated, 1.0))

        by_name = dict(zip(names, earlier, strict=True))

        def item(name: str, score: float) -> ContextItem:
            text = truncate(by_name[name].text)
            return msgspec.structs.replace(by_name[name], kind="message", name=name, text=text, score=score)

        return limited(list(scores.items()), most, item, conflicts)


def _same(message: Message, id: str) -> bool:
    """Whether an id is this message's, or a copy's of it from another file ("#2")."""
    return id == message.id or (message.named and _COPY.sub("", id) == _COPY.sub("", message.id))


def _name(item: ContextItem) -> str:
    subject = one_line(item.name.removeprefix("message: "), 60)
    return f"message: {subject}, {item.date}" if item.date else f"message: {subject}"


def _tells(item: ContextItem, extraction: Extraction, received: datetime | None) -> bool:
    """Whether an earlier message told this deadline or amount."""
    day = day_of(item.date[:10])
    near = received is None or day is None or abs((received.date() - day).days) <= _NEAR
    return any(
        earlier.type == extraction.type
        and (_same_deadline(earlier, extraction) or _same_amount(earlier, extraction, near=near))
        for earlier in item.extractions
    )


def _same_deadline(earlier: Extraction, now: Extraction) -> bool:
    if now.type != "deadline" or now.date is None or now.date != earlier.date:
        return False
    ours, theirs = _references(now), _references(earlier)
    if ours and theirs and ours.isdisjoint(theirs):
        return False  # two files of one kind, due on one day
    return similarity(earlier.info, now.info) >= _DEADLINE


def _same_amount(earlier: Extraction, now: Extraction, *, near: bool) -> bool:
    """Every invoice of a subscription has the same sum, so the sum is not enough: a reference that both name
    decides; without one, the words and a fortnight.
    """
    if now.amount is None or now.amount != earlier.amount or now.currency != earlier.currency:
        return False
    ours, theirs = _references(now), _references(earlier)
    if ours and theirs:
        return not ours.isdisjoint(theirs)
    return near and similarity(earlier.info, now.info) >= _AMOUNT


def _references(extraction: Extraction) -> set[str]:
    """Runs of three digits and more that are neither the sum nor a year: "2026-014" gives "014"."""
    text = f"{extraction.info} {extraction.quote}"
    if extraction.amount is not None:
        owed = abs(Decimal(str(extraction.amount)))
        for number in reversed(find(text)):
            if owed in map(abs, number.values):
                text = f"{text[: number.start]} {text[number.end :]}"
    return {run for run in _RUN.findall(text) if not (len(run) == 4 and run[:2] in ("19", "20"))}
