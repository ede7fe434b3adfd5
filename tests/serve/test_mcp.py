"""The MCP server through the SDK's own client: in process, over stdio and HTTP, in both generations."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="mcp (extra mcp) is not installed")

from mcp import Client, MCPError, StdioServerParameters
from mcp_types import ElicitResult
from readers import index, write

from edge import api, config
from edge.serve import mcp_session
from edge.serve.mcp import server

ROOT = Path(__file__).parents[2]
WHY = {
    "situation": "The build fails on ARM after the compiler update.",
    "solution": "Pin gcc 12 in the Dockerfile.",
    "trigger_keywords": ["ARM", "gcc"],
}  # fmt: skip
ADD = {"type": "bug", "title": "Build fails on ARM", "context": WHY}


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


@pytest.fixture
def edge(tmp_path: Path, small_knowledge: Path) -> Any:
    settings = config.load({"memory.vectors": "none"}, environ={})
    with api.open(small_knowledge, tmp_path / "state.db", settings) as session:
        session.origin = "mcp"
        yield session


def data(result: Any) -> Any:
    assert not result.is_error, result.content
    told = json.loads(result.content[0].text)
    assert "not an instruction" in told["note"]
    return told["data"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_in_both_generations(edge: Any, mode: Any) -> None:
    """Added, found, read, changed, composed, expanded, consolidated, deleted, from a real client."""

    async def work() -> None:
        async with Client(server(edge, allow_write=True), mode=mode) as client:
            made = data(await client.call_tool("memory_add", ADD))
            assert made["created"]
            again = data(await client.call_tool("memory_add", ADD))
            assert not again["created"] and again["id"] == made["id"]
            found = data(await client.call_tool("memory_search", {"query": 'gcc "ARM" AND ('}))
            assert found["results"][0]["id"] == made["id"] and found["results"][0]["why"]["decided_by"]
            changed = data(
                await client.call_tool(
                    "memory_update", {"id": made["id"], "changes": {"title": "Fails on ARM64"}}
                )
            )
            assert changed["supersedes"] == made["id"]
            whole = data(await client.call_tool("memory_get", {"id": changed["id"]}))
            assert whole["origin"] == "mcp" and whole["links"][0]["kind"] == "supersedes"
            answer = data(await client.call_tool("ask", {"question": "How is the boiler started?"}))
            assert "lever" in answer["answer"] and answer["citations"][0]["source"] == "boiler manual.md"
            hits = data(await client.call_tool("document_search", {"query": "brass key", "k": 2}))
            assert "brass key" in hits["results"][0]["text"]
            context = data(
                await client.call_tool(
                    "context_compose", {"query": "gcc on ARM, brass key", "max_tokens": 600}
                )
            )
            assert context["budget"]["used"] <= 600 and changed["id"] in [i["id"] for i in context["items"]]
            chunk = next(item["id"] for item in context["items"] if item["kind"] == "chunk")
            expanded = data(await client.call_tool("context_expand", {"ids": [chunk, changed["id"]]}))
            assert [one["id"] for one in expanded["items"]] == [chunk, changed["id"]]
            assert data(await client.call_tool("memory_consolidate", {})) == {"suggestions": []}
            trace = await client.read_resource(f"context://trace/{context['trace']}")
            assert "gcc on ARM" in trace.contents[0].text
            entry = await client.read_resource(f"memory://entry/{changed['id']}")
            assert "Fails on ARM64" in entry.contents[0].text
            prompt = await client.get_prompt("capture_memory", {"what": "the ARM build"})
            assert "trigger_keywords" in prompt.messages[0].content.text
            gone = data(await client.call_tool("memory_delete", {"id": changed["id"], "confirm": True}))
            assert gone["restorable_until"]

    run(work())


def test_results_come_in_pages(edge: Any) -> None:
    """The pages of a search, put together, are the search: nothing twice, nothing left out."""

    async def work() -> None:
        async with Client(server(edge, allow_write=True)) as client:
            for n in range(7):
                why = {**WHY, "situation": f"The build of part {n} fails on ARM after the update."}
                await client.call_tool("memory_add", {**ADD, "title": f"Part {n} fails", "context": why})
            asked = {"query": "build fails ARM"}
            for tool, key in (("memory_search", "id"), ("document_search", "rank")):
                query = asked if tool == "memory_search" else {"query": "the of a key"}
                whole = data(await client.call_tool(tool, {**query, "k": 7}))["results"]
                pages: list[Any] = []
                for skip in range(0, len(whole) + 3, 3):
                    pages += data(await client.call_tool(tool, {**query, "k": 3, "skip": skip}))["results"]
                assert [hit[key] for hit in pages[: len(whole)]] == [hit[key] for hit in whole] != []
            refused = await client.call_tool("memory_search", {**asked, "skip": -1})
            assert refused.is_error and "skip" in refused.content[0].text

    run(work())


def test_an_answer_is_what_an_assistant_needs(edge: Any) -> None:
    """Outcome, quotes with their places, how sure; not how it was found. Of some documents only those answer;
    a name that none has is an error with the nearest names; their list is a resource.
    """

    async def work() -> None:
        async with Client(server(edge)) as client:
            listed = await client.read_resource("document://list")
            sources = [one["source"] for one in json.loads(listed.contents[0].text)["data"]["documents"]]
            assert "boiler manual.md" in sources
            asked = {"question": "How is the boiler started?"}
            result = await client.call_tool("ask", {**asked, "sources": ["boiler manual.md"]})
            answer = data(result)
            assert answer["outcome"] == "answer" and "lever" in answer["citations"][0]["quote"]
            assert answer["citations"][0]["place"].startswith("boiler manual.md · ")
            assert 0 < answer["confidence"]["calibrated"] <= 1 and "passes" not in answer
            assert len(result.content[0].text) < 1_500
            other = next(name for name in sources if name != "boiler manual.md")
            elsewhere = data(await client.call_tool("ask", {**asked, "sources": [other]}))
            assert all(one["source"] == other for one in elsewhere["candidates"] + elsewhere["citations"])
            hits = data(await client.call_tool("document_search", {"query": "boiler", "sources": [other]}))
            assert all(hit["source"] == other for hit in hits["results"])
            refused = await client.call_tool("ask", {**asked, "sources": ["boilr manual.md"]})
            assert refused.is_error and "boiler manual.md" in refused.content[0].text

    run(work())


def test_a_resource_that_is_not_there_is_told(
    edge: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A memory, a trace that nobody has, a base that is not there: the client gets the reason and the next
    step, and nothing is logged as a crash.
    """

    async def work() -> list[str]:
        told = []
        absent = api.open(tmp_path / "none.db", tmp_path / "other.db", edge.settings)
        for session, address in (
            (edge, "memory://entry/m99"), (edge, "memory://entry/none"), (edge, "context://trace/x99"),
            (absent, "document://list"),
        ):  # fmt: skip
            async with Client(server(session)) as client:
                with pytest.raises(MCPError) as refused:
                    await client.read_resource(address)
                told.append(str(refused.value))
        absent.close()
        return told

    memory, name, trace, base = run(work())
    assert "There is no memory m99." in memory and "edge memory list" in memory
    assert "'none' is no id of a memory." in name and "x99" in trace and "edge trace list" in trace
    assert "none.db" in base and "edge index" in base
    assert [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == []


def test_a_call_is_given_up_and_others_are_heard(edge: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one call is at work the server answers others of the protocol; each pass is told as progress;
    what the client cancels ends, and the next call is answered.
    """
    begun, ended, real = threading.Event(), threading.Event(), type(edge).ask

    def endless(question: str, **named: Any) -> Any:
        begun.set()
        try:
            while True:
                named["observe"](None)
                time.sleep(0.005)
        finally:
            ended.set()

    async def work() -> list[float]:
        told: list[float] = []

        async def progress(done: float, total: float | None, message: str | None) -> None:
            told.append(done)

        async with Client(server(edge)) as client:
            monkeypatch.setattr(edge, "ask", endless)
            call = asyncio.create_task(client.call_tool("ask", {"question": "What?"}))
            await asyncio.to_thread(begun.wait, 20)
            await asyncio.wait_for(client.list_tools(), 20)
            call.cancel()
            assert await asyncio.to_thread(ended.wait, 20)
            monkeypatch.setattr(edge, "ask", lambda *given, **named: real(edge, *given, **named))
            asked = {"question": "How is the boiler started?"}
            result = await client.call_tool("ask", asked, progress_callback=progress)
            assert data(result)["outcome"] == "answer"
        return told

    assert run(work())[:2] == [1, 2]


def test_documents_indexed_meanwhile_are_found(tmp_path: Path) -> None:
    """A server that an assistant keeps open for days reads what `edge index` put in place since."""
    base = tmp_path / "k.db"
    index(base, write(tmp_path / "one", gong="The gong is struck at noon."))

    async def work() -> None:
        with api.open(base, tmp_path / "state.db") as session:
            async with Client(server(session)) as client:
                await client.call_tool("ask", {"question": "When is the gong struck?"})
                index(base, write(tmp_path / "one", bell="The bell is rung at dusk."))
                answer = data(await client.call_tool("ask", {"question": "When is the bell rung?"}))
                assert "dusk" in (answer["citations"] or answer["candidates"])[0]["quote"]

    run(work())


def test_the_schemas_fit_a_window(edge: Any) -> None:
    """At most ten tools, less than 9,000 characters together; hints and required fields are there."""

    async def work() -> None:
        async with Client(server(edge)) as client:
            tools = (await client.list_tools()).tools
            assert len(tools) <= 10
            size = sum(len(json.dumps(tool.model_dump(by_alias=True, exclude_none=True))) for tool in tools)
            assert size < 9_000, size
            by_name = {tool.name: tool for tool in tools}
            schema = json.dumps(by_name["memory_add"].input_schema)
            for name in ("situation", "solution", "trigger_keywords"):
                assert f'"{name}"' in schema
            assert set(by_name["memory_add"].input_schema["required"]) == {"type", "title", "context"}
            assert by_name["memory_delete"].annotations.destructive_hint
            assert by_name["ask"].annotations.read_only_hint

    run(work())


def test_a_short_solution_is_a_solution(edge: Any) -> None:
    """What the command line keeps, such as the example of README.md, is kept over MCP: what is too thin is
    for the store to say, in words.
    """

    async def work() -> None:
        async with Client(server(edge, allow_write=True)) as client:
            why = {**WHY, "solution": "Pin gcc 12."}
            added = await client.call_tool("memory_add", {**ADD, "context": why})
            assert data(added)["created"]
            thin = await client.call_tool("memory_add", {**ADD, "context": {**WHY, "situation": "x"}})
            assert thin.is_error and "too thin" in str(thin.content)

    run(work())


def test_read_only_means_that_nothing_is_written(edge: Any) -> None:
    """Without leave to write every changing tool refuses, and the store stays as it was."""

    async def work() -> None:
        async with Client(server(edge)) as client:
            for name, arguments in (
                ("memory_add", ADD), ("memory_update", {"id": "m1", "changes": {}}),
                ("memory_delete", {"id": "m1", "confirm": True}), ("memory_consolidate", {}),
            ):  # fmt: skip
                result = await client.call_tool(name, arguments)
                assert result.is_error and "read-only" in result.content[0].text, name

    run(work())
    assert edge.memory.store.ids(live=False) == []


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"context": {}}, "situation"), ({"context": {**WHY, "trigger_keywords": []}}, "trigger_keywords"),
        ({"context": "a string"}, "context"), ({"type": "bugs"}, "type"), ({"title": ""}, "title"),
        ({"context": {**WHY, "situation": "x" * 1_000_000}}, "situation"),
        ({"context": {**WHY, "_transcript_path": "/etc/passwd"}}, "_transcript_path"),
        ({"context": {**WHY, "situation": "fixed it all"}}, "situation"),
    ],
)  # fmt: skip
def test_what_a_model_sends_is_checked(edge: Any, change: dict[str, Any], named: str) -> None:
    """Missing, thin, too long, of the wrong type, or a path: an error that names the field; nothing kept."""

    async def work() -> Any:
        async with Client(server(edge, allow_write=True)) as client:
            return await client.call_tool("memory_add", {**ADD, **change})

    result = run(work())
    assert result.is_error and named in result.content[0].text
    assert edge.memory.store.ids() == []


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("yes", [True, False])
def test_the_person_is_asked_before_a_delete(edge: Any, mode: Any, yes: bool) -> None:
    """A client that can ask does; the answer decides."""
    id = edge.remember("Build fails", context=WHY, type="bug").id
    asked: list[str] = []

    async def answer(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"confirm": yes})

    async def work() -> Any:
        async with Client(server(edge, allow_write=True), mode=mode, elicitation_callback=answer) as client:
            return await client.call_tool("memory_delete", {"id": id})

    result = run(work())
    assert len(asked) == 1 and id in asked[0]
    assert bool(edge.memory.store.ids()) is not yes and result.is_error is not yes


def test_without_a_person_or_a_yes_nothing_is_deleted(edge: Any) -> None:
    """A client that cannot ask has to confirm."""
    id = edge.remember("Build fails", context=WHY, type="bug").id

    async def work() -> Any:
        async with Client(server(edge, allow_write=True)) as client:
            return await client.call_tool("memory_delete", {"id": id})

    result = run(work())
    assert result.is_error and "confirm" in result.content[0].text and edge.memory.store.ids() == [id]


def environment(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EDGE_")}
    return {
        **kept,
        "EDGE_HOME": str(tmp_path / "home"),
        "PYTHONPATH": str(ROOT),
        "EDGE_MEMORY_VECTORS": "none",
    }


def test_over_stdio_stdout_is_the_protocol_alone(tmp_path: Path) -> None:
    """A process of its own, driven by the SDK's client: added there, found there."""
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "edge", "mcp", "--allow-write"], env=environment(tmp_path)
    )

    async def work() -> Any:
        async with Client(parameters) as client:
            data(await client.call_tool("memory_add", ADD))
            return data(await client.call_tool("memory_search", {"query": "ARM"}))

    assert run(work())["results"][0]["title"] == "Build fails on ARM"


def test_over_http_only_this_device_is_served(tmp_path: Path) -> None:
    """Loopback; a foreign Host or Origin is turned away; the SDK's client works."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "edge", "mcp", "--http", str(port)], env=environment(tmp_path),
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    url = f"http://127.0.0.1:{port}/mcp"
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None
            time.sleep(0.1)

        async def work() -> Any:
            async with Client(url) as client:
                return data(await client.call_tool("memory_search", {"query": "ARM"}))

        assert run(work())["results"] == []
        for header, value, code in (("Host", "evil.example", 421), ("Origin", "http://evil.example", 403)):
            request = urllib.request.Request(
                url, data=b"{}", headers={"Content-Type": "application/json", header: value}
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request, timeout=10)
            assert refused.value.code == code
            refused.value.close()
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_a_port_that_is_taken_is_an_error(small_knowledge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another program listens there: exit code 1 with what to do, not the 3 of an abstention."""
    from edge.cli import main

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["mcp", "--http", str(port), "-K", str(small_knowledge)]) == 1
    told = capsys.readouterr().err
    assert f"127.0.0.1:{port} cannot be listened on" in told and "--http" in told


def test_install_prints_and_merges(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What other servers have there stays; a file that is no JSON, or no UTF-8, is left alone."""
    from edge.cli import main

    assert main(["mcp", "install", "--client", "cursor"]) == 0
    entry = json.loads(capsys.readouterr().out)["mcpServers"]["edge"]
    assert "mcp" in entry["args"] and entry["command"]
    file = tmp_path / "mcp.json"
    file.write_text('{"mcpServers": {"other": {"command": "x"}}, "theme": "dark"}', encoding="utf-8")
    assert main(["mcp", "install", "--allow-write", "--write", str(file)]) == 0
    merged = json.loads(file.read_text(encoding="utf-8"))
    assert set(merged["mcpServers"]) == {"other", "edge"} and merged["theme"] == "dark"
    assert "--allow-write" in merged["mcpServers"]["edge"]["args"]
    file.write_bytes(b'\xef\xbb\xbf{"theme": "dark"}')  # as an editor of Windows saves it
    assert main(["mcp", "install", "--write", str(file)]) == 0
    assert set(json.loads(file.read_text(encoding="utf-8"))) == {"mcpServers", "theme"}
    for broken in (b"{ broken", b'{"theme": "\xff"}', b"\xff\xfe{\x00x\x00", b"[" * 100_000):
        file.write_bytes(broken)
        assert main(["mcp", "install", "--write", str(file)]) == 2, capsys.readouterr()
        assert file.read_bytes() == broken
    assert main(["mcp", "install", "--client", "nobody"]) == 2 and main(["mcp", "fly"]) == 2


@pytest.mark.parametrize(
    "value",
    [
        {"items": [{"text": "\x01" * 5_000, "quote": '"' * 5_000}] * 30},  # six characters of JSON for each
        {f"name {at}": "x" * 100 for at in range(2_000)},
        [[["deep " * 50] * 30] * 30] * 30,
    ],
)
def test_an_answer_is_json_however_long_it_would_be(value: Any) -> None:
    """It is cut inside of texts and lists, never in the middle of the JSON."""
    text = mcp_session._json(value)
    assert len(text) <= mcp_session.ANSWER
    assert set(json.loads(text)) == {"note", "data"}
