"""What a session reads: one knowledge base, or several at once. Opened on first use, once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from edge.errors import KnowledgeDamaged, UsageError
from edge.paths import identity, shipped_knowledge
from edge.records import Passage, Reason
from edge.settings import Settings

if TYPE_CHECKING:
    import apsw

    from edge.ask.pipeline import KnowledgeAccess
    from edge.indexing.progress import Progress
    from edge.records.documents import CitedText, DocumentDetail, DocumentList
    from edge.search.cited import SourceFileRow
    from edge.search.joint.knowledge import JointKnowledge
    from edge.search.joint.searcher import JointSearcher
    from edge.search.searcher import Searcher
    from edge.state.access import Principal


#: What code that is right comes to when a row is not what it should be.
_ODD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, msgspec.MsgspecError)


class Library:
    """The documents of a session. Raises a KnowledgeError when a base cannot be opened."""

    def __init__(self, paths: Sequence[Path], settings: Settings) -> None:
        self.path = paths[0]
        self.settings = settings
        #: Told where opening a base takes long, since an edition of it has to be made.
        self.progress: Progress | None = None
        distinct = {path.resolve(): path for path in paths}
        self._several = list(distinct.values()) if len(distinct) > 1 else []
        self._seen: dict[Path, tuple[int, ...] | None] = {}  # the file of each base that is open

    @property
    def has_several(self) -> bool:
        """Whether several knowledge bases were named."""
        return bool(self._several)

    def refuse_several(self) -> None:
        """UsageError where several knowledge bases were named: for what takes one."""
        if self._several:
            raise UsageError(
                f"{len(self._several)} knowledge bases were named, and this takes one.",
                "Name one with --knowledge.",
            )

    def refuse_unwritable(self) -> None:
        """UsageError for what changes a knowledge base: where several were named, or none of one's own."""
        self.refuse_several()
        if self.path.resolve() == shipped_knowledge().resolve():
            raise UsageError(
                "Name the knowledge base to write to: the included handbook is read-only.",
                'For example: edge.open("my.db"), or --knowledge my.db',
            )

    @cached_property
    def db(self) -> apsw.Connection:
        """The connection to the one knowledge base, as whoever asks may read it."""
        self.refuse_several()
        return self._opened(self.path)

    @property
    def principal(self) -> Principal:
        """Who asks."""
        from edge.state.access import Principal

        return Principal(owner=self.settings.access.owner, org=self.settings.access.org)

    def _opened(self, path: Path) -> apsw.Connection:
        from edge.search import spaces
        from edge.search.database import open_knowledge

        self._seen[path] = identity(path)
        db = open_knowledge(path)
        if not spaces.there(db):  # everybody may read all of it
            return db
        db.close()
        from edge.indexing.edition import open_edition

        return open_edition(path, self.principal, self.progress)

    @cached_property
    def joint(self) -> JointKnowledge:
        """All knowledge bases of a session on several."""
        from edge.indexing import embed as meaning
        from edge.search.joint.knowledge import JointKnowledge

        settings = self.settings.search
        return JointKnowledge(
            self._several, settings, lambda db: meaning.of_queries(db, settings), self._opened
        )  # fmt: skip

    @cached_property
    def searcher(self) -> Searcher | JointSearcher:
        """What ranks pages and passages."""
        if self._several:
            return self.joint.searcher
        from edge.search import vectors
        from edge.search.searcher import Searcher

        # What knows of models is left out of a search by words alone: 15 ms of a cold start.
        settings = self.settings.search
        found, notes, rerank = None, list[Reason](), None
        if settings.vectors != "auto" or vectors.stored(self.db):
            from edge.indexing import embed as meaning

            found, notes = meaning.of_queries(self.db, settings)
        if settings.rerank:
            from edge.search import cross_encoder

            rerank = cross_encoder.of_passages(settings)
        return Searcher(self.db, settings, found, notes=notes, rerank=rerank)

    def access(self, documents: Sequence[str] = ()) -> KnowledgeAccess:
        """What answering a question needs of these documents (patterns; none: all)."""
        from edge.ask.pipeline import KnowledgeAccess
        from edge.search.pages import TextPlace, pages_with, place_of, unit_text

        def find(query: str, pages: int, about: Sequence[str]) -> list[Passage]:
            return self.searcher.passages(query, pages, documents, about=about)

        if self._several:
            held = self.joint
            return KnowledgeAccess(
                find, held.unit_text, held.pages_with, held.place_of, held.searcher.read_as
            )

        def holding(text: str) -> Iterator[str]:
            return pages_with(self.db, text)

        @cache  # a question asks for the few pages it quotes again and again
        def unit(source: str, number: int) -> str:
            return unit_text(self.db, source, number)

        @cache
        def place(source: str, number: int, start: int, end: int) -> TextPlace:
            return place_of(self.db, source, number, start, end)

        return KnowledgeAccess(find, unit, holding, place, self.searcher.read_as)

    def page_text(self, source: str, page: int | None) -> str:
        """The exact text of a page, or (None) of a document that has no pages; empty when there is none."""
        from edge.search.pages import page_text

        return self.joint.page_text(source, page) if self._several else page_text(self.db, source, page)

    def documents(self, patterns: Sequence[str] = ()) -> DocumentList:
        """What this knowledge base was made from; with `patterns` the documents they name (UsageError)."""
        from edge.search.listing import listing

        return listing(self.db, str(self.path), patterns)

    def document(self, name: str) -> DocumentDetail:
        """One document, named as `documents` takes it. Raises UsageError when it is none, or several."""
        from edge.search.listing import detail, document_id

        return detail(self.db, str(self.path), document_id(self.db, name))

    def pages(self, source: str) -> list[str]:
        """The exact text of each page of a document; of one without pages all of it."""
        from edge.search.listing import texts

        return texts(self.db, source)

    def cited(self, citation: str, quote: str = "", paragraphs: int = 0) -> CitedText:
        """The paragraph that a citation points at ("manual.pdf · page 12", "README.md:3"), or that holds a
        quote, with so many before and after it. Raises UsageError.
        """
        from edge.search.cited import around, resolve

        return around(self.db, resolve(self.db, citation, quote), paragraphs)

    def cited_file(self, source: str) -> SourceFileRow:
        """The file that a document was read from."""
        from edge.search.cited import file_row

        return file_row(self.db, source)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """An error met inside that comes of a base which no index run wrote is KnowledgeDamaged."""
        try:
            yield
        except _ODD as error:
            self.explain(error)
            raise

    def replaced(self) -> bool:
        """Whether another file stands where a base was opened: an index run put a new one in its place. A
        file that is gone is none: what is open can still be read.
        """
        return any((now := identity(path)) and now != seen for path, seen in self._seen.items())

    def explain(self, error: BaseException) -> None:
        """Raise KnowledgeDamaged where an odd error has its cause in a base: anybody can seal one."""
        if not isinstance(error, _ODD):
            return
        from edge.search.content_check import fault
        from edge.search.seal import REBUILD

        for path in self._several or [self.path]:
            if path.is_file() and (found := fault(path)):
                raise KnowledgeDamaged(
                    f"The knowledge base {path} is not one that edge wrote: it holds {found}.", REBUILD
                ) from error

    def close(self) -> None:
        """Close what was opened; the next use opens it anew."""
        self._seen.clear()
        opened = self.__dict__.pop("db", None)
        self.__dict__.pop("searcher", None)
        if (joint := self.__dict__.pop("joint", None)) is not None:
            joint.close()
        if opened is not None:
            opened.close()
