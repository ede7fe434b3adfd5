"""The words of an answer beside those that are expected of it, without a model: which are there, and what is
denied or turned round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from edge.grade.misspelt import any_misspelt
from edge.grade.parsed_text import ParsedClause, ParsedText

#: A clause is about the same thing as another from this share of its words on.
_SAME_CLAUSE = 0.5


def lacking(wanted: frozenset[str], stems: frozenset[str], *, wide: bool = False) -> frozenset[str]:
    """The wanted stems that are not among others; `wide` forgives a badly written word."""
    lost = wanted - stems
    if not wide or not lost:
        return lost
    return frozenset(stem for stem in lost if not any_misspelt(stems, stem))


def coverage(wanted: frozenset[str], stems: frozenset[str], *, wide: bool = False) -> float:
    """The share of wanted stems that are held, 0 to 1; 0 when nothing is wanted."""
    if not wanted:
        return 0.0
    return (len(wanted) - len(lacking(wanted, stems, wide=wide))) / len(wanted)


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


@lru_cache(maxsize=1_024)
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
        if clause.lacks != said.lacks or _about_another(clause, said, about):
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


def _about_another(clause: ParsedClause, said: ParsedClause, things: frozenset[str]) -> bool:
    """Whether two clauses begin with different things of those that are asked about."""
    ours, theirs = clause.ordered[:1], said.ordered[:1]
    return ours != theirs and things.issuperset(ours + theirs) and bool(ours and theirs)


def turned_round(expected: ParsedText, answer: ParsedText) -> ParsedClause | None:
    """The clause of an answer that compares the two things that a clause of the expected compares, the other
    way round: sound is faster than light.
    """
    for clause in expected.clauses:
        above, below = clause.compared
        for said in answer.clauses if below else ():
            first, second = said.compared
            if said.negated == clause.negated and below & first and above & second and not below & second:
                return said
    return None


def _same_matter(expected: frozenset[str], said: frozenset[str]) -> bool:
    """Whether a clause is about what another expects: it holds half of it, or says hardly anything else."""
    shared = len(expected & said)
    return shared >= _SAME_CLAUSE * len(expected) or (shared >= 2 and 3 * shared >= 2 * len(said))
