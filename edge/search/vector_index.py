"""The chunks nearest to a query, by the vectors of one model.

Unit vectors, so the dot product is the cosine: one matrix product, and from TWO_STAGE vectors the Hamming
distance of sign bits for the OVERSAMPLE x k best, then their cosines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from edge import paths
from edge.errors import KnowledgeDamaged, KnowledgeError
from edge.search.bound import bound
from edge.search.database import shown_path
from edge.search.vectors import FLOAT, StoredVectors, batches, named, one_row, stored

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

    from edge.search.vectors import Vector

#: From so many vectors the coarse stage comes first (300 MB and 20 ms a query at 100,000 x 768 without it).
TWO_STAGE = 100_000
#: Candidates of the coarse stage for each result wanted; recall@10 0.983 at 10 and 0.99 at 20 were measured.
OVERSAMPLE = 20


class Nearest(NamedTuple):
    """Chunk ids and their cosines to the query, both in order of the ids."""

    chunks: NDArray[np.int64]
    cosines: NDArray[np.float32]


def build_bits(db: apsw.Connection, least: int = TWO_STAGE) -> None:
    """(Re)create the coarse stage of every model with at least `least` vectors."""
    db.execute("DROP TABLE IF EXISTS vector_bits").fetchall()
    large = [one for one in stored(db) if one.count >= least]
    if not large:
        return
    db.execute(paths.asset("sql", "vectors.sql").read_text(encoding="utf-8")).fetchall()
    for one in large:
        chunks, bits = [], []
        for ids, matrix in batches(db, one):
            chunks.append(ids.astype("<u4").tobytes())
            bits.append(np.packbits(matrix > 0, axis=1).tobytes())
        db.execute("INSERT INTO vector_bits VALUES (?, ?, ?)", (one.id, b"".join(chunks), b"".join(bits)))


class VectorIndex:
    """The vectors of one model, ready to be searched. Loaded at the first query, then held."""

    def __init__(self, db: apsw.Connection, one: StoredVectors) -> None:
        self._db = db
        self._one = one
        self._held: tuple[NDArray[np.int64], Vector] | None = None
        self._coarse: tuple[NDArray[np.int64], NDArray[np.uint8]] | None = None
        if one.count >= TWO_STAGE or _has_bits(db, one.id):
            self._coarse = _bits(db, one)

    def nearest(self, query: Vector, wanted: int) -> Nearest:
        """Cosines to a unit vector: of every chunk in an exact scan, of the nearest ones with two stages.

        At least `wanted` chunks where there are so many. Raises KnowledgeError for a query of another size.
        """
        if query.shape != (self._one.space.dims,):
            raise KnowledgeError(
                f"A query vector of shape {query.shape} cannot be compared with {named(self._one.space)}.",
                f"Run: edge embed --model {self._one.space.name}",
            )
        if self._coarse is not None:
            return self._two_stage(query, wanted)
        if self._held is None:
            parts = list(batches(self._db, self._one))
            ids = np.concatenate([ids for ids, _ in parts]) if parts else np.zeros(0, np.int64)
            matrix = np.concatenate([m for _, m in parts]) if parts else np.zeros((0, len(query)), np.float32)
            self._held = ids, matrix
        ids, matrix = self._held
        return Nearest(ids, matrix @ query)

    def _two_stage(self, query: Vector, wanted: int) -> Nearest:
        assert self._coarse is not None
        ids, bits = self._coarse
        words = bits.view(np.uint64) if bits.shape[1] % 8 == 0 else bits
        sign = np.packbits(query > 0)
        distance = np.bitwise_count(words ^ sign.view(words.dtype)).sum(axis=1, dtype=np.uint16)
        count = min(wanted * OVERSAMPLE, len(ids))
        best = np.sort(np.argpartition(distance, count - 1)[:count]) if count else np.zeros(0, np.int64)
        rows: list[tuple[Any, ...]] = self._db.execute(
            # CROSS JOIN: the order is meant. The planner's own read every vector (2.6 s a query).
            "SELECT chunk_id, vector FROM json_each(?) AS asked"
            " CROSS JOIN vectors ON model_id = ? AND chunk_id = asked.value",
            (bound(ids[best].tolist()), self._one.id),
        ).fetchall()
        data = np.frombuffer(b"".join(blob for _, blob in rows), FLOAT).reshape(len(rows), len(query))
        return Nearest(np.array([chunk for chunk, _ in rows], np.int64), data @ query)


def _has_bits(db: apsw.Connection, model: int) -> bool:
    (there,) = one_row(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'vector_bits'")
    return bool(there and one_row(db, "SELECT count(*) FROM vector_bits WHERE model_id = ?", (model,))[0])


def _bits(db: apsw.Connection, one: StoredVectors) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    if _has_bits(db, one.id):
        chunks, bits = one_row(db, "SELECT chunks, bits FROM vector_bits WHERE model_id = ?", (one.id,))
        ids = np.frombuffer(chunks, "<u4").astype(np.int64)
        if len(bits) == len(ids) * (one.space.dims // 8) and len(ids) == one.count:
            return ids, np.frombuffer(bits, np.uint8).reshape(len(ids), -1)
        raise KnowledgeDamaged(
            f"{shown_path(db)} has {len(ids)} sign vectors for {one.count} vectors of {one.space.name}.",
            f"Make them again: edge embed --model {one.space.name} --rebuild",
        )
    parts = [(ids, np.packbits(matrix > 0, axis=1)) for ids, matrix in batches(db, one)]
    return np.concatenate([ids for ids, _ in parts]), np.concatenate([bits for _, bits in parts])
