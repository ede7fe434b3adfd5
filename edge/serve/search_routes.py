"""/api/search: the best pages for a query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edge.records import SearchResponse
from edge.serve import waiting
from edge.serve.queue import Tell
from edge.serve.replies import body, question_of, reply

if TYPE_CHECKING:
    from edge.api import Edge


class SearchRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """`k`: results at most, else the setting search.k."""

    query: str
    k: Annotated[int, msgspec.Meta(ge=1, le=1_000)] | None = None
    sources: list[str] = []
    knowledge: str = ""


async def search(request: Request) -> Response:
    """The best pages, as `edge search --json` prints them."""
    asked = await body(request, SearchRequest)
    query = question_of(asked.query)

    def work(edge: Edge, _: Tell) -> SearchResponse:
        return edge.search(query, asked.k, sources=asked.sources)

    queue = request.app.state.queue
    return reply(await waiting.result(request, queue.submit(work, base=asked.knowledge)))


ROUTES = [Route("/api/search", search, methods=["POST"])]
