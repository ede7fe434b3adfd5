"""The HTTP application: routes of the rooms beside this file, the guard before them, errors in one shape."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from edge import __version__, paths
from edge.errors import EdgeError, Stopped
from edge.serve import (
    ask_routes,
    document_routes,
    escalate_routes,
    incoming,
    index_routes,
    memory_routes,
    message_routes,
    openai_routes,
    openapi,
    page_files,
    page_routes,
    removal_routes,
    search_routes,
)
from edge.serve.guard import Guard
from edge.serve.queue import WorkQueue
from edge.serve.refusal import Refusal
from edge.serve.replies import refused, reply
from edge.serve.waiting import GONE

ROOMS = (
    ask_routes, search_routes, document_routes, message_routes, memory_routes, index_routes, escalate_routes,
    removal_routes, openai_routes, openapi, page_routes,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Access:
    """Who may ask, and for what. `names`: hosts that the server goes by; `token` "": none is asked for;
    `write`: documents may be indexed, memories changed; `max_file_bytes`: of one document.
    """

    names: Iterable[str]
    port: int
    token: str = ""
    write: bool = False
    max_file_bytes: int = 200 << 20


def application(queue: WorkQueue, indexing: WorkQueue, access: Access) -> Guard:
    """The application. `indexing` writes what `queue` reads; both are closed with it."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if access.write:
            incoming.clear_all(paths.home() / "uploads")
        try:
            yield
        finally:
            indexing.close()
            page_routes.close(made.state)
            queue.close()

    routes: list[BaseRoute] = [Route("/health", health)]
    for room in ROOMS:
        routes += room.ROUTES
    routes += page_files.routes()
    made = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={
            EdgeError: _failed,
            HTTPException: _unrouted,
            Stopped: _given_up,
            ClientDisconnect: _given_up,
            Exception: _bug,
        },
    )
    # An address that nobody has is a 404, and no redirect to another that nobody has.
    made.router.redirect_slashes = False
    made.state.queue = queue
    made.state.indexing = indexing
    made.state.access = access
    # Outside everything, so that errors of the application carry its headers too.
    return Guard(made, names=access.names, port=access.port, token=access.token)


async def health(request: Request) -> Response:
    """Whether it listens, and how much waits. Needs no token, tells nothing of anybody's documents."""
    queue: WorkQueue = request.app.state.queue
    return reply({"schema": 1, "status": "ok", "edge": __version__, "waiting": len(queue)})


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, EdgeError)
    return refused(request.url.path, error)


async def _unrouted(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = {404: "There is nothing at this address.", 405: "This address does not take this method."}
    refusal = Refusal(
        error.status_code, str(error.status_code), message.get(error.status_code, error.detail),
        "See: /openapi.json", dict(error.headers or {}),
    )  # fmt: skip
    return refused(request.url.path, refusal)


async def _given_up(request: Request, error: Exception) -> Response:
    return Response(status_code=GONE)


async def _bug(request: Request, error: Exception) -> Response:
    # Told here, and logged by the server: nothing of it goes to the client but its kind.
    bug: Any = EdgeError(f"This is a bug in edge: {type(error).__name__}.", "The server's log says where.")
    return refused(request.url.path, bug)
