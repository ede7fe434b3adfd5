"""Postings: for each term of a channel, the documents that hold it and what it adds to their BM25.

Impacts are computed when the index is built, so that a query only fetches, joins and adds: five channels of
postings cost less than one FTS5 query of OR-ed words, and character grams through FTS5 cost ten (measured,
bench/LOG.md).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from edge.errors import KnowledgeDamaged

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

#: BM25 term saturation, and length normalisation by channel. Headers are short: their length says little.
K1 = 1.2
B = {"w": 0.75, "h": 0.3, "g": 0.75, "b": 0.75, "c": 0.75, "t": 0.75}

DOC = np.dtype("<u4")
IMPACT = np.dtype("<f2")


def fetch(
    db: apsw.Connection, keys: Sequence[str], factors: Mapping[str, float] | None = None
) -> dict[str, tuple[list[bytes], list[bytes]]]:
    """Postings of the keys that exist, by channel letter: (docs, impacts), a blob per term each.

    `factors`: what to multiply the impacts of a key by, where it is not 1.
    """
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
        factor = factors.get(key, 1.0) if factors else 1.0
        both[1].append(impacts if factor == 1.0 else _times(impacts, factor))
    return postings


def _times(impacts: bytes, factor: float) -> bytes:
    return (np.frombuffer(impacts, IMPACT) * np.float32(factor)).astype(IMPACT).tobytes()


def frequencies(db: apsw.Connection, keys: Sequence[str]) -> dict[str, int]:
    """In how many documents of its channel each of the keys stands, where it stands in any."""
    rows = db.execute(
        "SELECT postings.key, length(docs) / ? FROM json_each(?) AS asked"
        " JOIN postings ON postings.key = asked.value",
        (DOC.itemsize, json.dumps(keys, ensure_ascii=False)),
    )
    return {str(key): int(count) for key, count in rows}


def rarity(total: float, count: float) -> float:
    """The idf of BM25: of a term in `count` of `total` documents."""
    return float(np.log(1 + (total - count + 0.5) / (count + 0.5)))


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
    sums = np.asarray(np.bincount(docs, impacts, size), np.float64)
    if not np.isfinite(sums).all():
        raise KnowledgeDamaged("The search tables hold what is no number.", "Build it again: edge index")
    return sums
