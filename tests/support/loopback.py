"""A server on this device that behaves like the Messages API, or badly, as told. It keeps every byte it gets.

    with Loopback("right") as server:
        client.post(body, base_url=server.url, ...)
    server.requests  # a Request for each one received

The script is a list of behaviours, one a request; the last one repeats. `right` reads the schema in the
request and answers with an instance of it (or with `value`).
"""

from __future__ import annotations

import json
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

PEM = Path(__file__).with_name("loopback.pem")

#: The seventeen faults: behaviour -> the error that it must become.
FAULTS = {
    "400": "CloudRefused",
    "401": "CloudRefused",
    "403": "CloudRefused",
    "429": "CloudError",
    "500": "CloudError",
    "529": "CloudError",
    "refused": "CloudError",
    "reset": "CloudUnknown",
    "half-closed": "CloudUnknown",
    "silent": "CloudUnknown",
    "drip body": "CloudUnknown",
    "drip headers": "CloudUnknown",
    "bad json": "CloudBroken",
    "wrong schema": "CloudBroken",
    "50 MB": "CloudBroken",
    "redirect": "CloudRefused",
    "bad tls": "CloudError",
}

_MESSAGES = {
    "400": "messages: text content blocks must be non-empty",
    "401": "invalid key",
    "403": "your key has no permission",
    "429": "slow down",
    "500": "internal error",
    "529": "overloaded",
}


class Request(NamedTuple):
    """What came in: the first line, the headers as sent, the body, and all of it as bytes."""

    line: str
    headers: dict[str, str]
    body: bytes
    raw: bytes


def instance(schema: Mapping[str, Any]) -> Any:
    """The first value that a schema allows."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return instance(schema[union][0])
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return {name: instance(inner) for name, inner in schema.get("properties", {}).items()}
    if kind == "array":
        return [instance(schema["items"])] * schema.get("minItems", 0)
    return {"string": "", "integer": 0, "number": 0.0, "boolean": False}.get(kind or "null")


def message(text: str, **changes: Any) -> bytes:
    """The body of a Messages API response."""
    body = {
        "id": "msg_loopback",
        "type": "message",
        "role": "assistant",
        "model": "claude-loopback",
        "content": [{"type": "thinking", "thinking": "...", "signature": ""}, {"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 1_000, "output_tokens": 100},
    } | changes
    return json.dumps(body).encode()


class Loopback:
    """Serves in threads of its own until the `with` block ends. `value` is what `right` answers: a JSON
    value, or a function of the request's parsed body.
    """

    def __init__(self, *script: str, value: Any = None, **changes: Any) -> None:
        self.script = list(script) or ["right"]
        self.value = value
        self.changes = changes
        self.requests: list[Request] = []
        self.connections = 0
        self._tls = any(step in ("bad tls", "good tls") for step in self.script)
        self._open: list[socket.socket] = []
        self._done = threading.Event()
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.url = f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}"
        if self.script == ["refused"]:  # the port is known, and nobody listens
            self._listener.close()
            return self
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        if self.script == ["refused"]:
            return
        # `shutdown` wakes the accepting thread, which `close` alone would not.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(5.0)
        for connection in self._open:
            connection.close()

    @property
    def received(self) -> bytes:
        """Every byte of every request."""
        return b"\n".join(request.raw for request in self.requests)

    def _accept(self) -> None:
        while not self._done.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                self.connections += 1
                self._open.append(connection)
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(10.0)
        try:
            if self._tls:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(PEM)
                connection = context.wrap_socket(connection, server_side=True)
            request = _read(connection)
            with self._lock:
                step = self.script[min(len(self.requests), len(self.script) - 1)]
                self.requests.append(request)
            self._behave(step, connection, request)
        except OSError:
            pass  # the other side hung up, or does not trust us: that is what is tested
        finally:
            connection.close()

    def _behave(self, step: str, connection: socket.socket, request: Request) -> None:
        if step in _MESSAGES:
            error = {"type": "error", "error": {"type": "test_error", "message": _MESSAGES[step]}}
            extra = {"retry-after": "0"} if step == "429" else {}
            _answer(connection, int(step), json.dumps(error).encode(), **extra)
            return
        BEHAVIOURS[step](self, connection, request)

    def _right(self, connection: socket.socket, request: Request) -> None:
        body = json.loads(request.body)
        if callable(self.value):
            value = self.value(body)
        elif self.value is not None:
            value = self.value
        else:
            value = instance(body["output_config"]["format"]["schema"])
        _answer(connection, 200, message(json.dumps(value), **{"model": body["model"], **self.changes}))

    def _raw(self, connection: socket.socket, request: Request) -> None:
        """`value` is the body of the answer, as bytes."""
        _answer(connection, 200, self.value)

    def _garbage(self, connection: socket.socket, request: Request) -> None:
        """`value` is all that is sent, headers or not."""
        connection.sendall(self.value)
        connection.shutdown(socket.SHUT_WR)
        self._done.wait(0.2)

    def _compressed(self, connection: socket.socket, request: Request) -> None:
        _answer(connection, 200, b"\x1f\x8b", **{"content-encoding": "gzip"})

    def _reset(self, connection: socket.socket, request: Request) -> None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def _half_closed(self, connection: socket.socket, request: Request) -> None:
        body = message("{}")
        connection.sendall(_head(200, len(body)) + body[:20])
        connection.shutdown(socket.SHUT_WR)
        self._done.wait(0.2)

    def _silent(self, connection: socket.socket, request: Request) -> None:
        self._done.wait(10.0)

    def _drip(self, connection: socket.socket, data: bytes) -> None:
        ends = time.monotonic() + 10.0
        for byte in data:
            connection.sendall(bytes([byte]))
            if self._done.wait(0.05) or time.monotonic() > ends:
                return

    def _drip_body(self, connection: socket.socket, request: Request) -> None:
        body = message("{}")
        connection.sendall(_head(200, len(body)))
        self._drip(connection, body)

    def _drip_headers(self, connection: socket.socket, request: Request) -> None:
        self._drip(connection, _head(200, 2, **{f"x-{n}": "y" * 20 for n in range(20)}) + b"{}")

    def _drip_error(self, connection: socket.socket, request: Request) -> None:
        connection.sendall(_head(500, 500))
        self._drip(connection, b" " * 500)

    def _bad_json(self, connection: socket.socket, request: Request) -> None:
        _answer(connection, 200, message('{"action": "archive", "entit'))

    def _wrong_schema(self, connection: socket.socket, request: Request) -> None:
        _answer(connection, 200, json.dumps({"choices": [{"message": {"content": "{}"}}]}).encode())

    def _large(self, connection: socket.socket, request: Request) -> None:
        size = 50 * 1024 * 1024
        connection.sendall(_head(200, size))
        for _ in range(size // 65_536):
            if self._done.is_set():
                return
            connection.sendall(b" " * 65_536)

    def _redirect(self, connection: socket.socket, request: Request) -> None:
        _answer(connection, 307, b"", location=f"http://127.0.0.1:{self.port}/elsewhere")

    def _gateway(self, connection: socket.socket, request: Request) -> None:
        _answer(connection, 504, b"<html>gateway timeout</html>")


BEHAVIOURS: dict[str, Callable[[Loopback, socket.socket, Request], None]] = {
    "right": Loopback._right,
    "good tls": Loopback._right,
    "bad tls": Loopback._right,
    "raw": Loopback._raw,
    "garbage": Loopback._garbage,
    "compressed": Loopback._compressed,
    "reset": Loopback._reset,
    "half-closed": Loopback._half_closed,
    "silent": Loopback._silent,
    "drip body": Loopback._drip_body,
    "drip headers": Loopback._drip_headers,
    "drip error": Loopback._drip_error,
    "bad json": Loopback._bad_json,
    "wrong schema": Loopback._wrong_schema,
    "50 MB": Loopback._large,
    "redirect": Loopback._redirect,
    "504": Loopback._gateway,
}


def _head(status: int, length: int, **extra: str) -> bytes:
    headers = {
        "content-type": "application/json",
        "content-length": str(length),
        "request-id": "req_1",
    } | extra
    lines = [f"HTTP/1.1 {status} Loopback", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _answer(connection: socket.socket, status: int, body: bytes, **extra: str) -> None:
    connection.sendall(_head(status, len(body), **extra) + body)


def _read(connection: socket.socket) -> Request:
    raw = b""
    while b"\r\n\r\n" not in raw:
        chunk = connection.recv(65_536)
        if not chunk:
            raise ConnectionError("no request")
        raw += chunk
    head, _, body = raw.partition(b"\r\n\r\n")
    line, *rest = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in rest)}
    while len(body) < int(headers.get("content-length", "0")):
        chunk = connection.recv(65_536)
        if not chunk:
            raise ConnectionError("half a request")
        body += chunk
        raw += chunk
    return Request(line, headers, body, raw)
