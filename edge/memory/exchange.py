"""Memories out and in: JSONL (a line each, everything in it) and Markdown for people."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from edge.errors import UsageError
from edge.memory import check
from edge.memory.store import MemoryStore
from edge.records.memory import LinkKind, Memory, MemoryAdded, MemoryImport, NewMemory
from edge.state.calls import utc
from edge.state.line_file import first_refusals
from edge.text.iso_date import moment

#: Longest line that is read.
LONGEST = 4 << 20
#: Lines that are read, and kept, together: a transaction each.
BATCH = 64


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
    links: list[dict[str, str]] = []


def jsonl(memories: Iterable[Memory]) -> Iterator[bytes]:
    """A line each, with the line end."""
    for memory in memories:
        yield msgspec.json.encode(memory) + b"\n"


def markdown(memories: Iterable[Memory]) -> Iterator[str]:
    """A section each."""
    for memory in memories:
        context = memory.context
        yield f"## {memory.title}\n"
        about = [memory.id, memory.type, memory.project, memory.created_at[:10]]
        yield " · ".join(part for part in about if part) + "\n"
        for heading, text in (
            ("", memory.content), ("Situation", context.situation), ("Solution", context.solution),
            ("What failed", context.what_failed), ("Context", memory.legacy),
            ("Conversation", context.conversation_excerpt),
        ):  # fmt: skip
            if text:
                yield (f"**{heading}.** " if heading else "") + f"{text}\n"
        for heading, entries in (
            ("Keywords", context.trigger_keywords), ("Files", context.files_modified),
            ("Errors", context.error_messages), ("Episodes", memory.covers),
        ):  # fmt: skip
            if entries:
                yield f"**{heading}.** {', '.join(entries)}\n"
        for link in memory.links:
            yield f"- {link.source} {link.kind.replace('_', ' ')} {link.target}: {link.reason}\n"


def read_jsonl(
    store: MemoryStore, lines: Iterable[bytes], progress: Callable[[int], None] = lambda n: None
) -> MemoryImport:
    """Add what lines of JSON hold: exports, or {"type", "title", "content", "context"}. Links come along. A
    line that cannot be kept costs itself, and is told; what was superseded or deleted stays out. Raises
    StorageError.
    """
    added = known = incomplete = 0
    refused: list[str] = []
    ids: dict[str, str] = {}
    links: list[dict[str, str]] = []
    numbered = enumerate(lines, 1)
    while some := list(islice(numbered, BATCH)):
        with store.batch():
            for n, line in some:
                if not line.strip():
                    continue
                try:
                    given = _decoded(line)
                    if given.superseded_by or given.deleted_at:
                        continue  # what replaced it comes by itself; what was deleted stays so
                    made, lacks = _added(store, given)
                except UsageError as error:
                    refused.append(f"line {n}: {error.message}")
                    continue
                ids[given.id] = made.id
                links += given.links
                added, known = added + made.created, known + (not made.created)
                incomplete += made.created and lacks
        progress(some[-1][0])
    with store.batch():
        count = sum(_linked(store, ids, link) for link in links)
    return MemoryImport(
        added=added, known=known, incomplete=incomplete, links=count, refused=first_refusals(refused)
    )


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
    return store.add(new, created_at=when), False


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


def _linked(store: MemoryStore, ids: dict[str, str], link: dict[str, str]) -> bool:
    """Whether a link between two memories that came along was made."""
    source, target = ids.get(link.get("source", "")), ids.get(link.get("target", ""))
    kind = link.get("kind", "related")
    if not source or not target or kind == "supersedes":
        return False
    known: LinkKind = "related" if kind not in ("derived_from", "contradicts") else kind  # type: ignore[assignment]
    try:
        store.link(source, target, known, reason=link.get("reason") or "imported")
    except UsageError:
        return False
    return True
