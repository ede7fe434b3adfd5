"""A text of a scale or of a student, read once: its clauses, stems, numbers with units and dates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from edge.grade.date_figures import Day, century, dates, dates_in_words, without_stops
from edge.text import clauses, tokens
from edge.values.compound_measures import joined, spaced
from edge.values.measures import Measure, find_measures
from edge.values.numbers_in_words import articles_in_figures, in_figures, signs_in_figures

#: "Not" right before a number: it is denied.
_DENIED = re.compile(
    r"(?:(?<![a-z])(?:not|never|pas|jamais|non|sans|without)|n['’]t)"
    r"(?:\s+(?:at|about|equal to|de|a|egal a|egale a))?\s+$"
)
_BEFORE = 24  # characters before a number
_OR = frozenset({"or", "ou"})
_MOST_BETWEEN = 4  # words
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


@dataclass(frozen=True)
class ParsedClause:
    """One clause: its stems, and whether it negates. What few comparisons ask for is read when it is asked
    for, and then kept.
    """

    text: str
    stems: frozenset[str]
    negated: bool

    @cached_property
    def ordered(self) -> list[str]:
        """The stems of its content words in order, those of units too."""
        return tokens.stems(self.text)

    @cached_property
    def every_stem(self) -> frozenset[str]:
        """Those of all its words, stop words included."""
        return frozenset(map(tokens.stem, tokens.words(self.text)))

    @cached_property
    def lacks(self) -> bool:
        """Whether it denies something by another word than "not"."""
        return _LACK.search(tokens.fold(self.text)) is not None

    @cached_property
    def compared(self) -> tuple[frozenset[str], frozenset[str]]:
        """The stems on the two sides of a comparison that it makes; empty where it makes none."""
        before, than, behind = _THAN.sub("\n", tokens.fold(self.text), count=1).partition("\n")
        if not than or not _MORE.search(before):
            return frozenset(), frozenset()
        return frozenset(tokens.stems(before)), frozenset(tokens.stems(behind))


@dataclass(frozen=True, eq=False)
class ParsedText:
    """A short text as it is compared. `stems` are those of content words, figures left out; `measures` are
    said and not denied, of `offered` either is said to be it: 37 °C or 60 °C. `written`: the text as its
    numbers are read. Two are the same where they are one object, so what follows from some can be kept.
    """

    text: str
    clauses: tuple[ParsedClause, ...]
    stems: frozenset[str]
    measures: tuple[Measure, ...]
    offered: tuple[tuple[Measure, Measure], ...] = ()
    dates: tuple[Day, ...] = ()
    written: str = ""

    @cached_property
    def words(self) -> list[str]:
        """Its folded words in order."""
        return tokens.words(self.text)

    @cached_property
    def terms(self) -> list[str]:
        """Its folded content words in order."""
        stop = tokens.stop_words()
        return [word for word in self.words if word not in stop]


@lru_cache(maxsize=2_048)
def parse(text: str, language: str = "und", years: int = 0, *, counted: bool = False) -> ParsedText:
    """Parsed once for each text: the scale's own texts come back with every copy, and an answer with every
    criterion and judge. `years`: the century of those of two figures; `counted`: an article before a unit is
    a number, an hour is 1 hour.
    """

    def written_of(part: str) -> str:
        return _written(articles_in_figures(part) if counted else part, language, years)

    written = written_of(text)
    found = joined(find_measures(written, language), written)
    measures = tuple(it for it in found if not _DENIED.search(tokens.fold(written[: it.start][-_BEFORE:])))
    offered = tuple(pair for pair in pairwise(found) if _is_choice(written, *pair))
    units = frozenset(stem for it in measures for stem in tokens.stems(f"{it.unit} {it.text}"))
    parts = tuple(
        ParsedClause(
            clause, _stems(written if clause == text else written_of(clause)) - units, clauses.negated(clause)
        )
        for clause in clauses.split(without_stops(text))
    )
    every = frozenset[str]().union(*(part.stems for part in parts))
    return ParsedText(text, parts, every, measures, offered, tuple(dates(written)), written)


def parse_answer(text: str, language: str, expected: ParsedText) -> ParsedText:
    """An answer, read as what is expected of it asks for."""
    return parse(text, language, century(expected.text), counted=bool(expected.measures))


def _written(text: str, language: str, years: int = 0) -> str:
    """The text as its numbers are read."""
    return spaced(signs_in_figures(in_figures(dates_in_words(text, language, years))))


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
