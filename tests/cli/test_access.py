"""What command line and MCP server tell somebody of a base of which they may not read
all: exactly what they tell of one that never held the rest.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cli_fakes import Run

from edge import api, config
from edge.state.access import Principal
from edge.state.readership import ReadershipChange

OWN = "# Gong\n\n## Striking the gong\n\nThe gong is struck at noon by the arbiter of the round.\n"
ALL = "# Clock\n\n## Stopping the clock\n\nThe clock is stopped when the gong is struck twice.\n"
MORE = "# Bells\n\n## Ringing\n\nThe bell is rung at dawn.\n"
QUESTIONS = ("When is the gong struck?", "gong noon arbiter", "bell", "Striking the gong", "gongs noone")


_MEASURED = ("ms", "latencyMs", "trace")


class Bases(NamedTuple):
    """`whole` holds Anna's private folder besides; `alone` never did."""

    whole: str
    alone: str


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Bases:
    """Two folders of one name, by words and vectors."""
    top = tmp_path_factory.mktemp("bases")
    for name, documents in {
        "docs": {"clock.md": ALL, "bells.md": MORE}, "anna/docs": {"gong.md": OWN, "clock.md": OWN}
    }.items():  # fmt: skip
        (top / name).mkdir(parents=True)
        for file, text in documents.items():
            (top / name / file).write_text(text, encoding="utf-8")
    made = Bases(str(top / "whole" / "k.db"), str(top / "alone" / "k.db"))
    private = ReadershipChange(by=Principal(), owner="anna", org="acme", visibility="private")
    with api.open(made.whole, settings=config.load(environ={})) as edge:
        edge.index([top / "anna" / "docs"], readers=private)
    for base in made:
        with api.open(base, settings=config.load(environ={})) as edge:
            edge.index([top / "docs"])
    return made


def test_listing_says_who_may_read(run: Run, bases: Bases) -> None:
    """Its owner sees the folder with its readers; everybody else a base without it."""
    anna = ("--set", "access.owner=anna")
    shown = run("documents", "list", "-K", bases.whole, *anna)
    assert "private (anna)" in shown.out and "4 documents" in shown.out
    roots = run("documents", "list", "-K", bases.whole, "--json", *anna).json["roots"]
    assert sorted(root["visibility"] for root in roots) == ["private", "public"]
    assert "private" not in run("documents", "list", "-K", bases.whole).out
    assert "private (anna)" in run("documents", "show", "gong.md", "-K", bases.whole, *anna).out
    document = run("documents", "show", "gong.md", "-K", bases.whole, "--json", *anna).json["document"]
    assert (document["owner"], document["org"], document["visibility"]) == ("anna", "acme", "private")


def test_readers_are_said_once(run: Run, tmp_path: Path) -> None:
    """--owner, --org, --visibility; a later run keeps them; a word that is none is refused."""
    place, base = tmp_path / "d", str(tmp_path / "k.db")
    place.mkdir()
    (place / "a.md").write_text(ALL, encoding="utf-8")
    who = ("--owner", "anna", "--org", "acme", "--visibility", "org")
    assert run("index", str(place), "-K", base, *who, "--no-vectors").code == 0
    assert run("index", str(place), "-K", base, "--no-vectors", "--rebuild").code == 0
    root = run("documents", "list", "-K", base, "--json", "--set", "access.org=acme").json["roots"][0]
    assert (root["owner"], root["org"], root["visibility"]) == ("anna", "acme", "org")
    assert run("documents", "list", "-K", base, "--json").json["roots"] == []
    refused = run("index", str(place), "-K", base, "--visibility", "secret")
    assert refused.code == 2 and "private, org, public" in refused.err


@pytest.mark.parametrize(
    "command",
    [
        ("documents", "list"),
        ("documents", "show", "clock.md"),
        ("documents", "show", "gong.md"),
        ("documents", "show", "clock.md", "--text"),
        ("open", "clock.md", "--print"),
        ("open", "gong.md:3", "--print"),
        *(("search", question) for question in QUESTIONS),
        ("search", "gong", "--source", "gong.md"),
        *(("ask", question, "--engine", "lexical") for question in QUESTIONS[:3]),
        ("compose", "When is the gong struck?", "--sources", "documents"),
    ],
)
def test_every_verb_tells_the_same(run: Run, bases: Bases, command: tuple[str, ...]) -> None:
    """Results, scores, notes, names, counts and errors, to the letter; only times and the path differ."""
    told = [
        plain(
            run(*command, "-K", base, "--json", "--set", "access.owner=ben", "--set", "access.org=acme"), base
        )
        for base in bases
    ]
    assert told[0] == told[1]


def plain(result: Any, base: str) -> Any:
    """What was printed, without times, ids of traces and the name of the file."""
    text = (result.out + result.err).replace(base, "BASE")
    try:
        return result.code, without(json.loads(text))
    except ValueError:
        return result.code, text


def without(told: Any) -> Any:
    if isinstance(told, dict):
        return {
            name: without(value)
            for name, value in told.items()
            if name not in _MEASURED and not name.endswith("_ms")
        }
    return [without(each) for each in told] if isinstance(told, list) else told


def test_two_bases_at_once(run: Run, bases: Bases, tmp_path: Path) -> None:
    """Of several bases each is read as far as whoever asks may."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "rook.md").write_text("# Rook\n\nThe rook is moved along the gong.\n", encoding="utf-8")
    assert run("index", str(other), "-K", str(tmp_path / "o.db")).code == 0
    told = [
        plain(run("search", "gong", "-K", base, "-K", str(tmp_path / "o.db"), "--json"), base)
        for base in bases
    ]
    assert told[0][0] == 0
    assert json.dumps(told[0]).replace("whole", "alone") == json.dumps(told[1]).replace("whole", "alone")


def test_an_assistant_over_mcp_is_somebody_too(run: Run, bases: Bases, tmp_path: Path) -> None:
    """`edge mcp` under a principal searches, answers and composes from what that one may read."""
    pytest.importorskip("mcp", reason="mcp (extra mcp) is not installed")
    from mcp import Client

    from edge.serve.mcp import server

    async def asked(base: str, owner: str) -> list[Any]:
        settings = config.load(
            {"access.owner": owner, "memory.vectors": "none", "ask.engine": "lexical"}, environ={}
        )
        with api.open(base, tmp_path / f"{owner}.db", settings) as session:
            async with Client(server(session)) as client:
                found = [
                    await client.call_tool("document_search", {"query": "gong noon"}),
                    await client.call_tool("ask", {"question": "When is the gong struck?"}),
                    await client.call_tool("context_compose", {"query": "gong", "sources": ["documents"]}),
                ]
        return [without(json.loads(one.content[0].text)) for one in found]

    ben = [asyncio.run(asked(base, "ben")) for base in bases]
    assert ben[0] == ben[1]
    assert "noon" not in json.dumps(ben[0][0]["data"]["results"])
    anna = asyncio.run(asked(bases.whole, "anna"))
    assert "at noon by the arbiter" in json.dumps(anna[0])
