"""Who may talk to the server: the Host and Origin of a request, its token, and what its answers forbid a
browser.

A page of another site can make a browser send requests here, also under a name of its own that leads to this
device (DNS rebinding). So: a Host that is not ours is refused, an Origin that is not ours is refused, and so
is what a browser says comes from elsewhere.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterable
from ipaddress import ip_address
from typing import TYPE_CHECKING

from edge.serve.refusal import Refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Paths that only this server's own page and programs may read; the rest is the shell of the page.
PRIVATE = ("/api", "/v1")

#: Of a request: more is no browser's and no client's.
_MOST_HEADERS, _HEADER_BYTES = 100, 32 << 10

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

#: With every answer. The page brings everything itself, nobody may frame it, and nothing is run that is not a
#: file.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """ASGI middleware. `names`: hosts that this server goes by, without port; `token` "": none is
    asked for.
    """

    def __init__(self, app: ASGIApp, *, names: Iterable[str], port: int, token: str = "") -> None:
        self._app = app
        self._hosts = _with_port(names, port)
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((name, value) for name, value in _HEADERS if name not in given),
                ]
            await send(message)

        try:
            self.check(scope)
        except Refusal as refusal:
            from edge.serve.replies import refused

            await refused(scope["path"], refusal)(scope, receive, guarded)
            return
        try:
            await self._app(scope, receive, guarded)
        except asyncio.CancelledError:  # the server stops while a request comes
            from edge.serve.queue import closing
            from edge.serve.replies import refused

            if begun:
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            else:
                await refused(scope["path"], closing())(scope, receive, guarded)

    def check(self, scope: Scope) -> None:
        """Raises Refusal."""
        sizes = [len(name) + len(value) for name, value in scope["headers"]]
        # A head that comes in one piece meets no limit before this one.
        if len(sizes) > _MOST_HEADERS or sum(sizes) > _HEADER_BYTES:
            raise Refusal(431, "headers", "The head of the request is too long.", "", {"Connection": "close"})
        headers = _single(scope["headers"])
        private = is_private(scope["path"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if host not in self._hosts:
            raise Refusal(
                403, "host", f"This server does not go by the name {host[:80]!r}.",
                "Start it with --name to allow another.",
            )  # fmt: skip
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1").lower() not in _origins(self._hosts):
            raise Refusal(403, "origin", f"Another site asks: {origin.decode('latin-1')[:80]!r}.")
        # Only a browser sends this, and no page can change it.
        site = headers.get(b"sec-fetch-site", b"none")
        if private and site not in (b"same-origin", b"none"):
            raise Refusal(403, "origin", "Another site asks.")
        if scope["method"] in ("GET", "HEAD") and (
            b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"
        ):
            raise Refusal(400, "body", "A GET takes no body.", "", {"Connection": "close"})
        if private and self._token and not self._known(headers.get(b"authorization", b"")):
            raise Refusal(
                401, "token", "The token is missing or wrong.", "Send: Authorization: Bearer TOKEN",
                {"WWW-Authenticate": "Bearer"},
            )  # fmt: skip

    def _known(self, authorization: bytes) -> bool:
        scheme, _, token = authorization.partition(b" ")
        return scheme.lower() == b"bearer" and hmac.compare_digest(token.strip(), self._token)


def is_private(path: str) -> bool:
    """Whether a path is behind the token, and closed to what a browser says comes from another site."""
    return any(path == room or path.startswith(room + "/") for room in PRIVATE)


def is_loopback(host: str) -> bool:
    """Whether a host to listen on can be reached from this device only."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


def _single(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Headers by name. Raises Refusal where one that decides was given twice: nobody knows which counts."""
    found: dict[bytes, bytes] = {}
    for name, value in headers:
        if name in found and name in (b"host", b"origin", b"authorization", b"content-type"):
            raise Refusal(400, "header", f"The header {name.decode('latin-1')} was sent twice.")
        found[name] = value
    return found


def _with_port(names: Iterable[str], port: int) -> frozenset[str]:
    hosts = {name.lower() for name in names}
    return frozenset({f"{name}:{port}" for name in hosts} | (hosts if port == 80 else set()))


def _origins(hosts: frozenset[str]) -> frozenset[str]:
    return frozenset(f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts)
