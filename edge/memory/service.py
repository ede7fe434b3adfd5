"""The verb as programs and the command line use it: one state database, one principal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from edge.compose.embedder import AT_ONCE, of_items
from edge.memory import check, rows
from edge.memory.likeness import nearest
from edge.memory.search import search
from edge.memory.store import MemoryStore
from edge.records import Reason
from edge.records.memory import (
    Memory,
    MemoryAdded,
    MemoryContext,
    MemoryImport,
    MemorySearch,
    MemoryStats,
    MemorySuggestion,
    NewMemory,
)
from edge.settings import Settings
from edge.state import item_vectors, line_file
from edge.state.access import Principal
from edge.state.database import open_state
from edge.state.readership import visibility_of

if TYPE_CHECKING:
    import apsw

    from edge.compose.embedder import ItemEmbedder
    from edge.compose.summarise import SummaryCounts, SummaryWriter
    from edge.compose.upkeep import TalkUpkeep
    from edge.compose.writer import TextSummarizer
    from edge.memory.consolidate import Consolidation


class MemoryService:
    """Memories in one state database. Opened on first use; close it. Use it in one thread."""

    def __init__(
        self, state: Path, settings: Settings, *, origin: str = "python",
        summarizer: Callable[[], TextSummarizer] | None = None,
    ) -> None:  # fmt: skip
        """`origin`: who writes, kept with each memory; `summarizer` opens what may write summaries. Raises
        UsageError for an unknown visibility.
        """
        self._path = state
        self._settings = settings.memory
        self._compose = settings.compose
        self._model = settings.gemma.model
        self._summarizer = summarizer
        self._origin = origin
        self._visibility = visibility_of(settings.access.visibility)
        self.principal = Principal(owner=settings.access.owner, org=settings.access.org)

    def close(self) -> None:
        """Close the database. Closing twice does nothing."""
        self.__dict__.pop("store", None)
        self.__dict__.pop("consolidation", None)
        if (db := self.__dict__.pop("db", None)) is not None:
            db.close()

    @cached_property
    def db(self) -> apsw.Connection:
        """The state database."""
        return open_state(self._path)

    @cached_property
    def store(self) -> MemoryStore:
        """Its memories: everything that changes them."""
        return self._of(self._origin)

    def remember(
        self,
        title: str,
        content: str = "",
        *,
        context: MemoryContext | dict[str, Any],
        type: str = "fact",
        project: str = "",
    ) -> MemoryAdded:
        """Keep a memory. Raises UsageError, which names the field that is missing, too thin or too long."""
        if isinstance(context, dict):
            context = check.context_of_json(context)
        known: Any = type
        return self.store.add(
            NewMemory(type=known, title=title, content=content, context=context, project=project)
        )

    def remember_many(self, many: Iterable[NewMemory | dict[str, Any]]) -> list[MemoryAdded]:
        """Keep memories (or objects of the same fields) in one transaction: all, durable together, or none.
        Raises UsageError, which says which of them cannot be kept.
        """
        return self.store.add_many(many)

    def recall(
        self, query: str, k: int | None = None, *, context: str = "", type: str = "", project: str = ""
    ) -> MemorySearch:
        """The best `k` memories, each with what decided. `context`: what is going on; it orders. Raises
        UsageError for an unknown type.
        """
        if type:
            check.known_type(type)
        found, notes = self._chosen
        near = None
        if found is not None:
            if found.embed_missing(self.db, self.principal, "memory") == AT_ONCE:  # else all have theirs
                left = item_vectors.count_missing(self.db, self.principal, "memory", found.key)
                if left:
                    notes = [*notes, Reason("memory_without_vectors", {"count": left})]
            near = nearest(found, self.db, self.principal)
        return search(
            self.db, self.principal, query, self._settings.k if k is None else k,
            context=context, type=type, project=project, nearest=near, notes=notes,
        )  # fmt: skip

    def listing(self, limit: int | None = None, *, type: str = "", project: str = "") -> list[Memory]:
        """The memories in force, the newest first, at most `limit`, without their links. Raises UsageError
        for a type that there is none of.
        """
        if type:
            check.known_type(type)
        return self.store.many(self.store.latest(limit, type=type, project=project))

    def count(self, *, type: str = "", project: str = "") -> int:
        """How many memories are in force. Raises UsageError for a type that there is none of."""
        if type:
            check.known_type(type)
        return len(self.store.latest(type=type, project=project))

    @cached_property
    def consolidation(self) -> Consolidation:
        """Suggestions of patterns, and what became of them."""
        from edge.memory.consolidate import Consolidation

        return Consolidation(self.db, self.principal, self.store, self.writer)

    def suggestions(self) -> list[MemorySuggestion]:
        """Look for episodes that might be one pattern, by keywords and, where there are any, vectors."""
        vectors = None
        if (found := self.embedder) is not None:
            found.embed_missing(self.db, self.principal, "memory")
            numbers = [rows.number(id) for id in self.store.ids()]
            by_row = item_vectors.of_items(self.db, found.key, numbers)
            vectors = {f"m{row}": vector for row, vector in by_row.items()}
        return self.consolidation.suggest(vectors)

    def stats(self) -> MemoryStats:
        """The measures of the store."""
        from edge.memory.stats import stats

        return stats(self.db, self.principal, self._path)

    def import_file(self, path: Path) -> MemoryImport:
        """Add what a JSONL file or Rekall's database holds. Raises StorageError."""
        from edge.memory import import_lines, rekall

        if rekall.is_database(path):
            return rekall.read(self._of("rekall"), path)
        return self.import_lines(line_file.file_lines(path, import_lines.LONGEST))

    def import_lines(self, lines: Iterable[bytes]) -> MemoryImport:
        """Add what lines of JSON hold. Raises StorageError."""
        from edge.memory import import_lines

        return import_lines.read_jsonl(self._of("jsonl"), lines)

    def _of(self, origin: str) -> MemoryStore:
        return MemoryStore(
            self.db, self.principal, visibility=self._visibility, origin=origin,
            excerpt_chars=self._settings.excerpt_chars, keep_days=self._settings.keep_days,
        )  # fmt: skip

    def export(self, *, everything: bool = False) -> list[Memory]:
        """All memories in force, oldest first, with links and covers; with `everything` also the others."""
        return [self.store.get(id) for id in self.store.ids(live=not everything)]

    def summarise(self) -> tuple[SummaryCounts, int]:
        """Bring summaries and vectors of conversations up to date: summaries by level, and vectors that were
        made. Raises ModelError, StorageError.
        """
        from edge.compose import upkeep
        from edge.compose.summarise import summarise

        done = summarise(self.db, self.principal, self.writer)
        return done, upkeep.embed(self.db, self.principal, self.embedder) if self.embedder else 0

    def upkeep(self, stopping: Event) -> TalkUpkeep:
        """The same, bit by bit beside a talk. `stopping`: as of the model that writes."""
        from edge.compose.upkeep import TalkUpkeep

        return TalkUpkeep(
            self._path, self.principal, embedder=self.embedder, writer=self.writer, stopping=stopping
        )

    @cached_property
    def writer(self) -> SummaryWriter | None:
        """What writes summaries and patterns; None: their own sentences stand in. Raises UsageError."""
        from edge.compose import writer

        if self._summarizer is None:
            return None
        given = self._compose
        return writer.of_settings(given.writer, self._model, given.summary_seconds, self._summarizer)

    @property
    def embedder(self) -> ItemEmbedder | None:
        """What embeds the user's own items, where there is a model."""
        return self._chosen[0]

    @property
    def vector_notes(self) -> list[Reason]:
        """Why there is none, where there is none."""
        return self._chosen[1]

    @cached_property
    def _chosen(self) -> tuple[ItemEmbedder | None, list[Reason]]:
        return of_items(self._settings.vectors)
