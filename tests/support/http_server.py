"""`edge serve` in a process of its own, on a free port of this device, and a client that says exactly what it
is told.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_MAIN = "import sys; from edge.cli.run import run; sys.exit(run(sys.argv[1:]))"


@dataclass
class Served:
    """A server that runs. `process` is its process."""

    process: subprocess.Popen[str]
    port: int
    stopped: bool = False

    def stop(self) -> None:
        """SIGTERM, before the block ends."""
        self.stopped = True
        self.process.terminate()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def request(
        self, method: str, path: str, body: Any = None, *, timeout: float = 60.0, **headers: str
    ) -> Reply:
        """One request on a connection of its own. `body`: bytes as they are, anything else as JSON."""
        head = {"Host": f"127.0.0.1:{self.port}", "Connection": "close"}
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        if body is not None:
            head |= {"Content-Type": "application/json", "Content-Length": str(len(data))}
        head |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items() if value)]
        return self.raw("\r\n".join(lines).encode("utf-8") + b"\r\n\r\n" + data, timeout=timeout)

    def raw(self, data: bytes, *, timeout: float = 60.0) -> Reply:
        """The answer to these very bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            with suppress(OSError):  # it may answer before it has read all
                connection.sendall(data)
            return Reply.read(connection)

    def post(self, path: str, body: Any, *, timeout: float = 60.0, **headers: str) -> Any:
        """The JSON of a 200."""
        reply = self.request("POST", path, body, timeout=timeout, **headers)
        assert reply.status == 200, (reply.status, reply.body[:500])
        return reply.json()

    def get(self, path: str) -> Any:
        """The JSON of a 200."""
        reply = self.request("GET", path)
        assert reply.status == 200, (reply.status, reply.body[:500])
        return reply.json()


@dataclass
class Reply:
    """`status` 0: the connection was closed without an answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @classmethod
    def read(cls, connection: socket.socket) -> Reply:
        raw = bytearray()
        try:
            while piece := connection.recv(65_536):
                raw += piece
        except ConnectionError:
            pass
        head, _, body = bytes(raw).partition(b"\r\n\r\n")
        line, *rest = head.decode("latin-1").split("\r\n")
        parts = line.split(" ", 2)
        headers = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in rest)}
        if headers.get("transfer-encoding") == "chunked":
            body = _unchunked(body)
        return cls(int(parts[1]) if len(parts) > 1 else 0, headers, body)

    def json(self) -> Any:
        return json.loads(self.body)

    def events(self) -> list[tuple[str, Any]]:
        """The server-sent events, comments left out."""
        found = []
        for block in self.body.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line[1:])
            if "data" in fields:
                found.append((fields.get("event", ""), json.loads(fields["data"])))
        return found


def _unchunked(body: bytes) -> bytes:
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        count = int(size or b"0", 16)
        whole, body = whole + body[:count], body[count + 2 :]
        if not count:
            break
    return whole


@contextmanager
def serving(home: Path, *arguments: str, first: str = "", **environment: str) -> Iterator[Served]:
    """A server of its own; ended by SIGTERM, and its exit code is 0. `first`: Python that runs before."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EDGE_")}
    process = subprocess.Popen(
        [sys.executable, "-c", f"{first}\n{_MAIN}", "serve", "--port", "0", "--json", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env={**kept, "EDGE_HOME": str(home), "PYTHONPATH": str(ROOT), "EDGE_MEMORY_VECTORS": "none",
        **environment},
    )  # fmt: skip
    assert process.stdout is not None and process.stderr is not None
    try:
        line = process.stdout.readline()
        assert line, process.stderr.read()
        served = Served(process, json.loads(line)["port"])
        yield served
        assert served.stopped or process.poll() is None, process.stderr.read()
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        errors = process.stderr.read()
        process.stdout.close()
        process.stderr.close()
    assert process.returncode == 0, errors
    assert "Traceback" not in errors, errors
