from __future__ import annotations

from pathlib import Path

import pytest

from edge.errors import KnowledgeMissing, StorageError, UsageError
from edge.indexing import run as index_module
from edge.indexing.remove import remove_documents
from edge.indexing.run import index_paths
from edge.records.documents import RemoveReport
from edge.search.build import build_search
from edge.search.database import open_knowledge, verify
from edge.settings import IndexSettings


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """Two folders with a readme each, a file of its own, and one that could not be read."""
    for name in ("a/README.md", "a/old/x.md", "a/old/y.md", "b/README.md", "lone.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n\nThe gong of {name} is struck.\n", encoding="utf-8")
    (tmp_path / "b/empty.md").write_bytes(b"")
    places = [tmp_path / name for name in ("a", "b", "lone.md")]
    index_paths(places, tmp_path / "k.db", IndexSettings(), build_search=build_search)
    return tmp_path / "k.db"


def remove(base: Path, *names: str, roots: tuple[str, ...] = ()) -> RemoveReport:
    return remove_documents(base, names, roots, build_search=build_search)


def names(base: Path) -> list[str]:
    db = open_knowledge(base)
    try:
        return [str(row[0]) for row in db.execute("SELECT name FROM sources ORDER BY name")]
    finally:
        db.close()


def test_documents_are_removed_by_name_pattern_and_root(base: Path) -> None:
    """What is named goes, the rest is called as if it had never been there, files stay, it is sealed."""
    assert remove(base, "old/*.md").removed == ["old/x.md", "old/y.md"]
    report = remove(base, "a/README.md")
    assert (report.removed, report.renamed) == (["a/README.md"], {"b/README.md": "README.md"})
    assert remove(base, roots=("b",)).removed == ["README.md"]
    assert names(base) == ["lone.md"]
    assert verify(base, full=True).sources == 1
    assert (base.parent / "a/README.md").exists()
    assert sorted(path.name for path in base.parent.iterdir() if path.name.startswith("k.")) == [
        "k.db", "k.db.manifest.json",
    ]  # fmt: skip
    assert remove(base, "lone.md").documents == 0


def test_the_base_without_them_is_the_base_that_never_had_them(base: Path, tmp_path: Path) -> None:
    """Removing leaves no mark: byte for byte the file of an index without them."""
    remove(base, roots=("b", "lone.md"))
    fresh = tmp_path / "fresh.db"
    index_paths([tmp_path / "a"], fresh, IndexSettings(), build_search=build_search)
    assert base.read_bytes() == fresh.read_bytes()


def test_a_slip_removes_nothing(base: Path) -> None:
    """Part of a name is no name here; with one that is none's nothing happens, and near names are told."""
    before = base.read_bytes()
    for given, roots in ((("README",), ()), (("lone.md", "nope"), ()), ((), ("c",))):
        with pytest.raises(UsageError, match="No ") as refused:
            remove(base, *given, roots=roots)
        assert "Nearest" in refused.value.hint
    assert base.read_bytes() == before and not base.with_name("k.db.building").exists()
    with pytest.raises(KnowledgeMissing):
        remove(base.with_name("none.db"), "a")


def test_a_failure_can_be_removed(base: Path) -> None:
    """A document that could not be read is forgotten when it is named."""
    remove(base, "empty.md")
    db = open_knowledge(base)
    assert db.execute("SELECT count(*) FROM failures").fetchall() == [(0,)]
    db.close()


def test_an_interrupted_run_is_finished_first(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Publishing half an index run for the sake of a removal would lose documents."""

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    (base.parent / "a/README.md").write_text("Changed.", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(index_module, "publish", stop)
        with pytest.raises(KeyboardInterrupt):
            index_paths([base.parent / "a"], base, IndexSettings(), build_search=build_search)
    with pytest.raises(StorageError, match="was interrupted"):
        remove(base, "lone.md")
    assert "lone.md" in names(base)
