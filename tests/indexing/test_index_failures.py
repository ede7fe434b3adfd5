"""What cannot be read or written is told with its reason, and costs only itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from index_runs import rows, run, status

from edge.errors import KnowledgeDamaged, ReadError, StorageError, UsageError
from edge.indexing.run import index_paths
from edge.search.build import build_search
from edge.settings import IndexSettings


def test_one_bad_document_costs_only_itself(folder: Path, tmp_path: Path) -> None:
    """Each bad document is reported and remembered with its reason; the rest is indexed."""
    (folder / "bad.pdf").write_bytes(b"this is not a PDF")
    (folder / "empty.md").write_bytes(b"")
    (folder / "binary.txt").write_bytes(b"\x7fELF\0\0")
    knowledge = tmp_path / "k.db"
    report = run(folder, knowledge)
    failed = {source.source: source.reason for source in report.sources if source.status == "failed"}
    assert {name: reason.split(":")[0] for name, reason in failed.items()} == {
        "bad.pdf": "not a PDF",
        "empty.md": "empty",
        "binary.txt": "binary",
    }
    assert report.pages == 8
    assert dict(rows(knowledge, "SELECT name, reason FROM failures")) == failed


def test_failed_document_is_tried_again_and_forgotten_when_good(text_folder: Path, tmp_path: Path) -> None:
    """A failure is not held against a file; its record goes when the file is read, or is gone."""
    knowledge = tmp_path / "k.db"
    (text_folder / "c.md").write_bytes(b"")
    (text_folder / "d.md").write_bytes(b"")
    run(text_folder, knowledge)
    (text_folder / "c.md").write_text("Now it has text.", encoding="utf-8")
    (text_folder / "d.md").unlink()
    assert status(run(text_folder, knowledge))["c.md"] == "added"
    assert rows(knowledge, "SELECT count(*) FROM failures") == [(0,)]


def test_unreadable_new_version_keeps_the_old_one(text_folder: Path, tmp_path: Path) -> None:
    """What was indexed before stays until something better can be read, and the report says so."""
    knowledge = tmp_path / "k.db"
    run(text_folder, knowledge)
    (text_folder / "a.md").write_bytes(b"\0\0")
    report = run(text_folder, knowledge)
    (failed,) = [source for source in report.sources if source.status == "failed"]
    assert "stays" in failed.reason
    assert rows(knowledge, "SELECT count(*) FROM pages") == [(2,)]


def test_a_failure_is_repeated_only_while_its_file_is_the_same(text_folder: Path, tmp_path: Path) -> None:
    """What a finished run told of the same bytes is marked; a changed file, though it fails alike, is not."""
    knowledge = tmp_path / "k.db"
    (text_folder / "c.md").write_bytes(b"\0\0")
    (text_folder / "d.zip").write_bytes(b"no archive")

    def repeated() -> dict[str, bool]:
        sources = run(text_folder, knowledge).sources
        return {source.source: source.repeated for source in sources if source.status == "failed"}

    assert repeated() == {"c.md": False, "d.zip": False}
    assert repeated() == {"c.md": True, "d.zip": True}
    (text_folder / "c.md").write_bytes(b"\0\0\0")
    (text_folder / "d.zip").write_bytes(b"none either")
    assert repeated() == {"c.md": False, "d.zip": False}
    assert repeated() == {"c.md": True, "d.zip": True}


def test_a_failure_that_no_finished_run_told_is_not_repeated(
    text_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupted run remembers what failed and has told nobody: the run that goes on does."""
    (text_folder / "c.md").write_bytes(b"\0\0")

    def stopped(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr("edge.indexing.run.publish", stopped)
        run(text_folder, tmp_path / "k.db")
    report = run(text_folder, tmp_path / "k.db")
    assert report.resumed
    assert [source.repeated for source in report.sources if source.status == "failed"] == [False]


@pytest.mark.parametrize(
    ("name", "told"), [("old.doc", "Save a copy as .docx"), ("scan.PNG", "ocrmypdf"), ("x.bin", "Give text")]
)
def test_a_file_without_a_reader_named_by_itself_has_the_same_advice(
    tmp_path: Path, name: str, told: str
) -> None:
    """What to do about a kind that nobody reads is said of a file as it is said of a folder's files."""
    (tmp_path / name).write_bytes(b"\xd0\xcf\x11\xe0\0\0\0")
    with pytest.raises(ReadError, match=told):
        run(tmp_path / name, tmp_path / "k.db")


def test_too_large(text_folder: Path, tmp_path: Path) -> None:
    """A file past the limit is refused before it is read."""
    (text_folder / "huge.txt").write_text("x" * 3000, encoding="utf-8")
    report = run(text_folder, tmp_path / "k.db", settings=IndexSettings(max_file_bytes=2000))
    assert status(report)["huge.txt"] == "failed"


def test_nothing_readable_writes_no_knowledge_base(tmp_path: Path) -> None:
    """If no document can be read there is nothing to publish: a typed error, and no files left."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_bytes(b"")
    with pytest.raises(ReadError, match="Nothing could be read"):
        run(tmp_path / "docs", tmp_path / "k.db")
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: None])
def test_target_that_cannot_be_written(
    text_folder: Path, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    """A folder as the target, or a folder that cannot be made, is a StorageError with the next step."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    target = tmp_path / "target"
    make(target)
    knowledge = target if target.is_dir() else tmp_path / "file" / "k.db"
    with pytest.raises(StorageError) as refused:
        run(text_folder, knowledge)
    assert refused.value.hint


def test_read_only_folder(text_folder: Path, tmp_path: Path) -> None:
    """A folder without write permission is named; nothing is left in it."""
    place = tmp_path / "locked"
    place.mkdir(mode=0o555)
    if os.access(place, os.W_OK):
        pytest.skip("this user may write anywhere (try: setpriv --bounding-set=-dac_override)")
    with pytest.raises(StorageError, match="locked"):
        run(text_folder, place / "k.db")
    assert list(place.iterdir()) == []


def test_damaged_knowledge_base_is_not_built_upon(text_folder: Path, tmp_path: Path) -> None:
    """A file whose bytes are not what its manifest says is refused, not copied."""
    knowledge = tmp_path / "k.db"
    run(text_folder, knowledge)
    data = bytearray(knowledge.read_bytes())
    data[-1] ^= 1
    knowledge.write_bytes(bytes(data))
    (text_folder / "a.md").write_text("Changed.", encoding="utf-8")
    with pytest.raises(KnowledgeDamaged):
        run(text_folder, knowledge)


def test_a_folder_that_cannot_be_listed_costs_only_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A subfolder without the right to read it, or a whole folder: told, the rest is indexed, and what was
    indexed of it before stays, also with --prune.
    """
    for name in ("docs/a.md", "docs/closed/b.md", "docs/closed/deep/c.md", "other/d.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {path.stem}\n\nThe {path.stem} gong is struck at noon by a member.\n", "utf-8")
    base, folders = tmp_path / "k.db", [tmp_path / "docs", tmp_path / "other"]
    index_paths(folders, base, IndexSettings(), build_search=build_search)
    real = os.scandir

    def closed(*names: str) -> None:
        def scandir(path: Any) -> Any:
            if Path(path).name in names:
                raise PermissionError(13, "Permission denied", str(path))
            return real(path)

        monkeypatch.setattr(os, "scandir", scandir)

    closed("closed")
    report = index_paths(folders, base, IndexSettings(), build_search=build_search, prune=True)
    assert {made.source: made.status for made in report.sources} == {
        "a.md": "unchanged", "d.md": "unchanged", "closed": "failed",
    }  # fmt: skip
    assert report.missing == [] and "Permission denied" in report.sources[-1].reason
    closed("docs")
    report = index_paths(folders, base, IndexSettings(), build_search=build_search, prune=True)
    assert {made.source: made.status for made in report.sources} == {"d.md": "unchanged", "docs": "failed"}
    monkeypatch.setattr(os, "scandir", real)
    report = index_paths(folders, base, IndexSettings(), build_search=build_search)
    assert {made.status for made in report.sources} == {"unchanged"} and len(report.sources) == 4
    closed("docs", "other")
    with pytest.raises(UsageError, match="Permission denied"):
        index_paths(folders, base, IndexSettings(), build_search=build_search)
