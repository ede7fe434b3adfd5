"""Files that must not be lost: what is promised of them when the power fails, and where it cannot be kept."""

from __future__ import annotations

import errno
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from edge import durable
from edge.cloud import heads
from edge.cloud.appended import append_line, open_lines
from edge.cloud.chain import ChainHead
from edge.cloud.heads import DayHead
from edge.grade import kept_lines

needs_posix = pytest.mark.skipif(os.name == "nt", reason="modes and folders as Unix has them")


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is asked of the disk, in order: ("sync" or "rename", name)."""
    told: list[tuple[str, str]] = []
    names: dict[int, str] = {}
    true_open, true_sync, true_replace = os.open, os.fsync, os.replace

    def opened(path: str, flags: int, *more: int) -> int:
        handle = true_open(path, flags, *more)
        names[handle] = Path(path).name
        return handle

    def synced(handle: int) -> None:
        told.append(("sync", names[handle]))
        true_sync(handle)

    def renamed(old: str, new: str) -> None:
        told.append(("rename", Path(new).name))
        true_replace(old, new)

    monkeypatch.setattr(os, "open", opened)
    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    return told


@needs_posix
def test_the_bytes_are_on_the_disk_before_the_name_and_the_name_before_it_returns(
    tmp_path: Path, steps: list[tuple[str, str]]
) -> None:
    """A name that leads to bytes which a power cut took is an empty file: file, rename, folder, in this
    order.
    """
    durable.write_whole(tmp_path / "kept.json", b"1")
    (first, part), second, third = steps
    assert (first, part.startswith(".kept.json.")) == ("sync", True)
    assert (second, third) == (("rename", "kept.json"), ("sync", tmp_path.name))


@needs_posix
def test_the_folders_that_are_made_are_on_the_disk_too(tmp_path: Path, steps: list[tuple[str, str]]) -> None:
    """A file in a folder that a power cut took is lost with it: the folder above each new one is synced."""
    durable.write_whole(tmp_path / "a" / "b" / "kept.json", b"1")
    assert {name for what, name in steps if what == "sync"} >= {tmp_path.name, "a", "b"}
    assert (tmp_path / "a" / "b" / "kept.json").read_bytes() == b"1"


def test_what_is_made_again_waits_for_no_disk(tmp_path: Path, steps: list[tuple[str, str]]) -> None:
    """A cache is written whole or not at all, and pays for no sync."""
    durable.write_whole(tmp_path / "new" / "cache", b"1", lasting=False)
    assert [what for what, _ in steps] == ["rename"]
    assert (tmp_path / "new" / "cache").read_bytes() == b"1"


def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the new bytes find no room, or cannot be synced, the old ones stand."""
    file = tmp_path / "kept.json"
    durable.write_whole(file, b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for call in ("write", "fsync", "replace"):
        with monkeypatch.context() as patched:
            patched.setattr(os, call, full)
            with pytest.raises(OSError, match="No space left"):
                durable.write_whole(file, b"new")
        assert file.read_bytes() == b"old"
        assert [path.name for path in tmp_path.iterdir()] == ["kept.json"]


def test_a_disk_that_takes_a_part_of_a_write_is_given_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write may take less than it was given: all the bytes are there in the end."""
    true_write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: true_write(handle, data[:3]))
    durable.write_whole(tmp_path / "kept.json", b"0123456789")
    assert (tmp_path / "kept.json").read_bytes() == b"0123456789"


@needs_posix
def test_permissions_and_links_stay(tmp_path: Path) -> None:
    """A file that only its owner may read stays so when it is written anew, and a link leads where it led: a
    client's settings may hold keys, and lie elsewhere.
    """
    real = tmp_path / "real.json"
    real.write_bytes(b"old")
    real.chmod(0o600)
    link = tmp_path / "link.json"
    link.symlink_to(real)
    durable.write_whole(link, b"new")
    assert link.is_symlink()
    assert (real.read_bytes(), real.stat().st_mode & 0o777) == (b"new", 0o600)


@needs_posix
def test_links_in_a_circle_are_an_error_of_the_disk(tmp_path: Path) -> None:
    """Whoever writes tells an OSError: a circle of links is one, whatever pathlib makes of it."""
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OSError, match=r".") as caught:
        durable.write_whole(tmp_path / "a", b"1")
    assert caught.value.errno == errno.ELOOP


@needs_posix
def test_the_longest_name_that_a_disk_takes_is_written(tmp_path: Path) -> None:
    """The name of what is written first is no longer than the file's own."""
    name = "n" * 250 + ".json"
    durable.write_whole(tmp_path / name, b"1")
    assert [path.name for path in tmp_path.iterdir()] == [name]


@needs_posix
@pytest.mark.parametrize("refused", [errno.EINVAL, errno.ENOTSUP, errno.EBADF])
def test_a_disk_that_cannot_sync_folders_is_no_error(
    refused: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some mounts know no sync of a folder: what they are asked for they have no word for. A disk that fails
    is told.
    """

    def no(_: int) -> None:
        raise OSError(refused, os.strerror(refused))

    monkeypatch.setattr(os, "fsync", no)
    durable.sync_folder(tmp_path)
    refused = errno.EIO
    with pytest.raises(OSError, match="error"):
        durable.sync_folder(tmp_path)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="nothing is closed to root")
def test_a_folder_that_may_be_written_and_not_listed_takes_files(tmp_path: Path) -> None:
    """Its names cannot be synced; that is no reason to write nothing."""
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0o300)
    try:
        durable.write_whole(closed / "kept.json", b"1")
    finally:
        closed.chmod(0o700)
    assert (closed / "kept.json").read_bytes() == b"1"


def test_what_a_killed_process_left_goes_with_the_next_write(tmp_path: Path) -> None:
    """A process that is killed while it writes leaves a hidden file; the next that writes the same name takes
    it away, and leaves what another may be writing now.
    """
    left, living = tmp_path / ".kept.json.4194999.part", tmp_path / ".kept.json.4194998.part"
    other = tmp_path / ".kept.json.notes.part"
    for path in (left, living, other):
        path.write_bytes(b"half")
    os.utime(left, (0, 0))
    os.utime(other, (0, 0))
    durable.write_whole(tmp_path / "kept.json", b"1")
    assert {path.name for path in tmp_path.iterdir()} == {"kept.json", living.name, other.name}


@needs_posix
def test_the_first_line_of_a_record_is_found_again(tmp_path: Path, steps: list[tuple[str, str]]) -> None:
    """A grade or a head of the audit that is kept in a file which is new: the file's name is on the disk too,
    and with later lines nothing is paid for it.
    """
    handle = open_lines(tmp_path / "lines")
    assert append_line(handle, b"1") == 2
    os.close(handle)
    assert steps[-1] == ("sync", "lines")
    heads.append(tmp_path / "audit.jsonl", ChainHead(), datetime(2026, 1, 2, tzinfo=UTC), "", "")
    assert steps[-2:] == [("sync", "2026-01-02.log"), ("sync", "heads")]
    heads.append(tmp_path / "audit.jsonl", ChainHead(), datetime(2026, 1, 2, tzinfo=UTC), "", "")
    assert steps[-1] == ("sync", "2026-01-02.log")


@needs_posix
def test_the_first_grade_that_is_kept_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of the grades is new once: then its folder is synced, and never again."""
    told: list[Path] = []
    monkeypatch.setattr(durable, "sync_folder", told.append)
    head = DayHead(at="", lines=1, sha256="")
    assert [kept_lines.append(tmp_path / "grades", [head]) > 0 for _ in range(3)] == [False, True, True]
    assert told == [tmp_path]


def test_lines_are_added_where_nothing_reads_at_a_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`os.pread` is Unix's own: a line that a crash cut is told from a whole one without it, and what is
    added goes to the end.
    """
    monkeypatch.delattr(os, "pread", raising=False)
    path = tmp_path / "audit.jsonl"
    path.write_bytes(b"cut")
    handle = open_lines(path)
    try:
        assert append_line(handle, b"whole") == 10
        assert append_line(handle, b"next") == 15
    finally:
        os.close(handle)
    assert path.read_bytes() == b"cut\nwhole\nnext\n"
