"""One POST within one deadline: what leaves, what comes back, and what a failure means."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from loopback import PEM, Loopback, message

from edge.cloud import client
from edge.errors import (
    CloudBroken,
    CloudError,
    CloudRefused,
    CloudUnknown,
    NotPermitted,
    UsageError,
)

KEY = "sk-test-4b1f9c7a2e"
SCHEMA = {"type": "object", "properties": {"label": {"type": "string", "enum": ["A", "none"]}}}
# Not what any encoder would write: white space, an escape, a letter beyond ASCII, keys out of order.
BODY = (
    b'{ "output_config":{"format":{"type":"json_schema","schema":' + json.dumps(SCHEMA).encode() + b"}},\n"
    b'"model" : "claude-x","max_tokens":64,"messages":[{"role":"user","content":"caf\xc3\xa9 \\u00e9"}] }'
)


def send(server: Loopback, body: bytes = BODY, **changes: Any) -> client.Reply:
    options: dict[str, Any] = {"seconds": 5.0, "retries": 2, "max_bytes": 100_000}
    return client.post(body, base_url=server.url, key=KEY, **(options | changes))


def test_the_very_bytes_leave_and_the_answer_comes_back() -> None:
    """What the gate showed and hashed is what the server receives, byte for byte."""
    with Loopback("right") as server:
        reply = send(server)
    assert [request.body for request in server.requests] == [BODY]
    assert server.requests[0].line == "POST /v1/messages HTTP/1.1"
    assert json.loads(reply.text) == {"label": "A"}
    assert reply.usage == {"input_tokens": 1_000, "output_tokens": 100}
    assert (reply.stop_reason, reply.model, reply.request_id, reply.attempts) == (
        "end_turn",
        "claude-x",
        "req_1",
        1,
    )


def test_a_closed_list_of_headers_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the device nor a variable of its environment adds anything to a request."""
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "x-team: canary-7d1")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "canary-token")
    with Loopback("right") as server:
        send(server)
    headers = server.requests[0].headers
    assert set(headers) == client.HEADERS | {"accept-encoding", "user-agent"}
    assert headers["authorization"] == f"Bearer {KEY}"
    assert (headers["user-agent"], headers["accept-encoding"]) == ("edge", "identity")
    assert b"canary" not in server.received


def test_the_environment_does_not_redirect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proxies and addresses named by variables are not used: the settings say where to."""
    with Loopback("right") as proxy, Loopback("right") as server:
        for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "ANTHROPIC_BASE_URL"):
            monkeypatch.setenv(variable, proxy.url)
        send(server)
    assert (len(server.requests), proxy.connections) == (1, 0)


def test_a_trusted_certificate_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """TLS is verified against what the system trusts, and works where it does: the control of `bad tls`."""
    monkeypatch.setenv("SSL_CERT_FILE", str(PEM))
    with Loopback("good tls") as server:
        assert send(server).attempts == 1


def test_nobody_reads_along(tmp_path: Path) -> None:
    """ANTHROPIC_LOG=debug writes no request to standard error, SSLKEYLOGFILE gets no key of a session: both
    are read at import, so in a process of its own.
    """
    keys = tmp_path / "keys.log"
    code = (
        "from edge.cloud import client\n"
        "import sys\n"
        "client.post(sys.argv[2].encode(), base_url=sys.argv[1], key='k'*20, seconds=20, retries=0,"
        " max_bytes=10_000)\n"
    )
    with Loopback("good tls") as server:
        done = subprocess.run(
            [sys.executable, "-c", code, server.url, BODY.decode()],
            env=os.environ
            | {"ANTHROPIC_LOG": "debug", "SSLKEYLOGFILE": str(keys), "SSL_CERT_FILE": str(PEM)},
            capture_output=True, check=False, timeout=120,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"") and len(server.requests) == 1
    assert not keys.exists() or "_SECRET" not in keys.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "url",
    [
        "http://api.example",
        "ftp://127.0.0.1",
        "https://",
        "",
        "https://me:secret@api.example",
        "https://[::1",
        "https://api.example?x=1",
    ],
)
def test_only_https_leaves_this_device(url: str) -> None:
    """A key never travels in the clear, and a malformed address is named before anything is opened."""
    with pytest.raises(UsageError, match=r"cloud\.base_url"):
        client.post(BODY, base_url=url, key=KEY, seconds=1.0, retries=0, max_bytes=100)


@pytest.mark.parametrize("key", ["", "sk-one two", "sk-line\n", "sk-é"])
def test_a_key_that_cannot_be_one_is_refused_without_showing_it(key: str) -> None:
    """The libraries would print an illegal header with the key in it."""
    with pytest.raises(NotPermitted) as caught:
        client.post(BODY, base_url="https://api.example", key=key, seconds=1.0, retries=0, max_bytes=100)
    assert not key or key.strip() not in str(caught.value)


def test_a_passing_failure_is_tried_again() -> None:
    """An answer that says that nothing was done may be asked again, with the same bytes."""
    with Loopback("529", "429", "right") as server:
        assert send(server).attempts == 3
    assert [request.body for request in server.requests] == [BODY] * 3


def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    """Retry-After is obeyed within the total time, else the error says how long the service asks for."""
    with Loopback("500", "right") as server, pytest.raises(CloudError) as caught:
        send(server, seconds=0.4)
    assert (type(caught.value), caught.value.attempts, len(server.requests)) == (CloudError, 1, 1)


@pytest.mark.parametrize("step", ["reset", "half-closed", "504", "silent"])
def test_an_unknown_outcome_is_never_sent_again(step: str) -> None:
    """A request whose answer is lost may have been billed: `right` would come second, and is not asked."""
    with Loopback(step, "right") as server, pytest.raises(CloudUnknown, match="does not send it again"):
        send(server, seconds=0.5)
    assert len(server.requests) == 1


def test_an_unknown_outcome_after_a_retry_is_unknown() -> None:
    """The last request decides: a refusal before it does not make a lost answer known."""
    with Loopback("429", "reset", "right") as server, pytest.raises(CloudUnknown) as caught:
        send(server)
    assert (caught.value.attempts, len(server.requests)) == (2, 2)


def test_an_error_whose_body_never_ends_is_still_that_error() -> None:
    """The status line says enough: a dripping 500 is an error, not an unknown outcome."""
    with Loopback("drip error") as server, pytest.raises(CloudError) as caught:
        send(server, seconds=0.5)
    assert type(caught.value) is CloudError


def test_a_compressed_answer_is_refused() -> None:
    """A few bytes could become gigabytes: edge asks for plain text and reads nothing else."""
    with Loopback("compressed") as server, pytest.raises(CloudBroken, match="compressed"):
        send(server)


@pytest.mark.parametrize(
    ("changes", "error", "match"),
    [
        ({"stop_reason": "max_tokens"}, CloudBroken, "did not finish"),
        ({"stop_reason": "refusal"}, CloudRefused, "declined"),
        ({"stop_reason": "tool_use"}, CloudBroken, "tool_use"),
        ({"stop_reason": None}, CloudBroken, "none given"),
        ({"content": []}, CloudBroken, "not JSON"),
    ],
)
def test_an_answer_that_is_not_whole_is_an_error_with_its_usage(
    changes: dict[str, Any], error: type[CloudError], match: str
) -> None:
    """The reason to stop is checked before the text is used, and what was billed is not forgotten."""
    with Loopback("right", **changes) as server, pytest.raises(error, match=match) as caught:
        send(server)
    assert caught.value.usage == {"input_tokens": 1_000, "output_tokens": 100}
    assert (caught.value.request_id, caught.value.attempts) == ("req_1", 1)


@pytest.mark.parametrize("charset", ["idna", "undefined", "no-charset", "utf-16"])
def test_a_charset_that_is_none_costs_nothing(charset: str) -> None:
    """The header of an answer is foreign: whatever it names, JSON is read as what it is, UTF-8."""
    body = '{"error": {"message": "é"}}'.encode()
    head = f"HTTP/1.1 400 Bad\r\ncontent-type: application/json; charset={charset}\r\n"
    answer = f"{head}content-length: {len(body)}\r\n\r\n".encode() + body
    with Loopback("garbage", value=answer) as server, pytest.raises(CloudRefused, match="answered 400: é"):
        send(server)


def test_a_message_ends_in_one_full_stop() -> None:
    """The words of a library may end in their own."""
    with Loopback("garbage", value=b"") as server, pytest.raises(CloudUnknown) as caught:
        send(server)
    assert caught.value.message.endswith("sending a response.")


def test_the_key_is_in_no_error_and_no_log(caplog: pytest.LogCaptureFixture) -> None:
    """Not even when a server echoes it in its complaint, and every library logs all it can."""
    caplog.set_level(logging.DEBUG)
    echo = json.dumps({"error": {"message": f"bad key {KEY}\x1b[31m\n" + "x" * 999}}).encode()
    with Loopback("raw", value=message(KEY)) as server, pytest.raises(CloudBroken) as caught:
        send(server)
    assert KEY not in str(caught.value) + repr(caught.value)
    from edge.cloud import reply

    shown = reply.problem(echo, KEY)
    assert KEY not in shown and "\x1b" not in shown and "\n" not in shown and len(shown) <= 200
    call = client._Call(None, BODY, "https://x.example", KEY, 0, 1, 0.0)
    assert KEY not in repr(call)  # as a traceback with local variables would show it
    assert caplog.records  # the libraries did log
    assert KEY not in caplog.text


def test_it_works_inside_a_running_loop() -> None:
    """The server rooms run one of their own: the call has its own thread."""

    async def inside() -> client.Reply:
        with Loopback("right") as server:
            return send(server)

    assert asyncio.run(inside()).attempts == 1


def test_no_thread_stays_behind() -> None:
    """A call that ends, well or at its deadline, leaves nothing running."""
    with Loopback("silent") as server, pytest.raises(CloudUnknown):
        send(server, seconds=0.2)
    ends = time.monotonic() + 5.0
    while [t for t in threading.enumerate() if t.name == "edge-cloud"] and time.monotonic() < ends:
        time.sleep(0.01)
    assert [t.name for t in threading.enumerate() if t.name == "edge-cloud"] == []


def test_ctrl_c_ends_a_call() -> None:
    """A person who gives up is heard at once, and nothing goes on behind their back."""
    with Loopback("silent") as server:
        interrupt = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
        interrupt.start()
        with pytest.raises(KeyboardInterrupt):
            send(server, seconds=60.0)
        interrupt.join()


def test_a_name_that_is_never_resolved_ends_with_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking up a name cannot be interrupted: it is left behind, and nothing was sent."""
    asked = threading.Event()
    release = threading.Event()

    def never(*_: object, **__: object) -> list[Any]:
        asked.set()
        release.wait(10.0)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", never)
    try:
        with pytest.raises(CloudError, match="nothing was sent") as caught:
            client.post(
                BODY, base_url="https://api.example", key=KEY, seconds=1.0, retries=2, max_bytes=1_000
            )
    finally:
        release.set()
    assert type(caught.value) is CloudError
    assert asked.wait(10.0)


@pytest.mark.parametrize("answer", [b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 30_000])
def test_an_answer_that_is_not_http_is_unknown(answer: bytes) -> None:
    """Whatever took the request may have carried it out."""
    with Loopback("garbage", value=answer) as server, pytest.raises(CloudUnknown):
        send(server)
    assert len(server.requests) == 1


def test_a_missing_library_names_the_command() -> None:
    """Without the extra, the error says what to install."""
    probe = (
        "import sys; sys.modules['anthropic'] = None\n"
        "from edge.cloud import client\n"
        "from edge.errors import EdgeError\n"
        "try:\n"
        "    client.post(b'', base_url='https://x.example', key='k', seconds=1, retries=0, max_bytes=1)\n"
        "except EdgeError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert "pip install 'edge-answers[cloud]'" in done.stdout
