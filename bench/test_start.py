"""Cold starts: processor time over a bare interpreter's, and peak memory."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from measure import Process, least

QUESTION = "Who presses the clock after a capture?"


@pytest.fixture(scope="module")
def bare() -> Process:
    """The floor: an interpreter that does nothing."""
    return least(sys.executable, "-c", "pass", runs=15)


def _gate(gate: Callable[..., None], name: str, ours: Process, bare: Process) -> None:
    gate(name, ours.cpu / bare.cpu, f"{ours.cpu:.3f} s over {bare.cpu:.3f} s CPU")


def test_import_edge(gate: Callable[..., None], bare: Process) -> None:
    """`import edge` does nothing and costs next to nothing."""
    ours = least(sys.executable, "-c", "import edge", runs=15)
    assert ours.status == 0
    _gate(gate, "start.import_edge", ours, bare)
    gate("start.import_edge_rss", ours.rss)


def test_help(gate: Callable[..., None], bare: Process) -> None:
    """`edge --help` draws no heavy library in."""
    ours = least(sys.executable, "-m", "edge", "--help")
    assert ours.status == 0
    _gate(gate, "start.help", ours, bare)


def test_cold_search(gate: Callable[..., None], bare: Process, handbook: Path) -> None:
    """A new process: verify the file, open it, search by words and meaning, print."""
    found = (sys.executable, "-m", "edge", "search", QUESTION, "--knowledge", str(handbook))
    ours = least(*found, "--set", "search.reader=none")
    assert ours.status == 0
    _gate(gate, "start.cold_search", ours, bare)
    gate("start.cold_search_rss", ours.rss)


def test_cold_search_read(gate: Callable[..., None], bare: Process, handbook: Path) -> None:
    """As it comes: the best pages are read."""
    ours = least(sys.executable, "-m", "edge", "search", QUESTION, "--knowledge", str(handbook))
    assert ours.status == 0
    _gate(gate, "start.cold_search_read", ours, bare)
    gate("start.cold_search_read_rss", ours.rss)


def test_cold_ask(gate: Callable[..., None], bare: Process, handbook: Path) -> None:
    """A new process that answers one question."""
    ours = least(sys.executable, "-m", "edge", "ask", QUESTION, "--knowledge", str(handbook))
    assert ours.status in {0, 3}
    _gate(gate, "start.cold_ask", ours, bare)
    gate("start.cold_ask_cpu", ours.cpu)
    gate("start.cold_ask_rss", ours.rss)


def test_cold_ask_by_words(gate: Callable[..., None], bare: Process, handbook: Path) -> None:
    """The same where no network is here."""
    words = ("--engine", "lexical", "--set", "search.vectors=none")
    ours = least(sys.executable, "-m", "edge", "ask", QUESTION, "--knowledge", str(handbook), *words)
    assert ours.status in {0, 3}
    _gate(gate, "start.cold_ask_words", ours, bare)
