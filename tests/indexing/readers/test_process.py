"""Every file but PDF is read in a worker: what a file costs, it costs alone."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from edge.errors import ReadError
from edge.indexing.readers.formats import kind_of_name
from edge.indexing.readers.jsonl_pages import looks_like_pages
from edge.indexing.readers.process import FileReader
from edge.settings import IndexSettings
from edge.settings.part import MB

#: Made to cost: what once took a minute, and what would take hours.
COSTLY = {
    "comments.html": b"<p>hello</p>" + b"<!--" * 100_000,
    "tables.html": b"<table><tr><td>x" * 20_000,
    "comments.md": b"hello\n\n" + b"<!--" * 100_000,
    "quotes.md": b"> " * 3_000 + b"deep\n",
    "lists.md": b"".join(b"  " * depth + b"- x\n" for depth in range(400)),
    "brackets.md": b"[" * 30_000 + b"a",
    "long.txt": b"word " * 200_000,
    "wide.csv": b",".join(b"%d" % n for n in range(10_000)) + b"\n" + b"1," * 9_999 + b"1\n",
}


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_files_made_to_cost_are_read_or_told(tmp_path: Path) -> None:
    """Each is read, or refused with a reason, under a tenth of the limits that ship; the next is read."""
    with FileReader(IndexSettings(file_seconds=12.0, file_memory_bytes=512 * MB)) as files:
        for name, data in COSTLY.items():
            kind = kind_of_name(name)
            try:
                reply = files.read(write(tmp_path, name, data), name, kind)
            except ReadError as error:
                assert str(error)
            else:
                assert reply.document and reply.document.pages[0].text
        reply = files.read(write(tmp_path, "next.md", b"# Next\n"), "next.md", "markdown")
        assert reply.document and reply.document.title == "Next"


def test_one_worker_reads_many_files(tmp_path: Path) -> None:
    """It is started once, and a file that is refused does not end it."""
    with FileReader(IndexSettings()) as files:
        files.read(write(tmp_path, "a.md", b"one"), "a.md", "markdown")
        first = files.pid
        with pytest.raises(ReadError, match="empty"):
            files.read(write(tmp_path, "b.md", b""), "b.md", "markdown")
        with pytest.raises(ReadError, match="cannot be read"):
            files.read(tmp_path / "gone.md", "gone.md", "markdown")
        files.read(write(tmp_path, "c.txt", b"three"), "c.txt", "text")
        assert files.pid == first is not None


def test_a_file_that_takes_too_long_is_told(tmp_path: Path) -> None:
    """The deadline ends the worker, the reason names the setting, and the next file has a fresh one."""
    endless = b"*a **b " * 300_000
    with FileReader(IndexSettings(file_seconds=2.0)) as files:
        with pytest.raises(ReadError, match=r"took (longer|more) than 2 s.*") as told:
            files.read(write(tmp_path, "a.md", endless), "a.md", "markdown")
        assert "EDGE_INDEX_FILE_SECONDS" in told.value.hint
        assert files.read(write(tmp_path, "b.md", b"two"), "b.md", "markdown").document


@pytest.mark.skipif(os.name == "nt", reason="no limit on memory there")
def test_a_file_that_needs_too_much_memory_is_told(tmp_path: Path) -> None:
    """Memory is limited in the worker, not in edge."""
    with FileReader(IndexSettings(file_memory_bytes=64 * MB)) as files:
        with pytest.raises(ReadError, match="needed more than 64 MB") as told:
            files.read(write(tmp_path, "a.txt", b"word " * 8_000_000), "a.txt", "text")
        assert "EDGE_INDEX_FILE_MEMORY_BYTES" in told.value.hint


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is a POSIX signal")
def test_a_worker_killed_once_is_tried_again(tmp_path: Path) -> None:
    """Whoever kills the worker costs no document."""
    slow = b"[" * 40_000 + b"a"
    with FileReader(IndexSettings()) as files:
        files.read(write(tmp_path, "a.md", b"one"), "a.md", "markdown")
        pid = files.pid
        assert pid
        timer = threading.Timer(0.1, os.kill, (pid, signal.SIGKILL))
        timer.start()
        reply = files.read(write(tmp_path, "b.md", slow), "b.md", "markdown")
        timer.join()
        assert reply.document and files.pid != pid


def test_sources_of_a_list_come_one_at_a_time(tmp_path: Path) -> None:
    """A list of pages is told source by source; one that is left early leaves no worker that would answer
    the next file with the rest.
    """
    lines = b"".join(b'{"source": "s%d", "page": 1, "text": "text %d"}\n' % (n, n) for n in range(5))
    assert looks_like_pages(lines)
    path = write(tmp_path, "a.jsonl", lines + b'{"source": "bad", "page": 0, "text": "x"}\n')
    with FileReader(IndexSettings()) as files:
        replies = list(files.sources(path, "a.jsonl", "pages"))
        assert [reply.name for reply in replies] == ["bad", "s0", "s1", "s2", "s3", "s4"]
        assert replies[0].document is None and "pages count from 1" in replies[0].reason
        some = files.sources(path, "a.jsonl", "pages")
        next(some)
        some.close()
        reply = files.read(write(tmp_path, "b.md", b"# B\n"), "b.md", "markdown")
        assert reply.document and reply.document.title == "B"


def test_json_nested_without_end_costs_its_line_only(tmp_path: Path) -> None:
    """A thousand brackets in a list of pages are a fault of that line."""
    deep = b'{"source": "deep", "page": 1, "text": ' + b"[" * 100_000 + b"\n"
    good = b'{"source": "good", "page": 1, "text": "fine"}\n'
    with FileReader(IndexSettings()) as files:
        replies = list(files.sources(write(tmp_path, "a.jsonl", deep + good), "a.jsonl", "pages"))
    assert {reply.name: reply.document is not None for reply in replies} == {"deep": False, "good": True}


def test_the_worker_leaves_with_its_reader(tmp_path: Path) -> None:
    """Leaving the context ends the process."""
    with FileReader(IndexSettings()) as files:
        files.read(write(tmp_path, "a.md", b"one"), "a.md", "markdown")
        pid = files.pid
    assert pid and files.pid is None
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except OSError:
            return
        time.sleep(0.02)
    pytest.fail("it is still there")
