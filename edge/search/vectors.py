"""Vectors in a knowledge base: which model made them, writing them, and the chunks nearest to a query.

Unit vectors, so the dot product is the cosine: one matrix product, and from TWO_STAGE vectors the Hamming
distance of sign bits for the OVERSAMPLE x k best, then their cosines. The blobs are plain little-endian
float32, which sqlite-vec's functions read as they are: another program can rank by
`vec_distance_cosine(vector, ?)`. Inside edge numpy is five times as fast (bench/LOG.md).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from edge import paths
from edge.errors import KnowledgeDamaged, KnowledgeError
from edge.records import EmbeddingSpace, Record
from edge.search import table_summaries
from edge.search.database import shown_path

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

#: From so many vectors the coarse stage comes first (300 MB and 20 ms a query at 100,000 x 768 without it).
TWO_STAGE = 100_000
#: Candidates of the coarse stage for each result wanted; recall@10 0.983 at 10 and 0.99 at 20 were measured.
OVERSAMPLE = 20
#: Rows of one batch: bounds the memory of building the coarse stage and of the matrix's first copy.
_BATCH = 4_096
_FLOAT = np.dtype("<f4")


class StoredVectors(Record, frozen=True):
    """One model's vectors: `count` of them, of `chunks` chunks in the knowledge base."""

    id: int
    space: EmbeddingSpace
    count: int
    chunks: int


class Nearest(NamedTuple):
    """Chunk ids and their cosines to the query, both in order of the ids."""

    chunks: NDArray[np.int64]
    cosines: NDArray[np.float32]


def stored(db: apsw.Connection) -> list[StoredVectors]:
    """The embedding models of a knowledge base, by name."""
    chunks = chunk_count(db)
    models: list[tuple[Any, ...]] = db.execute(
        "SELECT id, name, revision, dims, query_prompt, document_prompt FROM embedding_models"
        " ORDER BY name, revision, dims"
    ).fetchall()
    return [
        StoredVectors(
            number,
            EmbeddingSpace(
                name=name, revision=revision, dims=dims, query_prompt=query, document_prompt=document
            ),
            _row(db, "SELECT count(*) FROM vectors WHERE model_id = ?", (number,))[0],
            chunks,
        )
        for number, name, revision, dims, query, document in models
    ]


def _row(db: apsw.Connection, query: str, values: tuple[Any, ...] = ()) -> tuple[Any, ...]:
    """The one row of a query that has one."""
    rows: list[tuple[Any, ...]] = db.execute(query, values).fetchall()
    return rows[0]


def chunk_count(db: apsw.Connection) -> int:
    """How many chunks could have a vector."""
    (count,) = _row(db, "SELECT count(*) FROM chunks")
    return int(count)


def find(db: apsw.Connection, space: EmbeddingSpace) -> StoredVectors:
    """The vectors that a query embedded in `space` may be compared with.

    Raises KnowledgeError, with the command that mends it, when the vectors are of another model, revision,
    size or prompt: a cosine between two spaces is a number without a meaning.
    """
    held = stored(db)
    for one in held:
        if one.space == space and one.count:
            return one
    mend = f"Run: edge embed --model {space.name} --dims {space.dims} --knowledge {shown_path(db)}"
    if not held:
        raise KnowledgeError(f"The knowledge base {shown_path(db)} has no vectors.", mend)
    known = "; ".join(_named(one.space) for one in held)
    raise KnowledgeError(
        f"A query embedded by {_named(space)} cannot be compared with vectors of {known}.", mend
    )


def _named(space: EmbeddingSpace) -> str:
    return f"{space.name} {space.revision} at {space.dims} dimensions"


# --- writing ---------------------------------------------------------------------------------------


def register(db: apsw.Connection, space: EmbeddingSpace) -> int:
    """The id of the model in this database, written if it is new. Other revisions of the name are dropped.

    A new revision of a model makes its old vectors unreachable, so they go; another size of it stays.
    """
    db.execute(
        "DELETE FROM embedding_models"
        " WHERE name = ? AND (revision, query_prompt, document_prompt) != (?, ?, ?)",
        (space.name, space.revision, space.query_prompt, space.document_prompt),
    )
    db.execute(
        "INSERT OR IGNORE INTO embedding_models (name, revision, dims, query_prompt, document_prompt)"
        " VALUES (?, ?, ?, ?, ?)",
        (space.name, space.revision, space.dims, space.query_prompt, space.document_prompt),
    )
    (number,) = _row(
        db,
        "SELECT id FROM embedding_models WHERE (name, revision, dims) = (?, ?, ?)",
        (space.name, space.revision, space.dims),
    )
    return int(number)


def missing(db: apsw.Connection, model: int) -> Iterator[tuple[int, str, str]]:
    """Chunks without a vector of this model: (chunk id, title, text), in order of their ids; the text of one
    with a table is followed by what was written of the table.
    """
    summaries = table_summaries.of_chunks(db)
    rows = db.execute(
        "SELECT c.id, coalesce(nullif(c.heading, ''), nullif(p.section, ''), ''),"
        " coalesce(nullif(p.title, ''), s.title), substr(p.text, c.start + 1, c.\"end\" - c.start)"
        " FROM chunks c JOIN pages p ON p.id = c.page_id JOIN sources s ON s.id = p.source_id"
        " WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.model_id = ? AND v.chunk_id = c.id)"
        " ORDER BY c.id",
        (model,),
    )
    for chunk, heading, title, text in rows:
        # A heading usually begins with the document's title already.
        parts = [title] if title and not heading.startswith(title) else []
        yield chunk, " > ".join([*parts, heading] if heading else parts), _with(text, summaries.get(chunk))


def _with(text: str, summary: str | None) -> str:
    return f"{text}\n{summary}" if summary else text


def write(db: apsw.Connection, model: int, vectors: Iterable[tuple[int, Vector]]) -> None:
    """Store vectors by chunk id: little-endian float32. Call inside a transaction."""
    db.executemany(
        "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
        ((model, chunk, vector.astype(_FLOAT).tobytes()) for chunk, vector in vectors),
    )


def build_bits(db: apsw.Connection, least: int = TWO_STAGE) -> None:
    """(Re)create the coarse stage of every model with at least `least` vectors."""
    db.execute("DROP TABLE IF EXISTS vector_bits").fetchall()
    large = [one for one in stored(db) if one.count >= least]
    if not large:
        return
    db.execute(paths.asset("sql", "vectors.sql").read_text(encoding="utf-8")).fetchall()
    for one in large:
        chunks, bits = [], []
        for ids, matrix in _batches(db, one):
            chunks.append(ids.astype("<u4").tobytes())
            bits.append(np.packbits(matrix > 0, axis=1).tobytes())
        db.execute("INSERT INTO vector_bits VALUES (?, ?, ?)", (one.id, b"".join(chunks), b"".join(bits)))


def _batches(db: apsw.Connection, one: StoredVectors) -> Iterator[tuple[NDArray[np.int64], Vector]]:
    cursor = db.execute(
        "SELECT chunk_id, vector FROM vectors WHERE model_id = ? ORDER BY chunk_id", (one.id,)
    )
    while rows := [row for _, row in zip(range(_BATCH), cursor, strict=False)]:
        data = b"".join(blob for _, blob in rows)
        if len(data) != len(rows) * one.space.dims * _FLOAT.itemsize:
            raise KnowledgeDamaged(
                f"{shown_path(db)} holds vectors of {one.space.name} that are not {one.space.dims} numbers.",
                f"Make them again: edge embed --model {one.space.name} --rebuild",
            )
        yield (
            np.array([chunk for chunk, _ in rows], np.int64),
            np.frombuffer(data, _FLOAT).reshape(len(rows), -1),
        )


# --- searching -------------------------------------------------------------------------------------


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
                f"A query vector of shape {query.shape} cannot be compared with {_named(self._one.space)}.",
                f"Run: edge embed --model {self._one.space.name}",
            )
        if self._coarse is not None:
            return self._two_stage(query, wanted)
        if self._held is None:
            parts = list(_batches(self._db, self._one))
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
            (json.dumps(ids[best].tolist()), self._one.id),
        ).fetchall()
        data = np.frombuffer(b"".join(blob for _, blob in rows), _FLOAT).reshape(len(rows), len(query))
        return Nearest(np.array([chunk for chunk, _ in rows], np.int64), data @ query)


def _has_bits(db: apsw.Connection, model: int) -> bool:
    (there,) = _row(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'vector_bits'")
    return bool(there and _row(db, "SELECT count(*) FROM vector_bits WHERE model_id = ?", (model,))[0])


def _bits(db: apsw.Connection, one: StoredVectors) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    if _has_bits(db, one.id):
        chunks, bits = _row(db, "SELECT chunks, bits FROM vector_bits WHERE model_id = ?", (one.id,))
        ids = np.frombuffer(chunks, "<u4").astype(np.int64)
        if len(bits) == len(ids) * (one.space.dims // 8) and len(ids) == one.count:
            return ids, np.frombuffer(bits, np.uint8).reshape(len(ids), -1)
        raise KnowledgeDamaged(
            f"{shown_path(db)} has {len(ids)} sign vectors for {one.count} vectors of {one.space.name}.",
            f"Make them again: edge embed --model {one.space.name} --rebuild",
        )
    parts = [(ids, np.packbits(matrix > 0, axis=1)) for ids, matrix in _batches(db, one)]
    return np.concatenate([ids for ids, _ in parts]), np.concatenate([bits for _, bits in parts])
