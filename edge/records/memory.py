"""What was learnt, with its why: memories, what is found of them, and what is said of the store."""

from __future__ import annotations

from typing import Literal

import msgspec

from edge.records.base import SCHEMA, Record
from edge.records.reason import Codes

MemoryType = Literal[
    "bug", "pattern", "decision", "pitfall", "config", "reference", "fact", "preference", "procedure", "note"
]
ExtractionMethod = Literal["manual", "auto", "hybrid"]
LinkKind = Literal["related", "supersedes", "derived_from", "contradicts"]


class MemoryContext(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Why a memory is worth keeping: in which situation it helps, and what the solution was. Keywords that
    are absent are extracted. `conversation_excerpt` is kept compressed.
    """

    situation: str = ""
    solution: str = ""
    trigger_keywords: list[str] = []
    what_failed: str = ""
    conversation_excerpt: str = ""
    files_modified: list[str] = []
    error_messages: list[str] = []
    extraction_method: ExtractionMethod = "manual"


class NewMemory(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A memory as it is given. `type` is one of `MemoryType`."""

    type: MemoryType
    title: str
    content: str = ""
    context: MemoryContext
    project: str = ""


class MemoryAdded(Record, frozen=True, kw_only=True):
    """What became of an add: `created` is false where the same memory was there already; `supersedes` names
    the one that it contradicts and replaces, which is kept.
    """

    schema: int = SCHEMA
    id: str
    created: bool
    keywords: list[str] = []
    supersedes: str | None = None


class MemoryLink(Record, frozen=True, kw_only=True):
    """One link of a memory to another, with its reason."""

    source: str
    target: str
    kind: LinkKind
    reason: str
    created_at: str


class Memory(Record, frozen=True, kw_only=True):
    """A memory as it is kept. `covers`: the episodes of a semantic one; `legacy`: free context of another
    program that was not completed yet; `origin`: who wrote it.
    """

    id: str
    type: str
    title: str
    content: str = ""
    context: MemoryContext
    project: str = ""
    semantic: bool = False
    legacy: str = ""
    origin: str = ""
    origin_id: str = ""
    owner: str = ""
    org: str = ""
    visibility: str = "private"
    created_at: str
    deleted_at: str | None = None
    superseded_by: str | None = None
    links: list[MemoryLink] = []
    covers: list[str] = []

    @property
    def complete(self) -> bool:
        """Situation, solution and keywords are there."""
        return bool(self.context.situation and self.context.solution and self.context.trigger_keywords)


class MemoryHit(Record, frozen=True, kw_only=True):
    """A memory that was found. `score`: 1 for the best in every channel. `why`: `channels` (what each gave;
    their sum is the score), `matched` (words of the query by field), and `decided_by`, the field of its
    context that speaks most for it, with the `part` of it that does.
    """

    id: str
    type: str
    title: str
    content: str = ""
    project: str = ""
    score: float
    context: MemoryContext
    why: MemoryMatch
    created_at: str = ""


class MemoryMatch(Record, frozen=True, kw_only=True):
    """Why a memory was found."""

    channels: dict[str, float]
    matched: dict[str, list[str]] = {}
    decided_by: str = ""
    part: str = ""


class MemorySearch(Record, frozen=True, kw_only=True):
    """What a search found, best first. `notes`: what was not looked at, and why."""

    schema: int = SCHEMA
    query: str
    results: list[MemoryHit] = []
    notes: list[str] = []
    codes: Codes = {}  # of `notes`
    ms: float = 0.0


class MemoryStats(Record, frozen=True, kw_only=True):
    """The measures of the store. `recall_at_1`: share of memories found first by their own title with a few
    words of their situation, among `sampled` of them, with the context searched and without it.
    """

    schema: int = SCHEMA
    memories: int
    superseded: int
    deleted: int
    by_type: dict[str, int] = {}
    complete: int = 0
    complete_share: float | None = None
    sampled: int = 0
    search_ms_p50: float | None = None
    search_ms_p95: float | None = None
    recall_at_1: float | None = None
    recall_at_1_without_context: float | None = None
    vectors: int = 0
    bytes: int = 0


class MemorySuggestion(Record, frozen=True, kw_only=True):
    """Episodes that might be one pattern. `score`: mean similarity, 0 to 1; `shared`: what they have in
    common; `pattern`: the one that was made of them.
    """

    id: int
    memories: list[str]
    titles: list[str] = []
    score: float
    shared: list[str] = []
    status: str = "open"
    pattern: str | None = None


class MemoryImport(Record, frozen=True, kw_only=True):
    """What became of an import: `incomplete` lack situation or solution and wait for
    `edge memory complete`.
    """

    schema: int = SCHEMA
    added: int = 0
    known: int = 0
    incomplete: int = 0
    links: int = 0
    turns: int = 0
    refused: list[str] = []
