"""The reader's training examples: what may be asked of what, and always the same."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from places import BUILD

TEXTS = (
    "Ada Lovelace wrote the first program in 1843. It was made for the engine of Charles Babbage. "
    "Few people in London read it before 1950.",
    "The bridge of Avignon was begun in 1177 by Saint Bénézet. Floods took most of its arches. "
    "Only 4 arches are left of the 22 that stood over the Rhône.",
)
QUESTIONS = (
    ("Who wrote the first program in 1843?", "Ada Lovelace"),
    ("How many arches of the bridge of Avignon are left today in France?", "4"),
)


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BUILD))
    sys.modules.pop("reader_data", None)
    import reader_data

    return reader_data


def maker(data: Any, seed: int = 1, titles: tuple[str, ...] = ("Program", "Bridge")) -> Any:
    paragraphs = [
        data.Paragraph(f"{title}#{n}", title, text, [data.Question(question, [answer])])
        for n, title in enumerate(titles)
        for text, (question, answer) in zip(TEXTS, QUESTIONS, strict=True)
    ]
    return data.Maker(paragraphs, {}, seed)


def test_an_example_is_a_function_of_seed_and_position(data: Any) -> None:
    """A resumed run makes what the first one would have made; another seed makes something else."""
    first, again, other = maker(data), maker(data), maker(data, seed=2)
    assert [first.at(n) for n in range(40)] == [again.at(n) for n in range(39, -1, -1)][::-1]
    assert [first.at(n) for n in range(40)] != [other.at(n) for n in range(40)]


def test_an_answered_example_holds_its_answer_where_it_says(data: Any) -> None:
    """The span is the answer, in the shortened passage too; every other kind has none."""
    made = maker(data)
    answers = dict(QUESTIONS)
    kinds = set()
    for n in range(200):
        example = made.at(n)
        kinds.add(example.kind)
        if example.kind == "answered":
            assert example.text[slice(*example.span)] == answers[example.question]
        else:
            assert example.span is None
    assert {"answered", "wrong", "cut", "swap"} <= kinds


def test_what_is_called_unanswerable_is_changed(data: Any) -> None:
    """Cut: the answer is gone from the passage. Swapped, turned, another's: another question."""
    made = maker(data)
    asked = {question for question, _ in QUESTIONS}
    for n in range(300):
        example = made.at(n)
        if example.kind == "cut":
            assert dict(QUESTIONS)[example.question] not in example.text
        elif example.kind in ("swap", "turn", "premise"):
            assert example.question not in asked


def test_held_out_articles_are_never_asked(data: Any) -> None:
    """Weights and confidence are fitted on articles that the network has not seen."""
    apart = next(title for title in (f"article {n}" for n in range(10_000)) if data.held_out(title))
    made = maker(data, titles=("Program", apart))
    asked = {made.paragraphs[made.questions[made.question_at(n)][0]].title for n in range(3 * made.count)}
    assert asked == {"Program"}


@pytest.mark.parametrize(("old", "look"), [("1843", 4), ("12,000", None), ("7", None)])
def test_another_number_is_another_number(data: Any, old: str, look: int | None) -> None:
    """A year stays a year and never the same one."""
    import random

    for seed in range(50):
        new = data.other_number(old, random.Random(seed))
        assert new != old and (look is None or len(new) == look)


def test_of_several_places_the_one_that_fits_the_question(data: Any) -> None:
    """An answer that stands twice is taken where its sentence shares most words with the question."""
    text = "Paris is mentioned here. The capital of France has long been Paris."
    assert data.locate(text, "Paris", "What is the capital of France?") == (61, 66)
    assert data.locate(text, "Lyon", "What?") is None
