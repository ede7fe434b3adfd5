"""Which engine answers: the one that reads, or words alone where its files cannot be used, and it is said."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import edge
from edge import paths
from edge.errors import ModelDamaged, ModelError, UsageError

pytest.importorskip("onnxruntime", reason="onnxruntime (extra embed) is not installed")
pytest.importorskip("tokenizers", reason="tokenizers (extra embed) is not installed")

QUESTION = "What happens when a flag falls?"
NETWORK = "fr-en/reader-fr-en.onnx"
WORDS = "fr-en/encoder-fr-en.onnx"  # whose table of words the reader reads
PIECES = "fr-en/encoder-fr-en.tokenizer.json"

Change = Callable[[Path], object]


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the networks that ship, in their place, and a home of the test's own."""
    shutil.copytree(paths.model("fr-en"), tmp_path / "models" / "fr-en")
    monkeypatch.setattr(paths, "model", lambda *parts: tmp_path.joinpath("models", *parts))
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    paths.home.cache_clear()
    return tmp_path / "models"


@pytest.fixture(autouse=True)
def home_again() -> None:
    paths.home.cache_clear()


def test_the_engine_that_reads_is_the_default(models: Path) -> None:
    """With both networks whole no note is needed."""
    with edge.open(paths.shipped_knowledge()) as session:
        answer = session.ask(QUESTION)
    assert {one.engine for one in answer.passes} - {"rules"} == {"semantic"} and answer.notes == []


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        (NETWORK, Path.unlink, "reader-fr-en (int8) is not on this device"),
        (NETWORK, flipped, "reader-fr-en.onnx has sha256"),
        (NETWORK, lambda path: path.write_bytes(b""), "reader-fr-en.onnx has 0 bytes"),
        (WORDS, flipped, "encoder-fr-en.onnx has sha256"),
        (WORDS, Path.unlink, "encoder-fr-en (int8) is not on this device"),
        (PIECES, flipped, "encoder-fr-en.tokenizer.json has sha256"),
    ],
)
def test_words_alone_choose_where_a_file_cannot_be_used(
    models: Path, name: str, change: Change, says: str
) -> None:
    """`auto` answers all the same and says why; `semantic`, asked for by name, is an error with the mend."""
    change(models / name)
    with edge.open(paths.shipped_knowledge()) as session:
        answer = session.ask(QUESTION)
        assert {one.engine for one in answer.passes} - {"rules"} == {"lexical"} and answer.outcome != "absent"
        (note,) = answer.notes
        assert "the lexical engine chose the sentences" in note and says in note
        with pytest.raises(ModelError) as caught:
            session.ask(QUESTION, engine="semantic")
    assert says in caught.value.message and "reinstall" in caught.value.hint
    assert caught.value.hint.rstrip(".") in note, "what to do about it is told beside the answer too"
    assert isinstance(caught.value, ModelDamaged) or change is Path.unlink


def test_an_engine_that_is_gone_is_named_with_those_there_are(models: Path) -> None:
    """`--engine reader` of earlier versions: the error says what there is instead."""
    with (
        edge.open(paths.shipped_knowledge()) as session,
        pytest.raises(UsageError, match="no engine called 'reader'") as caught,
    ):
        session.ask(QUESTION, engine="reader")
    assert "semantic" in caught.value.hint


@pytest.mark.parametrize("asked", ["Wer drückt die Uhr nach dem Schlagen?", "谁在吃子后按钟？"])
def test_a_question_in_another_language_is_searched_by_words_and_never_called_absent(asked: str) -> None:
    """No network that ships reads it, and "not in your documents" is certified for two languages alone."""
    with edge.open(paths.shipped_knowledge()) as session:
        answer = session.ask(asked)
    assert {one.engine for one in answer.passes} - {"rules"} == {"lexical"}
    assert answer.outcome == "unsure" and answer.abstained
    assert [note.code for note in answer.codes["notes"]] == ["foreign_question"]
