"""Pages as pictures, the parent's side: those of a scanned PDF, of a photograph, of a fax with many pages.

MuPDF draws them in a worker process, under limits of time and memory for each page.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from edge.errors import ReadError
from edge.indexing.pdf import page_pictures_protocol
from edge.indexing.pdf.page_pictures_protocol import PictureJob, PictureReply
from edge.records import PagePicture
from edge.settings import IndexSettings
from edge.worker.process import WorkerEnded
from edge.worker.warm import WarmWorker, WorkerOwner

_MODULE = "edge.indexing.pdf.page_pictures_worker"
_SECONDS = 30.0
#: A fresh worker after so many.
_PAGES_PER_WORKER = 500
#: How files of pictures begin, and MuPDF's names of their kinds.
_KINDS = (
    (b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"II*\0", "tiff"), (b"MM\0*", "tiff"),
    (b"GIF8", "gif"), (b"BM", "bmp"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DrawnPages:
    """What was drawn of a file with `count` pages. `blank`: pages on which there is nothing; `views`: the
    others as JPEGs for people, by page.
    """

    count: int
    pictures: tuple[PagePicture, ...]
    blank: tuple[int, ...]
    views: dict[int, bytes]


def kind_of_picture(data: bytes) -> str:
    """The kind of a file of pictures by how it begins, "" for what is none."""
    return next((kind for start, kind in _KINDS if data.startswith(start)), "")


class PagePictures(WorkerOwner[PictureReply]):
    """Draws pages in squares of `side` pixels, `across` over a page's shorter side."""

    def __init__(self, settings: IndexSettings, side: int, across: int) -> None:
        self._settings = settings
        self._side, self._across = side, across
        self._worker = WarmWorker(_MODULE, page_pictures_protocol.replies, _PAGES_PER_WORKER)

    def draw(self, path: Path, sha256: str, kind: str, pages: Sequence[int] = ()) -> DrawnPages:
        """These pages of a file (from 1; none: all of them). Raises ReadError, also for a file of more than
        `index.max_pages`.
        """
        first = self._page(path, sha256, kind, pages[0] if pages else 1)
        wanted = list(pages) or list(range(1, first.pages + 1))
        if len(wanted) > self._settings.max_pages:
            raise ReadError(f"{len(wanted)} pages, and {self._settings.max_pages} are read at most")
        replies = [first, *(self._page(path, sha256, kind, number) for number in wanted[1:])]
        blank = [number for number, reply in zip(wanted, replies, strict=True) if reply.blank]
        views = {number: one.view for number, one in zip(wanted, replies, strict=True) if one.view}
        pictures = tuple(it for one in replies for it in one.squares)
        return DrawnPages(first.pages, pictures, tuple(blank), views)

    def _page(self, path: Path, sha256: str, kind: str, number: int) -> PictureReply:
        job = PictureJob(
            os.fsencode(path), sha256, kind, number, self._side, self._across,
            int(_SECONDS), self._settings.pdf_memory_bytes,
        )  # fmt: skip
        try:
            reply = self._worker.ask(job, _SECONDS)
        except WorkerEnded as ended:
            raise ReadError(f"page {number} cannot be drawn: {ended}") from None
        if reply is None or reply.reason:
            why = reply.reason if reply else f"it took longer than {_SECONDS:g} s"
            raise ReadError(f"page {number} cannot be drawn: {why}")
        return reply
