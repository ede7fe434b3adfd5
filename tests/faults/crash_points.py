"""Ends an index run, or writes to state.db, at the n-th call that changes a file, for every n.

Run by test_crash_points: `python crash_points.py WHAT LOSS FIRST STEP FOLDER` prints a JSON line for each n;
the last one's run came to its end. Each run is a fork of this process that ends itself by SIGKILL. With a
LOSS, what was written and not yet synced is lost first, as when the power fails: "dropped", "torn" (a part
of it stays) or "reordered" (any of it stays).
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
from pathlib import Path
from typing import Any, BinaryIO

import apsw

#: Messages saved to state.db.
SAVED = 6
_WRITES = ("w", "a", "+", "x")


class Disk:
    """Counts the calls that change files, remembers what is not synced, and ends the process."""

    def __init__(self, end_at: int, loss: str) -> None:
        self.calls, self._end_at, self._loss = 0, end_at, loss
        self._unsynced: dict[str, list[tuple[int, bytes, int]]] = {}  # place, what was there, size before
        self._chance = random.Random(end_at)
        self._busy = False

    def call(self) -> None:
        """One call more: the last one never happens."""
        if self._busy:
            return
        self.calls += 1
        if self.calls == self._end_at:
            self._busy = True
            if self._loss != "none":
                self._lose()
            os.kill(os.getpid(), signal.SIGKILL)

    def written(self, path: str, offset: int, size: int) -> None:
        """Before a write: keep what it replaces."""
        if self._loss == "none" or not path:
            return
        self._busy = True
        try:
            with Path(path).open("rb") as file:
                end = file.seek(0, 2)
                file.seek(offset)
                self._unsynced.setdefault(path, []).append((offset, file.read(size), end))
        except FileNotFoundError:
            self._unsynced.setdefault(path, []).append((0, b"", 0))
        finally:
            self._busy = False

    def synced(self, path: str) -> None:
        """Everything written to a file is on the disk."""
        self._unsynced.pop(path, None)

    def _lose(self) -> None:
        for path, writes in self._unsynced.items():
            if not Path(path).exists():
                continue
            with Path(path).open("r+b") as file:
                for number, (offset, before, size) in reversed(list(enumerate(writes))):
                    if self._loss == "reordered":
                        if self._chance.random() < 0.5:
                            _put(file, offset, before)
                    elif self._loss == "dropped" or number > len(writes) // 2:
                        _put(file, offset, before)
                        file.truncate(size)
                    elif number == len(writes) // 2:  # the first half of it arrived
                        half = len(before) // 2
                        _put(file, offset + half, before[half:])


def _put(file: BinaryIO, offset: int, data: bytes) -> None:
    file.seek(offset)
    file.write(data)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self._disk = disk
        self._path = name.filename() if isinstance(name, apsw.URIFilename) else str(name or "")

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.call()
        self._disk.written(self._path, offset, len(data))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self._disk.call()
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        self._disk.call()
        super().xSync(flags)
        self._disk.synced(self._path)


class _Vfs(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        super().__init__("crash-points", "unix", makedefault=True)
        self._disk = disk

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return _File(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self._disk.call()
        self._disk.synced(filename)
        super().xDelete(filename, syncdir)


def watch(disk: Disk) -> _Vfs:
    """Have every change of a file, by SQLite or by Python, counted."""
    sync = os.fsync

    def fsync(handle: int) -> None:
        disk.call()
        sync(handle)
        disk.synced(os.path.realpath(f"/proc/self/fd/{handle}"))

    def audit(event: str, given: tuple[Any, ...]) -> None:
        if event in ("os.rename", "os.remove", "os.mkdir", "os.truncate", "os.rmdir"):
            disk.call()
            if event == "os.rename":  # the file goes with its name
                disk.synced(os.fspath(given[1]))
        elif event == "open" and any(mark in str(given[1] or "") for mark in _WRITES):
            disk.call()

    os.fsync = fsync
    sys.addaudithook(audit)
    return _Vfs(disk)


def _in_process() -> None:
    """Files are read here: the worker's calls change no file, and its start costs a second."""
    from edge.indexing.readers import formats
    from edge.indexing.readers import process as file_reader
    from edge.indexing.readers.protocol import FileReply
    from edge.search.database import sha256_of

    def read(self: Any, path: Path, name: str, kind: str, member: str = "") -> FileReply:
        document = formats.document_of(path.read_bytes(), name, kind, 1 << 30)
        return FileReply(document, [], "", sha256_of(path), path.stat().st_size)

    file_reader.FileReader.read = read  # type: ignore[method-assign]


def index(folder: Path, place: Path) -> str:
    """An index run; returns the sha256 of what it made."""
    from edge.indexing.run import index_paths
    from edge.search.build import build_search
    from edge.settings import IndexSettings

    return index_paths([folder], place / "k.db", IndexSettings(), build_search=build_search).sha256


def save(place: Path, acknowledged: int) -> None:
    """Messages into state.db, each acknowledged when it is saved."""
    from edge.state.database import open_state
    from edge.state.messages import MessageStore

    db = open_state(place / "state.db")
    store = MessageStore(db)
    for number in range(SAVED):
        store.save(*_message(number))
        os.write(acknowledged, b".")
    db.close()


def _message(number: int) -> tuple[Any, Any]:
    from edge.records import Checkpoint, Confidence, Context, Escalation, Extracted, Message, Proposal

    score = Confidence(raw=0.6)
    made = Extracted(
        id=f"mail-{number}", action="archive", decision="wait", confidence=score, passes=[],
        escalation=Escalation(wanted="sonnet"), sender="Anne <anne@acme.example>",
    )  # fmt: skip
    message = Message(id=made.id, thread="t", sender=made.sender, body="Bonjour. " * 300)
    return made, Checkpoint(
        message=message, proposal=Proposal(), seen=Context(), confidence=score, passes=[], tier="rules"
    )


def main(what: str, loss: str, first: int, step: int, place: Path) -> None:
    """Each STEPth point from FIRST on, until a run ends by itself."""
    _in_process()
    documents = place / "docs"
    documents.mkdir()
    before, older = "", place / "older"
    older.mkdir()
    for names in ("a", "abc"):
        if names == "abc" and what == "update":
            before = index(documents, older)
        for name in names:
            text = f"# Chapter {name}\n\n" + f"The arbiter of {names} {name} stops the clock. " * 30
            (documents / f"{name}.md").write_text(text, encoding="utf-8")
    calm = ""
    if what != "state":
        (place / "calm").mkdir()
        calm = index(documents, place / "calm")
    ended, number = -1, first
    while ended != 0:
        here = place / str(number)
        shutil.copytree(older, here)
        ended, told = _forked(what, loss, number, here, documents)
        line: dict[str, Any] = {"n": number, "ended": ended}
        line |= _apart(here, told) if what == "state" else _base(here, documents, before, calm)
        print(json.dumps(line), flush=True)
        shutil.rmtree(here)
        number += step


def _forked(what: str, loss: str, number: int, here: Path, documents: Path) -> tuple[int, int]:
    """How a run ended that was to end at its nth call, and how much it had acknowledged by then."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            vfs = watch(Disk(number, loss))
            if what == "state":
                save(here, writing)
            else:
                index(documents, here)
            code = 0 if vfs else 1
        finally:
            os._exit(code)
    os.close(writing)
    told = b""
    while piece := os.read(reading, 100):
        told += piece
    os.close(reading)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), len(told)


def _base(here: Path, documents: Path, before: str, calm: str) -> dict[str, Any]:
    """What stands there after the end, and what the next run makes of it."""
    from edge.search.database import open_knowledge, verify

    found = ""
    if (here / "k.db").exists():
        found = verify(here / "k.db", full=True).sha256
        open_knowledge(here / "k.db").close()
    again = index(documents, here)
    left = sorted(path.name for path in here.iterdir())
    return {
        "old or new": found in {before, calm}, "next is calm": again == calm,
        "nothing left": left == ["k.db", "k.db.manifest.json"],
    }  # fmt: skip


def _apart(here: Path, told: int) -> dict[str, Any]:
    """`_state` in a process of its own: the one that forks must not load the checksum VFS, which would write
    past the disk that is watched ever after.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, json.dumps(_state(here, told)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    said = os.read(reading, 10_000)
    os.close(reading)
    found: dict[str, Any] = json.loads(said)
    return found


def _state(here: Path, acknowledged: int) -> dict[str, Any]:
    """Whether what was acknowledged is there, and the file is sound."""
    from edge.state.database import open_state
    from edge.state.messages import MessageStore

    db = open_state(here / "state.db")
    try:
        sound = db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        store = MessageStore(db)
        kept = all(store.latest(f"mail-{n}")[0] == _message(n)[0] for n in range(acknowledged))
        count = len(store.queued())
    finally:
        db.close()
    return {"sound": sound, "kept": kept, "no more than sent": count <= acknowledged + 1}


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), Path(sys.argv[5]))
