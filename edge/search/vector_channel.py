"""The vector channel of search: a query in words -> cosines per page and per chunk, by ordinal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from edge.records import EmbeddingSpace, Reason
from edge.search.vector_index import VectorIndex
from edge.search.vectors import find

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

    from edge.search.arrays import OrdinalArrays

    Scores = NDArray[np.float64]

#: Chunks that are looked for, at least.
DEPTH = 100


class QueryEmbedder(NamedTuple):
    """What embeds queries: `embed` gives a unit vector of `space`; `weight` is the channel's in fusion.

    `open` makes it ready at once (ModelError when it cannot be run), else the first query does.
    `reads` says whether the model reads the language of a query; other queries are searched by words. Without
    `insist` so are all, where the model cannot be run.
    """

    space: EmbeddingSpace
    embed: Callable[[str], NDArray[np.float32]]
    weight: float
    reads: Callable[[str], bool] = lambda query: True
    insist: bool = True
    open: Callable[[], object] = lambda: None


class Cosines(NamedTuple):
    """-inf where there is no vector, or where it was not among the nearest."""

    pages: Scores
    chunks: Scores


class VectorChannel:
    """Cosines of a query to the chunks of one knowledge base.

    Raises KnowledgeError when its vectors are others'.
    """

    def __init__(self, db: apsw.Connection, arrays: OrdinalArrays, embedder: QueryEmbedder) -> None:
        held = find(db, embedder.space)
        self.embedder = embedder
        self.notes: list[Reason] = []
        if held.count < held.chunks:
            missing = held.chunks - held.count
            self.notes.append(Reason("vectors_missing", {"missing": missing, "total": held.chunks}))
        self._index = VectorIndex(db, held)
        self._chunks = arrays.chunks
        self._bearing = arrays.chunks.best_of_page(np.ones(len(arrays.chunks))) > 0
        self._order = np.argsort(arrays.chunks.ids, kind="stable")
        self._ids = arrays.chunks.ids[self._order].astype(np.int64)

    def cosines(self, query: str) -> Cosines:
        """Best cosine of each page's chunks, and of each chunk."""
        nearest = self._index.nearest(self.embedder.embed(query), DEPTH)
        chunks = np.full(len(self._ids), -np.inf)
        chunks[self._order[np.searchsorted(self._ids, nearest.chunks)]] = nearest.cosines
        pages = np.where(self._bearing, self._chunks.best_of_page(chunks), -np.inf)
        return Cosines(pages, chunks)
