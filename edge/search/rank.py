"""Ranking: five weightless channels over postings, fused by page.

    score(page) = sum of weight x channel / best page of the channel
                + neighbour x the better score of the pages before and after it
                + document x fit of its document x all of that

Channels: words and title/section (BM25), character 5-grams, small stemmed chunks (best of the page), stem
bigrams, rows of tables told as sentences. The mix was measured on French regulations (bench/LOG.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from edge.records import Reason
from edge.search import documents
from edge.search.arrays import OrdinalArrays
from edge.search.fusion import fuse
from edge.search.phrases import pages_with, phrases
from edge.search.postings import add_up, fetch
from edge.search.query import Query, parse
from edge.search.sources import matching_sources
from edge.search.vector_channel import QueryEmbedder, VectorChannel

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]


class Mix(NamedTuple):
    """Weights of the channels, each first divided by its best page; measured in bench/LOG.md."""

    words: float = 1.0
    header: float = 1.0  # title and section, beside the words of the page
    grams: float = 0.7
    chunks: float = 1.0
    bigrams: float = 0.4
    tables: float = 0.2
    neighbour: float = 0.2  # share of the better neighbouring page's score
    document: float = 0.3  # boost for all pages of a document, times how well the document fits


class Ranking(NamedTuple):
    """Pages by score. Arrays are per page ordinal, but `chunk_scores` per chunk ordinal."""

    query: Query
    score: Scores
    channels: dict[str, Scores]  # weighted contributions: they add up to `score`
    chunk_scores: Scores
    fits: dict[int, float]  # document -> fit, best first
    notes: list[Reason]
    reranked: frozenset[int] = frozenset()  # pages that a cross-encoder read


class Ranker:
    """Ranks the pages of one knowledge base. Loads the ordinals once; a stateless function of the query."""

    def __init__(
        self, db: apsw.Connection, embedder: QueryEmbedder | None = None, mix: Mix | None = None
    ) -> None:
        self._db = db
        self._mix = mix or Mix()
        self.arrays = OrdinalArrays.load(db)
        self._vectors = None
        if embedder is not None:
            self._vectors = VectorChannel(db, self.arrays, embedder)

    def rank(self, typed: str, sources: Sequence[str] = ()) -> Ranking:
        """Score every page. `sources` restricts to documents by name or pattern (UsageError if none fits)."""
        mix, arrays = self._mix, self.arrays
        notes: list[Reason] = []
        allowed = self._allowed(typed, sources, notes)
        query = parse(typed)
        raw = self._raw(query)
        score, channels = self._fuse(raw, allowed)

        def add(name: str, gain: Scores) -> Scores:
            channels[name] = gain
            return score + gain

        if mix.neighbour:
            score = add("neighbour", mix.neighbour * arrays.better_neighbour(score) * (score > 0))
        fits = documents.fits(score, arrays.page_source)
        if mix.document:
            score = add("document", mix.document * arrays.spread(fits) * score)
        lexical = Ranking(query, score, channels, raw["chunk"], fits, notes)
        if self._vectors is None or not query.words or not self._vectors.embedder.reads(typed):
            return lexical
        return self._with_vectors(typed, lexical, allowed)

    def _with_vectors(self, typed: str, lexical: Ranking, allowed: NDArray[np.bool_] | None) -> Ranking:
        """The same pages ranked by words and vectors together, and pages that only the vectors found."""
        assert self._vectors is not None
        cosines = self._vectors.cosines(typed)
        inside = np.ones(len(cosines.pages), np.bool_) if allowed is None else allowed
        fused = fuse(
            lexical.score,
            lexical.channels,
            np.where(inside, cosines.pages, -np.inf),
            weight=self._vectors.embedder.weight,
        )
        # The chunk shown is the best by words; on a page without any of them, the nearest one.
        best = lexical.chunk_scores.max(initial=0.0) or 1.0
        near = np.maximum(np.where(np.isfinite(cosines.chunks), cosines.chunks, 0.0), 0.0)
        chunks = lexical.chunk_scores / best + 0.5 * near
        notes = lexical.notes + self._vectors.notes
        return lexical._replace(score=fused.score, channels=fused.channels, chunk_scores=chunks, notes=notes)

    def _raw(self, query: Query) -> dict[str, Scores]:
        """BM25 per page of every channel, and per chunk under `chunk`."""
        postings = fetch(self._db, query.keys())
        arrays = self.arrays
        pages = len(arrays.page_id)
        chunk = add_up(postings.get("c"), len(arrays.chunks))
        words = self._mix.words * add_up(postings.get("w"), pages)
        raw = {
            "words": words + self._mix.header * add_up(postings.get("h"), pages),
            "grams": add_up(postings.get("g"), pages),
            "chunks": arrays.chunks.best_of_page(chunk),
            "bigrams": add_up(postings.get("b"), pages),
            "chunk": chunk,
        }
        if len(arrays.rows):
            raw["tables"] = arrays.rows.best_of_page(add_up(postings.get("t"), len(arrays.rows)))
        return raw

    def _fuse(
        self, raw: dict[str, Scores], allowed: NDArray[np.bool_] | None
    ) -> tuple[Scores, dict[str, Scores]]:
        weights = {
            "words": 1.0,
            "grams": self._mix.grams,
            "chunks": self._mix.chunks,
            "bigrams": self._mix.bigrams,
            "tables": self._mix.tables,
        }
        total = np.zeros(len(self.arrays.page_id))
        channels = {}
        for name, weight in weights.items():
            scores = raw.get(name)
            if scores is None or not weight:
                continue
            masked = scores if allowed is None else scores * allowed
            best = masked.max(initial=0.0)
            if best > 0:
                channels[name] = masked * (weight / best)
                total += channels[name]
        return total, channels

    def _allowed(self, typed: str, patterns: Sequence[str], notes: list[Reason]) -> NDArray[np.bool_] | None:
        """Pages of the named documents that hold every quoted phrase; None when all may be ranked."""
        arrays = self.arrays
        allowed = None
        if patterns:
            allowed = np.isin(arrays.page_source, matching_sources(self._db, patterns))
        for phrase in phrases(typed):
            holding = np.isin(arrays.page_id, pages_with(self._db, phrase))
            both = holding if allowed is None else allowed & holding
            if both.any():
                allowed = both
            else:
                notes.append(Reason("no_exact_phrase", {"phrase": phrase}))
        return allowed
