"""The page of a PDF, drawn, with the places of a quote on it. The file is shown only if it is the one that
was indexed, byte for byte.

MuPDF runs in a worker of its own, under limits of time and memory: a hostile page costs that page. One page
is drawn at a time; calls from several threads wait their turn.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import NamedTuple

from edge.indexing.pdf.scan import Box
from edge.search.cited import SourceFileRow
from edge.serve import page_protocol
from edge.serve.page_protocol import PageJob, PageReply
from edge.settings import IndexSettings
from edge.worker.process import WorkerEnded
from edge.worker.warm import WarmWorker, WorkerOwner

_MODULE = "edge.serve.page_worker"
_SECONDS = 20.0
_MOST_PIXELS = 12_000_000
#: Pixels across, at the most and at the least.
WIDTHS = (200, 2_400)
#: A fresh worker after so many.
_PAGES_PER_WORKER = 500


class IndexedFile(NamedTuple):
    """The file of a document and the SHA-256 it had when it was indexed."""

    path: Path
    sha256: str


def source_file(row: SourceFileRow, source: str, knowledge: Path) -> IndexedFile | None:
    """The PDF of a document: where it was indexed, else beside the knowledge base under its own name (a base
    that was carried here with its documents). None for what is no PDF of its own.
    """
    if row.kind != "pdf" or not row.alone:
        return None
    recorded = Path(os.fsdecode(row.path)) if row.path else None
    if recorded is not None and recorded.is_file():
        return IndexedFile(recorded, row.sha256)
    beside = knowledge.parent / Path(source).name
    return IndexedFile(beside if beside.is_file() or recorded is None else recorded, row.sha256)


class PageImages(WorkerOwner[PageReply]):
    """Draws pages and finds words on them."""

    def __init__(self, settings: IndexSettings) -> None:
        self._settings = settings
        self._worker = WarmWorker(_MODULE, page_protocol.replies, _PAGES_PER_WORKER)
        self._turn = threading.Lock()

    def picture(self, file: IndexedFile, page: int, width: int) -> PageReply:
        """The page as a PNG about `width` pixels across; `why` tells where there is none."""
        least, most = WIDTHS
        return self._asked(file, page, width=min(most, max(least, width)))

    def places(self, file: IndexedFile, page: int, text: str, start: int, end: int) -> PageReply:
        """The page's size, and the boxes of `text[start:end]` of the page's text; `why` as above."""
        return self._asked(file, page, text=text, start=start, end=end)

    def close(self) -> None:
        """End the worker, if there is one."""
        with self._turn:
            self._worker.end()

    def _asked(
        self, file: IndexedFile, page: int, *, width: int = 0, text: str = "", start: int = 0, end: int = 0
    ) -> PageReply:
        job = PageJob(
            os.fsencode(file.path), file.sha256, page, width, _MOST_PIXELS, text, start, end, int(_SECONDS),
            self._settings.pdf_memory_bytes,
        )  # fmt: skip
        with self._turn:
            try:
                reply = self._worker.ask(job, _SECONDS)
            except WorkerEnded as ended:
                return PageReply(why="unreadable", detail=str(ended))
        return reply or PageReply(why="unreadable", detail=f"took longer than {_SECONDS:g} s")


def fractions(boxes: list[Box], width: float, height: float) -> list[Box]:
    """Boxes in points as parts of the page's width and height, rounded, inside the page."""
    return [
        (
            round(max(0.0, x0 / width), 5), round(max(0.0, y0 / height), 5),
            round(min(1.0, x1 / width), 5), round(min(1.0, y1 / height), 5),
        )
        for x0, y0, x1, y1 in boxes
    ]  # fmt: skip
