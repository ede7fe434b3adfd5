"""Giving a knowledge base vectors: resumable, only what is missing, and never half an index."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edge import paths
from edge.errors import KnowledgeMissing, ModelError, StorageError
from edge.indexing.run import index_paths
from edge.indexing.vectors import COMMIT, DocumentEmbedder, embed_chunks
from edge.records import EmbeddingSpace, EmbedReport
from edge.search import vectors
from edge.search.build import build_search
from edge.search.database import open_knowledge
from edge.settings import IndexSettings

SPACE = EmbeddingSpace(name="m", revision="r-1", dims=8, query_prompt="{text}", document_prompt="{text}")


class Counting:
    """Embeds by hashing, counts, and stops after `most` texts."""

    def __init__(self, most: int = 10**9) -> None:
        self.most, self.texts = most, list[str]()

    def __call__(self, texts: Iterable[tuple[str, str]]) -> Iterator[Any]:
        for _, text in texts:
            if len(self.texts) >= self.most:
                raise KeyboardInterrupt
            self.texts.append(text)
            rng = np.random.default_rng(len(text))
            vector = rng.standard_normal(SPACE.dims).astype(np.float32)
            yield vector / np.linalg.norm(vector)


def run(knowledge: Path, embed: Callable[..., Iterator[Any]], **given: Any) -> EmbedReport:
    return embed_chunks(knowledge, SPACE, embed, build_search=build_search, **given)


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """Enough text for several commits."""
    folder = tmp_path / "many"
    folder.mkdir()
    for n in range(2 * COMMIT + 5):
        (folder / f"{n:03}.txt").write_text(f"Document {n} tells of the number {n}.", encoding="utf-8")
    return folder


@pytest.fixture
def knowledge(documents: Path, tmp_path: Path) -> Path:
    path = tmp_path / "k.db"
    index_paths([documents], path, IndexSettings(), build_search=build_search)
    return path


def test_every_chunk_gets_a_vector(knowledge: Path) -> None:
    """The finished knowledge base verifies, and each chunk has one vector of the space."""
    report = run(knowledge, Counting())
    db = open_knowledge(knowledge)
    (held,) = vectors.stored(db)
    db.close()
    assert held.space == SPACE and held.count == held.chunks == report.vectors == report.embedded > 2 * COMMIT


def test_nothing_is_done_twice(knowledge: Path) -> None:
    """A second run embeds nothing and leaves the file as it is; --rebuild embeds all again."""
    run(knowledge, Counting())
    before = knowledge.read_bytes()
    again = Counting()
    assert run(knowledge, again).embedded == 0 and not again.texts
    assert knowledge.read_bytes() == before
    assert run(knowledge, Counting(), rebuild=True).embedded > 0


def test_an_interrupted_run_goes_on(knowledge: Path) -> None:
    """Ctrl-C costs at most one commit's texts; the old knowledge base answers meanwhile."""
    before = knowledge.read_bytes()
    first = Counting(most=COMMIT + 3)
    with pytest.raises(KeyboardInterrupt):
        run(knowledge, first)
    assert knowledge.read_bytes() == before
    rest = Counting()
    report = run(knowledge, rest)
    assert len(rest.texts) == report.vectors - COMMIT
    assert not knowledge.with_name("k.db.building").exists()


def test_vectors_survive_a_new_index_run(knowledge: Path, documents: Path) -> None:
    """Unchanged documents keep their vectors, changed ones lose theirs, and only those are embedded anew."""
    run(knowledge, Counting())
    (documents / "000.txt").write_text("Something else entirely.", encoding="utf-8")
    index_paths([documents], knowledge, IndexSettings(), build_search=build_search)
    more = Counting()
    run(knowledge, more)
    assert more.texts == ["Something else entirely."]


def test_half_an_index_is_never_published(
    knowledge: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupted index run must be finished first: publishing it would drop documents."""
    from edge.indexing import run as index

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    (documents / "000.txt").write_text("Changed.", encoding="utf-8")
    monkeypatch.setattr(index, "publish", stop)
    with pytest.raises(KeyboardInterrupt):
        index_paths([documents], knowledge, IndexSettings(), build_search=build_search)
    monkeypatch.undo()
    with pytest.raises(StorageError, match="was interrupted"):
        run(knowledge, Counting())
    index_paths([documents], knowledge, IndexSettings(), build_search=build_search)
    assert run(knowledge, Counting()).embedded > 0


def test_a_missing_knowledge_base_is_named(tmp_path: Path) -> None:
    """There is nothing to embed, and nothing is created."""
    with pytest.raises(KnowledgeMissing):
        run(tmp_path / "none.db", Counting())
    assert list(tmp_path.iterdir()) == []


def test_the_same_documents_give_the_same_bytes(knowledge: Path, tmp_path: Path) -> None:
    """Interrupted or not, the published file is the same: its hash can be compared."""
    other = tmp_path / "other.db"
    shutil.copyfile(knowledge, other)
    shutil.copyfile(paths.manifest_of(knowledge), paths.manifest_of(other))
    run(knowledge, Counting())
    with pytest.raises(KeyboardInterrupt):
        run(other, Counting(most=COMMIT + 1))
    run(other, Counting())
    assert other.read_bytes() == knowledge.read_bytes()


def choosing(embed: Callable[..., Iterator[Any]], most: int = 10**6) -> Callable[..., DocumentEmbedder]:
    return lambda held: DocumentEmbedder(SPACE, embed, most)


def test_a_killed_index_run_keeps_its_vectors(documents: Path, tmp_path: Path) -> None:
    """Stopped while vectors are made, the next run reads no document again and makes the rest; the bytes are
    those of a run that nobody stopped.
    """
    path, other = tmp_path / "k.db", tmp_path / "other.db"
    first, rest, whole = Counting(most=COMMIT + 3), Counting(), Counting()
    with pytest.raises(KeyboardInterrupt):
        index_paths([documents], path, IndexSettings(), build_search=build_search, embedder=choosing(first))
    assert not path.exists()
    report = index_paths(
        [documents], path, IndexSettings(), build_search=build_search, embedder=choosing(rest)
    )
    assert report.resumed and {source.status for source in report.sources} == {"unchanged"}
    assert len(rest.texts) == report.chunks - COMMIT
    index_paths([documents], other, IndexSettings(), build_search=build_search, embedder=choosing(whole))
    assert path.read_bytes() == other.read_bytes()


def test_an_index_run_takes_over_what_embed_left(knowledge: Path, documents: Path) -> None:
    """After an index run has begun on it, `edge embed` may not publish what it had begun itself."""
    with pytest.raises(KeyboardInterrupt):
        run(knowledge, Counting(most=COMMIT + 1))
    (documents / "000.txt").write_text("Changed.", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        index_paths(
            [documents], knowledge, IndexSettings(), build_search=build_search,
            embedder=choosing(Counting(most=1)),
        )  # fmt: skip
    with pytest.raises(StorageError, match="was interrupted"):
        run(knowledge, Counting())
    report = index_paths(
        [documents], knowledge, IndexSettings(), build_search=build_search, embedder=choosing(Counting())
    )
    assert report.vectors is not None and report.vectors.vectors == report.chunks


def test_a_model_that_fails_on_the_way_costs_no_document(documents: Path, tmp_path: Path) -> None:
    """What was embedded stays, the report says why the rest was not, and the base is published."""

    def fails(texts: Iterable[tuple[str, str]]) -> Iterator[Any]:
        if len(counting.texts) >= COMMIT:
            raise ModelError("The model broke.", "Mend it.")
        return counting(texts)

    counting = Counting()
    report = index_paths(
        [documents], tmp_path / "k.db", IndexSettings(), build_search=build_search, embedder=choosing(fails)
    )
    made = report.vectors
    assert made is not None and made.vectors == COMMIT and made.missing == report.chunks - COMMIT
    assert (made.reason, made.hint) == ("The model broke.", "Mend it.")
