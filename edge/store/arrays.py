"""Ordinals of the search tables -> rows of the knowledge base, as arrays loaded once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from edge.errors import KnowledgeDamaged
from edge.store.postings import DOC

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

    Ordinals = NDArray[np.uint32]


class Arrays(NamedTuple):
    """Pages are in order of source name, then number; chunks and table rows in order of their pages."""

    page_id: Ordinals
    page_source: Ordinals
    page_number: Ordinals
    chunk_id: Ordinals
    chunk_page: Ordinals  # ordinal of the chunk's page
    row_table: Ordinals
    row_page: Ordinals

    @classmethod
    def load(cls, db: apsw.Connection) -> Arrays:
        """Read `search_arrays`. Raises KnowledgeDamaged when the search tables were never built."""
        import apsw

        try:
            held = dict(db.execute("SELECT name, data FROM search_arrays"))
            return cls(*(np.frombuffer(held[name], DOC) for name in cls._fields))
        except (apsw.SQLError, KeyError) as error:
            raise KnowledgeDamaged(
                f"The knowledge base {db.filename} has no search tables ({error}).",
                "Finish its index run: edge index … --knowledge FILE",
            ) from error

    def best_of_page(self, scores: NDArray[np.float64], pages: Ordinals) -> NDArray[np.float64]:
        """Highest score among the parts (chunks, table rows) of each page; `pages` ascending."""
        best = np.zeros(len(self.page_id))
        if len(scores):
            firsts = np.flatnonzero(np.diff(pages, prepend=np.uint32(pages[0] + 1)) != 0)
            best[pages[firsts]] = np.maximum.reduceat(scores, firsts)
        return best

    def better_neighbour(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """For each page, the higher score of the page before and the page after it in the same document."""
        best = np.zeros_like(scores)
        if len(scores) < 2:
            return best
        adjacent = (np.diff(self.page_source) == 0) & (np.diff(self.page_number) == 1)
        best[1:] = scores[:-1] * adjacent
        best[:-1] = np.maximum(best[:-1], scores[1:] * adjacent)
        return best

    def spread(self, fits: dict[int, float]) -> NDArray[np.float64]:
        """A document's value on each of its pages, 0 on pages of other documents."""
        values = np.zeros(int(self.page_source.max(initial=0)) + 1)
        values[list(fits)] = list(fits.values())
        return values[self.page_source]

    def chunks_of(self, page: int) -> tuple[int, int]:
        """First ordinal of the page's chunks and the one after the last."""
        first, last = np.searchsorted(self.chunk_page, [page, page + 1])
        return int(first), int(last)
