"""Whoever asks without a knowledge base is told what was asked."""

from __future__ import annotations

import pytest
from cli_fakes import FakeEdge, Run

ASKED = ("ask", "something unknown")


def test_without_a_knowledge_base_the_handbook_is_named(run: Run, fake: FakeEdge) -> None:
    """Somebody new forgets --knowledge and reads "Not in your documents" about a handbook: a remark says what
    was asked and how to ask documents of one's own. It is no part of the result.
    """
    result = run(*ASKED)
    assert "handbook" in result.err and "edge index FOLDER --knowledge" in result.err
    assert "handbook" not in result.out
    assert "guide d’arbitrage" in run("ask", "Quelle est la durée unknown ?").err
    assert "handbook" in run("search", "anything").err


@pytest.mark.parametrize(
    "words",
    [(*ASKED, "-K", "my.db"), (*ASKED, "-q"), (*ASKED, "--json"), ("ask", "How is a piece moved?"),
     ("search", "anything", "-K", "my.db")],
)  # fmt: skip
def test_nothing_is_said_where_it_would_be_noise(run: Run, fake: FakeEdge, words: tuple[str, ...]) -> None:
    """A base was named, only the result is wanted, or the handbook did answer."""
    assert run(*words).err == ""


def test_a_base_of_the_environment_counts(run: Run, fake: FakeEdge, monkeypatch: pytest.MonkeyPatch) -> None:
    """EDGE_KNOWLEDGE names a base as --knowledge does."""
    monkeypatch.setenv("EDGE_KNOWLEDGE", "my.db")
    assert run(*ASKED).err == ""
