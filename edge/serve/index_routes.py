"""/api/index: documents are sent, kept in a folder of edge's own, and indexed with progress.

Indexing has a thread and a session of its own, so that questions are answered meanwhile, from the base as it
was; the finished base takes its place between two requests.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edge import paths
from edge.errors import StorageError, UsageError
from edge.folders import reserved
from edge.records import IndexReport
from edge.serve import waiting
from edge.serve.incoming import IncomingFile
from edge.serve.index_progress import Step, ToldProgress
from edge.serve.parameters import may_write, optional
from edge.serve.queue import Tell, WorkQueue
from edge.serve.refusal import Refusal
from edge.serve.replies import body, reply

if TYPE_CHECKING:
    from edge.api import Edge

#: Seconds that a file may take to come.
UPLOAD_SECONDS = 600.0
_LONGEST_NAME = 200


class IndexRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """`knowledge`: the base that takes what was sent for it."""

    knowledge: str = ""


class NameRefusal(Refusal):
    """A name that no file can have here. `values`: of the fault, beside the name."""

    exit_code = UsageError.exit_code

    def __init__(self, code: str, name: str, fault: str, **values: Any) -> None:
        message = f"{name[:80]!r} is no name for a file: {fault}."
        super().__init__(
            400, code, message, "Send it under another name.", params={"name": name[:80], **values}
        )


async def upload(request: Request) -> Response:
    """Keep one file, as it comes, for the next run: it is on the disk when this is answered. A file of the
    same name is replaced.
    """
    may_write(request)
    queue: WorkQueue = request.app.state.queue
    base = writable(queue, optional(request, "knowledge"))
    name = request.path_params["name"]
    check_name(name)
    folder, most = uploads(queue.bases.paths[base]), request.app.state.access.max_file_bytes
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > most:
        raise _large(most)
    try:
        # Disks stall: whoever asks meanwhile must not wait for them.
        file = await asyncio.to_thread(IncomingFile, folder)
        try:
            size = await _received(request, file, most)
            await asyncio.to_thread(file.keep, name)
        finally:
            await asyncio.to_thread(file.drop)
    except OSError as error:
        raise StorageError(
            f"{name} cannot be kept in {folder}: {error.strerror}.", "Make room, or check the folder."
        ) from error
    return reply({"schema": 1, "name": name, "bytes": size, "knowledge": base})


async def index(request: Request) -> Response:
    """Index what was sent for a base: events `progress`, then `report`; without a stream the report alone."""
    may_write(request)
    asked = await body(request, IndexRequest)
    queue: WorkQueue = request.app.state.queue
    base = writable(queue, asked.knowledge)
    folder = uploads(queue.bases.paths[base])

    def work(edge: Edge, tell: Tell) -> IndexReport:
        if not folder.is_dir():
            raise UsageError(f"Nothing was sent for {base}.", "Send files first: PUT /api/index/NAME")
        return edge.index([folder], progress=ToldProgress(tell))

    indexing: WorkQueue = request.app.state.indexing
    return await waiting.reply_or_events(request, indexing, work, _named, base=base)


def uploads(base: Path) -> Path:
    """Where what was sent for a base is kept: documents are read, and opened, from there. Two bases of one
    name in two folders have each their own.
    """
    place = hashlib.sha256(os.fsencode(base.resolve())).hexdigest()[:8]
    return paths.home() / "uploads" / f"{base.stem}-{place}"


def writable(queue: WorkQueue, base: str) -> str:
    """The name of a base that may be changed. Raises UsageError, and Refusal for the one that ships."""
    name = queue.bases.check(base)
    if queue.bases.paths[name] == paths.shipped_knowledge():
        raise Refusal(
            403, "read-only", "The knowledge base that ships with edge is read-only.",
            "Start the server with one of your own: edge serve --knowledge my.db --allow-write",
        )  # fmt: skip
    return name


def check_name(name: str) -> None:
    """Raises NameRefusal where a file cannot be kept under this name."""
    size = len(name.encode("utf-8", "replace"))
    if size > _LONGEST_NAME:
        fault = f"it is {size} bytes long, and at most {_LONGEST_NAME} are taken"
        raise NameRefusal("name-long", name, fault, size=size, most=_LONGEST_NAME)
    if name.startswith((".", "~")):
        raise NameRefusal("name-hidden", name, f"files that begin with {name[0]} are not read", first=name[0])
    if not name or not name.isprintable() or set(name) & set('/\\:*?"<>|'):
        fault = 'it is empty, or holds a character such as / \\ : * ? " < > |'
        raise NameRefusal("name-character", name, fault)
    if os.name == "nt" and reserved(name):
        raise NameRefusal("name-reserved", name, "this system keeps it for itself")


def _large(most: int) -> Refusal:
    return Refusal(
        413, "large", f"The file is larger than {most:,} bytes.", "Raise index.max_file_bytes.",
        {"Connection": "close"}, params={"most": most},
    )  # fmt: skip


async def _received(request: Request, file: IncomingFile, most: int) -> int:
    size = 0
    try:
        async with asyncio.timeout(UPLOAD_SECONDS):
            async for piece in request.stream():
                size += len(piece)
                if size > most:
                    raise _large(most)
                await asyncio.to_thread(file.write, piece)
    except TimeoutError as error:
        raise Refusal(
            408, "slow", f"The file did not come in {UPLOAD_SECONDS:g} seconds.",
            params={"seconds": UPLOAD_SECONDS},
        ) from error  # fmt: skip
    return size


def _named(told: Any) -> tuple[str, Any]:
    return ("progress" if isinstance(told, Step) else "report"), told


ROUTES = [
    Route("/api/index/{name}", upload, methods=["PUT"]),
    Route("/api/index", index, methods=["POST"]),
]
