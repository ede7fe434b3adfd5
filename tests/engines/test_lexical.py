"""The engine without a model file, on passages small enough to judge by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge import paths
from edge.engines import features
from edge.engines import question as asking
from edge.engines.lexical import LexicalEngine, load_weights
from edge.errors import ModelError
from edge.records import Passage

BOILER = (
    "The boiler is started with the green lever beside the window. "
    "Wait ninety seconds before opening the valve.\n\n"
    "The brass key hangs behind the blue door. Nobody but the caretaker may take it.\n\n"
    "Table 1: pressures by season\n\n"
    "Season | Lowest pressure | Highest pressure\nWinter | 2.5 bar | 3.8 bar\n"
    "Summer | 1.0 bar | 1.9 bar"
)
GARDEN = (
    "L'arrosage est permis de six heures à huit heures du matin. La brouette rouge se range sous le tilleul."
)


def _frequencies(words: Sequence[str]) -> Mapping[str, int]:
    return {word: 1 if word in (BOILER + GARDEN).lower() else 0 for word in words}


def _passages() -> list[Passage]:
    return [
        Passage(
            chunk=1,
            source="boiler.md",
            page=3,
            start=100,
            end=100 + len(BOILER),
            text=BOILER,
            heading="Boiler",
        ),
        Passage(
            chunk=2, source="jardin.md", page=1, start=0, end=len(GARDEN), text=GARDEN, score=0.4, rank=2
        ),
    ]


@pytest.fixture(scope="module")
def engine() -> LexicalEngine:
    return LexicalEngine(_frequencies, 12)


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("How is the boiler started?", "green lever"),
        ("Where does the brass key hang?", "blue door"),
        ("What is the highest pressure in summer?", "1.9 bar"),
        ("Où se range la brouette ?", "tilleul"),
        ("À quelle heure l'arrosage est-il permis ?", "six heures"),
    ],
)
def test_it_finds_the_sentence_or_the_row(engine: LexicalEngine, question: str, holds: str) -> None:
    """The best choice holds the answer, in prose, in a table, in both languages."""
    assert holds in engine.choose(question, _passages()).choices[0].text


def test_spans_point_into_the_page(engine: LexicalEngine) -> None:
    """A choice's span is an offset into the page, not into the passage."""
    choices = engine.choose("Where does the brass key hang?", _passages()).choices
    assert any(_passages()[choice.passage].start for choice in choices)
    for choice in choices:
        passage = _passages()[choice.passage]
        assert passage.text[choice.start - passage.start : choice.end - passage.start] == choice.text


def test_headings_are_read_but_never_chosen(engine: LexicalEngine) -> None:
    """A caption names its table: it helps the rows and is no answer."""
    texts = [choice.text for choice in engine.choose("pressures by season", _passages()).choices]
    assert texts and "Table 1: pressures by season" not in texts


@pytest.mark.parametrize(
    "caption",
    ["Table 2 – Pressures of the brown pump", "*Figure 3.1: pressures of the brown pump*",
     "Tableau IV. Pressures of the brown pump", "Fig. 4 — pressures of the brown pump"],
)  # fmt: skip
@pytest.mark.parametrize("where", ["below", "last", "between"])
def test_a_caption_is_never_chosen_wherever_it_stands(
    engine: LexicalEngine, caption: str, where: str
) -> None:
    """Below its table, at the end or between paragraphs: it names what is shown and says nothing. A sentence
    that begins alike says something, and what stands behind a caption is not said under it.
    """
    table = "Pump | Lowest\nBrown | 1.0 bar\nGrey | 2.0 bar"
    said = "Figure 3 shows that the brown pump stands outside.\n\nThe grey pump is inside the house."
    order = {"below": [table, caption, said], "last": [said, caption], "between": [said, caption, table]}
    text = "\n\n".join(order[where])
    passage = Passage(chunk=1, source="a.md", page=1, start=0, end=len(text), text=text)
    asked = "pressures of the brown pump in the figure"
    texts = [choice.text for choice in engine.choose(asked, [passage]).choices]
    assert caption not in texts and any(text.startswith("Figure 3 shows") for text in texts)
    [outside] = [one for one in engine.measure(asked, [passage])[0].candidates if "outside" in one.text]
    assert outside.context == ""


def test_a_question_about_something_else_is_less_sure(engine: LexicalEngine) -> None:
    """P(none) is higher and P(right) lower for a question that the passages do not answer."""
    here = engine.choose("Where does the brass key hang?", _passages())
    other = engine.choose("Who won the regatta of 1911?", _passages())
    assert other.none > here.none and other.signals["right"] < here.signals["right"]


def test_no_passage_no_choice(engine: LexicalEngine) -> None:
    """Nothing to read is "not in the passages" for certain."""
    draft = engine.choose("Where is the key?", [])
    assert draft.choices == [] and draft.none == 1.0


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.text(max_size=200))
def test_probabilities_are_probabilities(engine: LexicalEngine, question: str, text: str) -> None:
    """Whatever is typed and read: finite features, choices best first, their sum and P(none) at most 1."""
    passages = [
        *_passages(),
        Passage(chunk=3, source="x", page=1, start=0, end=len(text), text=text, score=0.1, rank=3),
    ]
    draft = engine.choose(question, passages)
    chances = [choice.probability for choice in draft.choices]
    assert chances == sorted(chances, reverse=True)
    assert 0.0 <= draft.none <= 1.0 and sum(chances) + draft.none <= 1.0 + 1e-9
    read = asking.read(question)
    assert np.isfinite(features.measure(read, passages, _frequencies(read.surface), 12).matrix).all()


def test_order_of_passages_does_not_change_the_choice(engine: LexicalEngine) -> None:
    """Rank and score are read from the passage, not from its place in the list."""
    there = engine.choose("Where does the brass key hang?", _passages())
    back = engine.choose("Where does the brass key hang?", _passages()[::-1])
    assert there.choices[0].text == back.choices[0].text
    assert there.none == pytest.approx(back.none)


def test_the_weights_that_ship_are_small_and_say_where_they_come_from() -> None:
    """Under 20 kB, with data, licence, seed, script and figures."""
    assert paths.asset("chooser.json").stat().st_size < 20_000
    assert {"data", "seed", "script", "date", "figures"} <= load_weights().provenance.keys()


@pytest.mark.parametrize("damage", ["missing", "no json", "other columns", "short", "zero scale"])
def test_damaged_weights_are_refused(tmp_path: Path, damage: str) -> None:
    """Weights that are not exactly those of these features are a ModelError, never a wrong answer."""
    path = tmp_path / "chooser.json"
    content = json.loads(paths.asset("chooser.json").read_bytes())
    if damage == "other columns":
        content["choose"]["names"][0] = "something else"
    elif damage == "short":
        content["none"]["weights"].pop()
    elif damage == "zero scale":
        content["right"]["scale"][0] = 0.0
    if damage != "missing":
        path.write_text("{" if damage == "no json" else json.dumps(content), encoding="utf-8")
    with pytest.raises(ModelError, match="chooser"):
        load_weights(path)
