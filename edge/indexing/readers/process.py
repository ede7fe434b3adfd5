"""Every file but PDF, the parent's side: one warm worker for many files, watched and ended when it overstays.

A worker that dies of a file gets one more try at it; one that runs out of time or memory does not, because it
would again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from edge.errors import ReadError
from edge.indexing.readers import protocol as file_protocol
from edge.indexing.readers.protocol import FileJob, FileReply
from edge.settings import IndexSettings
from edge.worker.process import WorkerEnded
from edge.worker.warm import WarmWorker, WorkerOwner

_MODULE = "edge.indexing.readers.worker"
#: A fresh worker after so many.
_FILES_PER_WORKER = 2_000
#: glibc gives larger blocks back once they are free. By itself it learns from a long text to keep them, and
#: the worker would hold the document beside the copy that is on its way.
_ENVIRONMENT = {"MALLOC_MMAP_THRESHOLD_": str(256 * 1024)}
_LONGER = "Split it, or allow more time: EDGE_INDEX_FILE_SECONDS."


class FileReader(WorkerOwner[FileReply]):
    """Reads files one after another."""

    def __init__(self, settings: IndexSettings) -> None:
        self._settings = settings
        self._worker = WarmWorker(_MODULE, file_protocol.replies, _FILES_PER_WORKER, environment=_ENVIRONMENT)

    def read(self, path: Path, name: str, kind: str, member: str = "") -> FileReply:
        """What is in `path`, or in a member of that archive: a document, or the members of an archive.

        Raises ReadError with the reason: damaged, slow, encrypted, empty…
        """
        return next(self._asked(path, name, kind, member))

    def sources(self, path: Path, name: str, kind: str) -> Iterator[FileReply]:
        """The sources of a file that holds several, each with document or reason. Raises ReadError."""
        for reply in self._asked(path, name, kind, ""):
            if not reply.more:
                return
            yield reply

    def _asked(self, path: Path, name: str, kind: str, member: str) -> Iterator[FileReply]:
        settings = self._settings
        job = FileJob(
            os.fsencode(path), name, kind, member, settings.max_file_bytes, int(settings.file_seconds),
            settings.file_memory_bytes,
        )  # fmt: skip
        for last_try in (False, True):
            told = False
            try:
                for reply in self._tried(job):
                    told = True
                    yield reply
                return
            except WorkerEnded as ended:
                if ended.out_of_time:
                    seconds = int(settings.file_seconds)
                    raise ReadError(f"took more than {seconds} s of processor time", _LONGER) from None
                if last_try or told:
                    times = "twice " if last_try else ""
                    raise ReadError(f"damaged: it ended its reader {times}({ended})") from None

    def _tried(self, job: FileJob) -> Iterator[FileReply]:
        """The replies to one job. Raises ReadError when it is refused, WorkerEnded when the worker died."""
        worker, seconds = self._worker.next(), self._settings.file_seconds
        deadline = time.monotonic() + seconds
        done = False
        try:
            worker.send(job)
            while not done:
                reply = worker.receive(deadline)
                if reply is None:
                    raise ReadError(f"took longer than {seconds:g} s", _LONGER)
                done = not reply.more
                if done and reply.reason:
                    done = not reply.spent
                    raise ReadError(reply.reason, reply.hint)
                yield reply
        finally:
            if not done:  # left half told: a deadline, Ctrl-C, a caller that stops
                self.close()
