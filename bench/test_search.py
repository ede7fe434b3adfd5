"""Warm search and warm ask beside their floors in the same run: a bare FTS5 word query over the same pages
and, with the networks that ship, their bare runs.
"""

from __future__ import annotations

import gc
import re
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from measure import Spent, interleaved
from networks import NotedRuns

import edge
from edge import benchmark as benchmarks
from edge import config

#: Questions of the handbook that the default engine is asked: it takes a third of a second for each.
_READ = 40


@pytest.fixture(scope="module")
def opened(handbook: Path) -> Iterator[edge.Edge]:
    with edge.open(handbook) as session:
        yield session


@pytest.fixture(scope="module")
def by_words(handbook: Path) -> Iterator[edge.Edge]:
    """The same base without networks: no vectors, and the engine that needs no model."""
    words = {"search.vectors": "none", "search.reader": "none", "ask.engine": "lexical"}
    with edge.open(handbook, settings=config.load(words)) as one:
        yield one


@pytest.fixture(scope="module")
def unread(handbook: Path) -> Iterator[edge.Edge]:
    """With vectors; nothing reads what is found."""
    with edge.open(handbook, settings=config.load({"search.reader": "none"})) as one:
        yield one


@pytest.fixture(scope="module")
def bare_query(by_words: edge.Edge) -> Callable[[str], object]:
    """The floor."""
    return benchmarks.bare_query(by_words.library.db)


def test_warm_search(
    benchmark: Callable[..., object],
    gate: Callable[..., None],
    by_words: edge.Edge,
    bare_query: Callable[[str], object],
    questions: list[str],
) -> None:
    """The whole mix of words costs a small multiple of its cheapest channel."""
    ours, floor = interleaved(by_words.search, bare_query, questions)
    detail = f"{ours.p50 * 1e3:.2f} ms over {floor.p50 * 1e3:.2f} ms CPU, {len(questions)} questions"
    gate("search.warm_p50", ours.p50 / floor.p50, detail)
    gate("search.warm_p95", ours.p95 / floor.p95)
    benchmark(by_words.search, questions[0])


def test_warm_ask(
    benchmark: Callable[..., object],
    gate: Callable[..., None],
    by_words: edge.Edge,
    bare_query: Callable[[str], object],
    questions: list[str],
) -> None:
    """Weighing five pages' sentences costs little beside finding them."""
    ours, floor = interleaved(by_words.ask, bare_query, questions, rounds=2)
    gate("ask.warm_p50", ours.p50 / floor.p50, f"{ours.p50 * 1e3:.1f} ms over {floor.p50 * 1e3:.2f} ms CPU")
    benchmark(by_words.ask, questions[0])


def test_search_with_vectors(
    gate: Callable[..., None],
    unread: edge.Edge,
    bare_query: Callable[[str], object],
    questions: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Beside its words a search by meaning costs little more than to embed the query, each for the first
    time.
    """
    pytest.importorskip("onnxruntime")
    pairs = _over_floor(unread, bare_query, questions, NotedRuns(monkeypatch))
    _gate_over(gate, "search.default_p50", pairs)


def test_search_that_reads(
    gate: Callable[..., None],
    opened: edge.Edge,
    bare_query: Callable[[str], object],
    questions: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As it comes, the best pages are read: that costs what the networks take, and little more."""
    pytest.importorskip("onnxruntime")
    asked = questions[:: len(questions) // _READ]
    pairs = _over_floor(opened, bare_query, asked, NotedRuns(monkeypatch))
    _gate_over(gate, "search.read_p50", pairs)
    gate("search.read_cpu", statistics.median(ours for ours, _ in pairs), f"{len(asked)} questions")


def _over_floor(
    ours: edge.Edge, bare_query: Callable[[str], object], questions: list[str], noted: NotedRuns
) -> list[tuple[float, float]]:
    """Seconds of each search, and of a bare query with the networks' own runs."""
    ours.search("to open everything")
    pairs = []
    for question in questions:
        spent, runs = noted.spent(lambda question=question: ours.search(question))  # type: ignore[misc]
        floor = Spent()
        floor.add(lambda question=question: bare_query(question))  # type: ignore[misc]
        pairs.append((spent, runs + floor.p50))
    return pairs


def test_ask_with_networks(
    gate: Callable[..., None], opened: edge.Edge, questions: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer of the default engine takes what its networks take, and little more. Each question is asked
    once; pages that several have among their best were read before, as in any session.
    """
    pytest.importorskip("onnxruntime")
    noted = NotedRuns(monkeypatch)
    opened.ask("What opens everything?")
    asked = questions[:: len(questions) // _READ]
    pairs = [noted.spent(lambda question=question: opened.ask(question)) for question in asked]  # type: ignore[misc]
    _gate_over(gate, "ask.default_p50", pairs)
    gate("ask.default_cpu", statistics.median(ours for ours, _ in pairs), f"{len(asked)} questions")


def _gate_over(gate: Callable[..., None], name: str, pairs: list[tuple[float, float]]) -> None:
    ours, floor = (statistics.median(column) for column in zip(*pairs, strict=True))
    gate(name, ours / floor, f"{ours * 1e3:.1f} ms over {floor * 1e3:.1f} ms CPU")


def _resident() -> int:
    """Resident kB of this process."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc to read resident memory")
def test_memory_stays(gate: Callable[..., None], opened: edge.Edge, questions: list[str]) -> None:
    """Three hundred questions in one process: memory stays where it was after the first fifty."""
    asked = 0
    before = 0
    while asked < 300:
        opened.ask(questions[asked % len(questions)])
        asked += 1
        if asked == 50:
            gc.collect()
            before = _resident()
    gc.collect()
    growth = 100 * (_resident() - before) / before
    gate("ask.memory_growth", growth, f"{_resident() / 1024:.0f} MB at the end")
