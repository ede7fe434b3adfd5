"""`edge ask --engine gemma`, from the question to cited JSON, on a tiny model."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import msgspec
import pytest
from gemma_shared import needs_llama

import edge
from edge import config
from edge.errors import ModelError


@needs_llama
def test_a_question_through_gemma(small_knowledge: Path, tiny_gguf: Path, home: Path) -> None:
    """Every quote is verbatim on its page, the pass names the model file, and the JSON is whole."""
    flags = {"gemma.model": str(tiny_gguf), "gemma.threads": 1, "ask.engine": "gemma"}
    with edge.open(small_knowledge, settings=config.load(flags)) as session:
        for question in ("Where does the brass key hang?", "Où se range la brouette rouge ?"):
            answer = session.ask(question)
            decoded = msgspec.json.decode(msgspec.json.encode(answer))
            assert decoded["question"] == question
            shown = answer.citations or answer.candidates
            assert shown
            for cited in shown:
                assert session.page_text(cited.source, cited.page)[cited.start : cited.end] == cited.quote
            last = answer.passes[-1]
            assert last.engine == "gemma" and last.model.startswith("tiny-")
            assert last.tokens["prompt"] > 100 and 0 < last.signals["label_mass"] < 1


def test_no_model_chosen(small_knowledge: Path, home: Path) -> None:
    """Without a model file the engine is an error of exit code 5 that says how to name one."""
    with (
        edge.open(small_knowledge, settings=config.load({})) as session,
        pytest.raises(ModelError) as error,
    ):
        session.ask("Where does the brass key hang?", engine="gemma")
    assert "gemma.model" in error.value.hint
    assert error.value.exit_code == 5


def test_a_model_by_name(small_knowledge: Path, home: Path) -> None:
    """A name of the catalog that is not on this device says how to bring it; an unknown one is named."""
    for name, says in (("gemma-3-270m-it", "edge models"), ("gemma-9", "edge models list")):
        flags = {"gemma.model": name, "ask.engine": "gemma"}
        with edge.open(small_knowledge, settings=config.load(flags)) as session:
            with pytest.raises(ModelError) as error:
                session.ask("Where does the brass key hang?")
            assert says in str(error.value) and name in str(error.value)


@needs_llama
def test_a_failed_pass_is_answered_by_the_lexical_engine(
    small_knowledge: Path, tiny_gguf: Path, home: Path
) -> None:
    """Deadline, window too small, dead worker: no error, the failed pass is in the trace, and the answer
    says who spoke. The next question is Gemma's again."""
    question = "Where does the brass key hang?"
    flags = {"gemma.model": str(tiny_gguf), "gemma.threads": 1, "ask.engine": "gemma"}
    settings = config.load(flags)
    for change in ({"seconds": 0.0}, {"window": 64}):  # less than the settings allow: sure to fail
        gemma = msgspec.structs.replace(settings.gemma, **change)
        with edge.open(small_knowledge, settings=msgspec.structs.replace(settings, gemma=gemma)) as session:
            answer = session.ask(question)
            assert [p.engine for p in answer.passes] == ["gemma", "gemma", "lexical"]
            assert answer.passes[1].error and answer.passes[1].kind == "contextual"
            assert answer.codes["stopped_because"][0].code == "spoke_instead"
            assert answer.confidence.source.startswith("lexical")
            assert "behind the blue door" in (answer.citations or answer.candidates)[0].quote
    with edge.open(small_knowledge, settings=config.load(flags | {"ask.passes": "contextual"})) as session:
        session.ask(question)
        engine = session.engines.gemma
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        assert [p.engine for p in session.ask(question).passes] == ["gemma", "lexical"]
        assert [p.engine for p in session.ask(question).passes] == ["gemma"]


@needs_llama
def test_signals_of_the_passes(small_knowledge: Path, tiny_gguf: Path, home: Path) -> None:
    """Blind, contextual and re-ordered passes leave signals in the trace; each only when switched on."""
    flags = {"gemma.model": str(tiny_gguf), "gemma.threads": 1, "ask.engine": "gemma"}
    for passes in ("contextual", "blind,contextual", "contextual,reordered"):
        with edge.open(small_knowledge, settings=config.load(flags | {"ask.passes": passes})) as session:
            answer = session.ask("Where does the brass key hang?")
            kinds = [record.kind for record in answer.passes]
            assert kinds == (["blind", "contextual"] if "blind" in passes else ["contextual"])
            signals = answer.passes[-1].signals
            assert ("reordered_same" in signals) == ("reordered" in passes)
            if "blind" in passes:
                first = answer.passes[0]
                # A random model rarely comes to an end: then its draft is cut, and that is recorded.
                assert first.engine == "gemma" and (first.error or first.signals["draft_logprob"] < 0)


def test_a_missing_model_file_is_an_error_at_once(small_knowledge: Path, home: Path) -> None:
    """A file that is not there is no failed pass: exit code 5 before anything runs."""
    flags = {"gemma.model": str(home / "none.gguf"), "ask.engine": "gemma"}
    with (
        edge.open(small_knowledge, settings=config.load(flags)) as session,
        pytest.raises(ModelError) as error,
    ):
        session.ask("Where does the brass key hang?")
    assert error.value.exit_code == 5
