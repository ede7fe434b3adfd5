"""Turns of conversations out and in: JSONL, a turn a line, the roles as programs that talk write them."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from edge.compose.conversations import ConversationStore, Turn
from edge.errors import UsageError
from edge.records.context import TurnImport
from edge.state.access import OWN, Principal
from edge.state.calls import utc
from edge.state.line_file import first_refusals
from edge.text.iso_date import moment

if TYPE_CHECKING:
    import apsw

#: Longest line that is read, and lines that are kept together.
LONGEST, BATCH = 1 << 20, 256

_TURNS = f"""
    SELECT name, ordinal, role, text, created_at FROM items
    JOIN conversations ON conversations.id = items.conversation
    WHERE kind = 'turn' AND live = 1 AND conversations.space IN {OWN} AND (:name = '' OR name = :name)
    ORDER BY conversations.id, ordinal
"""


class TurnLine(msgspec.Struct, kw_only=True):
    """A line. `index` counts a conversation's turns from 0 and is not read; `at`: ISO 8601, "" is now."""

    conversation: str = "imported"
    index: int = 0
    role: str
    content: str
    at: str = ""


def jsonl(db: apsw.Connection, principal: Principal, conversation: str = "") -> Iterator[bytes]:
    """The principal's own turns, each conversation in order; of one of them, or ("") of all. A line each,
    with the line end. Raises UsageError where there is no such conversation.
    """
    found = db.execute(_TURNS, principal.bound(name=conversation)).fetchall()
    if conversation and not found:
        raise UsageError(f"There is no conversation {conversation[:60]!r}.", "See: edge chat --list")
    for name, place, role, text, at in found:
        line = TurnLine(
            conversation=str(name), index=int(str(place)), role=str(role), content=str(text), at=str(at)
        )
        yield msgspec.json.encode(line) + b"\n"


def read_jsonl(
    db: apsw.Connection,
    principal: Principal,
    store: ConversationStore,
    lines: Iterable[bytes],
    progress: Callable[[int], None] = lambda n: None,
) -> TurnImport:
    """Add the turns of lines at the end of their conversations, in the order of the lines. A turn that is
    there already (the same speaker and words at the same time, or at any where the line has none) is known.
    A line that cannot be kept costs itself, and is told. Raises StorageError.
    """
    there: dict[str, Counter[tuple[str, str, str]]] = {}
    added = known = 0
    refused: list[str] = []
    numbered = enumerate(lines, 1)
    while some := list(islice(numbered, BATCH)):
        new: dict[str, list[Turn]] = {}
        for n, line in some:
            if not line.strip():
                continue
            try:
                given = _decoded(line)
                name, turn = store.checked(
                    given.conversation, Turn(given.role, given.content, _time(given.at))
                )
            except UsageError as error:
                refused.append(f"line {n}: {error.message}")
                continue
            if name not in there:
                there[name] = _there(db, principal, name)
            if _taken(there[name], turn):
                known += 1
            else:
                new.setdefault(name, []).append(turn)
        for name, turns in new.items():
            added += len(store.add(name, turns))
        progress(some[-1][0])
    return TurnImport(added=added, known=known, conversations=len(there), refused=first_refusals(refused))


def _decoded(line: bytes) -> TurnLine:
    if len(line) > LONGEST:
        raise UsageError(f"it is longer than {LONGEST:,} bytes.", "Shorten it.")
    try:
        return msgspec.json.decode(line.removeprefix(BOM_UTF8), type=TurnLine)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UsageError(
            f"it is no turn: {error}.", 'Write {"conversation", "role", "content", "at"}.'
        ) from error


def _time(given: str) -> str:
    at = moment(given) if given else None
    if given and at is None:
        raise UsageError(f"its time {given[:40]!r} is no date.", "Write it as 2026-11-23T10:00:00+01:00.")
    return utc(at) if at else ""


def _there(db: apsw.Connection, principal: Principal, name: str) -> Counter[tuple[str, str, str]]:
    """The turns of a conversation, each once with its time and once without."""
    found: Counter[tuple[str, str, str]] = Counter()
    for _, _, role, text, at in db.execute(_TURNS, principal.bound(name=name)):
        found[str(role), str(text), str(at)] += 1
        found[str(role), str(text), ""] += 1
    return found


def _taken(there: Counter[tuple[str, str, str]], turn: Turn) -> bool:
    """Whether a turn is there; each stands for one line."""
    if not there[turn]:
        return False
    for key in {turn, turn._replace(at="")}:
        there[key] -= 1
    return True
