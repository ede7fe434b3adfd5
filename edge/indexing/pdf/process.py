"""PDF, the parent's side: one warm worker process, watched, ended when it overstays, started afresh.

MuPDF is not thread-safe and can end its process on a hostile file, so it never runs in ours: a bad PDF costs
that PDF. A worker that dies gets one more try at the same file; one that runs out of time or memory does not,
because it would again.
"""

from __future__ import annotations

from pathlib import Path

from edge.errors import ReadError
from edge.indexing.pdf import protocol as pdf_protocol
from edge.indexing.pdf.protocol import PdfJob, PdfReply
from edge.indexing.structure.document import Document
from edge.settings import IndexSettings
from edge.worker.process import WorkerEnded
from edge.worker.warm import WarmWorker, WorkerOwner

_MODULE = "edge.indexing.pdf.worker"
#: A fresh worker after so many.
_FILES_PER_WORKER = 50
_LONGER = "Split it, or allow more time: EDGE_INDEX_PDF_SECONDS."


class PdfReader(WorkerOwner[PdfReply]):
    """Reads PDFs one after another."""

    def __init__(self, settings: IndexSettings) -> None:
        self._settings = settings
        self._worker = WarmWorker(_MODULE, pdf_protocol.replies, _FILES_PER_WORKER)

    def read(self, path: Path, name: str) -> Document:
        """The document in `path`. Raises ReadError with the reason: encrypted, image-only, damaged, slow…"""
        job = PdfJob(
            str(path),
            name,
            self._settings.max_pages,
            int(self._settings.pdf_seconds),
            self._settings.pdf_memory_bytes,
        )
        reply = self._try(job) or self._try(job)
        if reply is None:
            raise ReadError(
                "damaged: it ended the PDF reader twice", "Repair it, e.g. by printing it to a new PDF."
            )
        if reply.document is None:
            raise ReadError(reply.reason, reply.hint)
        return reply.document

    def stop(self) -> None:
        """End the worker from another thread: what is being read fails, and nothing is read any more."""
        self._worker.stop()

    def _try(self, job: PdfJob) -> PdfReply | None:
        """One try in the worker. None when the worker died of the file."""
        seconds = self._settings.pdf_seconds
        try:
            reply = self._worker.ask(job, seconds)
        except WorkerEnded as ended:
            if self._worker.stopped:
                raise ReadError("it was not read: the run ended before") from None
            if ended.out_of_time:
                raise ReadError(f"took more than {int(seconds)} s of processor time", _LONGER) from None
            return None
        if reply is None:
            raise ReadError(f"took longer than {seconds:g} s", _LONGER)
        return reply
