"""Postings: for each term of a channel, the documents that hold it and what it adds to their BM25.

Impacts are computed when the index is built, so that a query only fetches, joins and adds: five channels of
postings cost less than one FTS5 query of OR-ed words, and character grams through FTS5 cost ten (measured,
bench/LOG.md). An impact is a byte: the term's saturation in the document, which its rarity multiplies; and
rarity follows from the number of impacts. Recall with bytes is that with float16 (bench/LOG.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from edge.errors import KnowledgeDamaged
from edge.text.tokens import stem

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

#: BM25 term saturation, and length normalisation by channel. Headers are short: their length says little.
K1 = 1.2
B = {"w": 0.75, "h": 0.3, "g": 0.75, "b": 0.75, "c": 0.75, "t": 0.75}

#: Ordinals of pages, chunks and rows in `search_arrays`.
DOC = np.dtype("<u4")
IMPACT = np.dtype("u1")

#: Byte -> tf (k1 + 1) / (tf + norm). Squares, because the precision that counts is relative.
_SATURATIONS = (K1 + 1) * (np.arange(256) / 255) ** 2


class Fetched(NamedTuple):
    """Rows of one channel: their keys, ordinals and impacts as they are stored, what to multiply these by."""

    keys: tuple[str, ...]
    docs: tuple[bytes, ...]
    impacts: tuple[bytes, ...]
    factors: list[float] | None = None  # None: all are 1


def ordinals(size: int) -> np.dtype[np.unsignedinteger]:
    """How ordinals of a channel of `size` documents are written in postings."""
    return np.dtype("<u2") if size <= 1 << 16 else DOC


def quantised(counts: NDArray[np.uint32], norms: NDArray[np.float64]) -> NDArray[np.uint8]:
    """tf / (tf + norm) as bytes, none of them 0."""
    return np.asarray(np.maximum(1, np.rint(255 * np.sqrt(counts / (counts + norms)))), IMPACT)


def fetch(
    db: apsw.Connection, keys: Sequence[str], factors: Mapping[str, float] | None = None
) -> dict[str, Fetched]:
    """Postings of the keys that exist, by channel letter.

    `factors`: what to multiply the impacts of a key by, where it is not 1.
    """
    rows: dict[str, list[tuple[str, bytes, bytes]]] = {}
    for row in db.execute(
        # one bound value whatever the number of terms, so that the statement is prepared once
        "SELECT postings.key, docs, impacts FROM json_each(?) AS asked"
        " JOIN postings ON postings.key = asked.value",
        (msgspec.json.encode(keys).decode(),),
    ):
        rows.setdefault(row[0][0], []).append(row)
    postings = {}
    for channel, found in rows.items():
        held, docs, impacts = zip(*found, strict=True)
        more = [factors.get(key, 1.0) for key in held] if factors else None
        postings[channel] = Fetched(held, docs, impacts, more)
    return postings


def frequencies(db: apsw.Connection, keys: Sequence[str]) -> dict[str, int]:
    """In how many documents of its channel each of the keys stands, where it stands in any."""
    rows = db.execute(
        "SELECT postings.key, sum(length(impacts)) FROM json_each(?) AS asked"
        " JOIN postings ON postings.key = asked.value GROUP BY postings.key",
        (msgspec.json.encode(keys).decode(),),
    )
    return {str(key): int(count) for key, count in rows}


def known(words: Iterable[str], bases: Sequence[apsw.Connection]) -> set[str]:
    """Those of some folded words that a page of a base has, as they are or in another form: a plural in the
    documents is the singular of the question.
    """
    keys = {word: (f"w{word}", f"c{stem(word)}") for word in words}
    both = [key for pair in keys.values() for key in pair]
    held = {key for base in bases for key in frequencies(base, both)} if both else set[str]()
    return {word for word, pair in keys.items() if not held.isdisjoint(pair)}


def rarity(total: float, count: float) -> float:
    """The idf of BM25: of a term in `count` of `total` documents."""
    return float(_rarities(total, np.float64(count)))


def _rarities(total: float, counts: Any) -> Any:
    return np.log(1 + (total - counts + 0.5) / (counts + 0.5))


def add_up(postings: Fetched | None, size: int) -> NDArray[np.float64]:
    """Sum of impacts per document: float64 of shape (size,)."""
    if postings is None:
        return np.zeros(size)
    stored, impacts = b"".join(postings.docs), b"".join(postings.impacts)
    sizes = np.fromiter(map(len, postings.impacts), np.int64, len(postings.impacts))
    counts = sizes
    if len(set(postings.keys)) < len(sizes):  # long rows lie in several parts
        held: Counter[str] = Counter()
        for key, part in zip(postings.keys, postings.impacts, strict=True):
            held[key] += len(part)
        counts = np.array([held[key] for key in postings.keys])
    kind = ordinals(size)
    outside = len(stored) != kind.itemsize * len(impacts) or counts.max() > size
    docs = np.frombuffer(b"" if outside else stored, kind)
    # bincount makes room for the largest ordinal it meets: one of a stranger's could ask for 32 GiB.
    if outside or docs.max(initial=0) >= max(size, 1):
        raise KnowledgeDamaged(
            "The search tables point outside the knowledge base.", "Build it again: edge index"
        )
    rarities = _rarities(size, counts)
    if postings.factors is not None:
        rarities = rarities * postings.factors
    weights = np.repeat(rarities, sizes) * _SATURATIONS[np.frombuffer(impacts, IMPACT)]
    return np.asarray(np.bincount(docs, weights, size), np.float64)
