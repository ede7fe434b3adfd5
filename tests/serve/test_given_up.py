"""A client that hangs up while Gemma writes: the generation stops, nothing of it is kept, the worker lives
on.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from pathlib import Path

import pytest
from gemma_shared import needs_llama, synthesise
from http_server import Reply, serving

pytestmark = needs_llama

MAIL = {
    "id": "m1", "subject": "Invoice 4711", "from": "anna@example.org", "to": ["me@example.org"],
    "received_at": "2026-03-02T09:00:00+01:00", "body": "Please pay 120.50 EUR by 2026-03-09. " * 20,
}  # fmt: skip


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks processes up in /proc")
def test_who_hangs_up_stops_the_model(small_knowledge: Path, tmp_path: Path) -> None:
    """A random model never comes to an end by itself: left alone it would write to its limit. After the
    client is gone nothing waits, no message was kept, and the same worker process answers the next.
    """
    pytest.importorskip("gguf", reason="the package gguf (test group) writes the model files")
    pytest.importorskip("dateparser", reason="the extra extract is not installed")
    model = synthesise(tmp_path / "tiny.gguf", "--shape", "tiny", "--quant", "q4_0")
    endless = ("gemma.window=16384", "gemma.prompt_tokens=4000", "gemma.seconds=600", "extract.engine=gemma")
    settings = [part for one in endless for part in ("--set", one)]
    with serving(
        tmp_path, "-K", str(small_knowledge), "--allow-write", "--model", str(model), *settings
    ) as running:
        began = time.monotonic()
        running.post("/api/extract", {"message": MAIL}, timeout=300)
        alone = time.monotonic() - began  # its loading included, so that a part of it is certainly within it
        workers = _workers(running.process.pid)
        body = json.dumps({"message": MAIL | {"id": "m2", "subject": "Invoice 4712"}}).encode()
        head = (
            f"POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", running.port)) as leaving:
            leaving.sendall(head.encode() + body)
            for _ in range(200):  # left alone, it would write for longer than this device needs to take it up
                if running.get("/health")["waiting"] == 1:
                    break
                time.sleep(0.02)
            else:
                pytest.fail("it was never taken up")
            time.sleep(min(0.3, alone / 10))
        for _ in range(200):
            if running.get("/health")["waiting"] == 0:
                break
            time.sleep(0.05)
        else:
            pytest.fail("it writes on for nobody")
        assert _kept(tmp_path / "state.db") == 1  # the first
        assert _workers(running.process.pid) == workers
        assert running.post("/api/search", {"query": "brass key"})["results"]


def test_a_signal_ends_the_work_and_says_so(small_knowledge: Path, tmp_path: Path) -> None:
    """SIGTERM while Gemma writes: who waits is told, the exit code is 0, no traceback (see `serving`)."""
    pytest.importorskip("gguf", reason="the package gguf (test group) writes the model files")
    pytest.importorskip("dateparser", reason="the extra extract is not installed")
    model = synthesise(tmp_path / "tiny.gguf", "--shape", "tiny", "--quant", "q4_0")
    settings = ["--set", "gemma.window=16384", "--set", "extract.engine=gemma", "--model", str(model)]
    with serving(tmp_path, "-K", str(small_knowledge), *settings) as running:
        replies: list[Reply] = []
        asking = threading.Thread(
            target=lambda: replies.append(running.request("POST", "/api/extract", {"message": MAIL}))
        )
        asking.start()
        while running.get("/health")["waiting"] == 0:
            time.sleep(0.01)
        running.stop()
        asking.join(30)
    assert replies[0].status == 503 and replies[0].json()["error"]["type"] == "closing"


def _workers(parent: int) -> list[int]:
    """Processes of Gemma below this one."""
    found = []
    for place in Path("/proc").iterdir():
        try:
            command = (place / "cmdline").read_bytes()
            status = (place / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if b"edge.engines.gemma.worker" in command and int(status.rsplit(")", 1)[1].split()[1]) == parent:
            found.append(int(place.name))
    return found


def _kept(state: Path) -> int:
    import apsw

    if not state.exists():
        return 0
    with apsw.Connection(str(state), flags=apsw.SQLITE_OPEN_READONLY) as db:
        return int(db.execute("SELECT count(*) FROM runs").fetchall()[0][0])
