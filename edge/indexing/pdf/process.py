"""PDF, the parent's side: one warm worker process, watched, ended when it overstays, started afresh.

MuPDF is not thread-safe and can end its process on a hostile file, so it never runs in ours: a bad PDF costs
that PDF. A worker that dies gets one more try at the same file; one that runs out of time or memory does not,
because it would again.
"""

from __future__ import annotations

import time
from pathlib import Path

from edge.errors import ReadError
from edge.indexing.pdf import protocol as pdf_protocol
from edge.indexing.pdf.protocol import PdfJob, Result
from edge.indexing.structure.document import Document
from edge.settings import IndexSettings
from edge.worker.process import WorkerEnded
from edge.worker.warm import WarmWorker, WorkerOwner

_MODULE = "edge.indexing.pdf.worker"
#: A fresh worker after so many.
_FILES_PER_WORKER = 50


class PdfReader(WorkerOwner[Result]):
    """Reads PDFs one after another."""

    def __init__(self, settings: IndexSettings) -> None:
        self._settings = settings
        self._worker = WarmWorker(_MODULE, pdf_protocol.results, _FILES_PER_WORKER)
        self._over = False

    def read(self, path: Path, name: str) -> Document:
        """The document in `path`. Raises ReadError with the reason: encrypted, image-only, damaged, slow…"""
        job = PdfJob(
            str(path),
            name,
            self._settings.max_pages,
            int(self._settings.pdf_seconds),
            self._settings.pdf_memory_bytes,
        )
        result = self._try(job) or self._try(job)
        if result is None:
            raise ReadError(
                "damaged: it ended the PDF reader twice", "Repair it, e.g. by printing it to a new PDF."
            )
        if result.document is None:
            raise ReadError(result.reason, result.hint)
        return result.document

    def end(self) -> None:
        """End the worker from another thread: what is being read fails, and nothing is read any more."""
        self._over = True
        self.close()

    def _try(self, job: PdfJob) -> Result | None:
        """One try in the worker. None when the worker died of the file."""
        worker = self._worker.next()
        if self._over:
            self.close()
            raise ReadError("it was not read: the run ended before")
        seconds = self._settings.pdf_seconds
        try:
            worker.send(job)
            result = worker.receive(time.monotonic() + seconds)
        except WorkerEnded as ended:
            self.close()
            if ended.out_of_time:
                reason = f"took more than {int(seconds)} s of processor time"
                return Result(reason=reason, hint=_LONGER, spent=True)
            return None
        except BaseException:
            self.close()
            raise
        if result is None:
            result = Result(reason=f"took longer than {seconds:g} s", hint=_LONGER, spent=True)
        if result.spent:
            self.close()
        return result


_LONGER = "Split it, or allow more time: EDGE_INDEX_PDF_SECONDS."
