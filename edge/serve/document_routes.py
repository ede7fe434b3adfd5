"""What the knowledge bases hold: /api/knowledge, /api/documents, /api/document, /api/page, /api/cited."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edge.errors import UsageError
from edge.serve import waiting
from edge.serve.bases import Bases
from edge.serve.parameters import optional, optional_int, required
from edge.serve.replies import reply

if TYPE_CHECKING:
    from edge.api import Edge


async def knowledge(request: Request) -> Response:
    """The names of the knowledge bases; the first is asked where a request names none."""
    bases: Bases = request.app.state.queue.bases
    listed = [
        {"name": name, "path": str(path), "default": name == bases.names[0]}
        for name, path in bases.paths.items()
    ]
    return reply({"schema": 1, "knowledge": listed, "write": request.app.state.access.write})


async def documents(request: Request) -> Response:
    """What a base was made from, as `edge documents list --json`."""
    return await _read(request, lambda edge: edge.library.documents())


async def document(request: Request) -> Response:
    """One document and its sections."""
    name = required(request, "source")
    return await _read(request, lambda edge: edge.library.document(name))


async def page(request: Request) -> Response:
    """The exact text of a page, or without `page` of a document that has no pages."""
    source, at = required(request, "source"), optional_int(request, "page")

    def work(edge: Edge) -> Any:
        text = edge.library.page_text(source, at)
        if not text:
            where = source if at is None else f"page {at} of {source}"
            raise UsageError(f"There is no text of {where[:200]}.", "See: /api/documents")
        return {"schema": 1, "source": source, "page": at, "text": text}

    return await _read(request, work)


async def cited(request: Request) -> Response:
    """The paragraph that a citation points at, or that holds `quote`, with `context` around it."""
    citation, quote = required(request, "citation"), optional(request, "quote")
    around = optional_int(request, "context") or 0
    if around > 1_000:
        raise UsageError(f"context is {around}.", "At most 1000 paragraphs.")
    return await _read(request, lambda edge: edge.library.cited(citation, quote, around))


async def _read(request: Request, work: Callable[[Edge], Any]) -> Response:
    queue = request.app.state.queue
    job = queue.submit(lambda edge, _: work(edge), base=optional(request, "knowledge"))
    return reply(await waiting.result(request, job))


ROUTES = [
    Route("/api/knowledge", knowledge),
    Route("/api/documents", documents),
    Route("/api/document", document),
    Route("/api/page", page),
    Route("/api/cited", cited),
]
