"""Who may ask: DNS rebinding, other sites, tokens, and what a browser is forbidden."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from http_server import Served, serving

QUESTION = {"question": "How is the boiler started?"}


@pytest.mark.parametrize("path", ["/", "/health", "/api/knowledge", "/v1/models"])
def test_another_name_that_leads_here_is_refused(served: Served, path: str) -> None:
    """DNS rebinding: a name of somebody else's that leads here reaches nothing, not the page either."""
    for host in (
        "evil.example",
        f"evil.example:{served.port}",
        "127.0.0.1:1",
        "",
        f"127.0.0.1.evil:{served.port}",
    ):
        reply = served.request("GET", path, Host=host)
        assert reply.status in (400, 403), host
    assert served.request("GET", "/health", Host=f"LOCALHOST:{served.port}").status == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://", "x" * 900]
)
def test_a_post_of_another_site_is_refused(served: Served, origin: str) -> None:
    """A page elsewhere can make a browser send requests; it says so, and no CORS header invites it."""
    reply = served.request("POST", "/api/ask", QUESTION, Origin=origin)
    assert reply.status == 403 and reply.json()["error"]["type"] == "origin"
    assert not [name for name in reply.headers if name.startswith("access-control")]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_browser_embeds_elsewhere_is_refused(served: Served, site: str) -> None:
    """An image or script of another site sends no Origin; the browser tells in another header."""
    assert served.request("GET", "/api/documents", Sec_Fetch_Site=site).status == 403
    assert served.request("POST", "/v1/chat/completions", {}, Sec_Fetch_Site=site).status == 403


def test_our_own_page_may_ask(served: Served) -> None:
    """Same origin, as a browser sends it."""
    reply = served.request("POST", "/api/ask", QUESTION, Origin=served.url, Sec_Fetch_Site="same-origin")
    assert reply.status == 200


def test_a_form_cannot_post(served: Served) -> None:
    """What a form of another site could send without asking first (text/plain, form data) is no JSON."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert served.request("POST", "/api/ask", QUESTION, Content_Type=kind).status == 415


def test_headers_that_decide_come_once(served: Served) -> None:
    """Two Hosts or two Origins: nobody knows which counts, so neither does."""
    host = f"Host: 127.0.0.1:{served.port}\r\n"
    for lines in (host * 2, host + f"Origin: {served.url}\r\nOrigin: http://evil.example\r\n"):
        reply = served.raw(f"GET /api/knowledge HTTP/1.1\r\n{lines}Connection: close\r\n\r\n".encode())
        assert reply.status == 400


def test_every_answer_forbids_a_browser_to_do_more(served: Served) -> None:
    """Errors too: no sniffing, no framing, nothing from elsewhere, no referrer."""
    for reply in (
        served.request("GET", "/health"), served.request("GET", "/api/nothing"),
        served.request("GET", "/health", Host="evil.example"), served.request("POST", "/api/ask", b"{"),
    ):  # fmt: skip
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in reply.headers["content-security-policy"]
        assert "unsafe" not in reply.headers["content-security-policy"]
        assert "server" not in reply.headers


def test_a_token_is_asked_for(small_knowledge: Path, tmp_path: Path) -> None:
    """With a token nothing of /api and /v1 is told without it; /health is, and tells nothing."""
    file = tmp_path / "token"
    file.write_text("correct-horse-battery-staple\n", encoding="ascii")
    with serving(tmp_path, "-K", str(small_knowledge), "--token-file", str(file)) as running:
        assert running.request("GET", "/health").status == 200
        for given in ("", "Bearer", "Bearer wrong", "Basic correct-horse-battery-staple", "Bearer é"):
            reply = running.request("GET", "/api/knowledge", Authorization=given)
            assert reply.status == 401 and reply.headers["www-authenticate"] == "Bearer", given
        right = running.request("GET", "/api/knowledge", Authorization="Bearer correct-horse-battery-staple")
        assert right.status == 200


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--host", "0.0.0.0"], "--token-file"), (["--host", "192.0.2.1.example.invalid"], "token"),
        (["--token-file", "/nothing/here"], "/nothing/here"), (["--token-file", "SHORT"], "16"),
        (["--port", "TAKEN"], "--port"),
    ],
)  # fmt: skip
def test_a_server_that_cannot_be_started_says_why(
    served: Served, tmp_path: Path, arguments: list[str], named: str
) -> None:
    """Beyond this device only with a token; a token that can be guessed, a port that is taken: said, no
    traceback.
    """
    (tmp_path / "short").write_text("hunter2", encoding="ascii")
    known = {"SHORT": str(tmp_path / "short"), "TAKEN": str(served.port)}
    arguments = [known.get(one, one) for one in arguments]
    done = subprocess.run(
        [sys.executable, "-m", "edge", "serve", *arguments], capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    assert done.returncode in (1, 2) and named in done.stderr and "Traceback" not in done.stderr
