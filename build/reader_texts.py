"""The reader's texts as token ids: articles cut into sentences with their questions, and cases of
documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from corpus import Case, Paragraph
from question_changes import sentences

#: Tokens at most, as edge/engines/onnx/evidence.py cuts them, and of an article's title.
QUESTION, LINE, HEAD, ABOVE, TITLE = 48, 120, 24, 40, 12
_UNKNOWN = 1

Ids = list[int]


class Passage(NamedTuple):
    """A paragraph: its article, the numbers of its sentences (first, past the last), its text."""

    title: str
    first: int
    last: int
    text: str


class Asked(NamedTuple):
    """A question: its paragraph, the sentence that answers, where in it the answer stands, all answers in
    small letters.
    """

    paragraph: int
    text: str
    sentence: int
    start: int
    end: int
    answers: list[str]


class Articles:
    """SQuAD or PIAF. A question whose answer runs over a sentence's end is left out."""

    def __init__(self, held: Sequence[Paragraph], tokenizer: Any) -> None:
        self.texts: list[str] = []
        self.paragraphs: list[Passage] = []
        self.articles: dict[str, list[int]] = {}
        self.questions: list[Asked] = []
        self.unanswerable: list[tuple[int, str]] = []
        for number, it in enumerate(held):
            first = len(self.texts)
            self.texts += [it.text[a:b].strip() for a, b in sentences(it.text)]
            self.articles.setdefault(it.title, []).append(number)
            self.paragraphs.append(Passage(it.title, first, len(self.texts), it.text))
            for one in it.questions:
                if not one.answerable:
                    self.unanswerable.append((number, one.question))
                elif one.answers:
                    self._ask(number, one.question, one.answers)
        self.sentences = _ids(tokenizer, self.texts, LINE)
        self.asked = _ids(tokenizer, [one.text for one in self.questions], QUESTION)
        titles = [title.replace("_", " ") for title in self.articles]
        self.titles = dict(zip(self.articles, _ids(tokenizer, titles, TITLE), strict=True))

    def _ask(self, paragraph: int, question: str, answers: list[str]) -> None:
        """Of several sentences that hold the answer, the one that shares most words with the question."""
        place, answer = self.paragraphs[paragraph], answers[0]
        words = set(question.lower().split())
        held = [n for n in range(place.first, place.last) if answer in self.texts[n]]
        if held:
            best = max(held, key=lambda n: len(words & set(self.texts[n].lower().split())))
            start = self.texts[best].find(answer)
            low = [one.lower() for one in answers]
            self.questions.append(Asked(paragraph, question, best, start, start + len(answer), low))

    def hold(self, paragraph: int, answers: Sequence[str]) -> bool:
        """Whether a paragraph holds one of the answers."""
        text = self.paragraphs[paragraph].text.lower()
        return any(answer in text for answer in answers)


class OwnPassage(NamedTuple):
    """A passage of a document: where it stands, its lines, what stands above each, the lines that answer, and
    those that only seem to.
    """

    head: Ids
    lines: list[Ids]
    above: list[tuple[tuple[int, ...], ...]]
    gold: list[int]
    near: list[int]


class OwnCase(NamedTuple):
    """A question over documents."""

    question: Ids
    language: str
    passages: list[OwnPassage]


def own_cases(held: Sequence[Case], tokenizer: Any) -> list[OwnCase]:
    """Cases as ids; those without a line of text are left out."""

    @cache  # the same lines are found for many questions
    def line(text: str) -> Ids:
        return _one(tokenizer, text)[:LINE] or [_UNKNOWN]

    @cache
    def head(text: str) -> Ids:
        return _one(tokenizer, text)[-HEAD:]

    @cache
    def above(leads: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(_one(tokenizer, lead)[:ABOVE]) for lead in leads)

    found = []
    for case in held:
        passages = [
            OwnPassage(
                head(it.head), [*map(line, it.sentences)],
                [above(tuple(leads)) for leads in it.leads], it.gold, it.near,
            )
            for it in case.passages
            if it.sentences
        ]  # fmt: skip
        if passages:
            found.append(OwnCase(_one(tokenizer, case.question)[:QUESTION], case.language, passages))
    return found


def _one(tokenizer: Any, text: str) -> Ids:
    ids: Ids = tokenizer.encode(text, add_special_tokens=False).ids
    return ids


def _ids(tokenizer: Any, texts: Sequence[str], longest: int) -> list[Ids]:
    found: list[Ids] = []
    for first in range(0, len(texts), 20_000):  # one call for all would hold gigabytes of encodings
        group = list(texts[first : first + 20_000])
        found += [one.ids[:longest] for one in tokenizer.encode_batch_fast(group, add_special_tokens=False)]
    return found
