"""The reader's training examples: what may be asked of what, and always the same."""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np
import pytest
from places import BUILD

from edge import paths

tokenizers = pytest.importorskip("tokenizers", reason="tokenizers (extra embed) is not installed")

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
OURS = ("corpus", "question_changes", "reader_texts", "reader_examples", "reader_groups")


@pytest.fixture
def recipe(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The modules of build/, which are scripts and on no path."""
    monkeypatch.syspath_prepend(str(BUILD))
    for name in OURS:
        sys.modules.pop(name, None)
    import corpus
    import question_changes
    import reader_examples
    import reader_groups
    import reader_texts

    class Recipe:
        pass

    held: Any = Recipe()
    held.corpus, held.changes, held.examples, held.texts = (
        corpus,
        question_changes,
        reader_examples,
        reader_texts,
    )
    held.groups = reader_groups
    held.tokenizer = tokenizers.Tokenizer.from_file(
        str(paths.ROOT / "models" / "fr-en" / "encoder-fr-en.tokenizer.json")
    )
    held.read = lambda ids: held.tokenizer.decode(ids).replace(" ##", "")
    return held


def maker(recipe: Any, seed: int = 1, long: int = 1) -> Any:
    corpus = recipe.corpus
    held = [
        corpus.Paragraph(title, " ".join([text] * long), [corpus.Question(question, [answer])])
        for title in ("Program", "Bridge", "Both")
        for text, (question, answer) in zip(TEXTS, QUESTIONS, strict=True)
    ]
    articles = recipe.texts.Articles(held, recipe.tokenizer)
    mined = np.full((len(articles.questions), 8), -1, np.int32)
    mined[:, 0] = [1 - n % 2 for n in range(len(mined))]
    shown = corpus.Shown(
        "Guide > Fees", [[], ["Prices"]], ["It is open on Monday.", "Entry costs 4 euros."], [1]
    )
    cases = [corpus.Case("What do I pay?", "en", "fit", "guide", [shown])]
    pairs = [
        corpus.Pair("x", f"The house number {n} is red.", f"La maison {n} est rouge.") for n in range(80)
    ]
    own = recipe.texts.own_cases(cases, recipe.tokenizer)
    return recipe.examples.Maker(
        [articles, articles], [mined, mined], own, pairs, recipe.tokenizer, seed=seed
    )


def test_an_example_is_a_function_of_seed_and_position(recipe: Any) -> None:
    """A resumed run makes what the first one would have made; another seed makes something else."""
    first, again, other = maker(recipe), maker(recipe), maker(recipe, seed=2)
    made = [first.at(n) for n in range(60)]
    assert made == [again.at(n) for n in range(59, -1, -1)][::-1]
    assert made != [other.at(n) for n in range(60)]


def test_the_line_that_answers_holds_the_answer(recipe: Any) -> None:
    """Of an answered example the gold line holds the answer and the span is it; others have neither."""
    made, answers = maker(recipe), ("ada lovelace", "4")
    kinds = set()
    for n in range(400):
        one = made.at(n)
        kinds.add(one.kind)
        if one.kind in ("wrong", "cut", "swap", "turn"):
            assert one.gold == [] and one.span == (0, 0)
        if one.kind == "answered":
            (gold,) = one.gold
            line = recipe.read([i for i, k in zip(one.ids, one.line, strict=True) if k == gold])
            first, last = one.span
            assert recipe.read(one.ids[first : last + 1]) in answers
            assert any(answer in line for answer in answers)
    assert {"answered", "wrong", "cut", "swap", "own", "same"} <= kinds


def test_the_answer_is_gone_from_what_does_not_answer(recipe: Any) -> None:
    """A wrong or a cut passage holds no answer to its question, or it would teach to refuse what is right."""
    made = maker(recipe)
    for n in range(400):
        one = made.at(n)
        if one.kind in ("wrong", "cut"):
            asked = recipe.read(one.ids[1 : one.begin - 1])
            text = recipe.read([i for i, k in zip(one.ids, one.line, strict=True) if k >= 0])
            assert ("ada lovelace" if "wrote" in asked else "4 arches are left") not in text


def test_a_step_shows_a_question_with_a_window_that_answers(recipe: Any) -> None:
    """The windows of a question stand together, one that answers first; each question comes once before any
    comes again, and a resumed run takes what the first would have taken.
    """
    made = maker(recipe)
    corpus, kind = recipe.corpus, recipe.groups
    shown = [
        corpus.Shown("Guide", [[]], [f"Room {n} costs {n} euros."], [0] if n < 3 else []) for n in range(5)
    ]
    cases = [corpus.Case(f"What is the price of {n}?", "en", "fit", "guide", shown) for n in range(6)]
    new = recipe.texts.own_cases(cases, recipe.tokenizer)
    one, other = (kind.Groups(new, made, seed) for seed in (1, 1))
    steps = [one.at(n, 3, 2) for n in range(9)]
    assert steps == [other.at(n, 3, 2) for n in range(8, -1, -1)][::-1]
    asked = []
    for step in steps:
        assert len(step) == 3 * kind.WINDOWS + 2
        for at in range(0, 3 * kind.WINDOWS, kind.WINDOWS):
            group = step[at : at + kind.WINDOWS]
            assert group[0].gold and len({tuple(it.ids[: it.begin]) for it in group}) <= 2
            asked.append(recipe.read(group[0].ids[1 : group[0].begin]).partition("?")[0])
    fresh = [text for text in asked if "price" in text]
    assert all(len(set(fresh[at : at + 6])) == 6 for at in range(0, len(fresh), 6))


@pytest.mark.parametrize("long", [1, 12])
def test_a_window_is_never_too_long(recipe: Any, long: int) -> None:
    """At most 256 tokens: the network that ships has no more places."""
    made = maker(recipe, long=long)
    for n in range(300):
        one = made.at(n)
        assert len(one.ids) == len(one.line) <= recipe.examples.WINDOW
        assert one.line[: one.begin] == [-1] * one.begin
        assert one.line[-1] == -1 and all(0 <= gold <= max(one.line) for gold in one.gold)


@pytest.mark.parametrize(("old", "look"), [("1843", 4), ("12,000", None), ("7", None), ("2.5", None)])
def test_another_number_is_another_number(recipe: Any, old: str, look: int | None) -> None:
    """A year stays a year and never the same one."""
    for seed in range(50):
        new = recipe.changes.other_number(old, random.Random(seed))
        assert new != old and (look is None or len(new) == look)


def test_of_several_places_the_one_that_fits_the_question(recipe: Any) -> None:
    """An answer that stands twice is taken where its sentence shares most words with the question."""
    text = "Paris is mentioned here. The capital of France has long been Paris."
    question = recipe.corpus.Question("What is the capital of France?", ["Paris"])
    held = recipe.texts.Articles([recipe.corpus.Paragraph("P", text, [question])], recipe.tokenizer)
    assert held.texts[held.questions[0].sentence].startswith("The capital")
