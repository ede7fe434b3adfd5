"""Messages that were read, what was found in them, and what the person made of it: kept in the user's own
database. A run is written whole or not at all, and never changed afterwards; old ones of the same engine go.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from email.utils import parseaddr
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from edge.errors import StorageError, UsageError
from edge.records import (
    Checkpoint,
    ContextItem,
    Correction,
    Extracted,
    Message,
    PassRecord,
    Record,
)
from edge.state.database import damaged, records, transaction
from edge.text.names import folded

if TYPE_CHECKING:
    import apsw

Stored = TypeVar("Stored")

#: The latest run of each message.
_LATEST = "NOT EXISTS (SELECT 1 FROM runs AS newer WHERE newer.id = runs.id AND newer.run > runs.run)"
#: Runs of one message by one engine that are kept.
KEPT = 5
#: Characters of an earlier message's summary.
_SHORT = 400


class WaitingMessage(Record, frozen=True, kw_only=True):
    """A message whose run in force waits for another engine: `wanted` is the tier."""

    run: int
    id: str
    wanted: str


class MessageStore:
    """The runs in one state database. One thread."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def save(
        self,
        extracted: Extracted,
        checkpoint: Checkpoint,
        *,
        now: datetime | None = None,
        after: int | None = None,
        instead_of: int | None = None,
    ) -> int | None:
        """Keep a run; its number. Raises StorageError.

        A first run of a message without an id of its own is kept under the name that `called` gives it now:
        another process may have taken the earlier one. The runs that go on from it have its name.
        `after`: the run that it goes on from; `instead_of`: an unfinished one of the same reading, which it
        replaces. When another run of the message is in force by now (a person settled it, another process
        read it), nothing is kept: None.
        """
        expected = instead_of if instead_of is not None else after
        with transaction(self._db):
            id: str | None = extracted.id
            if expected is not None:
                id = self.id_of(expected)
                if id is None or self._number(id) != expected:
                    return None
            elif not checkpoint.message.named and checkpoint.message.source:
                id = self.called(checkpoint.message)
            if id != extracted.id:
                extracted = replace(extracted, id=id)
                checkpoint = replace(checkpoint, message=replace(checkpoint.message, id=id))
            run = self._insert(extracted, checkpoint, now, person=False)
            outdated = [instead_of] if instead_of is not None else []
            self._delete([*outdated, *self._beyond_kept(extracted.id, run)])
        return run

    def id_of(self, run: int) -> str | None:
        """The id of the message that a run is of; None for a run that is not kept (any more)."""
        rows = self._db.execute("SELECT id FROM runs WHERE run = ?", (run,)).fetchall()
        return str(rows[0][0]) if rows else None

    def called(self, message: Message) -> str:
        """The id to keep a message under. One without an id of its own must not hide another that came from a
        place of the same name: a file's name gets "#2", standard input's a digest of what was read. The same
        file, or the same text, keeps its id.
        """
        if message.named:
            return message.id
        if not message.source:
            text = "\0".join(_text(message)).encode("utf-8", "replace")
            return f"{message.id}-{sha256(text).hexdigest()[:8]}"
        id, n = message.id, 1
        latest = "SELECT trail FROM runs WHERE id = ? ORDER BY run DESC LIMIT 1"
        while rows := self._db.execute(latest, (id,)).fetchall():
            earlier = self._decoded(rows[0][0], Checkpoint).message
            if not earlier.named and (earlier.source == message.source or _text(earlier) == _text(message)):
                break
            n += 1
            id = f"{message.id}#{n}"
        return id

    def correct(
        self,
        corrected: Extracted,
        checkpoint: Checkpoint,
        corrections: Sequence[Correction],
        *,
        now: datetime | None = None,
        expected: Extracted | None = None,
    ) -> int:
        """Keep what a person changed, and the run that is now in force; its number.

        `expected`: the result that the person saw. Raises StorageError, also when another one is in force by
        now: nobody has seen that one.
        """
        with transaction(self._db):
            before, result = self._db.execute(
                "SELECT run, result FROM runs WHERE id = ? ORDER BY run DESC LIMIT 1", (corrected.id,)
            ).fetchall()[0]
            if expected is not None and result != _json(expected):
                raise StorageError(
                    f"The message {corrected.id!r} was read anew or corrected meanwhile:"
                    " nothing was changed.",
                    f"Look again: edge correct {corrected.id}",
                )
            run = self._insert(corrected, checkpoint, now, person=True)
            self._db.executemany(
                "INSERT INTO corrections(run, id, field, before, after, at) VALUES (?,?,?,?,?,?)",
                ((before, it.id, it.field, _json(it.before), _json(it.after), it.at) for it in corrections),
            )
        return run

    def latest(self, given: str) -> tuple[Extracted, Checkpoint]:
        """The latest run of a message, by its id or the beginning of it. Raises UsageError for none or
        several.
        """
        ids = self._db.execute("SELECT id FROM runs WHERE id = ? LIMIT 1", (given,)).fetchall()
        if not ids:
            # substr, not LIKE: % and _ are letters like any other in an id
            ids = self._db.execute(
                "SELECT DISTINCT id FROM runs WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 6",
                (len(given), given),
            ).fetchall()
        if not ids or not given:
            raise UsageError(f"There is no message {given!r} in your database.", "See: edge queue")
        if len(ids) > 1:
            several = ", ".join(str(row[0]) for row in ids)
            raise UsageError(f"{given!r} begins several ids: {several}.", "Give more of it.")
        (row,) = self._db.execute(
            "SELECT result, trail FROM runs WHERE id = ? ORDER BY run DESC LIMIT 1", ids[0]
        ).fetchall()
        return self._decoded(row[0], Extracted), self._decoded(row[1], Checkpoint)

    def waiting(self) -> list[WaitingMessage]:
        """Messages that wait for another engine, oldest first; those that a person has settled do not."""
        return records(
            self._db,
            WaitingMessage,
            f"SELECT run, id, wanted FROM runs WHERE {_LATEST} AND decision != 'apply'"
            " AND wanted IS NOT NULL AND NOT person ORDER BY run",
        )

    def in_force(self, run: int) -> tuple[Extracted, Checkpoint] | None:
        """A run, as long as no later one of its message took its place."""
        rows = self._db.execute(
            f"SELECT result, trail FROM runs WHERE run = ? AND {_LATEST}", (run,)
        ).fetchall()
        return (self._decoded(rows[0][0], Extracted), self._decoded(rows[0][1], Checkpoint)) if rows else None

    def settled(self, message: Message) -> Extracted | None:
        """What a person made of this very message, or the cloud did to the end, as long as no other run took
        its place.
        """
        rows = self._db.execute(
            "SELECT result, trail FROM runs WHERE id = ? AND (person OR (escalated AND decision != 'wait'))"
            f" AND {_LATEST}",
            (message.id,),
        ).fetchall()
        if not rows or _text(self._decoded(rows[0][1], Checkpoint).message) != _text(message):
            return None
        return self._decoded(rows[0][0], Extracted)

    def queued(self) -> list[Extracted]:
        """Messages that wait for the person or for another engine, oldest first."""
        rows = self._db.execute(
            f"SELECT result FROM runs WHERE {_LATEST} AND decision != 'apply' AND NOT person ORDER BY run"
        )
        return [self._decoded(row[0], Extracted) for row in rows]

    def find(self, sender: str, thread: str, entities: Sequence[str], limit: int) -> list[ContextItem]:
        """Earlier messages: of the same thread, then of the same sender, then with the same entities; newest
        first, at most `limit` (see `edge.context.history.MessageArchive`).
        """
        conditions: list[tuple[str, tuple[str, ...]]] = []
        if thread:
            conditions.append(("thread = ?", (thread,)))
        if sender:
            conditions.append(("sender = ?", (sender,)))
        if entities:
            marks = ",".join("?" * len(entities))
            named = f"run IN (SELECT run FROM run_entities WHERE name IN ({marks}))"
            conditions.append((named, tuple(entities)))
        items: dict[str, ContextItem] = {}
        for where, values in conditions:
            rows = self._db.execute(
                f"SELECT result FROM runs WHERE {where} AND {_LATEST} ORDER BY run DESC LIMIT ?",
                (*values, limit),
            )
            for row in rows:
                earlier = self._decoded(row[0], Extracted)
                items.setdefault(earlier.id, _item(earlier))
        return list(items.values())[:limit]

    def corrections(self) -> list[Correction]:
        """Every correction, oldest first."""
        rows = self._db.execute("SELECT id, field, before, after, at FROM corrections ORDER BY correction")
        return [
            Correction(
                id=str(id), field=str(field), before=self._decoded(before, object),
                after=self._decoded(after, object), at=str(at),
            )
            for id, field, before, after, at in rows
        ]  # fmt: skip

    def _decoded(self, text: object, kind: type[Stored]) -> Stored:
        """What a column holds as JSON. Raises StorageError when it is damaged."""
        try:
            return msgspec.json.decode(str(text), type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise damaged(self._db.filename, str(error)) from error

    def _number(self, given: str) -> int | None:
        """The run in force of a message."""
        run = self._db.execute("SELECT max(run) FROM runs WHERE id = ?", (given,)).fetchall()[0][0]
        return None if run is None else int(str(run))

    def _beyond_kept(self, id: str, run: int) -> list[int]:
        """Runs of a message by the engine that ended `run`, older than the last `KEPT`: reading it once more
        must not let the database grow for ever. What a person made or corrected is always kept.
        """
        ended = "(SELECT engine FROM run_passes AS pass WHERE pass.run = {} ORDER BY n DESC LIMIT 1)"
        rows = self._db.execute(
            "SELECT run FROM runs WHERE id = ? AND NOT person AND run NOT IN (SELECT run FROM corrections)"
            f" AND {ended.format('runs.run')} IS {ended.format('?')} ORDER BY run DESC LIMIT -1 OFFSET ?",
            (id, run, KEPT),
        )
        return [int(str(row[0])) for row in rows]

    def _delete(self, runs: Iterable[int]) -> None:
        """Take out runs. After the insertion of another, so that no number is given twice."""
        for run in runs:
            for table in ("run_passes", "run_entities", "runs"):
                self._db.execute(f"DELETE FROM {table} WHERE run = ?", (run,)).fetchall()

    def _insert(
        self, result: Extracted, checkpoint: Checkpoint, now: datetime | None, *, person: bool
    ) -> int:
        at = (now or datetime.now()).astimezone().isoformat(timespec="milliseconds")
        confidence, cost = result.confidence, result.escalation.cost_usd
        self._db.execute(
            "INSERT INTO runs(id, at, subject, sender, thread, received_at, action, decision, wanted,"
            " confidence, calibrated, clarification, escalated, person, cost_usd, ms, result, trail)"
            " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                result.id, at, result.subject, parseaddr(result.sender)[1].lower(), checkpoint.message.thread,
                result.received_at, result.action, _settled(result), result.escalation.wanted, confidence.raw,
                confidence.calibrated, result.needs_clarification, result.escalated, person, cost,
                result.timings_ms.get("total", 0.0), _json(result), _json(checkpoint),
            ),
        )  # fmt: skip
        run = self._db.last_insert_rowid()
        self._db.executemany(
            "INSERT INTO run_passes(run, n, kind, engine, model, confidence, tokens, cost_usd, ms, error,"
            " raw, action, version) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (_pass(run, record) for record in result.passes),
        )
        self._db.executemany("INSERT OR IGNORE INTO run_entities VALUES (?,?)", _names(result, run))
        return run


def _text(message: Message) -> tuple[str, str, str, str]:
    return message.subject, message.sender, message.received_at, message.body


def _names(result: Extracted, run: int) -> Iterable[tuple[str, int]]:
    return ((name, run) for name in map(folded, result.entities) if name)


def _pass(run: int, record: PassRecord) -> tuple[int | float | str | None, ...]:
    return (
        run, record.n, record.kind, record.engine, record.model, record.confidence,
        sum(record.tokens.values()), record.cost_usd, record.ms, record.error, record.raw, record.action,
        record.version,
    )  # fmt: skip


def _item(result: Extracted) -> ContextItem:
    facts = "; ".join(it.info for it in result.extractions)
    return ContextItem(
        kind="message", name=result.subject or result.id, text=f"{result.action}: {facts}"[:_SHORT],
        source=result.id, date=result.received_at[:10], extractions=result.extractions,
    )  # fmt: skip


def _settled(result: Extracted) -> str:
    """The column asks whether somebody is waited for; that a message was left is in the result itself."""
    return "apply" if result.decision == "leave" else result.decision


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
