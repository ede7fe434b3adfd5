"""Summaries of tables through llama.cpp itself, on random weights: what they say is noise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from gemma_shared import needs_llama

import edge
from edge import config
from edge.compose.conversations import Turn
from edge.compose.summarise import LENGTH
from edge.engines.gemma.engine import SUMMARY_TOKENS, GemmaEngine
from edge.errors import UsageError

Make = Callable[..., GemmaEngine]

_PAGE = "# Pump\n\nValues.\n\n| Size | Flow |\n| --- | --- |\n| 10 | 4.5 |\n| 20 | 9.0 |\n"


@needs_llama
def test_edge_index_summaries(tiny_gguf: Path, home: Path, tmp_path: Path) -> None:
    """One for each table, of at most SUMMARY_TOKENS tokens; nothing but the flag asks for them."""
    (tmp_path / "pump.md").write_text(_PAGE, encoding="utf-8")
    settings = config.load({"gemma.model": str(tiny_gguf), "gemma.threads": 1}, environ={})
    with edge.open(tmp_path / "k.db", settings=settings) as session:
        assert session.index([tmp_path / "pump.md"], vectors=False).summaries is None
        made = session.index([tmp_path / "pump.md"], vectors=False, summaries=True).summaries
        assert made is not None and (made.written, made.summaries, made.missing) == (1, 1, 0)
        assert made.model.startswith("tiny-")
        ((text,),) = session.library.db.execute("SELECT text FROM table_summaries").fetchall()
        # Noise is not always the same tokens when it is read again.
        assert session.engines.gemma.count_tokens([str(text)])[0] <= 3 * SUMMARY_TOKENS


def test_without_gemma_the_index_is_made(home: Path, tmp_path: Path) -> None:
    """A missing model costs the summaries, and the report says what to do."""
    (tmp_path / "pump.md").write_text(_PAGE, encoding="utf-8")
    settings = config.load({"gemma.model": str(tmp_path / "none.gguf")}, environ={})
    with edge.open(tmp_path / "k.db", settings=settings) as session:
        report = session.index([tmp_path / "pump.md"], vectors=False, summaries=True)
        made = report.summaries
    assert report.tables == 1 and made is not None and made.missing == 1 and made.reason and made.hint


@needs_llama
def test_a_long_table_is_read_as_far_as_it_fits(make: Make) -> None:
    """One table never costs the others their summaries."""
    made = make(window=512)
    assert isinstance(made.summarise("Size | Flow\n" + "10 | 4.5\n" * 500), str)


@needs_llama
def test_gemma_sums_up_talks_and_patterns(tiny_gguf: Path, home: Path) -> None:
    """Where `gemma.model` names one it writes, within the length; `sentences` lets it rest."""
    settings = {"gemma.model": str(tiny_gguf), "gemma.threads": 1, "memory.vectors": "none"}
    with edge.open(settings=config.load(settings, environ={})) as session:
        session.composer.say("talk", [Turn("A", "The pump stops in frost."), Turn("B", "Open the bypass.")])
        done, _ = session.memory.summarise()
        assert (done.made, done.written) == ({1: 1}, 1)
        ((text,),) = session.memory.db.execute("SELECT text FROM items WHERE kind = 'summary'").fetchall()
        assert 0 < len(str(text)) <= LENGTH[1]
        assert session.memory.consolidation._writer is session.memory.writer is not None
    with edge.open(settings=config.load({**settings, "compose.writer": "sentences"}, environ={})) as session:
        assert session.memory.writer is None
    with (
        edge.open(settings=config.load({**settings, "compose.writer": "poet"}, environ={})) as session,
        pytest.raises(UsageError, match=r"compose\.writer is 'poet'"),
    ):
        session.memory.summarise()


@needs_llama
def test_a_writer_without_time_leaves_the_sentences(tiny_gguf: Path, home: Path) -> None:
    """compose.summary_seconds is a bound: what is not written then is extracted."""
    settings = {
        "gemma.model": str(tiny_gguf), "gemma.threads": 1, "memory.vectors": "none",
        "compose.summary_seconds": 0.01,
    }  # fmt: skip
    with edge.open(settings=config.load(settings, environ={})) as session:
        session.composer.say("talk", [Turn("A", "The pump stops in frost. " * 30)] * 20)
        done, _ = session.memory.summarise()
        assert (done.made, done.written) == ({1: 1}, 0)
