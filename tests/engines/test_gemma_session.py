"""`edge ask --engine gemma`, from the question to cited JSON, on a tiny model."""

from __future__ import annotations

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
    assert "EDGE_GEMMA_MODEL" in error.value.hint
    assert error.value.exit_code == 5


def test_a_model_by_name(small_knowledge: Path, home: Path) -> None:
    """A name of the catalog that is not on this device says how to bring it; an unknown one is named."""
    for name, says in (("gemma-3-270m-it", "edge models"), ("gemma-9", "edge models list")):
        flags = {"gemma.model": name, "ask.engine": "gemma"}
        with edge.open(small_knowledge, settings=config.load(flags)) as session:
            with pytest.raises(ModelError) as error:
                session.ask("Where does the brass key hang?")
            assert says in str(error.value) and name in str(error.value)
