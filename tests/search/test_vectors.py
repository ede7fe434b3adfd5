"""Vectors in a knowledge base: only comparable ones are compared, and every scan finds the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from edge import paths
from edge.errors import KnowledgeDamaged, KnowledgeError
from edge.records import EmbeddingSpace
from edge.search import vector_index, vectors
from edge.search.vector_index import VectorIndex

apsw = pytest.importorskip("apsw")

SPACE = EmbeddingSpace(name="m", revision="int8-1", dims=64, query_prompt="{text}", document_prompt="{text}")
COUNT = 600


@pytest.fixture
def db() -> Iterator[Any]:
    """A knowledge base of COUNT chunks, in memory."""
    held = apsw.Connection(":memory:")
    held.execute(paths.asset("sql", "knowledge.sql").read_text(encoding="utf-8")).fetchall()
    held.execute(
        "INSERT INTO sources (id, name, root_id, kind, title, sha256, recipe, bytes)"
        " VALUES (1,'a',1,'text','A title','','',1)"
    )
    held.execute("INSERT INTO pages (id, source_id, number, text) VALUES (1, 1, 1, ?)", ("x" * COUNT,))
    held.executemany(
        'INSERT INTO chunks (id, page_id, start, "end") VALUES (?, 1, ?, ?)',
        [(i + 1, i, i + 1) for i in range(COUNT)],
    )
    yield held
    held.close()


def clustered(count: int, dims: int, seed: int = 0) -> Any:
    """Unit vectors with structure, as real embeddings have."""
    rng = np.random.default_rng(seed)
    made = rng.standard_normal((count, 12)) @ rng.standard_normal((12, dims)) + 0.3 * rng.standard_normal(
        (count, dims)
    )
    return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def filled(db: Any) -> tuple[Any, Any]:
    matrix = clustered(COUNT, 64)
    number = vectors.register(db, SPACE)
    vectors.write(db, number, ((i + 1, matrix[i]) for i in range(COUNT)))
    return db, matrix


def best(found: vector_index.Nearest, k: int = 10) -> list[int]:
    return [int(i) for i in found.chunks[np.argsort(-found.cosines, kind="stable")][:k]]


@pytest.mark.parametrize(
    "change", [{"name": "n"}, {"revision": "int8-2"}, {"dims": 32}, {"query_prompt": "q {text}"}]
)
def test_vectors_of_another_space_are_refused(filled: tuple[Any, Any], change: dict[str, Any]) -> None:
    """Another model, revision, size or prompt: an error that names both and the command, never a cosine."""
    other = msgspec.structs.replace(SPACE, **change)
    with pytest.raises(KnowledgeError, match="cannot be compared") as caught:
        vectors.find(filled[0], other)
    assert f"edge embed --model {other.name} --dims {other.dims}" in caught.value.hint
    assert vectors.find(filled[0], SPACE).count == COUNT


def test_a_base_without_vectors_says_so(db: Any) -> None:
    """No vectors is its own message, with the command that makes them."""
    with pytest.raises(KnowledgeError, match="has no vectors"):
        vectors.find(db, SPACE)


def test_a_query_of_another_size_is_refused(filled: tuple[Any, Any]) -> None:
    """Even behind the space check, shapes are compared."""
    with pytest.raises(KnowledgeError, match="shape"):
        VectorIndex(filled[0], vectors.find(filled[0], SPACE)).nearest(np.ones(32, np.float32), 5)


def test_the_exact_scan_gives_every_cosine(filled: tuple[Any, Any]) -> None:
    """The scan is the matrix product, in order of the chunk ids."""
    db, matrix = filled
    found = VectorIndex(db, vectors.find(db, SPACE)).nearest(matrix[7], 10)
    assert np.allclose(found.cosines, matrix @ matrix[7], atol=1e-6)
    assert best(found, 1) == [8]


def test_two_stages_find_what_one_finds(db: Any) -> None:
    """Sign bits, then exact cosines: recall@10 of at least 0.98 on structured vectors."""
    matrix = clustered(COUNT + 40, 384)
    matrix, queries = matrix[:COUNT], matrix[COUNT:]
    number = vectors.register(db, msgspec.structs.replace(SPACE, dims=384))
    vectors.write(db, number, ((i + 1, matrix[i]) for i in range(COUNT)))
    (held,) = vectors.stored(db)
    exact = VectorIndex(db, held)
    vector_index.build_bits(db, least=1)
    coarse = VectorIndex(db, held)
    hits = 0
    for query in queries:
        rough = coarse.nearest(query, 10)
        assert 10 <= len(rough.chunks) <= 10 * vector_index.OVERSAMPLE < COUNT
        assert np.allclose(rough.cosines, matrix[rough.chunks - 1] @ query, atol=1e-6)
        hits += len(set(best(exact.nearest(query, 10))) & set(best(rough)))
    assert hits >= 0.98 * 400


def test_sqlite_vec_reads_the_vectors_as_they_are(filled: tuple[Any, Any]) -> None:
    """Another program ranks the stored vectors by sqlite-vec's own function, without a line of ours."""
    sqlite_vec = pytest.importorskip("sqlite_vec")
    db, matrix = filled
    db.enable_load_extension(True)
    db.load_extension(sqlite_vec.loadable_path())
    db.enable_load_extension(False)
    for query in matrix[:5]:
        rows = db.execute(
            "SELECT chunk_id FROM vectors ORDER BY vec_distance_cosine(vector, ?), chunk_id LIMIT 10",
            (query.tobytes(),),
        )
        assert [row[0] for row in rows] == best(VectorIndex(db, vectors.find(db, SPACE)).nearest(query, 10))


def test_wrong_blobs_are_damage(filled: tuple[Any, Any]) -> None:
    """A vector of the wrong length is named as damage, with the command that mends it."""
    db, _ = filled
    db.execute("UPDATE vectors SET vector = zeroblob(4) WHERE chunk_id = 3")
    with pytest.raises(KnowledgeDamaged, match="not 64 numbers"):
        VectorIndex(db, vectors.find(db, SPACE)).nearest(np.ones(64, np.float32), 5)


def test_stale_sign_bits_are_damage(filled: tuple[Any, Any]) -> None:
    """A coarse stage that does not belong to the vectors would hide passages."""
    db, _ = filled
    vector_index.build_bits(db, least=1)
    db.execute("DELETE FROM vectors WHERE chunk_id = 3")
    with pytest.raises(KnowledgeDamaged, match="sign vectors"):
        VectorIndex(db, vectors.find(db, SPACE))


def test_a_new_revision_replaces_the_old_one(filled: tuple[Any, Any]) -> None:
    """Vectors of a former revision can never be used again, so they go; another size of it stays."""
    db, _ = filled
    vectors.register(db, msgspec.structs.replace(SPACE, dims=32))
    assert [one.space.dims for one in vectors.stored(db)] == [32, 64]
    db.execute("PRAGMA foreign_keys=ON").fetchall()
    newer = msgspec.structs.replace(SPACE, revision="int8-2")
    vectors.register(db, newer)
    assert [one.space for one in vectors.stored(db)] == [newer]
    assert db.execute("SELECT count(*) FROM vectors").fetchone() == (0,)


def test_only_chunks_without_a_vector_are_missing(filled: tuple[Any, Any]) -> None:
    """The work that is left is exactly what has no vector, with the title that the prompt wants."""
    db, _ = filled
    number = vectors.register(db, SPACE)
    assert list(vectors.missing(db, number)) == []
    db.execute("DELETE FROM vectors WHERE chunk_id IN (5, 9)")
    assert list(vectors.missing(db, number)) == [(5, "A title", "x"), (9, "A title", "x")]
