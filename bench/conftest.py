"""What the benchmarks share: the gates, the table printed at the end, and the questions they ask."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from measure import Figure

from edge import paths

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # a bench that loads ONNX Runtime itself does not tell its makers

BUDGETS = tomllib.loads((Path(__file__).parent / "budgets.toml").read_text(encoding="utf-8"))

_figures: list[Figure] = []


@pytest.fixture
def gate() -> Callable[..., None]:
    """`gate("search.warm_p50", value, detail)` records a figure and fails the test past its budget."""

    def record(name: str, value: float, detail: str = "") -> None:
        room, leaf = name.split(".")
        figure = Figure(name=name, value=value, budget=BUDGETS[room][leaf], detail=detail)
        _figures.append(figure)
        assert figure.kept, f"{name} is {value:.2f}, its budget is {figure.limit}"

    return record


@pytest.fixture(scope="session")
def handbook() -> Path:
    """The knowledge base that ships."""
    return paths.shipped_knowledge()


@pytest.fixture(scope="session")
def questions() -> list[str]:
    """The handbook's own questions, answerable or not, in their fixed order."""
    path = paths.asset("handbook", "questions.jsonl")
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line)["question"] for line in lines]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None] | None:
    """Print the table of figures against their gates."""
    if not _figures:
        return
    terminalreporter.section("figures and budgets")
    for figure in sorted(_figures, key=lambda figure: figure.name):
        terminalreporter.write_line(figure.line())
