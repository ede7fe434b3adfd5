"""The only module of edge that opens a connection to somewhere else: one POST, within one deadline.

The `anthropic` SDK gives the address, the version and the key's place; what it would add on its own is
taken away: its retries (a lost answer may have been billed), its redirects, environment and proxies, its
tracing, and every header beyond a closed list. Its timeouts are per read, so a dripping answer would never
end: here everything runs inside one `asyncio` deadline, in a loop of its own thread (research notes on
reliability, 1.4).
"""

from __future__ import annotations

import asyncio
import os
import random
import ssl
import threading
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from edge.cloud import address, failure, reply
from edge.cloud.failure import CallProgress, RetryLater, WireState
from edge.cloud.reply import Reply
from edge.errors import EdgeError, NotPermitted, UsageError

#: The headers that leave. The SDK would add the operating system, versions, and what a variable names.
HEADERS = {
    "accept", "anthropic-version", "authorization", "connection", "content-length", "content-type", "host",
}  # fmt: skip
#: With it the library would write what leaves to standard error, whoever reads that.
_LOGS = "ANTHROPIC_LOG"
_BACKOFF = 0.5
#: Seconds beyond the deadline: for the loop's thread to say how it ended.
_GRACE = 0.25


def post(body: bytes, *, base_url: str, key: str, seconds: float, retries: int, max_bytes: int) -> Reply:
    """Send exactly these bytes to `base_url`/v1/messages and return the answer.

    `seconds` is the total for connecting, sending, reading, waiting and trying again; `retries` is a number
    of further tries after an answer that says that nothing was done; `max_bytes` bounds an answer. Raises
    CloudRefused (a second try would change nothing), CloudBroken (an answer, but not one of this kind),
    CloudUnknown (it may have been carried out; never tried again here), CloudError (not carried out, or
    never sent), and EdgeError when the library is missing.
    """
    _check(base_url, key)
    call = _Call(_library(), body, base_url, key, retries, max_bytes, time.monotonic() + seconds)
    try:
        return _outside(call.run(), seconds + _GRACE)
    except TimeoutError:
        raise failure.late(call.progress, seconds) from None


def _check(base_url: str, key: str) -> None:
    if not address.secure(base_url):
        raise UsageError(
            f"The setting cloud.base_url is not an https address: {reply.shown(base_url)!r}.",
            "Set it to one, e.g. https://api.anthropic.com (http only on this device).",
        )
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        # Checked here because the libraries would print the key with their complaint.
        raise NotPermitted(
            "The key for the cloud is empty, or has characters that no key has.",
            "Look at the variable that the setting cloud.key names.",
        )


def _library() -> Any:
    logging = os.environ.pop(_LOGS, None)
    try:
        import anthropic
    except ImportError as error:
        raise EdgeError(
            f"The library for Claude is not installed: {error.name or 'anthropic'}.",
            "pip install 'edge-answers[cloud]'",
        ) from error
    finally:
        if logging is not None:
            os.environ[_LOGS] = logging
    return anthropic


def _outside(work: Coroutine[Any, Any, Reply], seconds: float) -> Reply:
    """Run in a loop of its own thread: whoever calls may have a loop already, and no clean-up of the
    libraries can hold the caller up.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=_serve, args=(loop,), name="edge-cloud", daemon=True)
    thread.start()
    future = asyncio.run_coroutine_threadsafe(work, loop)
    try:
        return future.result(seconds)
    finally:
        future.cancel()
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_GRACE)


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    loop.run_forever()
    if tasks := asyncio.all_tasks(loop):
        loop.run_until_complete(asyncio.wait(tasks, timeout=5.0))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


@dataclass(slots=True)
class _Call:
    sdk: Any
    body: bytes = field(repr=False)
    base_url: str
    key: str = field(repr=False)  # a traceback may show this record
    retries: int
    max_bytes: int
    ends: float  # monotonic
    progress: CallProgress = field(default_factory=CallProgress)

    @property
    def left(self) -> float:
        return max(0.001, self.ends - time.monotonic())

    async def run(self) -> Reply:
        async with self._open() as client:
            while True:
                self.progress.attempts += 1
                self.progress.wire = WireState()
                try:
                    async with asyncio.timeout(self.left):
                        return await self._once(client)
                except RetryLater as again:
                    await self._wait(again)

    async def _wait(self, again: RetryLater) -> None:
        """Sleep before another try, or raise the error when there is none left or no time for it."""
        attempts = self.progress.attempts
        pause = again.after if again.after is not None else _BACKOFF * 2 ** (attempts - 1)
        pause *= 1.0 + random.random() / 10  # so that many waiting devices do not come back at once
        if attempts > self.retries or pause >= self.left:
            raise again.error
        await asyncio.sleep(pause)

    async def _once(self, client: Any) -> Reply:
        """One request. Raises RetryLater when it may be made again, else the typed errors of `post`."""
        import httpx2

        try:
            # `content`: these very bytes leave, the ones that were shown, counted and hashed.
            answer = await client.post("/v1/messages", cast_to=httpx2.Response, content=self.body)
        except self.sdk.APIStatusError as error:
            # `from None`, here and below: what the library raised holds the request, and so the key.
            failed = error.response
            raise failure.status(
                failed.status_code, failed.content, failed.headers, self.key, self.progress
            ) from None
        except self.sdk.APIConnectionError as error:
            causes = list(_causes(error))
            words = reply.shown(str(causes[-1]), self.key) or type(causes[-1]).__name__
            untrusted = any(isinstance(cause, ssl.SSLError) for cause in causes)
            raise failure.connection(words, self.progress, untrusted=untrusted) from None
        return reply.read(
            answer.content, request_id=answer.headers.get("request-id", ""), attempts=self.progress.attempts
        )

    def _open(self) -> Any:
        import httpx2

        call = self

        class Narrow(httpx2.AsyncBaseTransport):
            """Lets the closed list of headers out, and at most so many plain bytes of an answer in."""

            def __init__(self) -> None:
                # A kept connection may be closed at the other end just as it is used again: a refusal
                # that could be tried again would turn into an outcome that nobody knows.
                fresh = httpx2.Limits(max_keepalive_connections=0)
                self._inner = httpx2.AsyncHTTPTransport(
                    verify=_trust(call.base_url), trust_env=False, limits=fresh
                )

            async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
                wire = call.progress.wire
                for header in [header for header in request.headers if header.lower() not in HEADERS]:
                    del request.headers[header]
                request.headers["accept-encoding"] = "identity"
                request.headers["user-agent"] = "edge"
                request.headers["connection"] = "close"
                request.extensions = {**request.extensions, "trace": wire.trace}
                response = await self._inner.handle_async_request(request)
                wire.status = response.status_code
                if response.headers.get("content-encoding", "identity").lower() != "identity":
                    wire.broken = "it is compressed, which was not asked for"
                    await response.aclose()
                    raise httpx2.ReadError(wire.broken)
                if kind := response.headers.get("content-type"):
                    # JSON is UTF-8. The library would decode by whatever codec is named, "idna" too.
                    response.headers["content-type"] = kind.partition(";")[0]
                response.stream = Capped(response.stream, wire)
                return response

            async def aclose(self) -> None:
                await self._inner.aclose()

        class Capped(httpx2.AsyncByteStream):
            def __init__(self, inner: Any, wire: WireState) -> None:
                self._inner, self._wire = inner, wire

            async def __aiter__(self) -> AsyncIterator[bytes]:
                count = 0
                async for chunk in self._inner:
                    count += len(chunk)
                    if count > call.max_bytes:
                        self._wire.broken = f"it is larger than {call.max_bytes} bytes"
                        raise httpx2.ReadError(self._wire.broken)
                    yield chunk

            async def aclose(self) -> None:
                await self._inner.aclose()

        return self.sdk.AsyncAnthropic(
            api_key=self.key,
            base_url=self.base_url,
            max_retries=0,
            timeout=self.left,  # per read: the deadline around it is the true one
            open_telemetry=False,
            http_client=httpx2.AsyncClient(transport=Narrow(), trust_env=False, follow_redirects=False),
        )


def _trust(base_url: str) -> ssl.SSLContext:
    """The certificates that this system trusts (or SSL_CERT_FILE); for http, this device only, none."""
    import httpx2

    if urlsplit(base_url).scheme == "https":
        trusted = httpx2.create_ssl_context()
        # SSLKEYLOGFILE would give the session's keys to a file. (None is what it is without; typeshed: str.)
        trusted.keylog_filename = None  # type: ignore[assignment]
        return trusted
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
