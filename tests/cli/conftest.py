"""What the tests of the command line share: running a command in this process, and a fake session."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from cli_fakes import FakeEdge, Result, Run

from edge import paths
from edge.cli import main


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test reads or writes the developer's own settings."""
    monkeypatch.setenv("EDGE_HOME", str(tmp_path_factory.mktemp("home")))
    for name in ("EDGE_KNOWLEDGE", "EDGE_CONFIG", "EDGE_OFFLINE", "EDGE_DEBUG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    paths.home.cache_clear()
    paths.config_file.cache_clear()
    yield
    paths.home.cache_clear()
    paths.config_file.cache_clear()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("ask", "why?", stdin=b"...")`: one command in this process, as the console script runs it."""

    def call(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        code = main(arguments)
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeEdge:
    """The session that commands open, replaced by one with known answers."""
    session = FakeEdge()

    def opened(given: dict[str, Any], **more: Any) -> FakeEdge:
        session.flags = given | {name: value for name, value in more.items() if value}
        return session

    monkeypatch.setattr("edge.cli.options.opened", opened)
    return session
