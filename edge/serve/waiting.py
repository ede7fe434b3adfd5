"""Waiting for a piece of work, as JSON or as a stream of events, and giving it up when the client is gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from edge.errors import EdgeError, Stopped
from edge.serve import refusal
from edge.serve.queue import Job, Tell, WorkQueue
from edge.text.encode import encoded

if TYPE_CHECKING:
    from edge.api import Edge

T = TypeVar("T")

#: Seconds after which a stream says that it is alive, so that neither side takes the other for dead.
ALIVE = 5.0
#: So long a stream's first word is waited for, because an error as the first word has a status of its own.
_FIRST = 0.5
#: A client that is gone reads no answer; the number is for the log.
GONE = 499


async def result(request: Request, job: Job[T]) -> T:
    """The result of the work. Raises what the work raises, and Stopped when the client is gone."""
    done: asyncio.Future[Any] = asyncio.ensure_future(asyncio.wrap_future(job.future))
    gone: asyncio.Future[Any] = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({done, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise Stopped
        found: T = done.result()
        return found
    finally:
        job.cancel()
        gone.cancel()
        done.cancel()


async def events(
    request: Request,
    queue: WorkQueue,
    work: Callable[[Edge, Tell], Any],
    *,
    base: str = "",
    named: Callable[[Any], tuple[str, Any]],
) -> Response:
    """Server-sent events: what the work tells, under the name that `named` gives it with its data, then its
    result, or `error`. An error before anything was told is raised.
    """
    loop = asyncio.get_running_loop()
    told: asyncio.Queue[Any] = asyncio.Queue()

    def listener(what: Any) -> None:
        loop.call_soon_threadsafe(told.put_nowait, what)

    job = queue.submit(work, base=base, listener=listener)
    done = asyncio.ensure_future(asyncio.wrap_future(job.future))
    first = asyncio.ensure_future(told.get())
    try:
        await asyncio.wait({done, first}, timeout=_FIRST, return_when=asyncio.FIRST_COMPLETED)
        if done.done() and not first.done():
            done.result()  # raises: nothing was told yet
    except BaseException:
        job.cancel()
        first.cancel()
        raise

    async def stream() -> AsyncIterator[bytes]:
        waited: asyncio.Future[Any] = first
        try:
            if job.ahead and not first.done():
                yield event("note", {"code": "queued", "params": {"ahead": job.ahead}})
            while True:
                await asyncio.wait({waited, done}, timeout=ALIVE, return_when=asyncio.FIRST_COMPLETED)
                if waited.done():
                    yield event(*named(waited.result()))
                    waited = asyncio.ensure_future(told.get())
                elif done.done():
                    # What was told before the end is in the queue by now: both come through the loop, in
                    # order.
                    if told.empty():
                        break
                    await asyncio.sleep(0)
                else:
                    yield b": still at work\n\n"
            try:
                yield event(*named(done.result()))
            except EdgeError as error:
                yield event("error", refusal.document(error)["error"])
        finally:
            job.cancel()
            waited.cancel()
            done.cancel()

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(stream(), headers=headers, media_type="text/event-stream")


def event(name: str, data: Any) -> bytes:
    """One server-sent event. JSON has no line ends of its own."""
    return b"event: " + name.encode() + b"\ndata: " + encoded(data) + b"\n\n"


async def _gone(request: Request) -> None:
    """Ends when the client has hung up. Only once its body was read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
