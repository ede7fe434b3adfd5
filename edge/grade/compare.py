"""An answer beside what is expected of it, without a model: shared words, numbers with units, negations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from edge.grade.date_figures import Day, century, dates, dates_in_words, without_stops
from edge.grade.misspelt import is_misspelt
from edge.records import Reason
from edge.text import clauses, tokens
from edge.values.compound_measures import joined, spaced
from edge.values.measures import Measure, find_measures
from edge.values.numbers_in_words import articles_in_figures, in_figures, signs_in_figures

#: Of amounts that are written behind their currency.
_CURRENCIES = {"GBP": "£", "USD": "$"}
#: Scales of temperature to °C.
_CELSIUS: dict[str, Callable[[float], float]] = {
    "celsius": lambda value: value,
    "kelvin": lambda value: value - 273.15,
    "fahrenheit": lambda value: (value - 32) * 5 / 9,
}
#: "Not" right before a number: it is denied.
_DENIED = re.compile(
    r"(?:(?<![a-z])(?:not|never|pas|jamais|non|sans|without)|n['’]t)"
    r"(?:\s+(?:at|about|equal to|de|a|egal a|egale a))?\s+$"
)
_BEFORE = 24  # characters before a number
_OR = frozenset({"or", "ou"})
#: What may stand between a number and the sign behind which its result is: 36 km / 2 h = 18 km/h.
_TO_RESULT = re.compile(
    r"(?:(?!\b(?:and|et|or|ou|so|then|donc|puis|alors)\b|[,.]\s)[^=;:?!\n]){0,60}+=(?!=)", re.IGNORECASE
)
#: Faster than, plus vite que.
_THAN = re.compile(r"(?<![a-z])(?:(?:than|que)(?![a-z])|qu['’])")
_MORE = re.compile(
    r"(?<![a-z])(?:more|less|fewer|plus|moins|better|worse|mieux|pire|meilleure?s?|[a-z]{2,20}er)(?![a-z])"
)
#: What denies without a "not".
_LACK = re.compile(
    r"(?<![a-z])(?:los[est]|lack|miss(?:es|ing)?(?![a-z])|absen[ct]|perd|pert[es]|manqu|disparai|disparu|disparit|vanish|without"
    r"|sans(?![a-z])|devoid|depriv|priv(?:e|ee|es|ees)(?![a-z])|fail)"
)
_MOST_BETWEEN = 4  # words
#: A clause is about the same thing as another from this share of its words on.
_SAME_CLAUSE = 0.5


@dataclass(frozen=True, slots=True)
class ParsedClause:
    """One clause: its stems, and whether it negates."""

    text: str
    stems: frozenset[str]
    negated: bool


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A short text as it is compared. `stems` are those of content words, figures left out; `measures` are
    said and not denied, of `offered` either is said to be it: 37 °C or 60 °C.
    """

    text: str
    clauses: tuple[ParsedClause, ...]
    stems: frozenset[str]
    measures: tuple[Measure, ...]
    offered: tuple[tuple[Measure, Measure], ...] = ()
    dates: tuple[Day, ...] = ()


@lru_cache(maxsize=2_048)
def parse(text: str, language: str = "und", years: int = 0, *, counted: bool = False) -> ParsedText:
    """Parsed once for each text: the scale's own texts come back with every copy. `years`: the century of
    those of two figures; `counted`: an article before a unit is a number, an hour is 1 hour.
    """

    def written_of(part: str) -> str:
        return _written(articles_in_figures(part) if counted else part, language, years)

    written = written_of(text)
    found = joined(find_measures(written, language), written)
    measures = tuple(it for it in found if not _DENIED.search(tokens.fold(written[: it.start][-_BEFORE:])))
    offered = tuple(pair for pair in pairwise(found) if _is_choice(written, *pair))
    units = frozenset(stem for it in measures for stem in tokens.stems(f"{it.unit} {it.text}"))
    parts = tuple(
        ParsedClause(clause, _stems(written_of(clause)) - units, clauses.negated(clause))
        for clause in clauses.split(without_stops(text))
    )
    every = frozenset[str]().union(*(part.stems for part in parts))
    return ParsedText(text, parts, every, measures, offered, tuple(dates(written)))


def _written(text: str, language: str, years: int = 0) -> str:
    """The text as its numbers are read."""
    return spaced(signs_in_figures(in_figures(dates_in_words(text, language, years))))


def parse_answer(text: str, language: str, expected: ParsedText) -> ParsedText:
    """An answer, read as what is expected of it asks for."""
    return parse(text, language, century(expected.text), counted=bool(expected.measures))


def _is_choice(text: str, one: Measure, other: Measure) -> bool:
    """Whether nothing but "or" stands between two numbers of a kind, and the unit of the first."""
    between = tokens.fold(text[one.end : other.start]).strip()
    words = between.split()
    if one.dimension != other.dimension or not 1 <= len(words) <= _MOST_BETWEEN:
        return False
    return words[-1] in _OR and (len(words) == 1 or bool(one.unit))


def _stems(text: str) -> frozenset[str]:
    """Of words alone: figures and letters of formulas are compared as what they are."""
    return frozenset(
        stem for stem in tokens.stems(text) if len(stem) > 1 and not any(one.isdigit() for one in stem)
    )


def asked_for(expected: ParsedText, asked: ParsedText, language: str) -> list[Measure]:
    """The numbers of a model answer that an answer must give: not those that lead up to a result (36 / 2 =),
    nor those that stand in the question, with their unit or without.
    """
    written = _written(expected.text, language)
    results = [it for it in expected.measures if not _TO_RESULT.match(written, it.end)]
    return [
        it
        for it in results
        if not any(it.same(one) or (not it.dimension and it.same_figures(one)) for one in asked.measures)
    ]


def held(stem: str, stems: frozenset[str], *, wide: bool = False) -> bool:
    """Whether a stem is among others; `wide` forgives a badly written word."""
    if stem in stems:
        return True
    return wide and any(is_misspelt(other, stem) for other in stems)


def coverage(wanted: Iterable[str], stems: frozenset[str], *, wide: bool = False) -> float:
    """The share of wanted stems that are held, 0 to 1; 0 when nothing is wanted."""
    listed = list(wanted)
    return sum(held(one, stems, wide=wide) for one in listed) / len(listed) if listed else 0.0


def nearest(
    stems: frozenset[str], answer: ParsedText, *, wide: bool = False
) -> tuple[float, ParsedClause | None]:
    """(share of the stems, clause) of the clause of an answer that holds most of them."""
    best: tuple[float, ParsedClause | None] = (0.0, None)
    for clause in answer.clauses:
        share = coverage(stems, clause.stems, wide=wide)
        if share > best[0]:
            best = (share, clause)
    return best


@dataclass(frozen=True, slots=True)
class Contradictions:
    """What an answer turns round: `share` of what is expected, the clauses that do, what is left."""

    share: float
    clauses: tuple[ParsedClause, ...]
    rest: ParsedText


def contradictions(expected: ParsedText, answer: ParsedText, about: frozenset[str]) -> Contradictions:
    """What is expected and denied, or denied and asserted. `about`: stems that say nothing by themselves
    (those of the question).
    """
    lost, total = 0, 0
    clashing: list[ParsedClause] = []
    for clause in expected.clauses:
        stems = clause.stems - about or clause.stems
        total += len(stems)
        share, said = nearest(stems, answer)
        if said is None or said.negated == clause.negated or not _same_matter(stems, said.stems - about):
            continue
        if lacks(clause.text) != lacks(said.text) or _about_another(clause.text, said.text, about):
            continue  # who has no home has lost it; that a virus is no cell says nothing of a bacterium
        # Where another clause agrees as well, the answer has said it rightly once.
        if not any(
            other.negated == clause.negated and coverage(stems, other.stems) >= share
            for other in answer.clauses
        ):
            lost += len(stems)
            clashing.append(said)
    kept = tuple(one for one in answer.clauses if one not in clashing)
    left = frozenset[str]().union(*(one.stems for one in kept))
    rest = replace(answer, clauses=kept, stems=left) if clashing else answer
    return Contradictions(lost / total if total else 0.0, tuple(clashing), rest)


def other_date(expected: ParsedText, answer: ParsedText) -> bool:
    """Whether an answer says a date, and none of those that are expected."""
    return bool(expected.dates and answer.dates) and set(expected.dates).isdisjoint(answer.dates)


def _about_another(clause: str, said: str, things: frozenset[str]) -> bool:
    """Whether two clauses begin with different things of those that are asked about."""
    ours, theirs = tokens.stems(clause)[:1], tokens.stems(said)[:1]
    return ours != theirs and things.issuperset(ours + theirs) and bool(ours and theirs)


def lacks(clause: str) -> bool:
    """Whether a clause denies something by another word than "not"."""
    return _LACK.search(tokens.fold(clause)) is not None


def turned_round(expected: ParsedText, answer: ParsedText) -> ParsedClause | None:
    """The clause of an answer that compares the two things that a clause of the expected compares, the other
    way round: sound is faster than light.
    """
    for clause in expected.clauses:
        above, below = _compared(clause.text)
        for said in answer.clauses if below else ():
            first, second = _compared(said.text)
            if said.negated == clause.negated and below & first and above & second and not below & second:
                return said
    return None


def _compared(clause: str) -> tuple[frozenset[str], frozenset[str]]:
    """The stems on the two sides of a comparison that a clause makes; empty where it makes none."""
    before, than, behind = _THAN.sub("\n", tokens.fold(clause), count=1).partition("\n")
    if not than or not _MORE.search(before):
        return frozenset(), frozenset()
    return frozenset(tokens.stems(before)), frozenset(tokens.stems(behind))


def _same_matter(expected: frozenset[str], said: frozenset[str]) -> bool:
    """Whether a clause is about what another expects: it holds half of it, or says hardly anything else."""
    shared = len(expected & said)
    return shared >= _SAME_CLAUSE * len(expected) or (shared >= 2 and 3 * shared >= 2 * len(said))


@dataclass(frozen=True, slots=True)
class NumbersCompared:
    """Of the expected numbers: how many are there, how many without their unit (worth a half), and what is
    said in the place of others.
    """

    wanted: int
    right: int
    bare: int = 0
    wrong: tuple[Reason, ...] = ()
    missing: tuple[Reason, ...] = ()

    @property
    def share(self) -> float:
        return (self.right + self.bare / 2) / self.wanted if self.wanted else 1.0


def compare_numbers(
    expected: Sequence[Measure], answer: ParsedText, tolerance: float, known: Iterable[Measure] = ()
) -> NumbersCompared:
    """Expected numbers against those of an answer. Another number of the same kind, the same number with
    another unit, or a choice between it and another is wrong; none at all, or only what is `known` (what the
    question gives, what is expected elsewhere), is only missing.
    """
    right, bare, wrong, missing = 0, 0, list[Reason](), list[Reason]()
    given = [it for it in known if it not in expected]
    spare = [
        it
        for it in answer.measures
        if not any(_says(it, one, tolerance) for one in expected) and not any(it.same(one) for one in given)
    ]
    lacking: list[Measure] = []
    for one in expected:
        if there := [it for it in answer.measures if _says(it, one, tolerance)]:
            # Who offers another number beside it does not say which it is.
            if other := next((it for said in there for it in _beside(said, answer) if it in spare), None):
                wrong.append(_instead(one, other))
            else:
                right += 1
            continue
        alike = [it for it in spare if it.dimension != one.dimension and it.same_figures(one, tolerance)]
        if any(not it.dimension for it in alike):
            bare += 1
            missing.append(Reason("grade.unit_missing", {"expected": _shown(one)}))
        elif alike:
            said = _shown(alike[0])
            wrong.append(Reason("grade.unit_wrong", {"expected": _shown(one), "said": said}))
        elif other := next((it for it in spare if it.dimension == one.dimension), None):
            wrong.append(_instead(one, other))
        else:
            lacking.append(one)
    if lacking:
        united = any(it.dimension for it in lacking)
        missing.append(Reason("grade.number_missing" if united else "grade.figure_missing"))
    return NumbersCompared(len(expected), right, bare, tuple(wrong), tuple(missing))


def _says(said: Measure, expected: Measure, tolerance: float) -> bool:
    """The same quantity. Temperatures on other scales are compared in °C, within half a degree; where one is
    asked for, bare degrees are its own; where money is, so are pounds. Of a number without a unit anything
    may be counted.
    """
    if not expected.dimension and said.same_figures(expected, tolerance):
        return True
    if expected.dimension == "money GBP" and said.dimension == "mass" and said.unit.startswith("pound"):
        return said.same_figures(expected, tolerance)
    if expected.dimension in _CELSIUS and said.dimension in ("angle", *_CELSIUS):
        if said.dimension == "angle":
            return said.same_figures(expected, tolerance)
        if said.dimension != expected.dimension:
            ours, theirs = map(_celsius, (said, expected))
            return any(abs(one - two) <= max(0.5, tolerance * abs(two)) for one in ours for two in theirs)
    return said.same(expected, tolerance)


def _celsius(one: Measure) -> list[float]:
    return [_CELSIUS[one.dimension](float(value)) for value in one.values]


def _beside(said: Measure, answer: ParsedText) -> list[Measure]:
    """The numbers that an answer offers beside one."""
    return [it for pair in answer.offered if said in pair for it in pair if it != said]


def _instead(expected: Measure, said: Measure) -> Reason:
    return Reason("grade.number_wrong", {"expected": _shown(expected), "said": _shown(said)})


def _shown(one: Measure) -> str:
    sign = _CURRENCIES.get(one.unit)
    return f"{sign}{one.text}" if sign else f"{one.text} {one.unit}".strip()
