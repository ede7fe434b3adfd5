"""Ranking: five lexical channels over postings, fused by page.

    score(page) = sum of weight x channel / best page of the channel
                + neighbour x the better score of the pages before and after it
                + document x fit of its document x all of that
                + named x how much the query names its document x all of that

Channels: words and title/section (BM25), character 5-grams, small stemmed chunks (best of the page), stem
bigrams, rows of tables told as sentences. Pages and chunks are looked up by words that mean the same as
well: where the typed word is not, and for less. The mix was measured on French regulations (bench/LOG.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from edge.errors import ModelError
from edge.records import Reason
from edge.search import documents, glossary, named, option_entries
from edge.search.arrays import OrdinalArrays
from edge.search.fusion import Fused, fuse, fuse_ranks
from edge.search.phrases import pages_with, phrases
from edge.search.postings.reader import Fetched, add_up, fetch, known
from edge.search.query import Query, parse
from edge.search.ranking import Ranking
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
    synonyms: bool = True  # words that mean the same, where the typed word is not, as far as they are sure
    neighbour: float = 0.2  # share of the better neighbouring page's score
    document: float = 0.3  # boost for all pages of a document, times how well the document fits
    named: float = 1.0  # boost for all pages of a document, times how much the query names it


def known_share(query: Query, bases: Sequence[apsw.Connection]) -> float:
    """Share of the words of a question that some page of some base has, in whatever form."""
    asked = set(query.words)
    return len(known(asked, bases)) / len(asked)


class Ranker:
    """Ranks the pages of one knowledge base. Loads the ordinals once; a stateless function of the query."""

    def __init__(
        self, db: apsw.Connection, embedder: QueryEmbedder | None = None, mix: Mix | None = None,
        *, by_ranks: bool = False,
    ) -> None:  # fmt: skip
        """`by_ranks`: words and vectors are fused by their ranks, not their scores."""
        self.db = db
        self.mix = mix or Mix()
        self._by_ranks = by_ranks
        self.arrays = OrdinalArrays.load(db)
        self._glossary = glossary.Glossary(db)
        self.options = option_entries.OptionEntries(db, self.arrays)
        self.embedder = embedder
        self.vectors: VectorChannel | None = None
        if embedder is not None:
            self.vectors = VectorChannel(db, self.arrays, embedder)

    def rank(self, typed: str, sources: Sequence[str] = ()) -> Ranking:
        """Score every page. `sources` restricts to documents by name or pattern (UsageError if none fits)."""
        ranking = self.with_glossary(typed, self._ranked(typed, sources))
        (ranking,) = option_entries.with_entries(typed, [self.options], [ranking])
        return self.with_named(ranking)

    def naming(self, postings: Mapping[str, Fetched], allowed: NDArray[np.bool_] | None) -> named.Naming:
        """What the query of these postings names here. `allowed`: the pages that may be ranked."""
        return named.Naming(postings if self.mix.named else {}, self.arrays, allowed)

    def with_named(self, ranking: Ranking) -> Ranking:
        """The pages of documents that the query names gain; those of the most named keep their scale, so that
        a score says as much as it does without.
        """
        if ranking.named is None:
            return ranking
        gain = self.mix.named * self.arrays.spread(ranking.named) * ranking.score
        return ranking.plus(named.CHANNEL, gain).times(1 / (1 + self.mix.named))

    def with_glossary(self, typed: str, ranking: Ranking) -> Ranking:
        """Pages that define what a question wants defined gain."""
        gain = self._glossary.gain(typed, ranking.score, self.arrays.page_id)
        return ranking if gain is None else ranking.plus(glossary.CHANNEL, gain)

    def _ranked(self, typed: str, sources: Sequence[str]) -> Ranking:
        notes: list[Reason] = []
        allowed = self._allowed(typed, sources, notes)
        query = parse(typed)
        postings = self.postings(query)
        names = named.named([self.naming(postings, allowed)])
        raw = self.raw(query, postings, names.factors(query))
        fused = self.fused(query, raw, allowed, notes)._replace(named=names.of(0))
        lexical = self.with_fits(fused, documents.fits(fused.score, self.arrays.page_source))
        if self.vectors is None or not query.words:
            return lexical
        embedder = self.vectors.embedder
        if not embedder.reads(typed):
            notes.append(Reason("words_only_language", {"model": embedder.space.name}))
            return lexical
        try:
            return self._with_vectors(typed, lexical, allowed)
        except ModelError as error:
            if embedder.insist:
                raise
            notes.append(Reason("words_only", {"error": f"{error.message} {error.hint}".rstrip()}))
            return lexical

    def fused(
        self, query: Query, raw: Mapping[str, Scores], allowed: NDArray[np.bool_] | None,
        notes: list[Reason], best: Mapping[str, float] | None = None,
    ) -> Ranking:  # fmt: skip
        """The channels by their weights, and the neighbours' share; `best`: as `_fuse` takes it."""
        score, channels = self._fuse(raw, allowed, best)
        ranking = Ranking(query, score, channels, raw["chunk"], {}, notes)
        if not self.mix.neighbour:
            return ranking
        gain = self.mix.neighbour * self.arrays.better_neighbour(score) * (score > 0)
        return ranking.plus("neighbour", gain)

    def with_fits(self, ranking: Ranking, fits: dict[int, float]) -> Ranking:
        """The pages gain by their documents."""
        fitted = ranking._replace(fits=fits)
        if not self.mix.document:
            return fitted
        return fitted.plus("document", self.mix.document * self.arrays.spread(fits) * ranking.score)

    def _with_vectors(self, typed: str, lexical: Ranking, allowed: NDArray[np.bool_] | None) -> Ranking:
        """The same pages ranked by words and vectors together, and pages that only the vectors found."""
        assert self.vectors is not None
        cosines = self.vectors.cosines(typed)
        inside = np.ones(len(cosines.pages), np.bool_) if allowed is None else allowed
        fused = self.fuse(
            lexical,
            np.where(inside, cosines.pages, -np.inf),
            self.vectors.embedder.weight,
            known_share(lexical.query, [self.db]),
        )
        # The chunk shown is the best by words; on a page without any of them, the nearest one.
        best = lexical.chunk_scores.max(initial=0.0) or 1.0
        near = np.maximum(np.where(np.isfinite(cosines.chunks), cosines.chunks, 0.0), 0.0)
        chunks = lexical.chunk_scores / best + 0.5 * near
        notes = lexical.notes + self.vectors.notes
        return lexical._replace(
            score=fused.score, channels=fused.channels, chunk_scores=chunks, notes=notes,
            cosines=cosines.chunks,
        )  # fmt: skip

    def fuse(self, lexical: Ranking, cosine: Scores, weight: float, trust: float) -> Fused:
        """Words and vectors in one score, in the way that was chosen."""
        if self._by_ranks:
            return fuse_ranks(lexical.score, lexical.channels, cosine)
        return fuse(lexical.score, lexical.channels, cosine, weight=weight, trust=trust)

    def postings(self, query: Query) -> dict[str, Fetched]:
        """Those of a query's terms, and of what means the same, by channel."""
        return fetch(self.db, query.keys(), query.related if self.mix.synonyms else {})

    def raw(
        self, query: Query, postings: Mapping[str, Fetched], factors: Mapping[str, float] | None = None
    ) -> dict[str, Scores]:
        """BM25 per page of every channel, and per chunk under `chunk`. `factors`: see `add_up`."""
        related = query.related if self.mix.synonyms else {}
        arrays = self.arrays
        pages = len(arrays.page_id)
        chunk = add_up(postings.get("c"), len(arrays.chunks), factors, related)
        words = self.mix.words * add_up(postings.get("w"), pages, factors, related)
        raw = {
            "words": words + self.mix.header * add_up(postings.get("h"), pages, factors),
            "grams": add_up(postings.get("g"), pages, factors),
            "chunks": arrays.chunks.best_of_page(chunk),
            "bigrams": add_up(postings.get("b"), pages, factors),
            "chunk": chunk,
        }
        if len(arrays.rows):
            raw["tables"] = arrays.rows.best_of_page(add_up(postings.get("t"), len(arrays.rows), factors))
        return raw

    def sizes(self) -> dict[str, int]:
        """How many documents each channel has: pages, chunks, or rows of tables."""
        pages = len(self.arrays.page_id)
        return {**dict.fromkeys("whgb", pages), "c": len(self.arrays.chunks), "t": len(self.arrays.rows)}

    def _fuse(
        self, raw: Mapping[str, Scores], allowed: NDArray[np.bool_] | None,
        bests: Mapping[str, float] | None = None,
    ) -> tuple[Scores, dict[str, Scores]]:  # fmt: skip
        """Scores of the pages, and of each channel. `bests`: what the best page of a channel has, when that
        is a page of another knowledge base.
        """
        weights = {
            "words": 1.0,
            "grams": self.mix.grams,
            "chunks": self.mix.chunks,
            "bigrams": self.mix.bigrams,
            "tables": self.mix.tables,
        }
        total = np.zeros(len(self.arrays.page_id))
        channels = {}
        for name, weight in weights.items():
            scores = raw.get(name)
            if scores is None or not weight:
                continue
            masked = scores if allowed is None else scores * allowed
            best = masked.max(initial=0.0) if bests is None else bests.get(name, 0.0)
            if best > 0:
                channels[name] = masked * (weight / best)
                total += channels[name]
        return total, channels

    def _allowed(self, typed: str, patterns: Sequence[str], notes: list[Reason]) -> NDArray[np.bool_] | None:
        """Pages of the named documents that hold every quoted phrase; None when all may be ranked."""
        arrays = self.arrays
        allowed = None
        if patterns:
            allowed = np.isin(arrays.page_source, matching_sources(self.db, patterns))
        for phrase in phrases(typed):
            holding = np.isin(arrays.page_id, pages_with(self.db, phrase))
            both = holding if allowed is None else allowed & holding
            if both.any():
                allowed = both
            else:
                notes.append(Reason("no_exact_phrase", {"phrase": phrase}))
        return allowed
