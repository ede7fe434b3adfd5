"""Makes the postings of a knowledge base from the words of its pages, chunks and rows.

Words become numbers first and are sorted as numbers: of 100 MB of text, whose pairs of words alone are
millions, neither the words nor the pairs are ever in memory together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

import numpy as np

from edge.search.postings.reader import K1, B, ordinals, quantised
from edge.search.postings.runs import RUN, PostingRuns, Postings
from edge.search.postings.token_stream import TokenStream
from edge.search.postings.vocabulary import TermTable, Vocabulary

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

#: What is added up of documents: each has its own ordinals.
Kind = Literal["page", "header", "chunk", "row"]

#: Tokens that are looked at together.
BATCH = 1 << 17

#: Bytes of postings in a row: four of those fill a page of the file. A longer row would go on in pages of its
#: own, the last of them half empty: an eighth of the file.
ROW = 1980

#: Pairs that fewer documents hold are left out, and grams that more do than this share of them, or this many.
#: A quarter of the file; what they add to recall is within one question in a hundred (bench/LOG.md).
LEAST_OF_PAIR = 2
MOST_OF_GRAM, ALWAYS_OF_GRAM = 0.25, 32

Tokens = tuple["NDArray[np.uint32]", "NDArray[np.uint32]"]  # documents, terms


class _Channel(NamedTuple):
    """A letter of `postings`: the documents it ranks, and how their words become terms."""

    letter: str
    kind: Kind
    terms: Literal["words", "stems", "grams", "pairs"]


# In order of their letters: rows are written in order of their keys.
_CHANNELS = (
    _Channel("b", "page", "pairs"),
    _Channel("c", "chunk", "stems"),
    _Channel("g", "page", "grams"),
    _Channel("h", "header", "words"),
    _Channel("t", "row", "stems"),
    _Channel("w", "page", "words"),
)


class PostingsWriter:
    """Gathers the words of documents, each kind in ascending order, then writes one row per term.

    Inside `with`: `add` the words of each document, piece by piece, and `end` it; then `finish`, once. Memory
    holds the distinct words, 8 bytes a document and `run` postings; the rest is in nameless files beside the
    database.
    """

    def __init__(self, db: apsw.Connection, *, run: int = RUN, batch: int = BATCH) -> None:
        self._db = db
        self._run, self._batch = run, batch
        self._folder = Path(db.filename).parent if db.filename else None
        self._vocabulary = Vocabulary()
        kinds: tuple[Kind, ...] = ("page", "header", "chunk", "row")
        self._streams = {kind: TokenStream(self._folder) for kind in kinds}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for stream in self._streams.values():
            stream.close()

    def add(self, kind: Kind, words: list[str]) -> None:
        """Folded words of the document of a kind that is being added, stop words included."""
        self._streams[kind].append(self._vocabulary.numbers(words))

    def end(self, kind: Kind) -> None:
        """The next word of this kind belongs to the next document."""
        self._streams[kind].end_document()

    def finish(self) -> None:
        """Write `postings` in order of its keys."""
        stems = cache(self._vocabulary.stems)  # of three channels
        makers: dict[str, Callable[[], TermTable]] = {
            "words": self._vocabulary.words, "stems": stems, "pairs": stems,
            "grams": self._vocabulary.grams,
        }  # fmt: skip
        for channel in _CHANNELS:
            stream = self._streams[channel.kind]
            if len(stream):
                self._write(channel, stream, makers[channel.terms]())

    def _write(self, channel: _Channel, stream: TokenStream, table: TermTable) -> None:
        pairs = channel.terms == "pairs"
        lengths = np.zeros(len(stream), np.int64)
        runs = PostingRuns(self._folder, self._run)
        try:
            batches: Iterable[Tokens] = (
                part for batch in stream.batches(self._batch) for part in table.expand(*batch)
            )
            for documents, terms in _pairs(batches) if pairs else batches:
                lengths += np.bincount(documents, minlength=len(lengths))
                runs.add(terms.astype(np.uint64), documents)
            norms = _norms(lengths, B[channel.letter])
            for postings in runs.merged():
                self._db.executemany(
                    "INSERT INTO postings VALUES (?,?,?,?)",
                    _rows(channel, postings, norms, table.terms),
                )
        finally:
            runs.close()


def _pairs(batches: Iterable[Tokens]) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.uint64]]]:
    """Neighbouring terms of a document as one number each, across the ends of batches too."""
    none = np.empty(0, np.uint32)
    before: Tokens = none, none  # the last token of the batch before
    for batch in batches:
        documents, terms = (np.concatenate(two) for two in zip(before, batch, strict=True))
        same = documents[1:] == documents[:-1]
        both = terms[:-1].astype(np.uint64) << np.uint64(32) | terms[1:]
        yield documents[1:][same], both[same]
        before = documents[-1:], terms[-1:]


def _name(terms: list[str], number: int) -> str:
    return terms[number]


def _pair_name(terms: list[str], number: int) -> str:
    return f"{terms[number >> 32]} {terms[number & 0xFFFFFFFF]}"


def _kept(channel: _Channel, size: int) -> range:
    """In how many of `size` documents a term stands that is worth a row."""
    if channel.terms == "pairs":
        return range(LEAST_OF_PAIR, size + 1)
    if channel.terms == "grams":
        return range(1, max(int(MOST_OF_GRAM * size), ALWAYS_OF_GRAM) + 1)
    return range(1, size + 1)


def _rows(
    channel: _Channel, postings: Postings, norms: NDArray[np.float64], terms: list[str]
) -> Iterator[tuple[str, int, bytes, bytes]]:
    """(key, part, docs, impacts) of whole terms, their impacts in one computation."""
    name, kept = _pair_name if channel.terms == "pairs" else _name, _kept(channel, len(norms))
    starts = np.flatnonzero(np.diff(postings.terms, prepend=~postings.terms[:1]))
    ends = np.append(starts[1:], len(postings.terms))
    chosen = (ends - starts >= kept.start) & (ends - starts < kept.stop)
    impacts = quantised(postings.counts, norms[postings.documents]).tobytes()
    kind = ordinals(len(norms))
    documents, one = postings.documents.astype(kind).tobytes(), kind.itemsize
    step = ROW // (one + 1)
    numbers = postings.terms[starts[chosen]].tolist()
    for number, start, end in zip(numbers, starts[chosen].tolist(), ends[chosen].tolist(), strict=True):
        key = channel.letter + name(terms, number)
        if end - start <= step:  # nearly all
            yield key, 0, documents[start * one : end * one], impacts[start:end]
            continue
        for part, at in enumerate(range(start, end, step)):
            to = min(at + step, end)
            yield key, part, documents[at * one : to * one], impacts[at:to]


def _norms(lengths: NDArray[np.int64], b: float) -> NDArray[np.float64]:
    """k1 (1 - b + b length / average), per document."""
    values = lengths.astype(np.float64)
    average = float(values.mean()) or 1.0
    return K1 * (1 - b + b * values / average)
