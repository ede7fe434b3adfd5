"""Pages drawn, the worker's side: `python -m edge.serve.page_worker`, jobs in, replies out."""

from __future__ import annotations

from typing import BinaryIO

from edge.indexing.pdf.find import FoundPlace, find
from edge.indexing.pdf.open_file import FileChanged, OpenFile
from edge.serve import page_protocol
from edge.serve.page_protocol import PageJob, PageReply
from edge.worker import child, frames
from edge.worker.limits import limit


def main() -> None:
    """Serve jobs until the parent closes the pipe."""
    file = OpenFile()

    def work(job: PageJob, answers: BinaryIO) -> None:
        limit(job.cpu_seconds, job.memory_bytes)
        frames.write(answers, _reply(job, file))

    child.serve(page_protocol.jobs, work)


def _reply(job: PageJob, file: OpenFile) -> PageReply:
    from edge.indexing.pdf import mupdf

    try:
        pdf = file.open(job.path, job.sha256)
        if not 1 <= job.page <= len(pdf):
            return PageReply(why="unreadable", detail=f"it has {len(pdf)} pages")
        page = pdf.load_page(job.page - 1)
        place = FoundPlace()
        if job.end > job.start:
            place = find(job.text, job.start, job.end, mupdf.glyphs(page))
        picture = mupdf.drawn(page, job.width, job.most_pixels) if job.width else b""
        return PageReply(page.rect.width, page.rect.height, picture, place.boxes, place.share)
    except MemoryError:
        return PageReply(why="unreadable", detail="out of memory", spent=True)
    except FileChanged:
        return PageReply(why="changed")
    except OSError:
        return PageReply(why="gone")
    except Exception as error:  # noqa: BLE001 (a worker process: whatever the file does is its reason)
        file.close()
        spent = mupdf.out_of_memory(error)
        return PageReply(why="unreadable", detail=" ".join(str(error).split())[:200], spent=spent)


if __name__ == "__main__":
    main()
