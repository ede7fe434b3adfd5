"""An answer beside what is expected of it, without a model: shared words, numbers with units, negations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from edge.records import Reason
from edge.text import clauses, tokens
from edge.values.measures import Measure, find_measures

#: Words this alike are one word badly written, in a second reading.
_TYPO = 0.8
_LONG = 5
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
    """A short text as it is compared. `stems` are those of content words, figures left out."""

    text: str
    clauses: tuple[ParsedClause, ...]
    stems: frozenset[str]
    measures: tuple[Measure, ...]


@lru_cache(maxsize=2_048)
def parse(text: str, language: str = "und") -> ParsedText:
    """Parsed once for each text: the scale's own texts come back with every copy."""
    measures = tuple(find_measures(text, language))
    units = frozenset(stem for it in measures for stem in tokens.stems(f"{it.unit} {it.text}"))
    parts = tuple(
        ParsedClause(clause, _stems(clause) - units, clauses.negated(clause))
        for clause in clauses.split(text)
    )
    every = frozenset[str]().union(*(part.stems for part in parts))
    return ParsedText(text, parts, every, measures)


def _stems(text: str) -> frozenset[str]:
    """Of words alone: figures and letters of formulas are compared as what they are."""
    return frozenset(
        stem for stem in tokens.stems(text) if len(stem) > 1 and not any(one.isdigit() for one in stem)
    )


def held(stem: str, stems: frozenset[str], *, wide: bool = False) -> bool:
    """Whether a stem is among others; `wide` forgives a badly written word."""
    if stem in stems:
        return True
    return (
        wide
        and len(stem) >= _LONG
        and any(
            len(other) >= _LONG - 1
            and abs(len(stem) - len(other)) <= 2
            and stem[0] == other[0]
            and SequenceMatcher(None, stem, other, autojunk=False).ratio() >= _TYPO
            for other in stems
        )
    )


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
        # Where another clause agrees as well, the answer has said it rightly once.
        if not any(
            other.negated == clause.negated and coverage(stems, other.stems) >= share
            for other in answer.clauses
        ):
            lost += len(stems)
            clashing.append(said)
    kept = tuple(one for one in answer.clauses if one not in clashing)
    left = frozenset[str]().union(*(one.stems for one in kept))
    rest = ParsedText(answer.text, kept, left, answer.measures) if clashing else answer
    return Contradictions(lost / total if total else 0.0, tuple(clashing), rest)


def _same_matter(expected: frozenset[str], said: frozenset[str]) -> bool:
    """Whether a clause is about what another expects: it holds half of it, or says hardly anything else."""
    shared = len(expected & said)
    return shared >= _SAME_CLAUSE * len(expected) or (shared >= 2 and 3 * shared >= 2 * len(said))


@dataclass(frozen=True, slots=True)
class NumbersCompared:
    """Of the expected numbers: how many are there, and what is said in the place of others."""

    wanted: int
    right: int
    wrong: tuple[Reason, ...] = ()

    @property
    def share(self) -> float:
        return self.right / self.wanted if self.wanted else 1.0


def compare_numbers(
    expected: Sequence[Measure], answer: Sequence[Measure], tolerance: float
) -> NumbersCompared:
    """Expected numbers against those of an answer. Another number of the same kind, or the same number with
    another unit, is wrong; none at all is only missing.
    """
    right, wrong = 0, []
    spare = [it for it in answer if not any(it.same(one, tolerance) for one in expected)]
    for one in expected:
        if any(it.same(one, tolerance) for it in answer):
            right += 1
            continue
        shown = f"{one.text} {one.unit}".strip()
        unit = next(
            (it for it in spare if it.dimension != one.dimension and it.same_figures(one, tolerance)), None
        )
        if unit is not None:
            said = f"{unit.text} {unit.unit}".strip()
            wrong.append(Reason("grade.unit_wrong", {"expected": shown, "said": said}))
        elif other := next((it for it in spare if it.dimension == one.dimension), None):
            said = f"{other.text} {other.unit}".strip()
            wrong.append(Reason("grade.number_wrong", {"expected": shown, "said": said}))
    return NumbersCompared(len(expected), right, tuple(wrong))
