"""What a hostile client can send: 1,000 malformed requests, endless and slow ones, and many at a time. Real
sockets.
"""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from http_server import Reply, Served, serving
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

QUESTION = {"question": "How is the boiler started?"}
POSTS = (
    "/api/ask", "/api/search", "/api/extract", "/api/compose", "/api/memory", "/api/index", "/api/escalate",
    "/api/escalate/send", "/v1/chat/completions", "/v1/embeddings",
)  # fmt: skip
FEW = settings(max_examples=250, suppress_health_check=[HealthCheck.function_scoped_fixture])

#: So that tests need not wait as long as people may.
IMPATIENT = """
import edge.serve.server, edge.serve.replies
edge.serve.server.HEAD_SECONDS = edge.serve.replies.SECONDS = 1.0
edge.serve.server.READ_SECONDS = 2.0
edge.serve.server.CONNECTIONS = 20
"""

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


NOWHERE = (
    "/api/page?source=boiler%20manual.md&page=", "/api/traces/", "/api/memory/", "/v1/models/",
    "/api/nothing/", "/api/cited?citation=", "/api/traces?limit=-",
)  # fmt: skip


@pytest.fixture(scope="module")
def impatient(small_knowledge: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    with serving(tmp_path_factory.mktemp("home"), "-K", str(small_knowledge), first=IMPATIENT) as running:
        yield running


@pytest.fixture(autouse=True)
def unharmed(served: Served) -> Iterator[None]:
    """After each test the same process answers, and nothing is left waiting."""
    yield
    assert served.process.poll() is None
    assert served.get("/health")["waiting"] == 0
    assert "lever" in served.post("/api/ask", QUESTION)["answer"]


def refused(reply: Reply) -> None:
    assert 400 <= reply.status < 500, (reply.status, reply.body[:300])


@FEW
@given(head=st.binary(min_size=1, max_size=200))
def test_heads_that_are_none(served: Served, head: bytes) -> None:
    """Any bytes at all in the place of a request's head: a 4xx, and the connection ends."""
    refused(served.raw(head.lstrip(b"\r\n") + b"?\r\n\r\n"))


@FEW
@given(path=st.sampled_from(POSTS), body=anything)
def test_bodies_of_other_shapes(served: Served, path: str, body: Any) -> None:
    """JSON of any shape but the right one, at each address that takes JSON."""
    refused(served.request("POST", path, body if body is not None else b"null"))


@FEW
@given(path=st.sampled_from(POSTS), body=st.binary(max_size=300))
def test_bodies_that_are_no_json(served: Served, path: str, body: bytes) -> None:
    """Any bytes at all in the place of a body."""
    refused(served.request("POST", path, body))


@FEW
@given(
    path=st.sampled_from(NOWHERE),
    text=st.text(st.characters(codec="utf-8"), min_size=1, max_size=60),
    method=st.sampled_from(["GET", "GET", "GET", "DELETE", "PATCH", "BREW"]),
)  # fmt: skip
@example(path="/api/traces/", text="/", method="GET")
def test_addresses_that_lead_nowhere(served: Served, path: str, text: str, method: str) -> None:
    """Ids, numbers and names that are none, and methods that nobody knows."""
    refused(served.request(method, path + quote("\N{SNOWMAN}" + text, safe="")))


DEEP = b'{"question": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"


@pytest.mark.parametrize(
    "body",
    [
        DEEP, b'{"question": "x", "question": 3}', b'{"question": "\\ud800"}',
        b'\xef\xbb\xbf{"question": "x"}',
        b'{"question": NaN}', b'{"question": "' + b"x" * 2_000_000 + b'"}', b'{"question": "\\u0000"}',
        json.dumps({"question": "x", "history": ["y"] * 3, "sources": ["x" * 100_000]}).encode(),
        json.dumps({"question": "x", "sources": ["*" * 500]}).encode(),
    ],
)  # fmt: skip
def test_bodies_that_cost(served: Served, body: bytes) -> None:
    """Deep, long, doubled, half a character: refused or answered; see `unharmed`."""
    assert served.request("POST", "/api/ask", body).status in (200, 400)


def test_a_body_over_the_cap(served: Served) -> None:
    """413 with the cap in its words, declared or not; chunked without end the connection ends."""
    declared = served.request("POST", "/api/ask", b" " * (5 << 20))
    assert declared.status == 413 and "4,194,304" in declared.json()["error"]["message"]
    head = (
        f"POST /v1/embeddings HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as connection:
        connection.sendall(head.encode())
        sent = 0
        with contextlib.suppress(OSError):
            while sent < 200 << 20:  # it has ended long before
                connection.sendall(b"10000\r\n" + b" " * 65_536 + b"\r\n")
                sent += 65_536
        assert sent < 100 << 20
        assert Reply.read(connection).status == 413


@pytest.mark.parametrize(
    "lines",
    [
        "X-A: " + "y" * 50_000 + "\r\n", "X-A: y\r\n" * 5_000, "X" * 50_000 + ": y\r\n", "X-A: a\x00b\r\n",
        "Content-Length: -1\r\n", "Content-Length: 1\r\nContent-Length: 2\r\n",
        "Content-Length: 99999999999999999999\r\n", "Transfer-Encoding: gzip\r\n",
        "Expect: the unexpected\r\n", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n",
    ],
)  # fmt: skip
def test_headers_that_flood_or_contradict(served: Served, lines: str) -> None:
    """Too many, too long, ambiguous: a 4xx, or the plain answer where a header means nothing."""
    head = f"GET /api/knowledge HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nConnection: close\r\n{lines}\r\n"
    reply = served.raw(head.encode("latin-1"))
    assert reply.status == 200 if "Expect" in lines else 400 <= reply.status < 500


def test_an_upgrade_is_no_way_in(served: Served) -> None:
    """A websocket, or HTTP/2 in clear text: answered as what it is, a plain request, under the same guard."""
    for upgrade in ("websocket", "h2c"):
        reply = served.request(
            "GET", "/api/documents", Connection="Upgrade, close", Upgrade=upgrade, Origin="http://evil.example",
            Sec_WebSocket_Key="x" * 24, Sec_WebSocket_Version="13",
        )  # fmt: skip
        assert reply.status == 403


def connect(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=30)


def ended(connection: socket.socket) -> bool:
    """Whether the other side hung up, waiting for it."""
    try:
        while connection.recv(65_536):
            pass
    except ConnectionError:
        return True
    return True


def test_heads_that_drip_are_cut_off(impatient: Served) -> None:
    """Slow loris: a byte now and then keeps no connection open; meanwhile others are answered."""
    slow = [connect(impatient) for _ in range(10)]
    for one in slow:
        one.sendall(b"GET /health HTTP/1.1\r\nX: ")
    with contextlib.suppress(OSError):
        for _ in range(100):
            for one in slow:
                one.sendall(b"y")
            assert impatient.get("/health")["status"] == "ok"
            time.sleep(0.05)
        pytest.fail("heads drip for ever")
    assert all(ended(one) for one in slow)
    for one in slow:
        one.close()


def test_bodies_that_drip_are_cut_off(impatient: Served) -> None:
    """A body that does not come is a 408, and nobody waits for it."""
    head = f"POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:{impatient.port}\r\nContent-Type: application/json\r\n"
    with connect(impatient) as slow:
        slow.sendall(head.encode() + b"Content-Length: 1000\r\n\r\n{")
        assert "lever" in impatient.post("/api/ask", QUESTION)["answer"]
        assert Reply.read(slow).status == 408


def test_who_does_not_read_is_cut_off(impatient: Served) -> None:
    """Requests without end whose answers nobody reads: others are answered, and the connection ends."""
    line = f"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1:{impatient.port}\r\n\r\n".encode()
    with connect(impatient) as greedy:
        greedy.settimeout(0.2)
        with contextlib.suppress(TimeoutError):
            for _ in range(20_000):
                greedy.sendall(line)
        assert "lever" in impatient.post("/api/ask", QUESTION)["answer"]
        greedy.settimeout(30)
        time.sleep(3)
        assert ended(greedy)


def test_too_many_connections(impatient: Served) -> None:
    """More than there is room for are closed as they come; when they are gone there is room again."""
    crowd = [connect(impatient) for _ in range(60)]
    assert sum(ended(one) for one in crowd[30:]) == 30
    for one in crowd:
        one.close()
    for _ in range(200):
        with contextlib.suppress(AssertionError, OSError):
            assert impatient.get("/health")["status"] == "ok"
            return
        time.sleep(0.05)
    pytest.fail("there is no room for anybody any more")


def test_who_hangs_up_gives_the_work_up(served: Served) -> None:
    """Fifty clients that ask and leave at once: what they asked is dropped, nothing is left waiting."""
    body = json.dumps(QUESTION).encode()
    head = (
        f"POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Type: application/json\r\n"
        f"Accept: text/event-stream\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    for _ in range(50):
        with connect(served) as leaving:
            leaving.sendall(head + body)
    for _ in range(200):
        if served.get("/health")["waiting"] == 0:
            return
        time.sleep(0.05)
    pytest.fail("somebody's work still waits")
