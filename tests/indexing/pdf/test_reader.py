from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from documents import BODY, image_pdf, pdf, pdf_with_table

from edge.errors import ReadError
from edge.indexing.pdf.process import PdfReader
from edge.settings import IndexSettings
from edge.worker import frames


@pytest.fixture(scope="module")
def reader() -> Iterator[PdfReader]:
    """One warm worker for all tests that do not harm it."""
    with PdfReader(IndexSettings(max_pages=12)) as pdfs:
        yield pdfs


def test_pages_come_from_the_extractor(reader: PdfReader, tmp_path: Path) -> None:
    """Every physical page is there, in order, from 1, blank ones included, each with its own text."""
    document = reader.read(pdf(tmp_path / "laws.pdf", [BODY[0], "", BODY[1]]), "laws.pdf")
    assert [page.number for page in document.pages] == [1, 2, 3]
    assert [" ".join(page.text.split()) for page in document.pages] == [BODY[0], "", BODY[1]]
    assert document.title == "laws"


@pytest.mark.parametrize(
    ("stated", "title"),
    [("untitled", "bail"), ("Microsoft Word - Document1", "bail"), ("Le règlement", "Le règlement")],
)
def test_a_title_that_a_program_filled_in_is_none(
    reader: PdfReader, tmp_path: Path, stated: str, title: str
) -> None:
    """What reports and printers write where nobody named the document; then it is the file's name."""
    plain = pdf(tmp_path / "plain.pdf", [BODY[0]])
    with pymupdf.open(plain) as document:
        document.set_metadata({"title": stated})
        document.save(tmp_path / "bail.pdf")
    assert reader.read(tmp_path / "bail.pdf", "bail.pdf").title == title


def test_running_headers_and_footers_are_removed(reader: PdfReader, tmp_path: Path) -> None:
    """A line that most pages repeat, page numbers masked, is no page's text; the same words in prose are."""
    texts = [f"Page text {n}. The Laws 2026 say so." for n in range(5)]
    path = pdf(tmp_path / "book.pdf", texts, header="The Laws 2026", footer="Page {page}")
    document = reader.read(path, "book.pdf")
    assert [" ".join(page.text.split()) for page in document.pages] == texts


def test_two_pages_alike_keep_their_first_line(reader: PdfReader, tmp_path: Path) -> None:
    """Two pages are too few to call a repeated line a running header."""
    document = reader.read(pdf(tmp_path / "two.pdf", BODY[:2], header="Decision of the jury"), "two.pdf")
    assert [page.text.startswith("Decision of the jury") for page in document.pages] == [True, True]


@pytest.mark.parametrize("bookmarks", [True, False])
def test_headings_from_outline_or_type_size(reader: PdfReader, tmp_path: Path, bookmarks: bool) -> None:
    """Larger type makes a heading, with or without bookmarks; its span is exact."""
    path = pdf(tmp_path / "book.pdf", headings=["Touch-move", "Recording"], bookmarks=bookmarks)
    document = reader.read(path, "book.pdf")
    found = [(page.number, heading.text) for page in document.pages for heading in page.headings]
    assert found == [(1, "Touch-move"), (2, "Recording")]
    for page in document.pages:
        assert all(page.text[h.start : h.start + len(h.text)] == h.text for h in page.headings)


def test_ruled_table_is_kept_as_rows(reader: PdfReader, tmp_path: Path) -> None:
    """Each row is one line of the page text, at its span, in the table's place; nothing is said twice."""
    rows = [["Mode", "Time", "Increment"], ["Blitz", "3 min", "2 s"], ["Rapid", "15 min", "10 s"]]
    (page,) = reader.read(pdf_with_table(tmp_path / "t.pdf", rows), "t.pdf").pages
    (table,) = page.tables
    assert table.caption == "Table 1 - Time controls"
    assert table.header == rows[0]
    assert [row.cells for row in table.rows] == rows[1:]
    assert [page.text[row.start : row.end] for row in table.rows] == [
        "Blitz | 3 min | 2 s",
        "Rapid | 15 min | 10 s",
    ]
    assert page.text.count("15 min") == 1
    order = [page.text.index(words) for words in ("Before", "Table 1", "Mode |", "Rapid |", "After")]
    assert order == sorted(order)


def test_empty_password_is_no_password(reader: PdfReader, tmp_path: Path) -> None:
    """A PDF that opens without asking is read; one that asks is refused with the next step."""
    with pytest.raises(ReadError, match="encrypted") as refused:
        reader.read(pdf(tmp_path / "secret.pdf", password="opensesame"), "secret.pdf")
    assert refused.value.hint


def test_image_only(reader: PdfReader, tmp_path: Path) -> None:
    """A scan is told apart from an empty file, with its pages counted and what to do."""
    with pytest.raises(ReadError, match="image-only: 2 pages hold no text, OCR it first"):
        reader.read(image_pdf(tmp_path / "scan.pdf", 2), "scan.pdf")


def test_too_many_pages(reader: PdfReader, tmp_path: Path) -> None:
    """The limit is a setting, and the message gives both numbers."""
    with pytest.raises(ReadError, match="13 pages, the limit is 12"):
        reader.read(pdf(tmp_path / "long.pdf", ["x"] * 13), "long.pdf")


@pytest.mark.parametrize("cut", [200, 600])
def test_damaged(reader: PdfReader, tmp_path: Path, cut: int) -> None:
    """A truncated PDF gives a reason (or what could be saved of it), never silence."""
    whole = pdf(tmp_path / "whole.pdf").read_bytes()
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(whole[:cut])
    with pytest.raises(ReadError, match=r"damaged|zero pages|image-only"):
        reader.read(broken, "broken.pdf")


def test_a_reason_does_not_tell_where_a_file_lies(reader: PdfReader, tmp_path: Path) -> None:
    """Reasons are kept in the knowledge base, which is carried to others, and shown to whoever asks a server:
    they name the file, and no folder of this device.
    """
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\nnothing")
    with pytest.raises(ReadError, match="damaged") as error:
        reader.read(broken, "papers/broken.pdf")
    assert str(tmp_path) not in error.value.message and "broken.pdf" in error.value.message


def test_worker_stays_warm(reader: PdfReader, tmp_path: Path) -> None:
    """Files share one worker: starting it costs more than reading most files."""
    path = pdf(tmp_path / "a.pdf")
    reader.read(path, "a.pdf")
    first = reader.pid
    reader.read(path, "a.pdf")
    assert reader.pid == first


def test_worker_killed_mid_file_is_retried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that dies is started afresh and the file is read after all."""
    path = pdf(tmp_path / "a.pdf")
    with PdfReader(IndexSettings()) as reader:
        sent: list[int] = []
        send = frames.write

        def send_and_kill(pipe: object, job: object) -> None:
            assert reader.pid
            sent.append(reader.pid)
            if len(sent) == 1:
                os.kill(reader.pid, signal.SIGKILL)
            send(pipe, job)  # type: ignore[arg-type]

        monkeypatch.setattr(frames, "write", send_and_kill)
        assert len(reader.read(path, "a.pdf").pages) == len(BODY)
        assert len(set(sent)) == 2


def test_worker_that_dies_twice_costs_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the second death the file is given up with a reason, and the next file is read."""
    path = pdf(tmp_path / "a.pdf")
    with PdfReader(IndexSettings()) as reader:
        send = frames.write
        deadly = True

        def send_and_kill(pipe: object, job: object) -> None:
            assert reader.pid
            if deadly:
                os.kill(reader.pid, signal.SIGKILL)
            send(pipe, job)  # type: ignore[arg-type]

        monkeypatch.setattr(frames, "write", send_and_kill)
        with pytest.raises(ReadError, match="ended the PDF reader twice"):
            reader.read(path, "a.pdf")
        deadly = False
        assert len(reader.read(path, "a.pdf").pages) == len(BODY)


def test_worker_that_hangs_is_ended_at_the_deadline(tmp_path: Path) -> None:
    """A worker that makes no progress (here: stopped) is killed, and the limit named."""
    path = pdf(tmp_path / "a.pdf")
    with PdfReader(IndexSettings(pdf_seconds=30.0)) as reader:
        reader.read(path, "a.pdf")
        assert reader.pid
        os.kill(reader.pid, signal.SIGSTOP)
        reader._settings = IndexSettings(pdf_seconds=0.3)
        with pytest.raises(ReadError, match=r"took longer than 0\.3 s"):
            reader.read(path, "a.pdf")
        assert reader.pid is None


def test_memory_limit(tmp_path: Path) -> None:
    """A file that needs more memory than allowed costs that file, with the limit named."""
    path = pdf(tmp_path / "big.pdf", [" ".join(BODY) * 20] * 150)
    settings = IndexSettings(pdf_memory_bytes=8 * 1024**2)
    with PdfReader(settings) as reader, pytest.raises(ReadError, match="needed more than 8 MB"):
        reader.read(path, "big.pdf")


def test_closing_leaves_no_worker(tmp_path: Path) -> None:
    """Leaving the reader ends its process, and waits for it: no orphan, no zombie."""
    with PdfReader(IndexSettings()) as reader:
        reader.read(pdf(tmp_path / "a.pdf"), "a.pdf")
        pid = reader.pid
        assert pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_interrupt_ends_the_worker(tmp_path: Path) -> None:
    """Ctrl-C while a PDF is being read passes up and leaves no worker behind."""
    path = pdf(tmp_path / "a.pdf")
    reader = PdfReader(IndexSettings(pdf_seconds=30.0))
    reader.read(path, "a.pdf")
    pid = reader.pid
    assert pid
    os.kill(pid, signal.SIGSTOP)

    def interrupt() -> None:
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        reader.read(path, "a.pdf")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="asks /proc whether a process runs")
def test_worker_leaves_when_its_parent_is_killed(tmp_path: Path) -> None:
    """kill -9 of an index run leaves no worker behind: it sees the end of its pipe and goes."""
    code = (
        "import sys; from pathlib import Path; from edge.settings import IndexSettings;"
        "from edge.indexing.pdf.process import PdfReader; r = PdfReader(IndexSettings());"
        "r.read(Path(sys.argv[1]), 'a.pdf'); print(r.pid, flush=True); sys.stdin.read()"
    )
    path = pdf(tmp_path / "a.pdf")
    root = str(Path(__file__).parents[3])
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": root},
    ) as parent:
        assert parent.stdout
        worker = int(parent.stdout.readline())
        parent.kill()
    for _ in range(200):
        if not _runs(worker):
            return
        time.sleep(0.05)
    pytest.fail(f"the worker {worker} outlived its parent by 10 s")


def _runs(pid: int) -> bool:
    """Is this process alive, and not merely waiting to be collected?"""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
