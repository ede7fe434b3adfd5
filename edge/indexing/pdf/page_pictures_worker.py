"""Pages as pictures, the worker's side: `python -m edge.indexing.pdf.page_pictures_worker`, a page a frame.

The bytes are read once, hashed, and opened from memory. The last file stays open: its pages come one by one.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from edge.indexing.pdf import page_pictures_protocol
from edge.indexing.pdf.page_pictures_protocol import PictureJob, PictureReply
from edge.indexing.pdf.squares import squares
from edge.records.picture import PagePicture
from edge.worker import child, frames
from edge.worker.limits import limit

#: Levels (of 255) that no pixel of a blank page is away from its paper: the grain of a scan is less, a
#: stroke of a pencil more.
_GRAIN = 32
#: Pixels of the longer side of a page as people see it in a report.
_VIEW = 1_000


def main() -> None:
    """Serve jobs until the parent closes the pipe."""
    held = _OpenFile()

    def work(job: PictureJob, answers: BinaryIO) -> None:
        limit(job.cpu_seconds, job.memory_bytes)
        frames.write(answers, held.page(job))

    child.serve(page_pictures_protocol.jobs, work)


class _OpenFile:
    """The file that was asked for last."""

    def __init__(self) -> None:
        self._sha256 = ""
        self._file: Any = None

    def page(self, job: PictureJob) -> PictureReply:
        from edge.indexing.pdf import mupdf

        try:
            if job.sha256 != self._sha256:
                self._open(job)
            count = len(self._file)
            if not 1 <= job.page <= count:
                return PictureReply(count, reason=f"it has {count} pages")
            page = self._file.load_page(job.page - 1)
            places = squares(page.rect.width, page.rect.height, job.across)
            if not places:
                size = f"{page.rect.width:.0f} x {page.rect.height:.0f} points"
                return PictureReply(count, reason=f"it is no page to read: {size}")
            drawn = [mupdf.square(page, *place, job.side) for place in places]
            view = mupdf.view(page, _VIEW)
        except MemoryError:
            return PictureReply(reason="out of memory", spent=True)
        except Exception as error:  # noqa: BLE001 (a worker process: whatever the file does is its reason)
            spent = mupdf.out_of_memory(error)
            self._sha256 = ""
            return PictureReply(reason=" ".join(str(error).split())[:200], spent=spent)
        if blank(drawn):
            return PictureReply(count, blank=True)
        made = [_packed(pixels, job, part, len(drawn)) for part, pixels in enumerate(drawn, start=1)]
        return PictureReply(count, made, view)

    def _open(self, job: PictureJob) -> None:
        from edge.indexing.pdf import mupdf

        data = Path(os.fsdecode(job.path)).read_bytes()
        if hashlib.sha256(data).hexdigest() != job.sha256:
            raise ValueError("it changed while it was being read")
        mupdf.quiet()
        self._sha256, self._file = "", None
        mupdf.forget()
        self._file = mupdf.open_bytes(data, job.kind)
        if self._file.needs_pass:
            raise ValueError("encrypted")
        self._sha256 = job.sha256


def blank(drawn: list[Any]) -> bool:
    """Whether nothing stands out from the paper in any of these pictures, (side, side, 3) uint8 each."""
    greys = [pixels.mean(axis=2) for pixels in drawn]
    paper = float(np.median(greys[0]))
    return all(float(np.abs(grey - paper).max()) <= _GRAIN for grey in greys)


def _packed(pixels: Any, job: PictureJob, part: int, parts: int) -> PagePicture:
    raw = pixels.tobytes()
    return PagePicture(
        page=job.page, part=part, parts=parts, side=job.side, data=zlib.compress(raw, 1),
        sha256=hashlib.sha256(raw).hexdigest(),
    )  # fmt: skip


if __name__ == "__main__":
    main()
