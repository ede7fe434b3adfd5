"""Pages as pictures, the worker's side: `python -m edge.indexing.pdf.page_pictures_worker`."""

from __future__ import annotations

import hashlib
import zlib
from typing import Any, BinaryIO

import numpy as np

from edge.indexing.pdf import page_pictures_protocol
from edge.indexing.pdf.open_file import OpenFile
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
    file = OpenFile()

    def work(job: PictureJob, answers: BinaryIO) -> None:
        limit(job.cpu_seconds, job.memory_bytes)
        frames.write(answers, _reply(job, file))

    child.serve(page_pictures_protocol.jobs, work)


def _reply(job: PictureJob, file: OpenFile) -> PictureReply:
    from edge.indexing.pdf import mupdf

    try:
        return _drawn(file.open(job.path, job.sha256, job.kind), job)
    except MemoryError:
        return PictureReply(reason="out of memory", spent=True)
    except Exception as error:  # noqa: BLE001 (a worker process: whatever the file does is its reason)
        file.close()
        spent = mupdf.out_of_memory(error)
        return PictureReply(reason=" ".join(str(error).split())[:200], spent=spent)


def _drawn(document: Any, job: PictureJob) -> PictureReply:
    from edge.indexing.pdf import mupdf

    if document.needs_pass:
        return PictureReply(reason="encrypted")
    count = len(document)
    if not 1 <= job.page <= count:
        return PictureReply(count, reason=f"it has {count} pages")
    page = document.load_page(job.page - 1)
    places = squares(page.rect.width, page.rect.height, job.across)
    if not places:
        size = f"{page.rect.width:.0f} x {page.rect.height:.0f} points"
        return PictureReply(count, reason=f"it is no page to read: {size}")
    drawn = [mupdf.square(page, *place, job.side) for place in places]
    if blank(drawn):
        return PictureReply(count, blank=True)
    made = [_packed(pixels, job, part, len(drawn)) for part, pixels in enumerate(drawn, start=1)]
    return PictureReply(count, made, mupdf.view(page, _VIEW))


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
