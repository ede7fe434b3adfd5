"""A run that is cut short loses nothing: what was read stays read, and the old knowledge base answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import pytest
from index_runs import content, rows, run, status

from edge import paths
from edge.errors import StorageError
from edge.indexing import run as index_module
from edge.indexing.run import index_paths
from edge.indexing.storing.workspace import locked
from edge.settings import IndexSettings


def test_second_run_at_once_is_refused(text_folder: Path, tmp_path: Path) -> None:
    """Two writers never meet: the second is told so and changes nothing."""
    knowledge = tmp_path / "k.db"
    with locked(knowledge), pytest.raises(StorageError, match="Another index run"):
        run(text_folder, knowledge)
    run(text_folder, knowledge)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder in which nobody can make a file")
def test_a_place_where_no_file_can_be_made_is_no_other_run(text_folder: Path) -> None:
    """A lock that cannot be made is told as such: nobody should wait for a run that is none."""
    with pytest.raises(StorageError, match="cannot be written"):
        run(text_folder, Path("/proc/self/k.db"))


def test_interrupt_keeps_what_was_read(
    text_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C passes up; documents already stored are not read again; the result is that of a quiet run."""
    knowledge, calm = tmp_path / "k.db", tmp_path / "calm.db"
    run(text_folder, calm)
    read = index_module.SourceReader.read

    def interrupted(self: Any, path: Path, *rest: Any) -> Any:
        if path.name == "b.md":
            raise KeyboardInterrupt
        return read(self, path, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(index_module.SourceReader, "read", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(text_folder, knowledge)
    assert not knowledge.exists()
    report = run(text_folder, knowledge)
    assert status(report) == {"a.md": "unchanged", "b.md": "added"}
    assert report.resumed
    assert knowledge.read_bytes() == calm.read_bytes()


@pytest.mark.parametrize("left", [b"", b"not a database at all" * 300])
def test_worthless_building_file_is_begun_again(text_folder: Path, tmp_path: Path, left: bytes) -> None:
    """An empty or foreign `.building` file costs its contents, not the run."""
    knowledge = tmp_path / "k.db"
    (tmp_path / "k.db.building").write_bytes(left)
    assert set(status(run(text_folder, knowledge)).values()) == {"added"}


def test_building_file_of_an_older_base_is_not_resumed(text_folder: Path, tmp_path: Path) -> None:
    """A run interrupted before somebody put another knowledge base in place is not mixed into it."""
    knowledge, other = tmp_path / "k.db", tmp_path / "other.db"
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "c.md").write_text("Gamma.", encoding="utf-8")
    run(tmp_path / "more", other)
    with pytest.raises(RuntimeError):
        index_paths([text_folder], knowledge, IndexSettings(), build_search=_fails)
    assert (tmp_path / "k.db.building").exists()
    knowledge.write_bytes(other.read_bytes())
    paths.manifest_of(knowledge).write_bytes(paths.manifest_of(other).read_bytes())
    run(text_folder, knowledge)
    names = [row[0] for row in rows(knowledge, "SELECT name FROM sources ORDER BY id")]
    assert names == ["a.md", "b.md", "c.md"]


def _fails(db: apsw.Connection, progress: object) -> None:
    raise RuntimeError("no search tables today")


def test_full_disk_loses_nothing(text_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is a StorageError; the old knowledge base still opens; with space the run completes."""
    knowledge = tmp_path / "k.db"
    run(text_folder, knowledge)
    before = content(knowledge)
    (text_folder / "big.txt").write_text("A sentence that takes room. " * 9_000, encoding="utf-8")
    opened = index_module.Workspace._opened

    def small(space: Any) -> apsw.Connection:
        db = opened(space)
        db.execute("PRAGMA max_page_count = 60").fetchall()
        return db

    with monkeypatch.context() as patch:
        patch.setattr(index_module.Workspace, "_opened", small)
        with pytest.raises(StorageError, match="full") as refused:
            run(text_folder, knowledge)
    assert "resumes" in refused.value.hint
    assert rows(knowledge, "SELECT count(*) FROM pages") == [(2,)]
    assert content(knowledge) == before
    assert status(run(text_folder, knowledge))["big.txt"] == "added"
