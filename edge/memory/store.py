"""Memories in the user's own database: added, completed, superseded, linked, deleted and put back.

Every change is one transaction. Nothing is overwritten: a change is a new memory that supersedes the old one,
which stays readable; what is deleted can be restored for some days.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from edge.compose import forget
from edge.errors import UsageError
from edge.memory import check, insert, keywords, removal, rows
from edge.memory.frequencies import WordFrequencies
from edge.memory.reader import MemoryReader
from edge.records.memory import LinkKind, Memory, MemoryAdded, MemoryContext, NewMemory
from edge.state.access import OWN, Principal, Visibility, space
from edge.state.calls import utc
from edge.state.database import first, transaction
from edge.text.one_line import one_line

if TYPE_CHECKING:
    import apsw

#: Links that must not go round in a circle: what follows from what, what replaced what.
_ORDERED = ("supersedes", "derived_from")
#: How long a store waits before it looks again for what was deleted too long ago.
_OFTEN = timedelta(hours=1)
_RIVAL = """
    SELECT other.id FROM items JOIN items AS other ON other.space = items.space AND other.live = 1
        AND other.kind = 'memory' AND (other.subject = items.subject OR other.hash = items.hash)
    WHERE items.id = ? AND items.live = 0
"""
_REACHES = """
    WITH RECURSIVE reached (item) AS (
        VALUES (?1) UNION SELECT target FROM links JOIN reached ON source = item WHERE kind = ?3
    ) SELECT 1 FROM reached WHERE item = ?2
"""


class MemoryStore(MemoryReader):
    """The memories of one principal in one state database. One thread."""

    def __init__(
        self, db: apsw.Connection, principal: Principal | None = None, *,
        visibility: Visibility = "private", origin: str = "python", excerpt_chars: int = 20_000,
        keep_days: float = 30.0,
    ) -> None:  # fmt: skip
        """`visibility` of what is added, `origin` who adds it; deleted memories go after `keep_days`."""
        super().__init__(db, principal)
        self._visibility = visibility
        self._origin = origin
        self._excerpt_chars = excerpt_chars
        self._keep_days = keep_days
        self._frequencies = WordFrequencies(db, self._principal)
        self._purged: datetime | None = None

    def add(
        self, new: NewMemory, *, now: datetime | None = None, created_at: str = "", origin_id: str = "",
        semantic: bool = False,
    ) -> MemoryAdded:  # fmt: skip
        """Keep a memory. The same again is a no-op; one of the same type, title and situation that says
        something else supersedes the one before. `semantic`: it is a pattern. Raises UsageError,
        StorageError.
        """
        new = check.checked(new, self._excerpt_chars)
        return self._insert(new, now, created_at=created_at, origin_id=origin_id, semantic=semantic)

    def cover(self, pattern: str, episodes: Iterable[str]) -> None:
        """Say which episodes a pattern was made of. Raises UsageError."""
        parent = rows.number(pattern)
        with self._change():
            self._owned(parent)
            for child in map(rows.number, episodes):
                self._owned(child)
                self._db.execute("INSERT OR IGNORE INTO covers (parent, child) VALUES (?,?)", (parent, child))

    def add_many(
        self, many: Iterable[NewMemory | dict[str, Any]], *, now: datetime | None = None
    ) -> list[MemoryAdded]:
        """Keep memories (or objects of the same fields) in one transaction: all of them, durable together, or
        none. Raises UsageError, which says which of them cannot be kept.
        """
        checked = []
        for n, new in enumerate(many, 1):
            try:
                known = new if isinstance(new, NewMemory) else check.of_json(new)
                checked.append(check.checked(known, self._excerpt_chars))
            except UsageError as error:
                raise UsageError(f"Memory {n}: {error.message}", f"{error.hint} Nothing was kept.") from error
        self._frequencies.refresh()
        words = [self._keywords(new) for new in checked]
        with self.batch():
            self._purge(now)
            return [
                self._insert_here(new, now, keywords=found) for new, found in zip(checked, words, strict=True)
            ]

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Changes inside are one transaction: the disk is waited for once, at the end."""
        with transaction(self._db):
            yield

    def add_incomplete(
        self,
        new: NewMemory,
        legacy: str,
        *,
        origin_id: str,
        created_at: str = "",
        now: datetime | None = None,
    ) -> MemoryAdded:
        """Keep what another program had, whatever its context lacks; `legacy` is its free context."""
        return self._insert(new, now, created_at=created_at, origin_id=origin_id, legacy=legacy)

    def add_pattern(
        self, new: NewMemory, episodes: Iterable[str], *, reason: str, now: datetime | None = None
    ) -> MemoryAdded:
        """Keep a semantic memory that covers episodes, which stay as they are. Inside a transaction. Others
        may read it where they may read all of these: it quotes them.
        """
        new, episodes = check.checked(new, self._excerpt_chars), list(episodes)
        made = self._insert_here(
            new, now, semantic=True, origin="consolidation", keywords=self._keywords(new),
            visibility=self._narrowest(episodes),
        )  # fmt: skip
        parent = rows.number(made.id)
        self.cover(made.id, episodes)
        for episode in episodes:
            child = rows.number(episode)
            self._in_force(child)
            insert.link(self._db, parent, child, kind="derived_from", reason=reason, now=_time(now))
        return made

    def supersede(
        self, id: str, new: NewMemory, *, reason: str = "", now: datetime | None = None
    ) -> MemoryAdded:
        """Put a new memory in the place of one in force. Raises UsageError when it is in force no more."""
        new = check.checked(new, self._excerpt_chars)
        return self._insert(new, now, replaces=rows.number(id), reason=reason)

    def update(
        self, id: str, changes: dict[str, Any], *, reason: str = "", now: datetime | None = None
    ) -> MemoryAdded:
        """Supersede a memory by itself with other values: of `title`, `content`, `type`, `project`, and of
        `context` those fields that are named. Raises UsageError for an unknown field.
        """
        given = msgspec.to_builtins(rows.as_new(self.get(id)))
        context = changes.get("context", {})
        if not isinstance(context, dict):
            raise UsageError("The field context is no object.", 'Write {"situation": …, "solution": …}.')
        if unknown := sorted(map(str, changes.keys() - given.keys())):
            raise UsageError(f"A memory has no field {unknown[0][:40]!r}.", f"One of: {', '.join(given)}.")
        if {"situation", "solution"} & context.keys() and "trigger_keywords" not in context:
            given["context"]["trigger_keywords"] = []  # extracted anew
        new = check.of_json({**given, **changes, "context": {**given["context"], **context}})
        return self.supersede(id, new, reason=reason or "updated", now=now)

    def complete(self, id: str, context: MemoryContext, *, now: datetime | None = None) -> MemoryAdded:
        """Give an imported memory the context that it lacks; what it has already stays. Raises UsageError
        when it lacks nothing.
        """
        before = self.get(id)
        if before.context.situation and before.context.solution:
            raise UsageError(f"{before.id} has its context.", "To change it: edge memory update")
        had = {name: value for name, value in msgspec.structs.asdict(before.context).items() if value}
        had.pop("trigger_keywords", None)
        merged = msgspec.structs.replace(context, **had)
        new = msgspec.structs.replace(rows.as_new(before), context=merged)
        return self._insert(
            check.checked(new, self._excerpt_chars), now, replaces=rows.number(id), reason="completed",
            legacy=before.legacy, origin_id=before.origin_id, created_at=before.created_at,
        )  # fmt: skip

    def link(
        self,
        source: str,
        target: str,
        kind: LinkKind = "related",
        *,
        reason: str,
        now: datetime | None = None,
    ) -> None:
        """Link two memories, and say why. Raises UsageError for one to itself, without a reason, or, where
        the kind has an order, one that closes a circle.
        """
        one, other = rows.number(source), rows.number(target)
        if one == other:
            raise UsageError(f"{source} cannot be linked to itself.", "Name two memories.")
        if not reason.strip():
            raise UsageError("A link needs a reason.", "For example: --reason 'the same driver'")
        with self._change():
            for item in (one, other):
                self._owned(item)
            if kind in _ORDERED and first(self._db, _REACHES, (other, one, kind)):
                raise UsageError(
                    f"{source} {kind} {target} would close a circle.", f"See: edge memory show {target}"
                )
            insert.link(self._db, one, other, kind=kind, reason=one_line(reason, 500), now=_time(now))

    def delete(self, id: str, *, now: datetime | None = None) -> str:
        """Take a memory out of every search; until when it can be restored. Raises UsageError."""
        item = rows.number(id)
        moment = now or removal.moment(self._db)
        with self._change():
            self._owned(item)
            since = removal.withdraw(self._db, item, moment)
            self._purge(now)
        return utc(since + timedelta(days=self._keep_days))

    def erase(self, id: str) -> list[str]:
        """Delete a memory for good, at once, with what it superseded, the patterns made of these and the
        contexts that quote any of it; what went. Raises UsageError.
        """
        item = rows.number(id)
        forget.erase_pages(self._db)
        with transaction(self._db):
            self._owned(item)
            gone = removal.erase(self._db, self._principal, item)
        forget.rewrite(self._db)
        return gone

    def restore(self, id: str, *, now: datetime | None = None) -> Memory:
        """Put a deleted memory back, or one that was superseded. Raises UsageError when another of the same
        title and situation is in force, or it was deleted too long ago.
        """
        item = rows.number(id)
        with transaction(self._db):  # of its own: what is gone stays gone, whatever is refused below
            self._purge(now)
        with transaction(self._db):
            self._owned(item)
            if rival := first(self._db, _RIVAL, (item,)):
                raise UsageError(
                    f"m{rival[0]} is in force instead of m{item}.",
                    f"Delete it first: edge memory delete m{rival[0]}",
                )
            back = (
                "UPDATE items SET live = 1, deleted_at = NULL, superseded_by = NULL"
                " WHERE id = ? AND live = 0 RETURNING id"
            )
            if first(self._db, back, (item,)):
                self._db.execute(
                    "DELETE FROM links WHERE target = ? AND kind = 'supersedes'", (item,)
                ).fetchall()  # which it says no more
                found = self.get(id)
                insert.index(self._db, item, rows.as_new(found), found.context.trigger_keywords)
        return self.get(id)

    def replaced(self, old: str, new: str, *, reason: str, now: datetime | None = None) -> None:
        """Say that a memory in force superseded another, which is in force no more. Raises UsageError."""
        one, other = rows.number(old), rows.number(new)
        with self._change():
            for item in (one, other):
                self._owned(item)
            if one == other or first(self._db, _REACHES, (one, other, "supersedes")):
                raise UsageError(f"{new} cannot supersede {old}.", f"See: edge memory show {old}")
            insert.retire(self._db, one, other, reason=reason, now=_time(now))

    def of_origin(self, origin_id: str) -> str | None:
        """The memory that an import made of another program's entry, if one did."""
        sql = (
            "SELECT item FROM memories JOIN items ON items.id = item"
            f" WHERE origin_id = :origin_id AND origin_id != '' AND origin = :origin AND space IN {OWN}"
            " ORDER BY item DESC LIMIT 1"
        )
        bound = self._principal.bound(origin_id=origin_id, origin=self._origin)
        found = first(self._db, sql, bound)
        return rows.name(int(found[0])) if found else None

    def _insert(self, new: NewMemory, now: datetime | None, **more: Any) -> MemoryAdded:
        self._frequencies.refresh()
        words = self._keywords(new)  # before it is written to: counts read then would write out half of it
        with self._change():
            self._purge(now)
            return self._insert_here(new, now, keywords=words, **more)

    def _purge(self, now: datetime | None) -> None:
        """What was deleted longer ago than it is kept goes for good. Inside a transaction."""
        before = (now or datetime.now(UTC)) - timedelta(days=self._keep_days)
        if self._purged is None or abs(before - self._purged) > _OFTEN:  # not with every add
            removal.purge(self._db, self._principal, before)
            self._purged = before

    def _keywords(self, new: NewMemory) -> list[str]:
        return new.context.trigger_keywords or keywords.extract(
            new, self._frequencies, self._frequencies.count
        )

    def _change(self) -> AbstractContextManager[None]:
        """A transaction, or the one of a batch."""
        return nullcontext() if self._db.in_transaction else transaction(self._db)

    def _insert_here(self, new: NewMemory, now: datetime | None, **more: Any) -> MemoryAdded:
        if more.get("replaces"):
            self._in_force(more["replaces"])
        home = space(self._db, self._principal, more.pop("visibility", self._visibility))
        how = insert.Insertion(**{"space": home, "now": _time(now), "origin": self._origin, **more})
        added = insert.insert(self._db, new, how)
        self._frequencies.added()
        return added

    def _narrowest(self, episodes: Iterable[str]) -> Visibility:
        """Who may read what is made of episodes: nobody who may not read each of them."""
        read = rows.read(self._db, self._principal, [rows.number(id) for id in episodes]).values()
        held = {(one.visibility, one.org) for one in read} | {(self._visibility, self._principal.org)}
        orgs = {org for visibility, org in held if visibility == "org"}
        if len(orgs) > 1 or any(visibility == "private" for visibility, _ in held):
            return "private"
        return "org" if orgs else "public"

    def _owned(self, item: int) -> None:
        """Raises UsageError when there is no such memory, or it is somebody else's."""
        sql = f"SELECT 1 FROM items WHERE id = :item AND kind = 'memory' AND space IN {OWN}"
        if not first(self._db, sql, self._principal.bound(item=item)):
            raise UsageError(f"There is no memory m{item} of yours.", "See: edge memory list")

    def _in_force(self, item: int) -> None:
        self._owned(item)
        found = first(self._db, "SELECT live, superseded_by, deleted_at FROM items WHERE id = ?", (item,))
        if found and not found[0]:
            why = "deleted" if found[2] else f"superseded by m{found[1]}"
            raise UsageError(f"m{item} was {why}.", f"See: edge memory show m{item}")


def _time(now: datetime | None) -> str:
    return utc(now or datetime.now(UTC))
