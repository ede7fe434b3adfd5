"""Answers that are nearly the same word for word: found when copied, not when natural."""

from __future__ import annotations

import json
import random

import pytest
from places import ROOT

from edge.grade import scale
from edge.grade.alike import answers
from edge.grade.alike.runs import GRAM, grams, own_words, shared_runs
from edge.records import AlikeAnswers, Confidence, GradeAudit, GradedCopy, GradedQuestion, MarkingScale

DATA = ROOT / "datasets" / "grading"
WATER = (
    "Le soleil chauffe la mer et l'eau s'évapore. En altitude il fait froid, alors la vapeur se condense et "
    "forme des nuages. Ensuite il pleut, l'eau coule dans les rivières et revient à l'océan."
)
OTHER = (
    "Sous l'effet de la chaleur, une partie de l'eau des lacs passe à l'état gazeux : c'est l'évaporation. "
    "Cette vapeur refroidit en montant et donne des gouttelettes, qui finissent par tomber en neige."
)
ONE: MarkingScale = scale.read(
    {
        "questions": [
            {"id": "Q1", "text": "Décrivez le cycle de l'eau.", "max": 2, "model_answer": "Il tourne."}
        ]
    }
)


def copy(number: int, **given: str) -> GradedCopy:
    audit = GradeAudit(method="disputed", agreement=False, judges=[], opinions=[])
    questions = {
        name: GradedQuestion(
            grade=None, max=2, status="absent", method="disputed", feedback="",
            confidence=Confidence(raw=0, source=""), audit=audit, answer=text,
        )
        for name, text in given.items()
    }  # fmt: skip
    return GradedCopy(
        id=f"c{number}", student=f"S{number}", questions=questions, total=None, partial=0, max=2
    )


def found(*texts: str, course: str = "") -> list[AlikeAnswers]:
    return answers.find([copy(at, Q1=text) for at, text in enumerate(texts)], ONE, [course] if course else [])


def swapped(text: str, every: int) -> str:
    words = text.split()
    for at in range(2, len(words), every):
        words[at] = f"autre{at}"
    return " ".join(words)


def test_independent_answers_are_not_alike() -> None:
    """None of 2,331 pairs of our own answers to the same questions, long ones among them."""
    pairs = 0
    for folder in (DATA, DATA / "class", DATA / "blind"):
        by: dict[str, list[str]] = {}
        for line in map(json.loads, (folder / "answers.jsonl").read_text("utf-8").splitlines()):
            by.setdefault(line["question"], []).append(line["text"])
        copies = [
            copy(at, **{name: texts[at] for name, texts in by.items() if at < len(texts)})
            for at in range(max(map(len, by.values())))
        ]
        pairs += sum(len(texts) * (len(texts) - 1) // 2 for texts in by.values())
        assert not answers.find(copies, scale.read(folder / "scale.toml"))
    assert pairs > 2_000


@pytest.mark.parametrize(
    "made",
    [
        WATER,
        swapped(WATER, 5),
        "Ensuite il pleut, l'eau coule dans les rivières et revient à l'océan. En altitude il fait froid, "
        "alors la vapeur se condense et forme des nuages. Le soleil chauffe la mer et l'eau s'évapore.",
        OTHER + " En altitude il fait froid, alors la vapeur se condense et forme des nuages.",
    ],
    ids=["whole", "a word in five swapped", "order changed", "one sentence of three"],
)
def test_made_copies_are_found(made: str) -> None:
    """With both passages, and what they share marked in each: the same words."""
    (pair,) = found(WATER, made, OTHER if OTHER not in made else "Je ne sais pas.")
    assert {pair.first.id, pair.second.id} == {"c0", "c1"} and (pair.first.copy, pair.second.copy) == (1, 2)
    sides = [
        " ".join(side.passage[start:end] for start, end in side.runs) for side in (pair.first, pair.second)
    ]
    assert all(len(side.split()) >= 10 for side in sides) and 0 < pair.share <= 1


def test_what_is_natural_does_not_count() -> None:
    """Text of the question, of the expected answer, of the course, and of many; and short answers."""
    assert found(WATER, WATER)
    assert not found(WATER, WATER, course=f"Chapitre 3. {WATER} Fin.")
    assert not found(*[WATER] * 4)
    assert not found(
        "Le soleil chauffe la mer et l'eau s'évapore.", "Le soleil chauffe la mer et l'eau s'évapore."
    )
    asked = scale.read({"questions": [{"id": "Q1", "text": WATER, "max": 2, "model_answer": "x"}]})
    assert not answers.find([copy(0, Q1=WATER), copy(1, Q1=WATER)], asked)
    expected = scale.read({"questions": [{"id": "Q1", "text": "?", "max": 2, "model_answer": WATER}]})
    assert not answers.find([copy(0, Q1=WATER), copy(1, Q1=WATER)], expected)


def test_runs_are_shared_and_apart() -> None:
    """Of random texts with shared pieces: each run is the same words in both, long enough, and no word is in
    two.
    """
    chance = random.Random(7)
    for _ in range(200):
        piece = chance.choices("abcde", k=12)
        one = chance.choices("abcdefgh", k=chance.randrange(30)) + piece
        other = piece + chance.choices("abcdefgh", k=chance.randrange(30))
        common = set(chance.sample(grams(one), min(2, len(grams(one)))))
        free = own_words(one, common), own_words(other, common)
        ours: set[int] = set()
        theirs: set[int] = set()
        for run in shared_runs(one, other, free):
            first, second = range(run.one, run.one + run.size), range(run.other, run.other + run.size)
            assert run.size >= GRAM and [one[at] for at in first] == [other[at] for at in second]
            assert not ours & set(first) and not theirs & set(second)
            assert all(free[0][at] for at in first) and all(free[1][at] for at in second)
            ours |= set(first)
            theirs |= set(second)


def test_a_machine_s_text_does_not_take_for_ever() -> None:
    """One word a thousand times, in two hundred copies, and pairs that all share a little: bounded work."""
    same = "la " * 1_000
    assert not found(*[same] * 200)
    assert not found(same, same)
    verse = " ".join(f"mot{at % 10}" for at in range(800))
    (pair,) = found(verse, verse)
    assert pair.share <= 1
