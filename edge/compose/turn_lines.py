"""Turns of conversations out and in: JSONL, a turn a line; in, what other programs export as well."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from edge.compose.conversations import ConversationStore, Turn
from edge.compose.turn_formats import TurnLine, turns
from edge.errors import UsageError
from edge.records.context import TurnImport
from edge.state.access import OWN, Principal
from edge.state.database import first, transaction
from edge.state.line_file import first_refusals

if TYPE_CHECKING:
    import apsw

#: Longest line that is read, lines that are kept together, and the longest list.
LONGEST, BATCH, WHOLE = 1 << 20, 256, 64 << 20
_BLANK = BOM_UTF8 + b" \t\r\n"

_TURNS = f"""
    SELECT name, ordinal, role, text, created_at FROM items
    JOIN conversations ON conversations.id = items.conversation
    WHERE kind = 'turn' AND live = 1 AND conversations.space IN {OWN} AND (:name = '' OR name = :name)
    ORDER BY conversations.id, ordinal
"""


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


def read_turns(
    db: apsw.Connection,
    principal: Principal,
    store: ConversationStore,
    lines: Iterable[bytes],
) -> TurnImport:
    """Add turns at the end of their conversations, in the order in which they come: a line each, or one list
    of turns or conversations, as other programs export them (`turn_formats`). A turn that is there already
    (the same speaker and words at the same time, or at any where it has none) is known. A line or an entry
    that cannot be kept costs itself, and is told. Raises StorageError.
    """
    there = _TurnsThere(db, principal)
    added = known = 0
    refused: list[str] = []
    given = _given(lines)
    while some := list(islice(given, BATCH)):
        said: list[tuple[str, Turn]] = []
        for where, read in some:
            try:
                said += [
                    store.checked(line.conversation, Turn(line.role, line.content, line.at))
                    for line in read()
                ]
            except UsageError as error:
                refused.append(f"{where}: {error.message}")
        with transaction(db):  # what is known stays so until the rest is kept, whoever else reads the file in
            there.refresh()
            new: dict[str, list[Turn]] = {}
            for name, turn in said:
                if there.take(name, turn):
                    known += 1
                else:
                    new.setdefault(name, []).append(turn)
            for name, unknown in new.items():
                added += len(store.add_checked(name, unknown))
    return TurnImport(
        added=added, known=known, conversations=there.conversations, refused=first_refusals(refused)
    )


def _given(lines: Iterable[bytes]) -> Iterator[tuple[str, Callable[[], list[TurnLine]]]]:
    """What is to be read, each with its place: lines, or the entries of one list."""
    numbered = ((n, line) for n, line in enumerate(lines, 1) if line.strip(_BLANK))
    first = next(numbered, None)
    if first is None:
        return
    every = chain([first], numbered)
    if not first[1].lstrip(_BLANK).startswith(b"[") and first[1].strip(_BLANK) != b"{":
        for n, line in every:
            yield f"line {n}", partial(_of_line, line)
        return
    whole, size = [], 0
    for _, line in every:
        whole.append(line)
        size += len(line)
        if size > WHOLE:
            yield "the file", partial(_refuse, _too_long(WHOLE))
            return
    try:
        found = _decoded(b"".join(whole))
    except UsageError as error:
        yield "the file", partial(_refuse, error)
        return
    if not isinstance(found, list) or not found:
        yield "the file", partial(turns, found)
        return
    for n, one in enumerate(found, 1):
        yield f"entry {n}", partial(turns, one)


def _of_line(line: bytes) -> list[TurnLine]:
    if len(line) > LONGEST:
        raise _too_long(LONGEST)
    return turns(_decoded(line))


def _decoded(given: bytes) -> Any:
    try:
        return msgspec.json.decode(given.removeprefix(BOM_UTF8))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UsageError(
            f"it is no turn: {error}.", 'Write {"conversation", "role", "content", "at"}.'
        ) from error


def _refuse(why: UsageError) -> NoReturn:
    raise why


def _too_long(most: int) -> UsageError:
    return UsageError(f"it is longer than {most:,} bytes.", "Shorten it.")


class _TurnsThere:
    """The turns that are in the database and were not met in this import yet, by conversation: each once with
    its time and once without.
    """

    def __init__(self, db: apsw.Connection, principal: Principal) -> None:
        self._db, self._principal = db, principal
        self._left: dict[str, Counter[Turn]] = {}
        self._met: dict[str, list[Turn]] = {}
        self._version: object = None

    @property
    def conversations(self) -> int:
        """Those that turns were looked for in."""
        return len(self._met)

    def refresh(self) -> None:
        """Forget what was read, where another connection has written since. Inside a transaction."""
        version = first(self._db, "PRAGMA data_version")
        if version != self._version:
            self._version = version
            self._left.clear()

    def take(self, name: str, turn: Turn) -> bool:
        """Whether a turn is there; each stands for one line. Inside a transaction."""
        met = self._met.setdefault(name, [])
        if name not in self._left:
            self._left[name] = self._read(name)
            for one in met:
                self._use(name, one)
        met.append(turn)
        return self._use(name, turn)

    def _use(self, name: str, turn: Turn) -> bool:
        left = self._left[name]
        if not left[turn]:
            return False
        for key in {turn, turn._replace(at="")}:
            left[key] -= 1
        return True

    def _read(self, name: str) -> Counter[Turn]:
        found: Counter[Turn] = Counter()
        for _, _, role, text, at in self._db.execute(_TURNS, self._principal.bound(name=name)):
            found[Turn(str(role), str(text), str(at))] += 1
            found[Turn(str(role), str(text), "")] += 1
        return found
