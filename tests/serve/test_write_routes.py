"""What changes something: memories, uploads, indexing; and what a question would send to the cloud."""

from __future__ import annotations

import io
import json
import os
import socket
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from http_server import Reply, Served, serving
from loopback import Loopback
from readers import index

MAIL = {
    "id": "m1", "subject": "Invoice 4711", "from": "anna@example.org", "to": ["me@example.org"],
    "received_at": "2026-03-02T09:00:00+01:00", "body": "Please pay 120.50 EUR by 2026-03-09.",
}  # fmt: skip
WHY = {
    "situation": "The build fails on ARM after the compiler update.",
    "solution": "Pin gcc 12 in the Dockerfile.",
    "trigger_keywords": ["ARM", "gcc"],
}
ADD = {"title": "Build fails on ARM", "type": "bug", "context": WHY}


@pytest.fixture(scope="module")
def writable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    home = tmp_path_factory.mktemp("writable é")
    with serving(home, "-K", str(home / "mine.db"), "--allow-write") as running:
        yield running


def put(served: Served, name: str, text: str) -> Any:
    return served.request("PUT", f"/api/index/{name}", text.encode(), Content_Type="application/octet-stream")


def test_documents_are_sent_indexed_and_answered_from(writable: Served) -> None:
    """A base that does not exist yet: 503 with what to do; then two files, progress, an answer from one; a
    second run adds to it, and the server answers from the new base at once.
    """
    before = writable.request("POST", "/api/ask", {"question": "Where is the spare fuse?"})
    assert before.status == 503 and "mine.db" in before.json()["error"]["message"]
    fuses = "# Fuses\n\nThe spare fuse lies in the blue tin above the stove.\n"
    first = put(writable, "fuse%20box.md", fuses)
    assert first.status == 200 and first.json()["name"] == "fuse box.md"
    reply = writable.request("POST", "/api/index", {}, Accept="text/event-stream")
    names = [name for name, _ in reply.events()]
    assert names[0] == "progress" and names[-1] == "report"
    assert [one["status"] for one in reply.events()[-1][1]["sources"]] == ["added"]
    answer = writable.post("/api/ask", {"question": "Where is the spare fuse?"})
    assert "blue tin" in answer["answer"] and answer["citations"][0]["source"] == "fuse box.md"
    attic = "# Attic\n\nThe ladder of the attic is kept behind the wardrobe.\n"
    assert put(writable, "attic.md", attic).status == 200
    report = writable.post("/api/index", {})
    assert sorted(one["status"] for one in report["sources"]) == ["added", "unchanged"]
    answer = writable.post("/api/ask", {"question": "Where is the ladder of the attic?"})
    assert "wardrobe" in answer["answer"]


def begun(served: Served, method: str, path: str, length: int, sent: bytes) -> socket.socket:
    """A request of which only the head and `sent` have come."""
    connection = socket.create_connection(("127.0.0.1", served.port), timeout=60)
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nConnection: close\r\n"
    connection.sendall(f"{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n".encode())
    connection.sendall(sent)
    return connection


def parts_of(home: Path, count: int) -> list[Path]:
    """What is on its way into the folder of uploads, once there are so many."""
    for _ in range(400):
        parts = [it for it in (home / "uploads").rglob(".*") if it.is_file()]
        if len(parts) == count:
            return parts
        time.sleep(0.02)
    raise AssertionError(f"not {count}: {parts}")


def test_two_uploads_of_one_name_do_not_mix(tmp_path: Path) -> None:
    """Whoever sends a name that another is sending has his own bytes kept, whole: the last to end is the
    file. Nothing else is left in the folder.
    """
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    with serving(tmp_path, "-K", str(tmp_path / "mine.db"), "--allow-write") as served:
        first = begun(served, "PUT", "/api/index/plan.md", 8, b"AAAA")
        parts_of(tmp_path, 1)
        second = begun(served, "PUT", "/api/index/plan.md", 4, b"BB")
        parts_of(tmp_path, 2)
        with first, second:
            first.sendall(b"AAAA")
            assert (Reply.read(first).status, kept(tmp_path, "plan.md")) == (200, b"AAAAAAAA")
            second.sendall(b"BB")
            assert (Reply.read(second).status, kept(tmp_path, "plan.md")) == (200, b"BBBB")
        parts_of(tmp_path, 0)


def kept(home: Path, name: str) -> bytes:
    """The bytes of the one upload of this name."""
    (file,) = (home / "uploads").glob(f"*/{name}")
    return file.read_bytes()


def test_who_hangs_up_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    """A file and a question that never come whole: nothing of the file is kept, and no traceback is logged
    (`serving` looks), which a client could fill a disk with.
    """
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    with serving(tmp_path, "-K", str(tmp_path / "mine.db"), "--allow-write") as served:
        with begun(served, "PUT", "/api/index/plan.md", 8, b"AAAA"):
            parts_of(tmp_path, 1)
        with begun(served, "POST", "/api/ask", 100, b'{"question": "'):
            served.get("/health")
        parts_of(tmp_path, 0)
        assert list((tmp_path / "uploads").glob("*/plan.md")) == []
        assert served.get("/health")["status"] == "ok"


def test_what_a_killed_server_was_sent_goes_and_what_another_is_sent_stays(tmp_path: Path) -> None:
    """The hidden half of a file is removed at the next start and with the next upload, unless a process that
    runs holds it: two servers on one base each keep what they were sent.
    """
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    own = ("-K", str(tmp_path / "mine.db"), "--allow-write")
    with serving(tmp_path, *own) as killed:
        half = begun(killed, "PUT", "/api/index/lost.md", 8, b"AAAA")
        (left,) = parts_of(tmp_path, 1)
        bytes_left = left.with_name(".0123456789abcdef")  # as one that was killed leaves it: held by nobody
        bytes_left.write_bytes(b"AAAA")
        with serving(tmp_path, *own) as second, half:
            assert parts_of(tmp_path, 1) == [left]
            bytes_left.write_bytes(b"AAAA")
            assert put(second, "other.md", "BBBB").status == 200
            assert parts_of(tmp_path, 1) == [left]
            half.sendall(b"AAAA")
            assert (Reply.read(half).status, kept(tmp_path, "lost.md")) == (200, b"AAAAAAAA")


@pytest.mark.parametrize(
    ("method", "path"), [("PUT", "/api/index/plan.md"), ("POST", "/api/ask"), ("POST", "/api/index")]
)
def test_a_server_that_stops_tells_who_is_still_sending(method: str, path: str, tmp_path: Path) -> None:
    """SIGTERM while a request comes: 503 to its client, nothing of a file stays, and no traceback is logged
    (`serving` looks).
    """
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    with serving(tmp_path, "-K", str(tmp_path / "mine.db"), "--allow-write") as served:
        with begun(served, method, path, 8, b'{"a"') as half:
            if method == "PUT":
                parts_of(tmp_path, 1)
            else:
                served.get("/health")
            served.stop()
            told = Reply.read(half)
        served.process.wait(20)
        assert (told.status, "is stopping" in told.json()["error"]["message"]) == (503, True)
        parts_of(tmp_path, 0)


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
def test_a_server_that_is_killed_in_the_middle_leaves_what_the_next_start_removes(tmp_path: Path) -> None:
    """SIGKILL while a file comes: the next server on the same folder begins without its half."""
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    own = ("-K", str(tmp_path / "mine.db"), "--allow-write")
    with pytest.raises(AssertionError), serving(tmp_path, *own) as killed:  # not its normal end
        with begun(killed, "PUT", "/api/index/lost.md", 8, b"AAAA"):
            parts_of(tmp_path, 1)
            killed.process.kill()
            killed.process.wait(20)
        killed.stopped = True
    parts_of(tmp_path, 1)
    for more, count in (((), 1), (("--allow-write",), 0)):  # who may write nothing removes nothing
        with serving(tmp_path, *own[:2], *more) as served:
            assert served.get("/health")["status"] == "ok"
            parts_of(tmp_path, count)


def test_an_upload_that_finds_no_place_is_told(tmp_path: Path) -> None:
    """Where the folder of uploads is a file, the answer says so, and nothing is logged as a bug."""
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    (tmp_path / "uploads").write_bytes(b"a file")
    with serving(tmp_path, "-K", str(tmp_path / "mine.db"), "--allow-write") as served:
        refused = put(served, "plan.md", "AAAA")
        assert (refused.status, "cannot be kept" in refused.json()["error"]["message"]) == (503, True)


FULL = """
import errno, os
from edge.serve import incoming
write = incoming.IncomingFile.write
def full(self, piece):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
incoming.IncomingFile.write = full
"""


def test_an_upload_that_finds_no_room_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    """A full disk: 503 with the reason, nothing of the file stays, and the server goes on."""
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    with serving(tmp_path, "-K", str(tmp_path / "mine.db"), "--allow-write", first=FULL) as served:
        refused = put(served, "plan.md", "AAAA")
        assert (refused.status, "No space left" in refused.json()["error"]["message"]) == (503, True)
        parts_of(tmp_path, 0)
        assert served.get("/health")["status"] == "ok"


def test_two_bases_of_one_name_share_no_files(tmp_path: Path) -> None:
    """What was sent for work/notes.db does not come into home/notes.db, which another server of this device
    has.
    """
    for folder in ("work", "home"):
        base = tmp_path / folder / "notes.db"
        base.parent.mkdir()
        with serving(tmp_path, "-K", str(base), "--allow-write") as running:
            put(running, f"{folder}.md", f"# {folder}\n\nThe gate of {folder} is green.\n")
            report = running.post("/api/index", {})
            assert [one["source"] for one in report["sources"]] == [f"{folder}.md"]


def test_a_document_is_removed_with_what_was_sent_of_it(tmp_path: Path) -> None:
    """A file that was sent leaves the base and the disk, and no later run brings it back; so does one that
    could not be read, and all that an archive holds. A file that was indexed elsewhere leaves the base alone.
    """
    own = tmp_path / "own"
    own.mkdir()
    (own / "kept.md").write_text("# Kept\n\nThe gong is struck at noon.\n", encoding="utf-8")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("bell", "horn"):
            archive.writestr(f"{name}.md", f"# {name}\n\nThe {name} is heard at dusk.\n")
    base = tmp_path / "mine.db"
    index(base, own)
    with serving(tmp_path / "state", "-K", str(base), "--allow-write") as running:
        put(running, "drum.md", "# Drum\n\nThe drum is beaten at dawn.\n")
        put(running, "broken.pdf", "%PDF-1.7\nnothing")
        sent = packed.getvalue()
        head = {"Content_Type": "application/octet-stream"}
        assert running.request("PUT", "/api/index/pack.zip", sent, **head).status == 200
        running.post("/api/index", {})

        def listed() -> list[str]:
            found = running.get("/api/documents")
            return [one["source"] for one in [*found["documents"], *found["failures"]]]

        def remove(source: str) -> Any:
            return running.request("DELETE", f"/api/document?source={quote(source, safe='')}")

        inside = next(name for name in listed() if name.endswith("bell.md"))
        assert len(listed()) == 5
        assert remove("drum.md").json()["deleted"] is True
        assert remove("broken.pdf").json()["deleted"] is True
        assert len(remove(inside).json()["removed"]) == 2
        assert remove("kept.md").json() == {
            "schema": 1, "removed": ["kept.md"], "documents": 0, "deleted": False,
        }  # fmt: skip
        assert listed() == [] and (own / "kept.md").is_file()
        assert not [path for path in (tmp_path / "state" / "uploads").rglob("*") if path.is_file()]
        put(running, "flute.md", "# Flute\n\nThe flute is played at night.\n")
        running.post("/api/index", {})
        assert listed() == ["flute.md"]
        for name in ("nothing.md", "*", "flute"):
            refused = remove(name)
            assert refused.status == 400 and repr(name) in refused.json()["error"]["message"]
        assert listed() == ["flute.md"]


@pytest.mark.parametrize(
    "name", ["..%2f..%2fevil.md", "%2e%2e", ".hidden", "a%00b.md", "a%5cb.md", "a%0ab.md", "x" * 300, "~root"]
)
def test_a_file_goes_nowhere_else(writable: Served, name: str) -> None:
    """Names with folders, hidden ones, control characters: refused, and nothing is written."""
    assert put(writable, name, "x").status in (400, 404)


def test_a_refusal_has_its_kind_and_values(writable: Served) -> None:
    """By these a program, as the page does, can say in its own words why a file is not taken."""
    found = [put(writable, name, "x").json()["error"] for name in (".nail.md", "x" * 300, "a%3ab.md")]
    assert [(one["type"], one["exit_code"]) for one in found] == [
        ("name-hidden", 2), ("name-long", 2), ("name-character", 2),
    ]  # fmt: skip
    assert found[1]["params"] == {"name": "x" * 80, "size": 300, "most": 200}
    assert "params" not in writable.request("GET", "/api/nothing").json()["error"]


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path, small_knowledge: Path) -> None:
    """413 by what was declared, and by what came; nothing of it stays."""
    base = tmp_path / "mine.db"
    base.write_bytes(small_knowledge.read_bytes())
    with serving(tmp_path, "-K", str(base), "--allow-write", "--set", "index.max_file_bytes=1000") as running:
        assert put(running, "a.txt", "x" * 2_000).status == 413
        lines = f"Host: 127.0.0.1:{running.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
        head = f"PUT /api/index/b.txt HTTP/1.1\r\n{lines}".encode()
        assert running.raw(head + b"7d0\r\n" + b"x" * 2_000 + b"\r\n0\r\n\r\n").status == 413
        assert not [path for path in (tmp_path / "uploads").rglob("*") if path.is_file()]


def test_without_leave_nothing_is_written(served: Served, tmp_path: Path) -> None:
    """A server that was not started with --allow-write refuses; so does the base that ships."""
    for reply in (
        put(served, "a.md", "x"), served.request("POST", "/api/index", {}),
        served.request("POST", "/api/memory", ADD), served.request("DELETE", "/api/memory/m1"),
        served.request("DELETE", "/api/document?source=a.md"),
    ):  # fmt: skip
        assert reply.status == 403 and "--allow-write" in reply.json()["error"]["hint"]
    with serving(tmp_path, "--allow-write") as shipped:
        refused = put(shipped, "a.md", "x")
        assert refused.status == 403 and "ships" in refused.json()["error"]["message"]


def test_memories(writable: Served) -> None:
    """Added, listed, found with what decided, read whole, deleted, restored; a thin one is refused."""
    made = writable.post("/api/memory", ADD)
    assert made["created"]
    assert writable.get("/api/memory")["memories"][0]["id"] == made["id"]
    found = writable.get("/api/memory?query=gcc%20ARM&k=3")["results"]
    assert found[0]["id"] == made["id"] and found[0]["why"]
    assert writable.get(f"/api/memory/{made['id']}")["context"]["solution"] == WHY["solution"]
    gone = writable.request("DELETE", f"/api/memory/{made['id']}").json()
    assert gone["restorable_until"] and writable.get("/api/memory")["memories"] == []
    assert writable.post(f"/api/memory/{made['id']}/restore", {})["id"] == made["id"]
    thin = writable.request("POST", "/api/memory", {**ADD, "context": {"situation": "x"}})
    assert thin.status == 400 and "situation" in thin.json()["error"]["message"]


def test_contexts_and_their_traces(writable: Served) -> None:
    """A context out of memories, and its trace."""
    writable.post("/api/memory", ADD)
    made = writable.post("/api/compose", {"query": "gcc on ARM", "max_tokens": 500, "sources": ["memories"]})
    assert made["budget"]["used"] <= 500 and made["trace"]
    assert made["trace"] in [one["id"] for one in writable.get("/api/traces")["traces"]]
    assert writable.get(f"/api/traces/{made['trace']}")["trace"]["query"] == "gcc on ARM"
    assert writable.request("GET", "/api/traces/x999999").status == 400


def test_messages(writable: Served, served: Served) -> None:
    """A message as JSON or as text; exactly one of the two."""
    pytest.importorskip("dateparser", reason="the extra extract is not installed")
    assert writable.post("/api/extract", {"message": MAIL})["extractions"]
    text = f"From: {MAIL['from']}\nSubject: {MAIL['subject']}\n\n{MAIL['body']}\n"
    assert served.post("/api/extract", {"text": text})["extractions"]
    for wrong in ({}, {"message": MAIL, "text": text}, {"message": {"body": 3}}):
        assert served.request("POST", "/api/extract", wrong).status == 400


def test_what_would_leave_is_shown_and_nothing_leaves(served: Served) -> None:
    """The exact bytes, what was masked, the most it costs, and why it may not be sent: the cloud is off."""
    question = "Who is called when 06 12 34 56 78 rings at the boiler?"
    shown = served.post("/api/escalate", {"question": question})
    assert shown["needed"] and not shown["permitted"] and shown["why"]
    assert shown["bytes"] == len(shown["body"].encode()) and 0 < shown["usd_at_most"] < 1
    assert json.loads(shown["body"])["model"] == shown["model"] and shown["tier"] == "sonnet"
    assert "06 12 34 56 78" not in shown["body"] and shown["masked"][0]["value"] == "06 12 34 56 78"
    refused = served.request(
        "POST", "/api/escalate/send", {"question": "Who is called?", "sha256": shown["sha256"]}
    )
    assert refused.status == 403
    easy = served.post("/api/escalate", {"question": "How is the boiler started?"})
    assert not easy["needed"] and easy["outcome"] == "answer"


@pytest.fixture
def asked_of(tmp_path: Path, small_knowledge: Path) -> Iterator[tuple[Served, Loopback]]:
    """A server that may ask the cloud on a yes, and the cloud: a server of this device."""
    pytest.importorskip("anthropic", reason="the extra cloud is not installed")
    with (
        Loopback("right") as cloud,
        serving(
            tmp_path, "-K", str(small_knowledge), "--cloud", "ask", ANTHROPIC_API_KEY="sk-test-0123456789",
            EDGE_CLOUD_BASE_URL=cloud.url,
        ) as running,
    ):  # fmt: skip
        yield running, cloud


def test_only_what_was_shown_leaves_and_only_on_a_yes(asked_of: tuple[Served, Loopback]) -> None:
    """Asking and looking send nothing; a yes to other bytes sends nothing; a yes to these bytes sends these
    bytes, once, and no further tier is asked.
    """
    served, cloud = asked_of
    question = {"question": "Who is called when 06 12 34 56 78 rings at the boiler?"}
    local = served.post("/api/ask", question)
    shown = served.post("/api/escalate", question)
    assert local["abstained"] and shown["needed"] and shown["permitted"], shown["why"]
    wrong = served.request("POST", "/api/escalate/send", {**question, "sha256": "0" * 64})
    other = served.request(
        "POST", "/api/escalate/send", {"question": "Who else is called?", "sha256": shown["sha256"]}
    )
    assert (wrong.status, other.status) == (409, 409) and cloud.connections == 0
    sent = served.request(
        "POST", "/api/escalate/send", {**question, "sha256": shown["sha256"]}, Accept="text/event-stream"
    )
    assert [request.body.decode() for request in cloud.requests] == [shown["body"]]
    answer = sent.events()[-1]
    assert answer[0] == "answer" and answer[1]["escalation"]["used"] == "sonnet"
    assert answer[1]["passes"][-1]["kind"] == "expert"
    served.post("/api/ask", question)
    assert len(cloud.requests) == 1
