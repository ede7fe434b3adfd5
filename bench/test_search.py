"""Warm search and warm ask beside a bare FTS5 word query over the same pages, in the same run."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from measure import interleaved

import edge
from edge import benchmark as benchmarks


@pytest.fixture(scope="module")
def opened(handbook: Path) -> Iterator[edge.Edge]:
    with edge.open(handbook) as session:
        yield session


@pytest.fixture(scope="module")
def bare_query(opened: edge.Edge) -> Callable[[str], object]:
    """The floor."""
    return benchmarks.bare_query(opened.library.db)


def test_warm_search(
    benchmark: Callable[..., object],
    gate: Callable[..., None],
    opened: edge.Edge,
    bare_query: Callable[[str], object],
    questions: list[str],
) -> None:
    """The whole mix costs a small multiple of its cheapest channel."""
    ours, floor = interleaved(opened.search, bare_query, questions)
    detail = f"{ours.p50 * 1e3:.2f} ms over {floor.p50 * 1e3:.2f} ms CPU, {len(questions)} questions"
    gate("search.warm_p50", ours.p50 / floor.p50, detail)
    gate("search.warm_p95", ours.p95 / floor.p95)
    benchmark(opened.search, questions[0])


def test_warm_ask(
    benchmark: Callable[..., object],
    gate: Callable[..., None],
    opened: edge.Edge,
    bare_query: Callable[[str], object],
    questions: list[str],
) -> None:
    """Reading five pages' sentences costs little beside finding them."""
    ours, floor = interleaved(opened.ask, bare_query, questions, rounds=2)
    gate("ask.warm_p50", ours.p50 / floor.p50, f"{ours.p50 * 1e3:.1f} ms over {floor.p50 * 1e3:.2f} ms CPU")
    benchmark(opened.ask, questions[0])


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
