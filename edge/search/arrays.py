"""Ordinals of the search tables -> rows of the knowledge base, as arrays loaded once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from edge.errors import KnowledgeDamaged
from edge.search.database import shown_path
from edge.search.postings.reader import DOC

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

    Ordinals = NDArray[np.uint32]
    Scores = NDArray[np.float64]


class PageParts:
    """The parts of pages (chunks, or rows of tables) in order of their pages: `pages` is ascending."""

    def __init__(self, ids: Ordinals, pages: Ordinals, page_count: int) -> None:
        self.ids = ids
        self._pages = page_count
        self._bounds = np.searchsorted(pages, np.arange(page_count + 1))
        self._holding = np.flatnonzero(np.diff(self._bounds))  # pages that have parts
        self._firsts = self._bounds[self._holding]

    def __len__(self) -> int:
        return len(self.ids)

    def of(self, page: int) -> tuple[int, int]:
        """First ordinal of the page's parts and the one after the last."""
        return int(self._bounds[page]), int(self._bounds[page + 1])

    def best_of_page(self, scores: Scores) -> Scores:
        """Highest score among the parts of each page, 0 where it has none."""
        best = np.zeros(self._pages)
        if len(self._firsts):
            best[self._holding] = np.maximum.reduceat(scores, self._firsts)
        return best


class OrdinalArrays:
    """Ids of pages, in order of source name, then number, and their chunks and table rows."""

    def __init__(self, held: dict[str, Ordinals]) -> None:
        self.page_id = held["page_id"]
        self.page_source = held["page_source"]
        self.page_number = held["page_number"]
        self.chunks = PageParts(held["chunk_id"], held["chunk_page"], len(self.page_id))
        self.rows = PageParts(held["row_table"], held["row_page"], len(self.page_id))
        # Does the page at i + 1 follow the page at i in the same document?
        follows = (np.diff(self.page_source) == 0) & (np.diff(self.page_number) == 1)
        self._follows = follows.astype(np.float64)

    @classmethod
    def load(cls, db: apsw.Connection) -> OrdinalArrays:
        """Read `search_arrays`. Raises KnowledgeDamaged when the search tables were never built."""
        import apsw

        try:
            rows = db.execute("SELECT name, data FROM search_arrays")
            arrays = cls({name: np.frombuffer(data, DOC) for name, data in rows})
        except (apsw.SQLError, KeyError) as error:
            raise KnowledgeDamaged(
                f"The knowledge base {shown_path(db)} has no search tables ({error}).",
                "Finish its index run: edge index … --knowledge FILE",
            ) from error
        # Documents are numbered from 1, and each has a page: what is sized by a number stays small.
        if arrays.page_source.max(initial=0) > 1_000 + 16 * len(arrays.page_id):
            raise KnowledgeDamaged(
                f"The search tables of {shown_path(db)} point outside it.", "Build it again: edge index"
            )
        return arrays

    @cached_property
    def document_pages(self) -> NDArray[np.intp]:
        """How many pages each document has, by its id."""
        return np.bincount(self.page_source)

    @cached_property
    def shortest(self) -> int:
        """How many pages the shortest document has."""
        return int(self.document_pages[self.document_pages > 0].min(initial=len(self.page_id)))

    def better_neighbour(self, scores: Scores) -> Scores:
        """For each page, the higher score of the page before and the page after it in the same document."""
        best = np.zeros_like(scores)
        if len(scores) > 1:
            best[1:] = scores[:-1] * self._follows
            best[:-1] = np.maximum(best[:-1], scores[1:] * self._follows)
        return best

    def spread(self, fits: Mapping[int, float]) -> Scores:
        """A document's value on each of its pages, 0 on pages of other documents."""
        values = np.zeros(max(1, len(self.document_pages)))
        values[list(fits)] = list(fits.values())
        return values[self.page_source]
