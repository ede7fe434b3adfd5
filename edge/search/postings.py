"""Postings: for each term of a channel, the documents that hold it and what it adds to their BM25.

Impacts are computed when the index is built, so that a query only fetches, joins and adds: five channels of
postings cost less than one FTS5 query of OR-ed words, and character grams through FTS5 cost ten (measured,
bench/LOG.md).
"""

from __future__ import annotations

import json
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from edge.errors import KnowledgeDamaged

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

#: BM25 term saturation, and length normalisation by channel. Headers are short: their length says little.
K1 = 1.2
B = {"w": 0.75, "h": 0.3, "g": 0.75, "b": 0.75, "c": 0.75, "t": 0.75}

#: Postings and distinct terms held in memory before they are written to a segment (a term costs far more).
SEGMENT = 2_000_000
SEGMENT_TERMS = 200_000

#: Bytes of document ordinals whose impacts are computed together.
BATCH_BYTES = 1 << 20

DOC = np.dtype("<u4")
IMPACT = np.dtype("<f2")


class PostingsWriter:
    """Gathers term counts of documents in ascending order, by segments, then writes one row per term.

    `add` each document of each channel once, then `finish`. Memory is bounded by `segment` postings.
    """

    def __init__(self, db: apsw.Connection, segment: int = SEGMENT) -> None:
        self._db = db
        self._segment = segment
        self._held = 0
        self._flushed = 0
        self._counts: dict[str, tuple[array[int], array[int]]] = {}
        self._lengths: dict[str, array[int]] = {}
        db.execute("DROP TABLE IF EXISTS temp.segments").fetchall()
        db.execute(
            "CREATE TEMP TABLE segments (key TEXT, n INTEGER, docs BLOB, counts BLOB, PRIMARY KEY (key, n))"
            " WITHOUT ROWID"
        ).fetchall()

    def add(self, channel: str, document: int, terms: Iterable[str]) -> None:
        """Count `terms` (with repeats) for a document: an ordinal, one more than the channel's last."""
        counted = Counter(terms)
        lengths = self._lengths.setdefault(channel, array("L"))
        if len(lengths) != document:
            raise ValueError(f"channel {channel!r}: document {document} after {len(lengths) - 1}")
        lengths.append(counted.total())
        for term, count in counted.items():
            key = channel + term
            held = self._counts.get(key)
            if held is None:
                held = self._counts[key] = (array("I"), array("I"))
            held[0].append(document)
            held[1].append(count)
        self._held += len(counted)
        if self._held >= self._segment or len(self._counts) >= SEGMENT_TERMS:
            self._flush()

    def _flush(self) -> None:
        self._db.executemany(
            "INSERT INTO temp.segments VALUES (?,?,?,?)",
            (
                (key, self._flushed, _little(docs), _little(counts))
                for key, (docs, counts) in sorted(self._counts.items())
            ),
        )
        self._counts.clear()
        self._held = 0
        self._flushed += 1

    def finish(self) -> None:
        """Write `postings`, ordered by key, and drop the segments."""
        if self._flushed:  # what fits in memory need not pass through the segments
            self._flush()
        norms = {channel: _norms(lengths, B[channel]) for channel, lengths in self._lengths.items()}
        self._db.executemany("INSERT INTO postings VALUES (?,?,?)", self._rows(norms))
        self._db.execute("DROP TABLE temp.segments").fetchall()

    def _rows(self, norms: dict[str, NDArray[np.float64]]) -> Iterator[tuple[str, bytes, bytes]]:
        """(key, docs, impacts) in order of the keys, computed a batch at a time: most terms are rare."""
        batch: list[tuple[str, bytes, bytes]] = []
        held = 0
        for key, docs, counts in self._merged():
            batch.append((key, docs, counts))
            held += len(docs)
            if held >= BATCH_BYTES:
                yield from _impacts(batch, norms)
                batch, held = [], 0
        if batch:
            yield from _impacts(batch, norms)

    def _merged(self) -> Iterator[tuple[str, bytes, bytes]]:
        """Each key once, the parts of its segments joined."""
        if not self._flushed:
            for key in sorted(self._counts):
                docs, counts = self._counts[key]
                yield key, _little(docs), _little(counts)
            return
        rows = self._db.execute("SELECT key, docs, counts FROM temp.segments ORDER BY key, n")
        for key, segments in groupby(rows, key=itemgetter(0)):
            parts = list(segments)
            if len(parts) == 1:
                yield parts[0]
            else:
                yield key, b"".join([part[1] for part in parts]), b"".join([part[2] for part in parts])


def _impacts(
    batch: list[tuple[str, bytes, bytes]], norms: dict[str, NDArray[np.float64]]
) -> Iterator[tuple[str, bytes, bytes]]:
    """Counts of documents -> BM25 impacts, for many terms in one computation."""
    docs = np.frombuffer(b"".join([docs for _, docs, _ in batch]), DOC)
    counts = np.frombuffer(b"".join([counts for _, _, counts in batch]), DOC)
    sizes = np.array([len(docs) // DOC.itemsize for _, docs, _ in batch])
    channels = sorted(norms)
    bases = dict(zip(channels, np.cumsum([0, *(len(norms[channel]) for channel in channels)]), strict=False))
    base = np.array([bases[key[0]] for key, _, _ in batch])
    total = np.array([len(norms[key[0]]) for key, _, _ in batch])
    rarity = np.log(1 + (total - sizes + 0.5) / (sizes + 0.5))
    norm = np.concatenate([norms[channel] for channel in channels])[np.repeat(base, sizes) + docs]
    impacts = (np.repeat(rarity, sizes) * counts * (K1 + 1) / (counts + norm)).astype(IMPACT).tobytes()
    start = 0
    for key, docs_blob, _ in batch:
        end = start + len(docs_blob) // DOC.itemsize * IMPACT.itemsize
        yield key, docs_blob, impacts[start:end]
        start = end


def _little(values: array[int]) -> bytes:
    """Little-endian bytes of a uint32 array on any machine."""
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values.tobytes()


def _norms(lengths: array[int], b: float) -> NDArray[np.float64]:
    """k1 (1 - b + b length / average), per document."""
    values = np.array(lengths, np.float64)
    average = float(values.mean()) or 1.0
    return K1 * (1 - b + b * values / average)


def fetch(db: apsw.Connection, keys: Sequence[str]) -> dict[str, tuple[list[bytes], list[bytes]]]:
    """Postings of the keys that exist, by channel letter: (docs, impacts), a blob per term each."""
    postings: dict[str, tuple[list[bytes], list[bytes]]] = {}
    rows = db.execute(
        # one bound value whatever the number of terms, so that the statement is prepared once
        "SELECT postings.key, docs, impacts FROM json_each(?) AS asked"
        " JOIN postings ON postings.key = asked.value",
        (json.dumps(keys, ensure_ascii=False),),
    )
    for key, docs, impacts in rows:
        both = postings.setdefault(key[0], ([], []))
        both[0].append(docs)
        both[1].append(impacts)
    return postings


def add_up(postings: tuple[list[bytes], list[bytes]] | None, size: int) -> NDArray[np.float64]:
    """Sum of impacts per document: float64 of shape (size,)."""
    if postings is None:
        return np.zeros(size)
    docs = np.frombuffer(b"".join(postings[0]), DOC)
    impacts = np.frombuffer(b"".join(postings[1]), IMPACT)
    # bincount makes room for the largest ordinal it meets: one of a stranger's could ask for 32 GiB.
    if len(docs) != len(impacts) or docs.max(initial=0) >= max(size, 1):
        raise KnowledgeDamaged(
            "The search tables point outside the knowledge base.", "Build it again: edge index"
        )
    return np.asarray(np.bincount(docs, impacts, size), np.float64)
