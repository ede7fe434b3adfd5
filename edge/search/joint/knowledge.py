"""Several knowledge bases, open at once and read as one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from edge.records import Answer, Citation, Reason
from edge.search import vectors
from edge.search.database import open_knowledge
from edge.search.joint.searcher import SEPARATOR, JointSearcher, NamedSearcher
from edge.search.pages import TextPlace, page_text, pages_with, place_of, unit_text
from edge.search.searcher import Searcher
from edge.search.vector_channel import QueryEmbedder
from edge.settings import SearchSettings
from edge.text.labels import labels_for

if TYPE_CHECKING:
    import apsw

    #: What embeds queries of a base, and notes for the person.
    EmbedderOf = Callable[[apsw.Connection], tuple[QueryEmbedder | None, list[Reason]]]


class JointKnowledge:
    """Each base under a label: as much of the end of its path as no other has. A source is `label: name`."""

    def __init__(
        self, paths: Sequence[Path], settings: SearchSettings, embedder_of: EmbedderOf,
        opened: Callable[[Path], apsw.Connection] = open_knowledge,
    ) -> None:  # fmt: skip
        """Open them all. `embedder_of` gives what embeds queries of one, `opened` opens one. Raises the
        KnowledgeError of the first that cannot be opened.
        """
        self._settings = settings
        self._embedder_of = embedder_of
        self._open: dict[str, apsw.Connection] = {}
        real = [os.fsencode(path.resolve().as_posix()) for path in paths]
        try:
            for label, path in zip(labels_for(real, ()), paths, strict=True):
                self._open[label] = opened(path)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close them all."""
        for db in self._open.values():
            db.close()
        self._open.clear()

    @cached_property
    def searcher(self) -> JointSearcher:
        """What searches them together: by vectors too, where all have those of one model."""
        embedder, notes = self._embedder()
        bases = [
            NamedSearcher(label, Searcher(db, self._settings, embedder)) for label, db in self._open.items()
        ]
        if self._settings.rerank:
            notes.append(Reason("several_not_reranked"))
        return JointSearcher(bases, self._settings, notes)

    def _embedder(self) -> tuple[QueryEmbedder | None, list[Reason]]:
        """What embeds a query for all of them, once; None, and why, where one of them needs another."""
        if self._settings.vectors == "none":
            return None, []
        if self._settings.vectors == "auto" and not any(vectors.stored(db) for db in self._open.values()):
            return None, []
        found = [self._embedder_of(db) for db in self._open.values()]
        notes = list(dict.fromkeys(note for _, told in found for note in told))
        first = found[0][0]
        if first is None or any(one is None or one.space != first.space for one, _ in found):
            return None, notes or [Reason("several_words_only")]
        return first._replace(embed=lru_cache(maxsize=8)(first.embed)), notes

    def unit_text(self, source: str, number: int) -> str:
        """The exact text of a page or part of a source."""
        label, name = self._split(source)
        return unit_text(self._open[label], name, number) if label else ""

    def page_text(self, source: str, page: int | None) -> str:
        """The exact text of a page of a source, or of the whole of one without pages."""
        label, name = self._split(source)
        return page_text(self._open[label], name, page) if label else ""

    def place_of(self, source: str, number: int, start: int, end: int) -> TextPlace:
        """How a run of a page or part of a source is cited."""
        label, name = self._split(source)
        return place_of(self._open[label], name, number, start, end)

    def pages_with(self, text: str) -> Iterator[str]:
        """Texts of the pages, of all bases, that contain `text` exactly."""
        for db in self._open.values():
            yield from pages_with(db, text)

    def apart(self, answer: Answer) -> Answer:
        """The answer with its citations' bases apart from their sources."""
        return msgspec.structs.replace(
            answer,
            citations=[self._apart(citation) for citation in answer.citations],
            candidates=[self._apart(citation) for citation in answer.candidates],
        )

    def _apart(self, citation: Citation) -> Citation:
        label, name = self._split(citation.source)
        return msgspec.structs.replace(citation, source=name, knowledge=label)

    def _split(self, source: str) -> tuple[str, str]:
        labels = [label for label in self._open if source.startswith(label + SEPARATOR)]
        label = max(labels, key=len, default="")
        return label, source[len(label) + len(SEPARATOR) :] if label else source
