"""Vectors in a knowledge base: which model made them, and writing them.

The blobs are plain little-endian float32, which sqlite-vec's functions read as they are: another program can
rank by `vec_distance_cosine(vector, ?)`. Inside edge numpy is five times as fast (bench/LOG.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from edge.errors import KnowledgeDamaged, KnowledgeError
from edge.records import EmbeddingSpace, Record
from edge.search import table_summaries
from edge.search.database import shown_path

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

#: Rows of one batch: bounds the memory of whoever reads them all.
_BATCH = 4_096
FLOAT = np.dtype("<f4")


class StoredVectors(Record, frozen=True):
    """One model's vectors: `count` of them, of `chunks` chunks in the knowledge base."""

    id: int
    space: EmbeddingSpace
    count: int
    chunks: int


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
            one_row(db, "SELECT count(*) FROM vectors WHERE model_id = ?", (number,))[0],
            chunks,
        )
        for number, name, revision, dims, query, document in models
    ]


def one_row(db: apsw.Connection, query: str, values: tuple[Any, ...] = ()) -> tuple[Any, ...]:
    """The one row of a query that has one."""
    rows: list[tuple[Any, ...]] = db.execute(query, values).fetchall()
    return rows[0]


def chunk_count(db: apsw.Connection) -> int:
    """How many chunks could have a vector."""
    (count,) = one_row(db, "SELECT count(*) FROM chunks")
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
    known = "; ".join(named(one.space) for one in held)
    raise KnowledgeError(
        f"A query embedded by {named(space)} cannot be compared with vectors of {known}.", mend
    )


def named(space: EmbeddingSpace) -> str:
    """A space in words: model, revision, size."""
    return f"{space.name} {space.revision} at {space.dims} dimensions"


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
    (number,) = one_row(
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
        ((model, chunk, vector.astype(FLOAT).tobytes()) for chunk, vector in vectors),
    )


def batches(db: apsw.Connection, one: StoredVectors) -> Iterator[tuple[NDArray[np.int64], Vector]]:
    """The vectors of a model by chunk id, some thousands at a time. Raises KnowledgeDamaged."""
    cursor = db.execute(
        "SELECT chunk_id, vector FROM vectors WHERE model_id = ? ORDER BY chunk_id", (one.id,)
    )
    while rows := [row for _, row in zip(range(_BATCH), cursor, strict=False)]:
        data = b"".join(blob for _, blob in rows)
        if len(data) != len(rows) * one.space.dims * FLOAT.itemsize:
            raise KnowledgeDamaged(
                f"{shown_path(db)} holds vectors of {one.space.name} that are not {one.space.dims} numbers.",
                f"Make them again: edge embed --model {one.space.name} --rebuild",
            )
        yield (
            np.array([chunk for chunk, _ in rows], np.int64),
            np.frombuffer(data, FLOAT).reshape(len(rows), -1),
        )
