"""Several knowledge bases, open at once and read as one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from edge.records import Answer, Citation, Reason
from edge.search import vectors
from edge.search.database import open_knowledge
from edge.search.joint import SEPARATOR, JointSearcher, NamedSearcher
from edge.search.pages import TextPlace, page_text, pages_with, place_of, unit_text
from edge.search.searcher import Searcher
from edge.settings import SearchSettings
from edge.text.labels import labels_for

if TYPE_CHECKING:
    import apsw


class JointKnowledge:
    """Each base under a label: as much of the end of its path as no other has. A source is `label: name`."""

    def __init__(self, paths: Sequence[Path], settings: SearchSettings) -> None:
        """Open them all. Raises the KnowledgeError of the first that cannot be."""
        self._settings = settings
        self._open: dict[str, apsw.Connection] = {}
        real = [os.fsencode(path.resolve().as_posix()) for path in paths]
        try:
            for label, path in zip(labels_for(real, ()), paths, strict=True):
                self._open[label] = open_knowledge(path)
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
        """What searches them together: by words alone."""
        bases = [NamedSearcher(label, Searcher(db, self._settings)) for label, db in self._open.items()]
        aside = self._settings.rerank or (
            self._settings.vectors != "none" and any(vectors.stored(db) for db in self._open.values())
        )
        return JointSearcher(bases, self._settings, [Reason("several_words_only")] if aside else [])

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
