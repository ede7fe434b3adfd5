"""Pages drawn, the worker's side: `python -m edge.serve.page_worker`, a job a frame in, a reply a frame out.

The bytes are read once, hashed, and opened from memory: what is drawn is what was hashed, even if the file is
changed at that moment. The last file stays open, as people turn pages.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any, BinaryIO

from edge.indexing.pdf.find import FoundPlace, find
from edge.serve import page_protocol
from edge.serve.page_protocol import PageJob, PageReply
from edge.worker import child, frames
from edge.worker.limits import limit


def main() -> None:
    """Serve jobs until the parent closes the pipe."""
    held = _Held()

    def work(job: PageJob, answers: BinaryIO) -> None:
        limit(job.cpu_seconds, job.memory_bytes)
        try:
            reply = held.page(job)
        except MemoryError:
            reply = PageReply(why="unreadable", detail="out of memory", spent=True)
        frames.write(answers, reply)

    child.serve(page_protocol.jobs, work)


class _Held:
    """The file that was asked for last, open."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._pdf: Any = None

    def page(self, job: PageJob) -> PageReply:
        from edge.indexing.pdf import mupdf as pdf_mupdf

        try:
            if why := self._open(job):
                return PageReply(why=why)
            if not 1 <= job.page <= len(self._pdf):
                return PageReply(why="unreadable", detail=f"it has {len(self._pdf)} pages")
            page = self._pdf.load_page(job.page - 1)
            place = FoundPlace()
            if job.end > job.start:
                place = find(job.text, job.start, job.end, pdf_mupdf.glyphs(page))
            picture = pdf_mupdf.drawn(page, job.width, job.most_pixels) if job.width else b""
            return PageReply(page.rect.width, page.rect.height, picture, place.boxes, place.share)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 (a worker process: whatever the file does is its reason)
            self._close()
            spent = pdf_mupdf.out_of_memory(error)
            return PageReply(why="unreadable", detail=" ".join(str(error).split())[:200], spent=spent)

    def _open(self, job: PageJob) -> str:
        """Open the job's file if it is not. Why it cannot be shown, or ""."""
        from edge.indexing.pdf import mupdf as pdf_mupdf

        path = Path(os.fsdecode(job.path))
        try:
            now = path.stat()
            key = (job.path, job.sha256, now.st_size, now.st_mtime_ns, now.st_ino)
            if key == self._key:
                return ""
            self._close()
            data = path.read_bytes()
        except OSError:
            return "gone"
        if hashlib.sha256(data).hexdigest() != job.sha256:
            return "changed"
        pdf_mupdf.quiet()
        self._pdf = pdf_mupdf.open_bytes(data)
        self._key = key
        return ""

    def _close(self) -> None:
        from edge.indexing.pdf import mupdf as pdf_mupdf

        if self._pdf is not None:
            self._pdf.close()
            pdf_mupdf.forget()
        self._pdf, self._key = None, ()


if __name__ == "__main__":
    main()
