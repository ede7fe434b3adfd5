"""What the encoder learns: texts with the English text whose vector they shall have, and questions with
paragraphs.

All of it is a function of the seed and a number. No torch.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from corpus import Case, Pair, Paragraph, without_accents
from numpy.typing import NDArray

Ints = NDArray[np.int64]

BARE, JOIN = 8, 8  # one French sentence in so many without accents; one run of sentences for so many pairs
LONGEST_RUN = 900  # characters of its English side
QUESTIONS = 3  # of a SQuAD paragraph that are read beside it
PARAGRAPHS, EACH = 160, 3  # of a search: paragraphs, and questions of each


class Lessons(NamedTuple):
    """Texts that the student reads, the number of the target of each, and the targets, which the teacher
    reads.
    """

    texts: list[str]
    target: list[int]
    targets: list[str]


def lessons(pairs: Sequence[Pair], squad: Sequence[Paragraph], seed: int) -> Lessons:
    """Each pair in both languages, some of it without accents; runs of sentences; English paragraphs,
    questions.
    """
    rng = random.Random(f"{seed} lessons")
    made = Lessons([], [], [pair.english for pair in pairs])

    def add(text: str, target: int) -> None:
        made.texts.append(text)
        made.target.append(target)

    for number, pair in enumerate(pairs):
        add(pair.french, number)
        add(pair.english, number)
        if number % BARE == 3:
            add(without_accents(pair.french), number)
    for _ in range(len(pairs) // JOIN):
        first = rng.randrange(len(pairs))
        run = pairs[first : first + rng.randint(2, 6)]
        if sum(len(pair.english) for pair in run) <= LONGEST_RUN:
            add(" ".join(pair.french for pair in run), len(made.targets))
            made.targets.append(" ".join(pair.english for pair in run))
    for it in squad:
        for text in (it.text, *(one.question for one in it.questions[:QUESTIONS])):
            add(text, len(made.targets))
            made.targets.append(text)
    return made


def batches(lengths: Ints, seed: int, epoch: int, tokens: int, most: int = 4096) -> list[Ints]:
    """The numbers of all texts, alike lengths together, about `tokens` of them in each batch, in random
    order.
    """
    rng = np.random.default_rng((seed, epoch))
    order = np.argsort(lengths + rng.random(len(lengths)) * 4, kind="stable")
    found, first = [], 0
    while first < len(order):
        guess = min(first + tokens // int(lengths[order[first]] + 1), len(order) - 1)
        count = max(1, min(most, tokens // int(lengths[order[guess]])))
        found.append(order[first : first + count])
        first += count
    return [found[number] for number in rng.permutation(len(found))]


def without_end(lengths: Ints, seed: int, tokens: int, start: int) -> Iterator[Ints]:
    """The batches of step `start` and all after it."""
    epoch = 0
    while True:
        made = batches(lengths, seed, epoch, tokens)
        yield from made[start:]
        start = max(0, start - len(made))
        epoch += 1


class Drawn(NamedTuple):
    """Numbers of questions, of the paragraphs, and the place of each question's own among those."""

    questions: list[int]
    paragraphs: list[int]
    answers: list[int]


class Searches:
    """Questions to find paragraphs for among those of the same articles, the hardest there are without
    mining.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.questions: list[str] = []
        self.paragraphs: list[str] = []
        self._of: list[list[int]] = []
        self._groups: dict[str, list[int]] = {}

    def add(self, group: str, paragraph: str, questions: Sequence[str]) -> None:
        """A paragraph of an article with the questions that it answers."""
        if questions:
            self._groups.setdefault(group, []).append(len(self.paragraphs))
            self._of.append(list(range(len(self.questions), len(self.questions) + len(questions))))
            self.paragraphs.append(paragraph)
            self.questions += questions

    def draw(self, rng: random.Random) -> Drawn:
        """At most PARAGRAPHS of several articles, and at most EACH questions of each."""
        made = Drawn([], [], [])
        for group in rng.sample(list(self._groups), len(self._groups)):
            members = self._groups[group]
            made.paragraphs.extend(rng.sample(members, min(len(members), PARAGRAPHS // 6 + 1)))
            if len(made.paragraphs) >= PARAGRAPHS:
                break
        del made.paragraphs[PARAGRAPHS:]
        for place, paragraph in enumerate(made.paragraphs):
            of = self._of[paragraph]
            for question in rng.sample(of, min(EACH, len(of))):
                made.questions.append(question)
                made.answers.append(place)
        return made


def of_articles(name: str, held: Sequence[Paragraph], *, bare: bool = False) -> Searches:
    """Of SQuAD or PIAF; `bare`: a question of each paragraph without accents too."""
    made = Searches(name)
    for it in held:
        questions = [one.question for one in it.questions if one.answerable]
        made.add(it.title, it.text, [*questions, *map(without_accents, questions[:bare])])
    return made


def of_documents(held: Sequence[Case]) -> Searches:
    """Of the documents learnt from: each passage that answers, with the questions that it answers."""
    asked: dict[tuple[str, str], list[str]] = {}
    for case in held:
        for passage in case.passages:
            if case.split == "fit" and passage.gold:
                text = f"{passage.head}\n{' '.join(passage.sentences)}"
                asked.setdefault((case.document, text), []).append(case.question)
    made = Searches("own")
    for (document, text), questions in asked.items():
        made.add(document, text, questions)
    return made
