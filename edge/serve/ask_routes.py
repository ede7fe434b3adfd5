"""/api/ask: a question to an answer, whole or as its passes go by."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edge.records import Answer, EarlierTurn, PassStep
from edge.serve import waiting
from edge.serve.queue import Tell
from edge.serve.replies import body, question_of

if TYPE_CHECKING:
    from edge.api import Edge


class AskRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """`sources`: documents to look in; `history`: earlier questions, oldest first, bare or with the quotes
    that answered them; `knowledge`: a name of /api/knowledge.
    """

    question: str
    sources: list[str] = []
    engine: str | None = None
    history: list[str | EarlierTurn] = []
    knowledge: str = ""


async def ask(request: Request) -> Response:
    """The answer as JSON; with Accept: text/event-stream the passes as they are done, then the answer."""
    asked = await body(request, AskRequest)
    question_of(asked.question)
    return await waiting.reply_or_events(
        request, request.app.state.queue, partial(answer, asked), event_of, base=asked.knowledge
    )


def answer(asked: AskRequest, edge: Edge, tell: Tell) -> Answer:
    """What the session says to a request; each pass is told as it is done."""
    return edge.ask(
        asked.question, sources=asked.sources, engine=asked.engine, history=asked.history, observe=tell
    )


def event_of(told: Any) -> tuple[str, Any]:
    """The event that a pass, or the answer, is sent as."""
    return ("pass" if isinstance(told, PassStep) else "answer"), told


ROUTES = [Route("/api/ask", ask, methods=["POST"])]
