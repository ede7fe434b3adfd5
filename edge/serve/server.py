"""The process that listens: a socket of our own, uvicorn on it with limits on what a connection may take."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from edge.errors import EdgeError, UsageError

#: Bytes of a request's head.
_HEAD = 32 << 10
#: Seconds in which the head of a request has to come, from the connection's beginning or the last answer's
#: end.
HEAD_SECONDS = 15.0
#: Seconds in which a client has to read something of an answer that waits for it.
READ_SECONDS = 60.0
#: Connections at a time; more are closed as they come.
CONNECTIONS = 256


def listening(
    host: str, port: int, hint: str = "Choose another: --port 0 finds a free one."
) -> socket.socket:
    """A socket that listens; port 0 takes a free one. Raises UsageError, and EdgeError with `hint` where
    another program has the port.
    """
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise UsageError(
            f"{host!r} is no address of this device: {error}.", "For example: 127.0.0.1"
        ) from error
    family, kind, protocol, _, address = found[0]
    made = socket.socket(family, kind, protocol)
    try:
        # Windows would let another program reuse a port in use; it has a word for the opposite.
        made.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
        made.bind(address)
        made.listen(128)
    except OSError as error:
        made.close()
        raise EdgeError(f"{host}:{port} cannot be listened on: {error.strerror}.", hint) from error
    made.setblocking(False)
    return made


class _Server(uvicorn.Server):
    """A signal ends it, and that is the normal end: it is not raised again. `stop`: ends the work first, so
    that whoever waits is told.
    """

    stop: Callable[[], None]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.stop()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


class _Protocol(H11Protocol):
    """A connection that has to send whole heads in time, whatever drips, and to read what it asked for."""

    _timer: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_came()
        super().connection_lost(exc)  # resumes writing, which ends the other timer

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._head_came()

    def on_response_complete(self) -> None:
        self._await_head()  # first: a pipelined request may begin in the next line
        super().on_response_complete()
        if self.cycle is not None and not self.cycle.response_complete:
            self._head_came()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(READ_SECONDS, self._close)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()

    def _await_head(self) -> None:
        self._head_came()
        self._timer = self.loop.call_later(HEAD_SECONDS, self._close)

    def _head_came(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()


def run(app: Any, listener: socket.socket, stop: Callable[[], None]) -> None:
    """Serve until a signal; then `stop` ends the work, without waiting for it."""
    # One line a bad request would fill a disk.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    config = uvicorn.Config(
        app, http=_Protocol, ws="none", loop="asyncio", lifespan="on", log_config=None, access_log=False,
        proxy_headers=False, server_header=False, timeout_keep_alive=int(HEAD_SECONDS),
        timeout_graceful_shutdown=3, h11_max_incomplete_event_size=_HEAD,
    )  # fmt: skip
    made = _Server(config)
    made.stop = stop
    made.run([listener])
