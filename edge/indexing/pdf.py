"""PDF, the parent's side: one warm worker process, watched, ended when it overstays, started afresh.

MuPDF is not thread-safe and can end its process on a hostile file, so it never runs in ours: a bad PDF costs
that PDF. A worker that dies gets one more try at the same file; one that runs out of time or memory does not,
because it would again.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, cast

from edge.config import IndexSettings
from edge.errors import ReadError
from edge.indexing import pdf_protocol
from edge.indexing.document import Document
from edge.indexing.pdf_protocol import Job, Result

_MODULE = "edge.indexing.pdf_worker"
#: A fresh worker after so many files: whatever MuPDF keeps does not add up over a long run.
_FILES_PER_WORKER = 50


class PdfReader:
    """Reads PDFs one after another. A context manager: leaving it ends the worker."""

    def __init__(self, settings: IndexSettings) -> None:
        self._settings = settings
        self._worker: subprocess.Popen[bytes] | None = None
        self._files = 0

    def __enter__(self) -> PdfReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """Process id of the worker, None when there is none."""
        return self._worker.pid if self._worker else None

    def read(self, path: Path, name: str) -> Document:
        """The document in `path`. Raises ReadError with the reason: encrypted, image-only, damaged, slow…"""
        job = Job(
            str(path),
            name,
            self._settings.max_pages,
            int(self._settings.pdf_seconds),
            self._settings.pdf_memory_bytes,
        )
        result = self._try(job)
        if result is None:
            result = self._try(job)
        if result is None:
            raise ReadError(
                "damaged: it ended the PDF reader twice", "Repair it, e.g. by printing it to a new PDF."
            )
        if result.document is None:
            raise ReadError(result.reason, result.hint)
        return result.document

    def close(self) -> None:
        """End the worker, if there is one, and wait until it is gone."""
        worker, self._worker = self._worker, None
        if worker is None:
            return
        worker.kill()
        worker.wait()
        for pipe in (worker.stdin, worker.stdout):
            try:
                if pipe:
                    pipe.close()
            except OSError:
                pass  # what was still to be flushed has nobody to read it

    def _try(self, job: Job) -> Result | None:
        """One try in the worker. None when the worker died of the file."""
        worker = self._running()
        overstayed = threading.Event()

        def end() -> None:
            overstayed.set()
            worker.kill()

        deadline = threading.Timer(self._settings.pdf_seconds, end)
        deadline.daemon = True
        deadline.start()
        try:
            pdf_protocol.send(cast(IO[bytes], worker.stdin), job)  # type: ignore[arg-type]
            result = pdf_protocol.receive(cast(IO[bytes], worker.stdout), Result)  # type: ignore[arg-type]
        except OSError:
            result = None
        except BaseException:
            self.close()
            raise
        finally:
            deadline.cancel()
        self._files += 1
        if result is None:
            result = self._epitaph(overstayed.is_set())
        if result is None or result.spent or self._files >= _FILES_PER_WORKER:
            self.close()
        return result

    def _epitaph(self, overstayed: bool) -> Result | None:
        """Why the worker is gone, where that is known: out of wall time or of processor time."""
        worker = cast("subprocess.Popen[bytes]", self._worker)
        worker.kill()
        code = worker.wait()
        if overstayed:
            seconds = self._settings.pdf_seconds
            return Result(reason=f"took longer than {seconds:g} s", hint=_LONGER, spent=True)
        if code == -getattr(signal, "SIGXCPU", 0) and code:
            seconds = int(self._settings.pdf_seconds)
            return Result(reason=f"took more than {seconds} s of processor time", hint=_LONGER, spent=True)
        return None

    def _running(self) -> subprocess.Popen[bytes]:
        """The worker, started if need be. It finds this very package, wherever it was imported from."""
        if self._worker is None or self._worker.poll() is not None:
            self.close()
            package_home = str(Path(__file__).resolve().parents[2])
            inherited = os.environ.get("PYTHONPATH")
            path = os.pathsep.join([package_home, inherited] if inherited else [package_home])
            self._worker = subprocess.Popen(
                # -P: nothing is imported from the current folder.
                [sys.executable, "-P", "-m", _MODULE],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
            )
            self._files = 0
        return self._worker


_LONGER = "Split it, or allow more time: EDGE_INDEX_PDF_SECONDS and EDGE_INDEX_PDF_CPU_SECONDS."
