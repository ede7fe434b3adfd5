"""The labels that students write before their answers: Q1, Question n° 1, 2e question, 1), ## 1, a cell of a
table, or the question itself, copied out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from edge.indexing.structure.page_builder import CELL
from edge.records import ScaleQuestion
from edge.text.any_of import any_of
from edge.text.tokens import fold

_PREFIX = (
    r"(?:questions?|q|exercices?|exercises?|exo|ex|answers?|responses?|r[ée]ponses?|r|n°|no|num[ée]ro"
    r"|probl[èe]me|problem)"
)
_KEY = re.compile(rf"^{_PREFIX}?[\s.°_-]*(?=[\da-z])", re.IGNORECASE)
_DECORATION = r"^[ \t>*#_(\[-]*"
_MARK = r"[ \t]*+[*_]*+[.)\]:/\-–—°]*+[*_]*+"
_ORDINALS = {
    "premiere": 1, "premier": 1, "deuxieme": 2, "seconde": 2, "second": 2, "troisieme": 3, "quatrieme": 4,
    "cinquieme": 5, "sixieme": 6, "septieme": 7, "huitieme": 8, "neuvieme": 9, "dixieme": 10,
    "first": 1, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10,
}  # fmt: skip
_ORDINAL = re.compile(
    rf"{_DECORATION}(?P<key>\d{{1,3}}(?=[ \t]?(?:st|nd|rd|th|[èe]re|[èe]me|[eè]|nde?)[ \t])|[^\W\d_]{{5,10}})"
    r"(?:[ \t]?[^\W\d_]{1,3})?[ \t]+"
    rf"(?:question|exercice|exercise|probl[èe]me|problem|r[ée]ponse|answer)(?!\w){_MARK}",
    re.IGNORECASE | re.MULTILINE,
)
_CIRCLED = re.compile(rf"{_DECORATION}(?P<key>[\u2460-\u2473]){_MARK}", re.MULTILINE)
#: Words of a question that is known by its text; fewer may begin an answer.
_LEAST, _MOST = 3, 40
_TEXT_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, order=True)
class AnswerLabel:
    """Where a label starts and ends, and the id of its question."""

    start: int
    end: int
    question: str


@dataclass(frozen=True, slots=True)
class FoundLabels:
    """Labels in order. `unsure`: what may be one of a question that has none, or a number in another's
    answer.
    """

    labels: list[AnswerLabel]
    unsure: list[AnswerLabel]


def key(identity: str) -> str:
    """An id without the word before it: Q1, Question 1 and 1 are one."""
    plain = fold(identity).strip()
    return _KEY.sub("", plain, count=1) or plain


def find(text: str, questions: Sequence[ScaleQuestion]) -> FoundLabels:
    """The labels of a copy's text. Where some have a word or a mark that lists have not (Q1, ## 1), bare
    numbers (1.) are the student's own lists; they are labels of the questions left only where no other number
    of the same kind stands beside them. Within a line nothing is sure.
    """
    keys = {key(one.id): one.id for one in questions}
    patterns = _Patterns.of(tuple(keys))
    sure = patterns.sure(text, keys)
    numbers = _all(patterns.marked, text, keys)
    if not sure:
        sure, numbers = numbers or _counted(_all(patterns.alone, text, keys), list(keys.values())), []
    sure += _copied_out(text, [one for one in questions if one.id not in _questions(sure)])
    places = {one.start for one in sure}
    numbers = [one for one in numbers if one.start not in places]
    # A number that is a label already stands among others of a list.
    if _questions(sure).isdisjoint(_questions(numbers)):
        sure, numbers = sure + numbers, []
    known = _questions(sure)
    unsure = [one for one in numbers + _all(patterns.inline, text, keys) if one.question not in known]
    return FoundLabels(sorted(sure), sorted(unsure) if sure else [])


def _counted(labels: list[AnswerLabel], questions: list[str]) -> list[AnswerLabel]:
    """Bare numbers in lines of their own, where they count several questions in order; else none."""
    places = [questions.index(one.question) for one in labels]
    return labels if len(places) > 1 and places == sorted(set(places)) else []


def _questions(labels: Iterable[AnswerLabel]) -> set[str]:
    return {one.question for one in labels}


@dataclass(frozen=True, slots=True)
class _Patterns:
    """What finds the labels of some keys. `certain` find no list; `marked` are numbers as lists have them, at
    the start of a line, `alone` those that have one to themselves, `inline` within one.
    """

    certain: tuple[re.Pattern[str], ...]
    marked: re.Pattern[str]
    alone: re.Pattern[str]
    inline: re.Pattern[str]

    @staticmethod
    @lru_cache(maxsize=16)
    def of(keys: tuple[str, ...]) -> _Patterns:
        flags = re.IGNORECASE | re.MULTILINE
        bare = rf"(?P<key>{any_of(keys)})"
        worded = rf"{_DECORATION}{_PREFIX}[\s.°_-]*(?:(?:n°|no\.?)\s*)?{bare}(?!\w){_MARK}"
        heading = rf"^[ \t>]*(?:#{{1,6}}[ \t]+[*_]*|\*\*|__){bare}[*_]*[ \t]*$"
        cell = rf"^{bare}[.):°]*{re.escape(CELL)}"
        certain = [worded, heading, cell]
        if named := [one for one in keys if len(one) > 1 and not one.isdigit()]:
            certain.append(rf"{_DECORATION}(?P<key>{any_of(named)})(?:[ \t]*$|[ \t]+(?=\S))")
        marked = rf"{_DECORATION}{bare}[*_]*(?:[ \t]*[.)\]:\-–—°]+[*_]*(?![\d])|/(?=[ \t]))"
        inline = rf"(?<=[^\S\n])(?:{_PREFIX}[ \t.°_-]{{0,3}})?{bare}[.):](?=[ \t]+\S)"
        return _Patterns(
            (*(re.compile(one, flags) for one in certain), _ORDINAL, _CIRCLED),
            re.compile(marked, flags),
            re.compile(rf"^[ \t]*{bare}[ \t]*$", flags),
            re.compile(inline, flags),
        )

    def sure(self, text: str, keys: Mapping[str, str]) -> list[AnswerLabel]:
        """Labels that are no lists; of two at one place the longer."""
        found = [one for pattern in self.certain for one in _all(pattern, text, keys)]
        return list({one.start: one for one in sorted(found)}.values())


def _all(pattern: re.Pattern[str], text: str, keys: Mapping[str, str]) -> list[AnswerLabel]:
    found = ((it, keys.get(_key_of(it))) for it in pattern.finditer(text))
    return [AnswerLabel(it.start(), it.end(), question) for it, question in found if question]


def _key_of(match: re.Match[str]) -> str:
    said = fold(match["key"])  # which opens a circled number: ② is 2
    return str(_ORDINALS.get(said, said))


def _copied_out(text: str, questions: Sequence[ScaleQuestion]) -> list[AnswerLabel]:
    """Questions that stand on the copy word for word, each once."""
    found = []
    for question in questions:
        words = _TEXT_WORD.findall(question.text)
        if not _LEAST <= len(words) <= _MOST:
            continue
        run = r"[\W_]+".join(map(re.escape, words))
        matches = list(re.finditer(rf"{_DECORATION}{run}(?!\w)[ \t]*[.?!:…]*[*_]*", text, re.I | re.M))
        if len(matches) == 1:
            found.append(AnswerLabel(matches[0].start(), matches[0].end(), question.id))
    return found
