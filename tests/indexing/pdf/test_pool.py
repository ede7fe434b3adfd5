"""PDFs in several processes: the same knowledge base as with one, and no process left behind."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from documents import BODY, pdf

from edge.errors import ReadError
from edge.indexing.pdf.pool import PdfPool
from edge.indexing.run import index_paths
from edge.search.build import build_search
from edge.settings import IndexSettings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Seven PDFs, one of which is none and one damaged."""
    found = tmp_path / "pdfs"
    found.mkdir()
    for number in range(7):
        pdf(found / f"{number}.pdf", [f"Document {number}.", *BODY], headings=[f"Part {number}"])
    (found / "2.pdf").write_text("no PDF at all")
    (found / "4.pdf").write_bytes((found / "4.pdf").read_bytes()[:300])
    return found


def test_several_workers_make_the_same_file(folder: Path, tmp_path: Path) -> None:
    """However many read at the same time: same bytes, same reports, in the same order."""
    made = []
    for workers in (1, 3):
        target = tmp_path / f"{workers}" / "k.db"
        settings = IndexSettings(pdf_workers=workers)
        report = index_paths([folder], target, settings, build_search=build_search)
        told = [(one.source, one.status, one.reason) for one in report.sources]
        made.append((report.sha256, report.pages, told))
    assert made[0] == made[1]
    assert [status for _, status, _ in made[0][2]].count("added") == 5


def test_unchanged_files_are_not_read_ahead(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second run reads what changed, and nothing else."""
    settings = IndexSettings(pdf_workers=3)
    index_paths([folder], tmp_path / "k.db", settings, build_search=build_search)
    pdf(folder / "5.pdf", ["Changed."])
    read: list[str] = []
    one = PdfPool._read

    def noted(self: PdfPool, path: Path, name: str) -> object:
        read.append(name)
        return one(self, path, name)

    monkeypatch.setattr(PdfPool, "_read", noted)
    index_paths([folder], tmp_path / "k.db", settings, build_search=build_search)
    assert sorted(read) == ["4.pdf", "5.pdf"]


def test_documents_come_as_asked_for(folder: Path) -> None:
    """What is read ahead is given to whoever asks for it, whatever the order; the rest is dropped."""
    paths = [folder / f"{number}.pdf" for number in (0, 1, 3, 5, 6)]
    with PdfPool(IndexSettings(pdf_workers=2)) as pool:
        pool.follow((path, path.name) for path in paths)
        for path in (paths[0], paths[3], paths[1]):
            assert pool.read(path, path.name).pages[0].text.endswith(f"Document {path.stem}.")
        assert len(pool._begun) <= 2


def test_ending_it_ends_what_is_being_read(folder: Path) -> None:
    """Ctrl-C in the middle: workers that hang are gone at once, and none is started again."""
    path = folder / "0.pdf"
    pool = PdfPool(IndexSettings(pdf_workers=2))
    pool.read(path, path.name)
    (busy,) = [reader.pid for reader in pool._readers if reader.pid]
    os.kill(busy, signal.SIGSTOP)

    def interrupt() -> None:
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt), pool:
        pool.read(path, path.name)
        pool.read(path, path.name)
    assert [reader.pid for reader in pool._readers] == [None, None]
    with pytest.raises(ProcessLookupError):
        os.kill(busy, 0)
    with pytest.raises((ReadError, RuntimeError)):
        pool.read(path, path.name)
