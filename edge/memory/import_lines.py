"""Memories in: JSONL, a line each, as `export_lines` writes them or another program."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

import msgspec

from edge.errors import UsageError
from edge.memory import check
from edge.memory.store import MemoryStore
from edge.records.memory import LinkKind, MemoryAdded, MemoryImport, NewMemory
from edge.state.calls import utc
from edge.state.line_file import first_refusals
from edge.text.iso_date import moment

#: Longest line that is read.
LONGEST = 4 << 20
#: Lines that are read, and kept, together: a transaction each.
BATCH = 64
#: Links that come back as what they were; any other is "related".
_KINDS: dict[str, LinkKind] = {"derived_from": "derived_from", "contradicts": "contradicts"}
#: What a pattern says of an episode begins with its id, which is another one here.
_EPISODE = re.compile(r"^- (m\d+):", re.MULTILINE)


class _Line(msgspec.Struct, kw_only=True):
    """What a line of an export holds, as far as it comes back: places of origin do not."""

    id: str = ""
    type: str
    title: str
    content: str = ""
    context: dict[str, Any] = {}
    project: str = ""
    legacy: str = ""
    created_at: str = ""
    superseded_by: str | None = None
    deleted_at: str | None = None
    semantic: bool = False
    covers: list[str] = []
    links: list[dict[str, str]] = []


def read_jsonl(store: MemoryStore, lines: Iterable[bytes]) -> MemoryImport:
    """Add what lines of JSON hold: exports, or {"type", "title", "content", "context"}. Links come along, and
    patterns with the episodes that they cover. A line that cannot be kept costs itself, and is told; what was
    superseded or deleted stays out. Raises StorageError.
    """
    run = _Import(store)
    numbered = enumerate(lines, 1)
    while some := list(islice(numbered, BATCH)):
        with store.batch():
            for n, line in some:
                if line.strip():
                    run.line(n, line)
    with store.batch():
        run.finish()
    return MemoryImport(
        added=run.added, known=run.known, incomplete=run.incomplete, links=run.linked,
        refused=first_refusals(run.refused),
    )  # fmt: skip


class _Import:
    """An import on its way: what came in, under which id, and what waits for the end of the lines."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.added = self.known = self.incomplete = self.linked = 0
        self.refused: list[str] = []
        self._ids: dict[str, str] = {}
        self._links: dict[tuple[str, str, str], str] = {}
        self._patterns: list[tuple[int, _Line]] = []

    def line(self, n: int, line: bytes) -> None:
        """Keep what a line holds; a pattern waits for its episodes."""
        try:
            given = _decoded(line)
        except UsageError as error:
            self.refused.append(f"line {n}: {error.message}")
            return
        if given.superseded_by or given.deleted_at:
            return  # what replaced it comes by itself; what was deleted stays so
        if given.semantic and given.covers:
            self._patterns.append((n, given))
        else:
            self._keep(n, given)

    def finish(self) -> None:
        """Keep the patterns, and link what came along."""
        for n, given in self._patterns:
            covered = {id: self._ids[id] for id in given.covers if id in self._ids}
            given.content = _renamed(given.content, covered)
            if made := self._keep(n, given):
                self._store.cover(made.id, covered.values())
        for (source, target, kind), reason in self._links.items():
            self.linked += self._link(source, target, kind, reason)

    def _keep(self, n: int, given: _Line) -> MemoryAdded | None:
        try:
            made, lacks = _added(self._store, given)
        except UsageError as error:
            self.refused.append(f"line {n}: {error.message}")
            return None
        if given.id:
            self._ids[given.id] = made.id
        for link in given.links:
            ends = link.get("source", ""), link.get("target", ""), link.get("kind", "related")
            self._links[ends] = link.get("reason") or "imported"
        self.added, self.known = self.added + made.created, self.known + (not made.created)
        self.incomplete += made.created and lacks
        return made

    def _link(self, source: str, target: str, kind: str, reason: str) -> bool:
        """Whether a link between two memories that came along was made."""
        one, other = self._ids.get(source), self._ids.get(target)
        if not one or not other or kind == "supersedes":
            return False
        try:
            self._store.link(one, other, _KINDS.get(kind, "related"), reason=reason)
        except UsageError:
            return False
        return True


def _renamed(content: str, ids: Mapping[str, str]) -> str:
    """What a pattern says of its episodes, by their ids here."""
    return _EPISODE.sub(lambda found: f"- {ids.get(found[1], found[1])}:", content)


def _decoded(line: bytes) -> _Line:
    if len(line) > LONGEST:
        raise UsageError(f"it is longer than {LONGEST:,} bytes.", "Shorten it.")
    try:
        return msgspec.json.decode(line.removeprefix(BOM_UTF8), type=_Line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UsageError(f"it is no memory: {error}.", 'Write {"type", "title", "context": {…}}.') from error


def _added(store: MemoryStore, given: _Line) -> tuple[MemoryAdded, bool]:
    fields = {"type": given.type, "title": given.title, "content": given.content, "project": given.project}
    new = check.of_json({**fields, "context": given.context})
    when = stored_time(given.created_at)
    if given.legacy and not (new.context.situation and new.context.solution):
        return incomplete(store, new, given.legacy, origin_id=given.id, created_at=when), True
    return store.add(new, created_at=when, semantic=given.semantic), False


def incomplete(
    store: MemoryStore, new: NewMemory, legacy: str, *, origin_id: str, created_at: str
) -> MemoryAdded:
    """Add what lacks its context, cleaned and within the limits. Raises UsageError."""
    text = check.text("legacy", legacy, check.CONTENT)
    return store.add_incomplete(check.without_context(new), text, origin_id=origin_id, created_at=created_at)


def stored_time(text: str) -> str:
    """A moment of ISO 8601 as it is stored; empty for what is none."""
    at = moment(text)
    return utc(at) if at else ""
