"""Postings: for each term of a channel, the documents that hold it and what it adds to their BM25.

Impacts are computed when the index is built, so that a query only fetches, joins and adds: five channels of
postings cost less than one FTS5 query of OR-ed words, and character grams through FTS5 cost ten (measured,
bench/LOG.md). An impact is a byte: the term's saturation in the document, which its rarity multiplies; and
rarity follows from the number of impacts. Recall with bytes is that with float16 (bench/LOG.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from edge.errors import KnowledgeDamaged
from edge.search.bound import bound
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

#: Channels below this size have their rarities kept: half a megabyte at the most.
_FEW = 1 << 16

#: Byte -> tf (k1 + 1) / (tf + norm). Squares, because the precision that counts is relative.
_SATURATIONS = (K1 + 1) * (np.arange(256) / 255) ** 2


class Related(NamedTuple):
    """A posting that counts where another, that of the word it means the same as, is missing."""

    instead: str
    sure: float  # 0..1


class Fetched(NamedTuple):
    """Rows of one channel: their keys, ordinals and impacts as they are stored."""

    keys: tuple[str, ...]
    docs: tuple[bytes, ...]
    impacts: tuple[bytes, ...]
    own: int  # so many rows of the keys themselves; then those of what stands for them


def ordinals(size: int) -> np.dtype[np.unsignedinteger]:
    """How ordinals of a channel of `size` documents are written in postings."""
    return np.dtype("<u2") if size <= 1 << 16 else DOC


def quantised(counts: NDArray[np.uint32], norms: NDArray[np.float64]) -> NDArray[np.uint8]:
    """tf / (tf + norm) as bytes, none of them 0."""
    return np.asarray(np.maximum(1, np.rint(255 * np.sqrt(counts / (counts + norms)))), IMPACT)


def fetch(
    db: apsw.Connection, keys: Sequence[str], others: Collection[str] = frozenset()
) -> dict[str, Fetched]:
    """Postings of the keys that exist, and after them those of `others`, by channel letter."""
    rows: dict[str, list[tuple[str, bytes, bytes]]] = {}
    last: dict[str, list[tuple[str, bytes, bytes]]] = {}
    for row in db.execute(
        "SELECT postings.key, docs, impacts FROM json_each(?) AS asked"
        " JOIN postings ON postings.key = asked.value",
        (bound([*keys, *others]),),
    ):
        (last if row[0] in others else rows).setdefault(row[0][0], []).append(row)
    postings = {}
    for channel in rows | last:
        own, more = rows.get(channel, []), last.get(channel, [])
        held, docs, impacts = zip(*own, *more, strict=True)
        postings[channel] = Fetched(held, docs, impacts, len(own))
    return postings


def frequencies(db: apsw.Connection, keys: Sequence[str]) -> dict[str, int]:
    """In how many documents of its channel each of the keys stands, where it stands in any."""
    rows = db.execute(
        "SELECT postings.key, sum(length(impacts)) FROM json_each(?) AS asked"
        " JOIN postings ON postings.key = asked.value GROUP BY postings.key",
        (bound(keys),),
    )
    return {str(key): int(count) for key, count in rows}


def known(words: Iterable[str], bases: Sequence[apsw.Connection]) -> set[str]:
    """Those of some folded words that a page of a base has, as they are or in another form: a plural in the
    documents is the singular of the question.
    """
    keys = {word: (f"w{word}", f"c{stem(word)}") for word in words}
    both = bound(key for pair in keys.values() for key in pair)
    query = (
        "SELECT asked.value FROM json_each(?) AS asked"
        " WHERE EXISTS (SELECT 1 FROM postings WHERE postings.key = asked.value)"
    )
    held = {str(row[0]) for base in bases for row in base.execute(query, (both,))}
    return {word for word, pair in keys.items() if not held.isdisjoint(pair)}


def rarity(total: float, count: float) -> float:
    """The idf of BM25, ln(1 + (total - count + .5) / (count + .5))."""
    return float(_rarity(total, np.float64(count)))


def _rarity(total: float, counts: Any) -> Any:
    return np.log((total + 1) / (counts + 0.5))


@lru_cache(maxsize=16)
def _rarities(size: int) -> NDArray[np.float64]:
    """The rarity of terms in 0, 1, ... `size` of `size` documents: anew it costs a fifth of `add_up`."""
    return np.asarray(_rarity(size, np.arange(size + 1)))


def add_up(
    postings: Fetched | None, size: int, factors: Mapping[str, float] | None = None,
    related: Mapping[str, Related] | None = None,
) -> NDArray[np.float64]:  # fmt: skip
    """Sum of impacts per document: float64 of shape (size,).

    `factors`: what to multiply the impacts of a key by, where it is not 1.
    `related`: keys that count as far as they are sure, in documents without the key that they stand for.
    """
    if postings is None:
        return np.zeros(size)
    stored, impacts = b"".join(postings.docs), b"".join(postings.impacts)
    sizes = np.fromiter(map(len, postings.impacts), np.int64, len(postings.impacts))
    counts = sizes
    if len(set(postings.keys)) < len(sizes):  # long rows lie in several parts
        held = occurrences(postings)
        counts = np.array([held[key] for key in postings.keys])
    if max(counts.tolist()) > size:
        raise _outside()
    docs = _decoded(stored, len(impacts), size)
    rarities = _rarities(size)[counts] if size < _FEW else _rarity(size, counts)
    if factors:
        rarities *= [factors.get(key, 1.0) for key in postings.keys]
    if related and postings.own < len(sizes):
        rarities[postings.own :] *= [related[key].sure for key in postings.keys[postings.own :]]
    weights = rarities.repeat(sizes) * _SATURATIONS[np.frombuffer(impacts, IMPACT)]
    if related and postings.own < len(sizes):
        missing = _missing(postings, docs, sizes, size, related)
        weights[len(docs) - len(missing) :] *= missing
    return np.asarray(np.bincount(docs, weights, size), np.float64)


def occurrences(postings: Fetched | None) -> dict[str, int]:
    """How many documents of their channel hold each key. A long row lies in several parts."""
    counts: Counter[str] = Counter()
    for key, impacts in zip(postings.keys, postings.impacts, strict=True) if postings else ():
        counts[key] += len(impacts)
    return counts


def holding(postings: Fetched | None, size: int, key: str) -> NDArray[np.intp]:
    """Which documents of a channel of `size` documents hold a key. Raises KnowledgeDamaged."""
    rows = zip(postings.keys, postings.docs, postings.impacts, strict=True) if postings else ()
    own = [(docs, len(impacts)) for other, docs, impacts in rows if other == key]
    return _decoded(b"".join(docs for docs, _ in own), sum(count for _, count in own), size)


def _decoded(stored: bytes, count: int, size: int) -> NDArray[np.intp]:
    """Stored ordinals of `count` documents out of `size`."""
    kind = ordinals(size)
    if len(stored) != kind.itemsize * count:
        raise _outside()
    docs = np.frombuffer(stored, kind).astype(np.intp)
    # bincount makes room for the largest ordinal it meets: one of a stranger's could ask for 32 GiB.
    if docs.max(initial=0) >= max(size, 1):
        raise _outside()
    return docs


def _outside() -> KnowledgeDamaged:
    return KnowledgeDamaged(
        "The search tables point outside the knowledge base.", "Build it again: edge index"
    )


def _missing(
    postings: Fetched, docs: NDArray[np.intp], sizes: NDArray[np.int64], size: int,
    related: Mapping[str, Related],
) -> NDArray[np.bool_]:  # fmt: skip
    """Of each document of the related keys: whether it lacks the key that the related one stands for.

    `docs`: those of all rows, of which the first has `sizes[0]`.
    """
    instead = [related[key].instead for key in postings.keys[postings.own :]]
    number = {key: at for at, key in enumerate(dict.fromkeys(instead), 1)}
    lines = [number.get(key, 0) * size for key in (*postings.keys[: postings.own], *instead)]
    # A line for each key that is stood for (the first: for none), in it a cell for each document.
    cells = np.array(lines).repeat(sizes) + docs
    own = sum(map(len, postings.impacts[: postings.own]))
    held = np.zeros((len(number) + 1) * size, np.bool_)
    held[cells[:own]] = True
    return ~held[cells[own:]]
