"""What a written answer says that neither the question nor its quotes say, each kind by itself.

Numbers (in figures, in words, with a decimal comma), units, dates, names and negations are compared as what
they mean, not as they are written: `douze` grounds 12, `3 mars 2024` grounds 03/03/2024. The readers are
those of the whole program (`text.numbers`, `values`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Literal

from edge.engines.question import NAME
from edge.text import clauses, tokens
from edge.text.language import language
from edge.text.numbers import NumberReading, certain, find, supported
from edge.text.tokens import fold, words
from edge.values.dates import When, find_dates
from edge.values.measures import Measure, find_measures
from edge.values.span import ValueSpan

Kind = Literal["number", "date", "unit", "name", "negation"]

#: A word divided at a line end.
_DIVIDED = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]\n[ \t]*(?=[^\W\d_])")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_LETTERS = re.compile(r"[^\W\d_]{3}")
#: Dates without a year are put into the same one on both sides.
_DAY = datetime(2000, 1, 1, tzinfo=UTC)
#: Numbers in words up to this are too much of a manner of speaking (the two of them).
_COUNTED = 10
#: A clause says what another says from this share of its words on; shorter ones say too little.
_SAME, _LEAST = 0.6, 2


def ungrounded(answer: str | None, question: str, quotes: Sequence[str]) -> dict[Kind, list[str]]:
    """What of a written answer has no ground, as it stands there, by kind; kinds without any are left out."""
    if not answer:
        return {}
    told = [_joined(text) for text in (question, *quotes)]
    finders: dict[Kind, Callable[[], Iterable[str]]] = {
        "number": lambda: _numbers(answer, told),
        "date": lambda: (answer[it.start : it.end] for it in _dates(answer) if not _dated(it, answer, told)),
        "unit": lambda: _units(answer, told),
        "name": lambda: _names(answer, [question, *quotes, *told]),
        "negation": lambda: _denied(answer, told[1:]),
    }
    found = {kind: sorted(set(finder())) for kind, finder in finders.items()}
    return {kind: texts for kind, texts in found.items() if texts}


def _joined(text: str) -> str:
    """With words that a line end divides in one piece."""
    return _DIVIDED.sub("", text)


def _numbers(answer: str, told: Sequence[str]) -> Iterable[str]:
    known = [number for text in told for number in find(text, language(text))]
    known += [number for text in told for number in _in_words(text)]
    said: list[ValueSpan] = [it for it in _dates(answer) if _dated(it, answer, told)]
    quantities = [it for text in told for it in _measures(text)]
    said += [it for it in _measures(answer) if it.unit and any(it.same(one) for one in quantities)]
    for claim in find(answer, language(answer)):
        inside = any(it.start <= claim.start and claim.end <= it.end for it in said)
        if not inside and not supported(claim, known):
            yield answer[claim.start : claim.end]
    for claim in _in_words(answer):
        if claim.values[0] > _COUNTED and not supported(claim, known):
            yield answer[claim.start : claim.end]


def _in_words(text: str) -> list[NumberReading]:
    """Numbers in words, with their values."""
    return [
        NumberReading(certain(it.figures[0]).values, "", it.start, it.end)
        for it in _measures(text)
        if len(it.figures) == 1 and _LETTERS.match(text, it.start)
    ]


def _measures(text: str) -> list[Measure]:
    return find_measures(text, language(text))


def _dates(text: str) -> list[When]:
    """Dates that are written out: with a month in words, or with a year."""
    return [
        it
        for it in find_dates(text, _DAY)
        if it.date and not it.relative and (_LETTERS.search(it.text) or _YEAR.search(it.text))
    ]


def _dated(claim: When, answer: str, told: Sequence[str]) -> bool:
    """Whether a text says the date, or, without a year on one side, its day and month."""
    written = fold(answer[claim.start : claim.end])
    for text in told:
        if written in fold(text):
            return True
        for it in _dates(text):
            years = bool(_YEAR.search(claim.text)) and bool(_YEAR.search(it.text))
            cut = 0 if years else 5
            if (claim.date or "")[cut:] == (it.date or "")[cut:] and claim.end_date == it.end_date:
                return True
    return False


def _units(answer: str, told: Sequence[str]) -> Iterable[str]:
    """Numbers that stand in a text as well, but only with other units."""
    known = [it for text in told for it in _measures(text)]
    for claim in _measures(answer):
        if not claim.unit or any(one.same(claim) for one in known):
            continue
        alike = [one for one in known if _same_number(one, claim)]
        if alike and all(one.unit for one in alike):
            yield f"{claim.text} {claim.unit}" if claim.unit not in claim.text else claim.text


def _same_number(one: Measure, other: Measure) -> bool:
    money = (one.dimension.startswith("money"), other.dimension.startswith("money"))
    if all(money):
        return bool(set(one.values) & set(other.values))
    return not any(money) and one.same_figures(other)


def _names(answer: str, told: Sequence[str]) -> Iterable[str]:
    """The first word of a sentence is capitalised anyway and says nothing, so it is not looked at."""
    known = {word for text in told for word in words(text)}
    return (name for name in NAME.findall(answer) if not set(words(name)) <= known)


def _denied(answer: str, quotes: Sequence[str]) -> Iterable[str]:
    """Clauses that say the contrary of what the nearest clause of the quotes says."""
    said = [
        (clauses.negated(clause), frozenset(tokens.stems(clause)))
        for quote in quotes
        for clause in clauses.split(quote)
    ]
    for clause in clauses.split(answer):
        stems, denies = frozenset(tokens.stems(clause)), clauses.negated(clause)
        if len(stems) < _LEAST:
            continue
        nearest = {True: 0.0, False: 0.0}
        for negated, known in said:
            nearest[negated] = max(nearest[negated], len(stems & known) / len(stems))
        if nearest[not denies] >= _SAME and nearest[not denies] > nearest[denies]:
            yield clause
