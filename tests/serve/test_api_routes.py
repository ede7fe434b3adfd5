"""/api over a real socket: the same JSON as the command line, streamed passes, errors that say what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from http_server import Served

from edge import api, config

QUESTION = "How is the boiler started?"


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _timeless(v) for k, v in value.items() if k not in ("ms", "timings_ms")}
    return [_timeless(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("question", [QUESTION, "Où se range la brouette rouge ?", "Who won the war?"])
def test_ask_is_what_the_session_says(served: Served, small_knowledge: Path, question: str) -> None:
    """HTTP adds nothing and loses nothing: the record of `Edge.ask`, as it is printed by --json."""
    with api.open(small_knowledge, settings=config.load({}, environ={})) as edge:
        expected = msgspec.to_builtins(edge.ask(question))
    assert _timeless(served.post("/api/ask", {"question": question})) == _timeless(
        json.loads(json.dumps(expected))
    )


def test_passes_are_streamed_and_then_the_answer(served: Served) -> None:
    """With Accept: text/event-stream each pass comes as it is done, with what follows it; the answer last."""
    reply = served.request("POST", "/api/ask", {"question": QUESTION}, Accept="text/event-stream")
    assert reply.headers["content-type"].startswith("text/event-stream")
    names = [name for name, _ in reply.events()]
    assert names == ["pass", "pass", "answer"]
    (_, blind), (_, read), (_, answer) = reply.events()
    assert blind["pass"]["kind"] == "blind" and blind["action"] == ""
    assert read["action"] == "accept" and read["why"]
    assert [blind["pass"], read["pass"]] == answer["passes"] and "lever" in answer["answer"]


def test_a_stream_that_cannot_begin_is_an_error_with_a_status(served: Served) -> None:
    """What the client can mend is a 400 also where it asked for a stream."""
    reply = served.request("POST", "/api/ask", {"question": "   "}, Accept="text/event-stream")
    assert reply.status == 400 and reply.json()["error"]["type"] == "QuestionError"


def test_search(served: Served, small_knowledge: Path) -> None:
    """The record of `Edge.search`."""
    found = served.post("/api/search", {"query": "brass key", "k": 2})
    with api.open(small_knowledge, settings=config.load({}, environ={})) as edge:
        expected = msgspec.to_builtins(edge.search("brass key", 2))
    assert _timeless(found) == _timeless(json.loads(json.dumps(expected)))


def test_documents_pages_and_citations(served: Served) -> None:
    """What a base holds, one document, the text of a page, the paragraph of a citation."""
    listed = served.get("/api/documents")["documents"]
    assert "boiler manual.md" in [one["source"] for one in listed]
    assert served.get("/api/document?source=boiler%20manual.md")["sections"]
    assert "green lever" in served.get("/api/page?source=boiler%20manual.md")["text"]
    cited = served.get("/api/cited?citation=boiler%20manual.md&quote=brass%20key&context=1")
    assert "caretaker" in cited["text"] and cited["quote"]
    missing = served.request("GET", "/api/page?source=nothing.pdf&page=3")
    assert missing.status == 400 and "nothing.pdf" in missing.json()["error"]["message"]


def test_one_of_several_bases_is_named(served: Served, small_knowledge: Path) -> None:
    """A request names the base it means; without a name it is the first; an unknown one is refused."""
    listed = served.get("/api/knowledge")["knowledge"]
    assert [one["default"] for one in listed] == [True, False]
    name = listed[1]["name"]
    there = served.post("/api/search", {"query": "touch-move", "knowledge": name})["results"]
    assert there and there[0]["source"].endswith(".pdf")
    assert served.post("/api/search", {"query": "boiler"})["results"][0]["source"] == "boiler manual.md"
    wrong = served.request("POST", "/api/search", {"query": "x", "knowledge": "../etc"})
    assert wrong.status == 400 and "../etc" in wrong.json()["error"]["message"]


@pytest.mark.parametrize(
    ("path", "body", "named"),
    [
        ("/api/ask", {}, "question"), ("/api/ask", {"question": 3}, "question"),
        ("/api/ask", {"question": "x", "colour": 1}, "colour"), ("/api/ask", {"question": ""}, "question"),
        ("/api/ask", {"question": "Who?", "engine": "oracle"}, "oracle"),
        ("/api/ask", {"question": "Who?", "sources": ["nothing.pdf"]}, "nothing.pdf"),
        ("/api/search", {"query": "x", "k": 0}, "k"), ("/api/search", {"query": "x", "k": 10**9}, "k"),
        ("/api/ask", b"{", "body"), ("/api/ask", b"[" * 100_000, "body"), ("/api/ask", b"\xff", "body"),
    ],
)  # fmt: skip
def test_what_a_client_sends_is_checked(served: Served, path: str, body: Any, named: str) -> None:
    """Missing, unknown, of the wrong type, out of range, no JSON: a 400 that names it."""
    reply = served.request("POST", path, body)
    assert reply.status == 400 and named in reply.json()["error"]["message"].lower()


def test_health_and_what_is_not_there(served: Served) -> None:
    """/health answers; no address and no method falls through to something else."""
    assert served.get("/health")["status"] == "ok"
    assert served.request("GET", "/api/nothing").status == 404
    assert served.request("GET", "/api/ask").status == 405
    assert served.request("GET", "/../../etc/passwd").status == 404
    assert served.request("GET", "/%2e%2e/%2e%2e/pyproject.toml").status == 404
