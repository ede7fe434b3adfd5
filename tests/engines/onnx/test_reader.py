"""The reader as an engine: verbatim sentences, exact words inside them, and no claim where it could not
read.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest
import tiny_reader

from edge.api import Edge
from edge.ask import engines
from edge.engines.lexical import LexicalEngine
from edge.engines.linear import Linear, ScorerWeights
from edge.engines.onnx import reader, span_model
from edge.errors import ModelError, UsageError
from edge.records import Passage, Reason
from edge.settings import Settings

ENGLISH = (
    "The brass key hangs behind the blue door. Nobody but the caretaker may take it.",
    "The pressure must stay below four bar. When the whistle blows, call Mrs Tamsin.",
    "The boiler is started with the green lever beside the window.",
)
FRENCH = "La clé de la remise est confiée à madame Oudinot, qui la garde dans le tiroir du bureau."
QUESTION = "Where does the brass key hang?"


def passages(*texts: str) -> list[Passage]:
    return [
        Passage(chunk=n, source="a.txt", page=n, start=7, end=7 + len(text), text=text, rank=n, score=1 / n)
        for n, text in enumerate(texts, 1)
    ]


def frequencies(words: Sequence[str]) -> dict[str, int]:
    return dict.fromkeys(words, 1)


def linear(names: tuple[str, ...], **weights: float) -> Linear:
    values = [weights.get(name, 0.0) for name in names]
    return Linear(names=names, mean=[0.0] * len(names), scale=[1.0] * len(names), weights=values)


def weights_for(network: str) -> ScorerWeights:
    return ScorerWeights(
        schema=1,
        network=network,
        choose=linear(reader.SENTENCE, margin=1.0),
        none=linear(reader.QUESTION, best_margin=-1.0),
        right=linear(reader.QUESTION, best_margin=1.0),
        provenance={},
    )


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_reader.write(tmp_path_factory.mktemp("reader"))


@pytest.fixture(scope="module")
def engine(card: Path) -> reader.ReaderEngine:
    model = span_model.load(card)
    return reader.ReaderEngine(LexicalEngine(frequencies, 10), model, weights_for(model.sha))


def test_a_choice_is_verbatim_and_marks_the_exact_words(engine: reader.ReaderEngine) -> None:
    """Quote and span are slices of the page at their offsets, the span inside the quote; the answer is the
    span's words or nothing.
    """
    held = passages(*ENGLISH)
    draft = engine.choose(QUESTION, held)
    assert draft.choices
    for choice in draft.choices:
        passage = held[choice.passage]
        assert passage.text[choice.start - 7 : choice.end - 7] == choice.text
        assert choice.span is not None and choice.start <= choice.span[0] < choice.span[1] <= choice.end
    best = draft.choices[0]
    assert best.span is not None
    said = held[best.passage].text[best.span[0] - 7 : best.span[1] - 7]
    assert draft.answer in (None, said)


def test_the_shares_are_probabilities(engine: reader.ReaderEngine) -> None:
    """Best first; all choices and "none" together are at most one."""
    draft = engine.choose(QUESTION, passages(*ENGLISH))
    shares = [choice.probability for choice in draft.choices]
    assert shares == sorted(shares, reverse=True)
    assert 0 <= draft.none <= 1 and sum(shares) + draft.none == pytest.approx(1, abs=1e-6)


def test_the_same_question_gives_the_same_draft(engine: reader.ReaderEngine) -> None:
    """Nothing is random, and no window depends on its neighbours."""
    assert engine.choose(QUESTION, passages(*ENGLISH)) == engine.choose(QUESTION, passages(*ENGLISH))


def test_agreement_with_the_lexical_choice_is_logged(engine: reader.ReaderEngine) -> None:
    """Every column of the decision is in the signals, agreement among them."""
    signals = engine.choose(QUESTION, passages(*ENGLISH)).signals
    assert set(reader.QUESTION) <= signals.keys() and signals["agree"] in (0.0, 1.0)


@pytest.mark.parametrize("texts", [(), ("",), (FRENCH,), ("•",)])
def test_where_nothing_can_be_read_nothing_is_claimed(
    engine: reader.ReaderEngine, texts: tuple[str, ...]
) -> None:
    """No passage, no word, another language: at best the lexical choice, with P(right) zero."""
    draft = engine.choose(QUESTION, passages(*texts))
    assert draft.signals["right"] == 0.0 and draft.answer is None
    assert all(choice.span is None for choice in draft.choices)


def test_a_french_page_is_left_to_the_english_ones(engine: reader.ReaderEngine) -> None:
    """Of mixed passages only the English ones are read."""
    draft = engine.choose(QUESTION, passages(FRENCH, *ENGLISH))
    assert draft.choices and all(choice.passage != 0 for choice in draft.choices)


def test_weights_of_another_network_are_refused(card: Path) -> None:
    """Confidence belongs to one file: weights fitted for another one would lie."""
    with pytest.raises(ModelError, match="another network"):
        reader.ReaderEngine(LexicalEngine(frequencies, 10), span_model.load(card), weights_for("0" * 64))


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"{", "damaged"), (b"{}", "damaged"), (None, "cannot be read")],
)
def test_damaged_weights_are_refused(tmp_path: Path, data: bytes | None, says: str) -> None:
    """Missing or cut: a ModelError that names the file."""
    path = tmp_path / "reader.json"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(ModelError, match=says):
        reader.load_weights(path)


def test_weights_of_other_columns_are_refused(tmp_path: Path) -> None:
    """A reordered or renamed column is noticed."""
    held = msgspec.structs.replace(weights_for(""), choose=linear(reader.SENTENCE[::-1]))
    path = tmp_path / "reader.json"
    path.write_bytes(msgspec.json.encode(held))
    with pytest.raises(ModelError, match="other columns"):
        reader.load_weights(path)


def test_the_language_of_the_question_decides() -> None:
    """English is read, French and what cannot be told are not."""
    assert reader.fits("Where does the brass key hang?")
    assert not reader.fits("Où se trouve la clé de la remise ?")
    assert not reader.fits("zugzwang")


def test_a_french_question_is_answered_by_the_lexical_engine_and_says_so(small_knowledge: Path) -> None:
    """The engine that spoke is in the record, and why it was not the reader."""
    with Edge(small_knowledge, Settings()) as edge:
        answer = edge.ask("Où se range la brouette rouge dans le jardin ?", engine="reader")
    assert answer.passes[-1].engine == "lexical"
    assert answer.codes["notes"] == [Reason("reader_english_only")]


def test_without_the_reader_the_lexical_engine_answers_with_a_warning(
    small_knowledge: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing file costs quality, never the answer; asked for by name it is a model error."""
    monkeypatch.setattr("edge.paths.model", tmp_path.joinpath)
    span_model.load.cache_clear()
    with Edge(small_knowledge, Settings()) as edge:
        answer = edge.ask(QUESTION, engine="auto")
        assert answer.passes[-1].engine == "lexical" and "is not on this device" in answer.notes[0]
        with pytest.raises(ModelError, match="is not here"):
            edge.ask(QUESTION, engine="reader")
    span_model.load.cache_clear()


def test_an_unknown_engine_is_named() -> None:
    """The message lists the engines there are."""
    with Edge(Path("none.db"), Settings()) as edge, pytest.raises(UsageError, match="'oracle'") as caught:
        edge.ask(QUESTION, engine="oracle")
    assert all(name in caught.value.hint for name in engines.ENGINES)


def test_no_number_is_infinite(engine: reader.ReaderEngine) -> None:
    """Signals are printed as JSON, which has no infinity."""
    for texts in (ENGLISH, ENGLISH[:1], ("One.",)):
        draft = engine.choose(QUESTION, passages(*texts))
        assert np.isfinite(list(draft.signals.values())).all()
