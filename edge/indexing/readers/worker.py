"""Every file but PDF, the worker's side: `python -m edge.indexing.readers.worker`, jobs in, replies out.

A file that is made to cost (nested a thousand deep, a megabyte that unpacks to a terabyte) meets the limits
on memory and processor time here, and costs only itself.
"""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from edge.errors import ReadError
from edge.indexing.readers import archive, formats, jsonl_pages
from edge.indexing.readers import protocol as file_protocol
from edge.indexing.readers.protocol import FileJob, FileReply
from edge.worker import child, frames
from edge.worker.limits import limit, out_of_memory
from edge.worker.reason import bare_reason


def main() -> None:
    """Serve jobs until the parent closes the pipe."""
    # Tokens by the million and hardly a cycle: looking for them at the usual pace is half of a table's time.
    gc.set_threshold(200_000, 50, 100)
    child.serve(file_protocol.jobs, _work)


def _work(job: FileJob, answers: BinaryIO) -> None:
    limit(job.cpu_seconds, job.memory_bytes)
    try:
        for reply in _replies(job):
            frame = frames.pack(reply)
            del reply  # not held beside its copy while the parent takes that
            frames.send(answers, frame)
            del frame  # nor while the next one is made
    except MemoryError:
        frames.write(answers, _out_of_memory(job))


def _replies(job: FileJob) -> Iterator[FileReply]:
    """What becomes of a job; the last reply has no `more`."""
    try:
        data = _bytes(job)
        digest, size = hashlib.sha256(data).hexdigest(), len(data)
        if job.kind == "pages":
            for source in jsonl_pages.read(data, job.name):
                yield FileReply(source.document, [], source.name, source.sha256, source.size, source.reason,
                                more=True)  # fmt: skip
            yield FileReply(sha256=digest, size=size)
        elif job.kind == "archive" and not job.member:
            yield FileReply(None, archive.members(data, job.max_bytes), "", digest, size)
        elif job.kind == "bytes":
            yield FileReply(sha256=digest, size=size, data=data)
        else:
            made = [
                FileReply(formats.document_of(data, job.name, job.kind, job.max_bytes), [], "", digest, size)
            ]
            del data  # before there is a copy of the document on its way, which nothing here holds then
            yield made.pop()
    except MemoryError:
        yield _out_of_memory(job)
    except ReadError as error:
        yield FileReply(reason=error.message, hint=error.hint)
    except ImportError as error:
        yield FileReply(reason=f"{error.name} is missing", hint=formats.INSTALL)
    except OSError as error:
        yield FileReply(reason=f"cannot be read: {error.strerror or error}")
    except Exception as error:  # noqa: BLE001 (a worker process: whatever the file does is its reason)
        text = bare_reason(error, os.fsdecode(job.path))
        deep = isinstance(error, RecursionError)
        yield FileReply(reason="nested too deep" if deep else f"damaged: {text or type(error).__name__}")


def _bytes(job: FileJob) -> bytes:
    data = Path(os.fsdecode(job.path)).read_bytes()
    return archive.member(data, job.member, job.max_bytes) if job.member else data


def _out_of_memory(job: FileJob) -> FileReply:
    reason, hint = out_of_memory(job.memory_bytes, "EDGE_INDEX_FILE_MEMORY_BYTES")
    return FileReply(reason=reason, hint=hint, spent=True)


if __name__ == "__main__":
    main()
