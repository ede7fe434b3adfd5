"""/api/extract and /api/compose: a message to what is worth keeping in it, a query to one context."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edge.errors import UsageError
from edge.records import Extracted
from edge.records.context import ComposedResult
from edge.serve import waiting
from edge.serve.queue import Tell
from edge.serve.replies import body, question_of, reply

if TYPE_CHECKING:
    from edge.api import Edge


class ExtractRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One of the two: `message` as a line of `edge extract --batch`, or `text`, an e-mail or a
    note as it is.
    """

    message: dict[str, Any] | None = None
    text: str | None = None
    knowledge: str = ""


class ComposeRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """`sources`: some of the three; `conversation`: whose last turns stand first ("": none); the rest as the
    options of `edge compose`.
    """

    query: str
    max_tokens: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    sources: list[Literal["documents", "conversations", "memories"]] | None = None
    conversation: str | None = None
    lambda_mult: float | None = None
    similarity_threshold: float | None = None
    window_size: int | None = None
    recent_turns: int | None = None
    top_k: int | None = None
    fetch_k: int | None = None
    knowledge: str = ""


async def extract(request: Request) -> Response:
    """The record of `edge extract --json`; kept in the user's own database where this server may write."""
    asked = await body(request, ExtractRequest)
    if (asked.message is None) == (asked.text is None):
        raise UsageError("message and text: exactly one of the two is needed.", "See: /openapi.json")

    def work(edge: Edge, _: Tell) -> Extracted:
        if asked.message is not None:
            return edge.extract(asked.message)
        return edge.extract(question_of(asked.text or "").encode())

    return await _done(request, work, asked.knowledge)


async def compose(request: Request) -> Response:
    """The record of `edge compose --json`; its trace is in /api/traces."""
    asked = await body(request, ComposeRequest)
    query = question_of(asked.query)
    named = ("lambda_mult", "similarity_threshold", "window_size", "recent_turns", "top_k", "fetch_k")
    params = {name: getattr(asked, name) for name in named if getattr(asked, name) is not None}

    def work(edge: Edge, _: Tell) -> ComposedResult:
        return edge.compose(
            query, asked.max_tokens, sources=asked.sources, conversation=asked.conversation, **params
        )

    return await _done(request, work, asked.knowledge)


async def _done(request: Request, work: Any, base: str) -> Response:
    return reply(await waiting.result(request, request.app.state.queue.submit(work, base=base)))


ROUTES = [
    Route("/api/extract", extract, methods=["POST"]),
    Route("/api/compose", compose, methods=["POST"]),
]
