"""/api/memory and /api/traces: what was learnt, and the contexts that were composed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edge.errors import UsageError
from edge.serve import waiting
from edge.serve.parameters import may_write, optional, optional_int
from edge.serve.replies import body, question_of, reply

if TYPE_CHECKING:
    from edge.api import Edge

#: Memories and traces in a list, at most.
LISTED = 500


class MemoryRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """As `edge memory add`: `context` is {"situation", "solution", "trigger_keywords"?, …}."""

    title: str
    context: dict[str, Any]
    content: str = ""
    type: str = "fact"
    project: str = ""


async def memories(request: Request) -> Response:
    """With `query` the best memories, each with what decided; without, the latest, newest first."""
    query, context = optional(request, "query"), optional(request, "context")
    limit = _limit(request, "k")

    def work(edge: Edge) -> Any:
        if query:
            return edge.recall(query, limit or None, context=context)
        store = edge.memory.store
        return {"schema": 1, "memories": [store.get(id) for id in store.latest(limit or 50)]}

    return await _done(request, work)


async def add(request: Request) -> Response:
    """Keep what was learnt, with its why."""
    may_write(request)
    asked = await body(request, MemoryRequest)
    question_of(asked.title + asked.content)

    def work(edge: Edge) -> Any:
        return edge.remember(
            asked.title, asked.content, context=asked.context, type=asked.type, project=asked.project
        )

    return await _done(request, work)


async def memory(request: Request) -> Response:
    """One memory whole: its context, its links, what superseded it."""
    id = request.path_params["id"]
    return await _done(request, lambda edge: edge.memory.store.get(id))


async def delete(request: Request) -> Response:
    """Delete one; it can be restored for a while."""
    may_write(request)
    id = request.path_params["id"]

    def work(edge: Edge) -> Any:
        until = edge.memory.store.delete(id)
        return {"id": id, "restorable_until": until, "superseded": edge.memory.store.superseded(id)}

    return await _done(request, work)


async def restore(request: Request) -> Response:
    """Bring one back."""
    may_write(request)
    id = request.path_params["id"]
    return await _done(request, lambda edge: edge.memory.store.restore(id))


async def traces(request: Request) -> Response:
    """The latest composed contexts, newest first."""
    limit = _limit(request, "limit") or 20
    return await _done(request, lambda edge: {"schema": 1, "traces": edge.composer.traces.listing(limit)})


async def trace(request: Request) -> Response:
    """One of them whole: items, reasons, budget."""
    id = request.path_params["id"]
    return await _done(request, lambda edge: {"schema": 1, "trace": edge.composer.traces.get(id)})


async def _done(request: Request, work: Callable[[Edge], Any]) -> Response:
    job = request.app.state.queue.submit(lambda edge, _: work(edge))
    return reply(await waiting.result(request, job))


def _limit(request: Request, name: str) -> int:
    limit = optional_int(request, name) or 0
    if limit > LISTED:
        raise UsageError(f"{name} is {limit}.", f"At most {LISTED}.")
    return limit


ROUTES = [
    Route("/api/memory", memories),
    Route("/api/memory", add, methods=["POST"]),
    Route("/api/memory/{id}", memory),
    Route("/api/memory/{id}", delete, methods=["DELETE"]),
    Route("/api/memory/{id}/restore", restore, methods=["POST"]),
    Route("/api/traces", traces),
    Route("/api/traces/{id}", trace),
]
