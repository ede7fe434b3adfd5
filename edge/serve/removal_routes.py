"""DELETE /api/document: a document leaves its knowledge base, with the file that was sent of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edge import durable
from edge.errors import StorageError, UsageError
from edge.records.documents import DocumentList
from edge.search.sources import nearest
from edge.serve import waiting
from edge.serve.index_routes import uploads, writable
from edge.serve.parameters import may_write, optional, required
from edge.serve.queue import Tell, WorkQueue
from edge.serve.replies import reply

if TYPE_CHECKING:
    from edge.api import Edge


async def remove(request: Request) -> Response:
    """Take a document out of a base. A file that was sent here is deleted; any other stays where it is."""
    may_write(request)
    queue: WorkQueue = request.app.state.queue
    base = writable(queue, optional(request, "knowledge"))
    source, folder = required(request, "source"), uploads(queue.bases.paths[base])

    def work(edge: Edge, _: Tell) -> dict[str, Any]:
        names, sent = of_same_file(edge.library.documents(), source, folder)
        report = edge.remove(names)
        if sent is not None:
            _deleted(sent)
        return {
            "schema": 1, "removed": report.removed or names, "documents": report.documents,
            "deleted": sent is not None,
        }  # fmt: skip

    indexing: WorkQueue = request.app.state.indexing
    return reply(await waiting.result(request, indexing.submit(work, base=base)))


def of_same_file(listed: DocumentList, source: str, folder: Path) -> tuple[list[str], Path | None]:
    """All documents that came of the same file as this one, and that file if it was sent to `folder`: what an
    archive holds goes with it, or the next run would bring it back. Raises UsageError for what is not listed
    under this very name: a pattern would remove what nobody meant.
    """
    names = [one.source for one in listed.documents] + [one.source for one in listed.failures]
    if source not in names:
        raise UsageError(f"No document is called {source[:200]!r}.", nearest(sorted(set(names)), source))
    folder = folder.resolve()
    of_root = {root.label: Path(root.path) for root in listed.roots}
    files = {one.source: Path(one.path) for one in listed.documents if one.path}
    for one in listed.failures:
        if of_root[one.root] == folder:  # it holds no folders: what follows a file's name is inside of it
            parts = (folder / part for part in one.source.split("/"))
            files[one.source] = next(filter(Path.is_file, parts), folder)
    file = files.get(source)
    if file is None or file.parent != folder:
        return [source], None
    return [name for name, other in files.items() if other == file], file


def _deleted(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
        durable.sync_folder(file.parent)
    except OSError as error:
        raise StorageError(
            f"{file.name} is out of the knowledge base, but {file} cannot be deleted: {error.strerror}.",
            "Delete it, or the next run brings it back.",
        ) from error


ROUTES = [Route("/api/document", remove, methods=["DELETE"])]
