"""What a person makes of a result: changes, or "it was right". Kept as labels, and in force from then on.

Every correction also says of the action whether it was right (a label with `before` = `after` when it was):
the person saw the whole result and settled it. Numbers of extractions are those of the result as it stood,
from 0, as in its JSON; what is added gets the numbers after them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec

from edge import paths
from edge.errors import UsageError
from edge.extract.llm.find_quote import QuoteFinder
from edge.extract.llm.types import named
from edge.i18n import rendered
from edge.records import (
    Correction,
    Extracted,
    Extraction,
    Message,
    MessageAction,
    Reason,
    coded,
)

#: Why a run that a person made ended.
CORRECTED = Reason("corrected")
ACCEPTED = Reason("accepted")

#: Follow from the quote, or are the engine's own word: nobody sets them.
_DERIVED = {"start", "end", "where", "grounded", "found", "confidence"}
_FIELD = re.compile(r"extractions\.(\d{1,6})\.(\w+)")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_CURRENCY = re.compile(r"[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class CorrectionInput:
    """What was typed. `sets` maps dotted fields to values as typed; `adds` are extractions in JSON."""

    action: str | None = None
    sets: Mapping[str, str] = field(default_factory=dict)
    drops: Sequence[int] = ()
    adds: Sequence[str] = ()
    accept: bool = False

    @property
    def changes(self) -> bool:
        return bool(self.action is not None or self.sets or self.drops or self.adds)


def correct(
    state: Path, given: str, wish: CorrectionInput, now: datetime
) -> tuple[Extracted, list[Correction]]:
    """Change the latest result of a message, named by its id or the beginning of it; what is in force now,
    and the labels. A wish for nothing changes nothing. `now` is aware.

    Raises UsageError for an unknown message, field or value; StorageError, also when the message was read
    anew meanwhile.
    """
    if not paths.exists(state):
        raise UsageError(
            f"There is no message {given!r}: nothing has been extracted yet.", "See: edge extract"
        )
    from edge.state.database import open_state
    from edge.state.messages import MessageStore

    with closing(open_state(state)) as db:
        items = MessageStore(db)
        before, checkpoint = items.latest(given)
        after, labels = corrected(before, checkpoint.message, wish, now)
        if labels:
            proposal = msgspec.structs.replace(
                checkpoint.proposal, action=after.action, extractions=after.extractions
            )
            checkpoint = msgspec.structs.replace(checkpoint, proposal=proposal)
            items.correct(after, checkpoint, labels, now=now, expected=before)
    return after, labels


def waiting(state: Path) -> list[Extracted]:
    """What waits for the person or for another engine, oldest first. Raises StorageError."""
    if not paths.exists(state):
        return []
    from edge.state.database import open_state
    from edge.state.messages import MessageStore

    with closing(open_state(state)) as db:
        return MessageStore(db).queued()


def corrected(
    result: Extracted, message: Message, wish: CorrectionInput, now: datetime
) -> tuple[Extracted, list[Correction]]:
    """The result as the person wants it, decided, and a label for each change; unchanged for an empty wish.

    Raises UsageError.
    """
    if wish.accept and wish.changes:
        raise UsageError(
            "--accept says that the result is right: it cannot be changed as well.", "One of them."
        )
    if not wish.accept and not wish.changes:
        return result, []
    action = result.action if wish.action is None else _action(wish.action)
    labels: list[tuple[str, Any, Any]] = [("action", result.action, action)]
    extractions = list(result.extractions)
    finder = QuoteFinder(message)
    own = {it.type for it in result.extractions}
    for name, typed in wish.sets.items():
        if name == "action":
            raise UsageError("The action has an option of its own.", f"Use: --action {typed or 'archive'}")
        at, inner = _place(name, len(result.extractions))
        if at in wish.drops:
            raise UsageError(f"Extraction {at} is dropped and changed at once.", "One of them.")
        value = _typed(inner, typed, own)
        labels.append((name, getattr(result.extractions[at], inner), value))
        extractions[at] = _placed(msgspec.structs.replace(extractions[at], **{inner: value}), inner, finder)
    for at in sorted(set(wish.drops)):
        _checked(at, len(result.extractions), f"--drop {at}")
        labels.append((f"extractions.{at}", result.extractions[at], None))
    extractions = [it for at, it in enumerate(extractions) if at not in wish.drops]
    for more, text in enumerate(wish.adds):
        added = _added(text, finder, own)
        labels.append((f"extractions.{len(result.extractions) + more}", None, added))
        extractions.append(added)
    after = msgspec.structs.replace(
        result, action=action, decision="apply", extractions=extractions, needs_clarification=False,
        clarification_question=None,
        codes={name: reasons for name, reasons in result.codes.items() if name != "clarification_question"}
        | coded(stopped_because=CORRECTED if wish.changes else ACCEPTED),
        early_stop=action == "delete" and not extractions,
        escalation=msgspec.structs.replace(result.escalation, wanted=None, why="", codes={}),
    )  # fmt: skip
    moment = now.isoformat(timespec="milliseconds")
    return rendered(after, result.language), [
        Correction(id=result.id, field=name, before=before, after=value, at=moment)
        for name, before, value in labels
    ]


def _action(given: str) -> MessageAction:
    try:
        action: MessageAction = msgspec.convert(given, MessageAction)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        known = ", ".join(get_args(MessageAction))
        raise UsageError(f"There is no action {given!r}.", f"Actions: {known}.") from error
    return action


def _place(name: str, count: int) -> tuple[int, str]:
    """(number of the extraction, its field)."""
    match = _FIELD.fullmatch(name)
    if match is None:
        raise UsageError(f"There is no field {name!r}.", "For example: extractions.2.date=2026-03-04")
    at = int(match[1])
    _checked(at, count, name)
    return at, _known(match[2])


def _checked(at: int, count: int, name: str) -> None:
    if not 0 <= at < count:
        there = f"from 0 to {count - 1}" if count else "none"
        raise UsageError(f"{name}: there is no extraction {at}.", f"There are {count}: {there}.")


def _known(name: str) -> str:
    """A field's name, as far as people may set it. Raises UsageError."""
    if name in _DERIVED:
        raise UsageError(
            f"The field {name!r} follows from the quote or the engine.", "Set the quote instead."
        )
    if name not in _types():
        raise UsageError(
            f"There is no field {name!r} in an extraction.",
            f"Fields: {', '.join(known for known in _types() if known not in _DERIVED)}.",
        )
    return name


@cache
def _types() -> dict[str, Any]:
    return {it.name: it.type for it in msgspec.structs.fields(Extraction)}


def _typed(name: str, text: str, own: set[str]) -> Any:
    """A value as typed, of the field's type. Empty or `null` where a field may be empty."""
    kind = _types()[name]
    if text.strip() in ("", "null") and type(None) in get_args(kind):
        return None
    try:
        if name in ("entities", "data"):
            value = msgspec.json.decode(text, type=kind)
        else:
            value = msgspec.convert(text, kind, strict=False)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UsageError(f"{name} cannot be {text!r}: {error}.", _like(name)) from error
    return _sensible(name, value, own)


def _sensible(name: str, value: Any, own: set[str]) -> Any:
    """A value of the right type, checked for its form."""
    wrong = (
        (name == "date" and value is not None and not _is_day(value))
        or (name == "time" and value is not None and not _HOUR.fullmatch(value))
        or (name == "currency" and value is not None and not _CURRENCY.fullmatch(value))
        or (name == "amount" and value is not None and not math.isfinite(value))
        or (name == "duration_minutes" and value is not None and value < 0)
        or (name == "info" and not value.strip())
    )
    if name == "type":
        known = named(value) or (value if value in own else None)
        wrong, value = known is None, known or value
    if wrong:
        raise UsageError(f"{name} cannot be {value!r}.", _like(name))
    return value


def _like(name: str) -> str:
    examples = {
        "date": "2026-03-04", "time": "14:30", "currency": "EUR", "amount": "1284.50", "type": "deadline",
        "duration_minutes": "45", "importance": "high", "task": "true", "calendar": "true",
        "entities": '["Anne Roux"]', "note_action": "append", "data": '{"key": "value"}', "required": "true",
    }  # fmt: skip
    return f"For example: {name}={examples.get(name, 'text')}"


def _is_day(value: str) -> bool:
    if not _DAY.fullmatch(value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _placed(it: Extraction, name: str, finder: QuoteFinder) -> Extraction:
    """With the place of its quote, when that was set."""
    if name != "quote":
        return it
    place = finder.find(it.quote)
    return msgspec.structs.replace(
        it, quote=place.quote or it.quote, start=place.start, end=place.end, where=place.where,
        grounded=bool(place.found), found=place.found,
    )  # fmt: skip


def _added(text: str, finder: QuoteFinder, own: set[str]) -> Extraction:
    """An extraction from JSON: its type and info at least. It is as sure as the person is."""
    example = """For example: --add '{"type": "deadline", "info": "send it", "date": "2026-03-04"}'"""
    try:
        given = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UsageError(f"--add takes an extraction in JSON: {error}.", example) from error
    if not isinstance(given, dict):
        raise UsageError(f"--add takes a JSON object, not {text[:40]!r}.", example)
    for name in given:
        _known(name)
    try:
        added = msgspec.convert(given, Extraction)
    except msgspec.ValidationError as error:
        raise UsageError(f"--add: {error}.", example) from error
    fields = {name: _sensible(name, getattr(added, name), own) for name in given}
    return _placed(msgspec.structs.replace(added, confidence=1.0, **fields), "quote", finder)
