"""Facts: what went wrong or changed, the points of a list, and one sentence where there is nothing else."""

from __future__ import annotations

from edge.extract.rules.clause_values import AnnotatedClause, ClauseValues, extraction
from edge.extract.rules.speech import is_listing
from edge.records import Extraction

#: Facts of one message: points of its list; things that went wrong or changed.
_POINTS = 6
_TROUBLES = 2


def told(gathered: ClauseValues, found: list[Extraction]) -> list[Extraction]:
    """Facts beside what was `found`, from sentences that are in no extraction yet."""
    taken = [(one.start, one.end) for one in found if one.start is not None and one.end is not None]
    usable = [held for held in gathered.clauses if _says_something(held) and not _within(held, taken)]
    machine = not gathered.reading.sender.person
    wrong = [
        held
        for held in usable
        if (held.cued("trouble") or (held.cued("changed") and machine)) and not held.clause.text.endswith("?")
    ][:_TROUBLES]
    facts = [extraction("fact", held, confidence=0.55, importance="high") for held in wrong]
    if is_listing(gathered):
        points = [held for held in usable if held.clause.item and held not in wrong][:_POINTS]
        facts += [extraction("fact", held, confidence=0.5, importance="low") for held in points]
    if not found and not facts:
        best = max(usable, key=_worth, default=gathered.subject)
        if best is not None:
            facts.append(extraction("fact", best, confidence=0.4, importance="low"))
    return facts


def _says_something(held: AnnotatedClause) -> bool:
    text = held.clause.text
    return len(text) >= 12 and not text.endswith((":", ",")) and not held.cued("boilerplate")


def _within(held: AnnotatedClause, taken: list[tuple[int, int]]) -> bool:
    return any(held.clause.start < end and start < held.clause.end for start, end in taken)


def _worth(held: AnnotatedClause) -> float:
    """Sentences with values and of a readable length say most, and what stands first."""
    values = len(held.whens) + len(held.amounts) + len(held.identifiers)
    return values * 2.0 + min(len(held.clause.text), 160) / 80.0 - held.clause.start / 2_000.0
