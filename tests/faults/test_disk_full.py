"""A disk that is full while search tables are built: said so, the old base as it was, nothing left behind."""

from __future__ import annotations

import errno
import tempfile
from pathlib import Path
from typing import Any

import apsw
import pytest

from edge.errors import StorageError
from edge.indexing.run import index_paths
from edge.search.build import build_search
from edge.search.database import open_knowledge, verify
from edge.search.postings import runs, token_stream
from edge.settings import IndexSettings


class _Full(apsw.VFSFile):
    """A file on a disk with so many bytes left."""

    left = 0
    name = ""

    def __init__(self, name: Any, flags: list[int]) -> None:
        super().__init__(_base(), name, flags)
        self._counted = self.name in (name.filename() if isinstance(name, apsw.URIFilename) else str(name))

    def xWrite(self, data: bytes, offset: int) -> None:
        if self._counted:
            _Full.left -= len(data)
            if _Full.left < 0:
                raise apsw.FullError("database or disk is full")
        super().xWrite(data, offset)


def _base() -> str:
    return next(name for name in apsw.vfs_names() if name in ("unix", "win32"))


class _Vfs(apsw.VFS):
    def __init__(self) -> None:
        super().__init__("full", _base(), makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return _Full(name, flags)


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(4):
        body = f"Sentence {number} of the rules of play and of the clock. " * 200
        (folder / f"{number}.md").write_text(f"# Chapter {number}\n\n{body}", encoding="utf-8")
    return folder


def index(folder: Path, knowledge: Path) -> str:
    return index_paths([folder], knowledge, IndexSettings(), build_search=build_search).sha256


def refused(documents: Path, knowledge: Path, old: str) -> None:
    """It is said, the old base still stands, and the only thing kept is the run that can be resumed."""
    with pytest.raises(StorageError, match="full") as caught:
        index(documents, knowledge)
    assert str(knowledge) in caught.value.message and "resumes" in caught.value.hint
    assert verify(knowledge, full=True).sha256 == old
    open_knowledge(knowledge).close()
    names = {path.name for path in knowledge.parent.iterdir()}
    assert names <= {"k.db", "k.db.manifest.json", "k.db.building"}, names


@pytest.mark.parametrize("name", ["k.db.assembled", "k.db.new"])
def test_sqlite_finds_no_room(
    name: str, documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At whatever byte: while tables are built, and while they are compacted."""
    knowledge = tmp_path / "base" / "k.db"
    (documents / "0.md").rename(tmp_path / "later.md")
    knowledge.parent.mkdir()
    old = index(documents, knowledge)
    (tmp_path / "later.md").rename(documents / "0.md")
    calm = index(documents, tmp_path / "calm.db")
    monkeypatch.setattr(_Full, "name", name)
    for left in (0, 20_000, 60_000, 110_000):
        vfs = _Vfs()
        monkeypatch.setattr(_Full, "left", left)
        try:
            refused(documents, knowledge, old)
        finally:
            apsw.set_default_vfs(_base())
            vfs.unregister()
    assert index(documents, knowledge) == calm


@pytest.mark.parametrize("module", [token_stream, runs])
def test_python_finds_no_room(
    module: Any, documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is sorted outside SQLite needs room too, and has no name that could be left behind."""

    class Full:
        def __init__(self, **_: object) -> None:
            self.closed = False

        def write(self, _: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

        def seek(self, *_: int) -> int:
            return 0

        def close(self) -> None:
            self.closed = True

    knowledge = tmp_path / "base" / "k.db"
    knowledge.parent.mkdir()
    old = index(documents, knowledge)
    (documents / "more.md").write_text("# More\n\nMore of it.", encoding="utf-8")
    assert module.SpooledTemporaryFile is tempfile.SpooledTemporaryFile
    monkeypatch.setattr(module, "SpooledTemporaryFile", Full)
    refused(documents, knowledge, old)
    monkeypatch.undo()
    index(documents, knowledge)
