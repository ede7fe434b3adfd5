"""PDF, the worker's side: `python -m edge.indexing.pdf.worker`, a job a frame in, a reply a frame out.

MuPDF (AGPL) is loaded here only. It runs under limits on memory and processor time, keeps MuPDF's
own printing away from the pipe, and leaves when its parent does.
"""

from __future__ import annotations

import gc
from typing import BinaryIO

from edge.errors import ReadError
from edge.indexing.pdf import protocol as pdf_protocol
from edge.indexing.pdf.protocol import PdfJob, PdfReply
from edge.indexing.structure.document import Document
from edge.worker import child, frames
from edge.worker.limits import limit, out_of_memory
from edge.worker.reason import bare_reason

_REPAIR = "Repair it, e.g. by printing it to a new PDF."
_REPORT = "The file may well be sound: please report this, with the file if you may."


def main() -> None:
    """Serve jobs until the parent closes the pipe."""
    child.serve(pdf_protocol.jobs, _work)


def _work(job: PdfJob, answers: BinaryIO) -> None:
    limit(job.cpu_seconds, job.memory_bytes)
    try:
        reply = _read(job)
    except MemoryError:
        reply = _out_of_memory(job)
    frames.write(answers, reply)


def _read(job: PdfJob) -> PdfReply:
    from edge.indexing.pdf import mupdf as pdf_mupdf
    from edge.indexing.pdf.page import read_document

    pdf_mupdf.quiet()
    gc.disable()  # lines and boxes by the thousand and hardly a cycle: looking for them costs a fifth
    try:
        with pdf_mupdf.open_pdf(job.path) as pdf:
            return _refusal(pdf, job) or _judged(read_document(pdf, job.name))
    except MemoryError:
        return _out_of_memory(job)
    except ReadError as error:
        return PdfReply(reason=error.message, hint=error.hint)
    except Exception as error:  # noqa: BLE001 (a worker process: whatever the file does is its reason)
        if pdf_mupdf.out_of_memory(error):
            return _out_of_memory(job)
        text = bare_reason(error, job.path)
        if pdf_mupdf.is_of_the_file(error):
            return PdfReply(reason=f"damaged: {text or type(error).__name__}", hint=_REPAIR)
        return PdfReply(reason=f"edge failed on it ({_place(error)}: {text})", hint=_REPORT)
    finally:
        gc.enable()
        pdf_mupdf.forget()


def _place(error: Exception) -> str:
    """Kind of an error and where in our own code it was raised."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    name = trace.tb_frame.f_globals.get("__name__", "") if trace else ""
    return f"{type(error).__name__} in {name} {trace.tb_lineno if trace else ''}".strip()


def _refusal(pdf: object, job: PdfJob) -> PdfReply | None:
    """Why this PDF is not read at all, or None."""
    if getattr(pdf, "needs_pass", 0):
        return PdfReply(
            reason="encrypted: it asks for a password", hint="Save a copy without one and index that."
        )
    pages: int = getattr(pdf, "page_count", 0)
    if pages == 0:
        return PdfReply(reason="damaged: it has zero pages", hint=_REPAIR)
    if pages > job.max_pages:
        return PdfReply(
            reason=f"too long: {pages} pages, the limit is {job.max_pages}",
            hint="Split it, or raise the limit: EDGE_INDEX_MAX_PAGES.",
        )
    return None


def _judged(document: Document) -> PdfReply:
    pages = len(document.pages)
    if not any(page.text.strip() for page in document.pages):
        unread = document.unread
        if unread and unread.repaired and not unread.scanned:
            return PdfReply(reason=f"damaged: none of its {pages} pages could be read", hint=_REPAIR)
        noun = "page holds" if pages == 1 else "pages hold"
        return PdfReply(
            reason=f"image-only: {pages} {noun} no text, OCR it first", hint="For example: ocrmypdf IN OUT"
        )
    return PdfReply(document=document)


def _out_of_memory(job: PdfJob) -> PdfReply:
    reason, hint = out_of_memory(job.memory_bytes, "EDGE_INDEX_PDF_MEMORY_BYTES")
    return PdfReply(reason=reason, hint=hint, spent=True)


if __name__ == "__main__":
    main()
