"""Vectors: a scan beside numpy's own product, recall of the coarse stage, memory of a process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pytest
from measure import interleaved

from edge import paths
from edge.errors import ModelError
from edge.models import manage
from edge.records import EmbeddingSpace
from edge.search import vector_index, vectors
from edge.search.vector_index import VectorIndex

DIMS = 768
SPACE = EmbeddingSpace(
    name="bench", revision="r-1", dims=DIMS, query_prompt="{text}", document_prompt="{text}"
)
QUERIES = 30
K = 10


def clustered(count: int, rng: np.random.Generator, basis: Any) -> Any:
    """Unit vectors with 48 directions of structure and noise: close to real embeddings (research note)."""
    made = rng.standard_normal((count, 48), dtype=np.float32) @ basis
    made += 0.3 * rng.standard_normal((count, DIMS), dtype=np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def base(path: Path, matrix: Any) -> apsw.Connection:
    """A knowledge base with one chunk a vector."""
    count = len(matrix)
    db = apsw.Connection(str(path))
    db.execute("PRAGMA synchronous=OFF").fetchall()
    db.execute(paths.asset("sql", "knowledge.sql").read_text(encoding="utf-8")).fetchall()
    with db:
        db.execute(
            "INSERT INTO sources (id, name, root_id, kind, sha256, recipe, bytes)"
            " VALUES (1, 'a', 1, 'text', '', '', 1)"
        )
        db.execute("INSERT INTO pages (id, source_id, number, text) VALUES (1, 1, 1, 'x')")
        db.executemany(
            'INSERT INTO chunks (id, page_id, start, "end") VALUES (?, 1, 0, 1)',
            ((i + 1,) for i in range(count)),
        )
        number = vectors.register(db, SPACE)
        vectors.write(db, number, ((i + 1, matrix[i]) for i in range(count)))
        vector_index.build_bits(db)
    return db


@pytest.mark.parametrize("count", [2_000, 20_000, 100_000])
def test_scan(gate: Callable[..., None], tmp_path: Path, count: int) -> None:
    """What a scan costs (all cosines, or those of the nearest) against the product of the same size."""
    rng = np.random.default_rng(1)
    basis = rng.standard_normal((48, DIMS), dtype=np.float32)
    matrix, queries = clustered(count, rng, basis), clustered(QUERIES, rng, basis)
    db = base(tmp_path / "v.db", matrix)
    index = VectorIndex(db, vectors.find(db, SPACE))

    def ours(query: Any) -> Any:
        found = index.nearest(query, K)
        best = np.argpartition(-found.cosines, K)[:K]
        return set(found.chunks[best].tolist())

    hits = sum(len(ours(q) & set((np.argsort(-(matrix @ q))[:K] + 1).tolist())) for q in queries)
    scan, product = interleaved(
        lambda query: index.nearest(query, K), lambda query: matrix @ query, list(queries)
    )
    name = f"{count // 1000}k"
    gate(f"vectors.recall_{name}", hits / (K * QUERIES), "recall@10 against the exact scan")
    gate(
        f"vectors.scan_{name}",
        scan.p50 / product.p50,
        f"{scan.p50 * 1e3:.2f} cpu-ms, product {product.p50 * 1e3:.2f}",
    )
    db.close()


def test_minilm_process(gate: Callable[..., None]) -> None:
    """Memory of a process that opened MiniLM and embedded a question, where MiniLM has been made."""
    try:
        manage.path("all-minilm-l6-v2")
    except ModelError as error:
        pytest.skip(f"{error.message} {error.hint}")
    code = "from edge import models; models.embedder('all-minilm-l6-v2').query('How long is a rapid game?')"
    code += "; print(next(l.split()[1] for l in open('/proc/self/status') if l.startswith('VmHWM')))"
    if not Path("/proc/self/status").exists():
        pytest.skip("the peak of a process is read from /proc")
    # Not from its resource usage: that includes the peak of the process that started it.
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    gate("vectors.minilm_rss", int(told.stdout) / 1024, "peak, after the first question")
