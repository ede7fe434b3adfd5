"""Text recognition, the worker's side: `python -m edge.indexing.pdf.ocr_worker`, a job in, a reply a page.

MuPDF draws each page and has its own Tesseract read the picture; of the system only the trained languages are
needed. The result is a copy of the PDF with a text layer, which the PDF reader then reads like any other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, BinaryIO

from edge.indexing.pdf import ocr_protocol
from edge.indexing.pdf.ocr_protocol import OcrJob, OcrReply
from edge.worker import child, frames
from edge.worker.limits import limit

_DPI = 300  # what Tesseract is trained on
_MOST_PIXELS = 40_000_000  # a sheet of A2 at 300 dpi; larger ones are drawn coarser
_POINTS = 72  # an inch


def main() -> None:
    """Serve jobs until the parent closes the pipe."""
    child.serve(ocr_protocol.jobs, _work)


def _work(job: OcrJob, answers: BinaryIO) -> None:
    try:
        for reply in _replies(job):
            frames.write(answers, reply)
    except Exception as error:  # noqa: BLE001 (a worker process: whatever happens is its reason)
        frames.write(answers, OcrReply(reason=" ".join(str(error).split())[:200] or type(error).__name__))


def _replies(job: OcrJob) -> Iterator[OcrReply]:
    from edge.indexing.pdf import mupdf

    mupdf.quiet()
    with mupdf.open_pdf(os.fsdecode(job.source)) as pdf, mupdf.new_pdf() as made:
        if job.pages:  # a copy, so that outline and printed numbers stay
            for number in job.pages:
                with mupdf.open_bytes(_recognised(pdf[number - 1], job)) as single:
                    pdf[number - 1].remove_rotation()
                    page = pdf[number - 1]
                    page.show_pdf_page(page.rect, single, 0)
                yield OcrReply(more=True)
            pdf.save(os.fsdecode(job.target))
        else:
            for page in pdf:
                with mupdf.open_bytes(_recognised(page, job)) as single:
                    made.insert_pdf(single)
                yield OcrReply(more=True)
            made.save(os.fsdecode(job.target))
    yield OcrReply()


def _recognised(page: Any, job: OcrJob) -> bytes:
    """A PDF of one page: its picture, and what was read in it."""
    limit(job.cpu_seconds, job.memory_bytes)  # for this page
    area = abs(page.rect) / _POINTS**2
    dpi = min(_DPI, int((_MOST_PIXELS / max(area, 0.01)) ** 0.5))
    picture = page.get_pixmap(dpi=dpi, alpha=False)
    read: bytes = picture.pdfocr_tobytes(compress=True, language=job.languages, tessdata=job.tessdata)
    return read


if __name__ == "__main__":
    main()
