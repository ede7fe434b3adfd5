"""Waiting for a piece of work, as JSON or as a stream of events, and giving it up when the client is gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from edge.errors import EdgeError, Stopped
from edge.records import Record
from edge.serve import refusal
from edge.serve.queue import Job, Tell, WorkQueue, closing
from edge.serve.replies import reply
from edge.text.encode import encoded

if TYPE_CHECKING:
    from edge.api import Edge

T = TypeVar("T")


class Queued(Record, frozen=True, kw_only=True):
    """So many pieces of work were before this one when it came."""

    ahead: int


#: Seconds after which a stream says that it is alive, so that neither side takes the other for dead.
ALIVE = 5.0
#: So long a stream's first word is waited for, because an error as the first word has a status of its own.
_FIRST = 0.5
#: A client that is gone reads no answer; the number is for the log.
GONE = 499
_STILL, _DONE = object(), object()


async def result(request: Request, job: Job[T]) -> T:
    """The result of the work. Raises what the work raises, and Stopped when the client is gone."""
    done: asyncio.Future[Any] = asyncio.ensure_future(asyncio.wrap_future(job.future))
    gone: asyncio.Future[Any] = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({done, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise Stopped
        try:
            found: T = done.result()
        except Stopped as error:  # not by this client: it is still here
            raise closing() from error
        return found
    finally:
        job.cancel()
        gone.cancel()
        done.cancel()


@dataclass(frozen=True, slots=True)
class Frames:
    """How a stream is written: what the work told on its way, its result, an error."""

    told: Callable[[Any], bytes]
    result: Callable[[Any], Iterable[bytes]]
    error: Callable[[EdgeError], bytes]


async def stream(
    queue: WorkQueue, work: Callable[[Edge, Tell], Any], frames: Frames, *, base: str = ""
) -> Response:
    """Server-sent events of a piece of work. An error before anything was told is raised, so that it has a
    status of its own. A client that hangs up gives the work up.
    """
    loop = asyncio.get_running_loop()
    told: asyncio.Queue[Any] = asyncio.Queue()

    def listener(what: Any) -> None:
        loop.call_soon_threadsafe(told.put_nowait, what)

    job = queue.submit(work, base=base, listener=listener)
    if job.ahead:
        listener(Queued(ahead=job.ahead))
    going = _Stream(job, told)
    await going.first_word()
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(going.written(frames), headers=headers, media_type="text/event-stream")


class _Stream:
    """What a piece of work tells on its way (`told`), until it is done."""

    def __init__(self, job: Job[Any], told: asyncio.Queue[Any]) -> None:
        self._job = job
        self._told = told
        self._done: asyncio.Future[Any] = asyncio.ensure_future(asyncio.wrap_future(job.future))
        self._next: asyncio.Future[Any] = asyncio.ensure_future(told.get())

    async def first_word(self) -> None:
        """Wait a moment for it. Raises what the work raises where that comes first."""
        try:
            await self._wait(_FIRST)
            if self._done.done() and not self._next.done():
                self._done.result()
        except BaseException:
            self._job.cancel()
            self._next.cancel()
            raise

    async def written(self, frames: Frames) -> AsyncIterator[bytes]:
        """The stream. Whoever stops reading gives the work up."""
        try:
            while (what := await self._heard()) is not _DONE:
                yield b": still at work\n\n" if what is _STILL else frames.told(what)
            try:
                found = self._done.result()
            except Stopped:  # not by this client: it is still here
                yield frames.error(closing())
            except EdgeError as error:
                yield frames.error(error)
            else:
                for piece in frames.result(found):
                    yield piece
        finally:
            self._job.cancel()
            self._next.cancel()
            self._done.cancel()

    async def _heard(self) -> Any:
        """The next that is told; _STILL where nothing was for a while, _DONE behind the last."""
        while True:
            await self._wait(ALIVE)
            if self._next.done():
                what = self._next.result()
                self._next = asyncio.ensure_future(self._told.get())
                return what
            if not self._done.done():
                return _STILL
            if self._told.empty():
                return _DONE
            # What was told before the end came through the loop before it, and is in the queue.
            await asyncio.sleep(0)

    async def _wait(self, seconds: float) -> None:
        await asyncio.wait({self._next, self._done}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


async def reply_or_events(
    request: Request,
    queue: WorkQueue,
    work: Callable[[Edge, Tell], Any],
    named: Callable[[Any], tuple[str, Any]],
    *,
    base: str = "",
) -> Response:
    """The result of a piece of work as JSON; for a client that accepts text/event-stream, as `events` with
    these names.
    """
    if "text/event-stream" in request.headers.get("accept", ""):
        return await stream(queue, work, events(named), base=base)
    return reply(await result(request, queue.submit(work, base=base)))


def events(named: Callable[[Any], tuple[str, Any]]) -> Frames:
    """Events with names: `named` gives what was told, or the result, a name and its data."""

    def told(what: Any) -> bytes:
        if isinstance(what, Queued):
            return event("note", {"code": "queued", "params": {"ahead": what.ahead}})
        return event(*named(what))

    return Frames(
        told, lambda found: [told(found)], lambda error: event("error", refusal.document(error)["error"])
    )


def event(name: str, data: Any) -> bytes:
    """One server-sent event. JSON has no line ends of its own."""
    return b"event: " + name.encode() + b"\ndata: " + encoded(data) + b"\n\n"


async def _gone(request: Request) -> None:
    """Ends when the client has hung up. Only once its body was read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
