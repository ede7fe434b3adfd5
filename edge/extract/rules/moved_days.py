"""A day that gives way to another: a decision, whatever the words."""

from __future__ import annotations

from edge.extract.rules.clause_values import ClauseValues, extraction
from edge.records import Extraction

#: Implied, and so a little less sure than a decision that is told in words.
_CONFIDENCE = 0.6


def moved_days(values: ClauseValues, others: list[Extraction]) -> list[Extraction]:
    """The first sentence that takes a day off, where it or the next one names another day ahead: "Wednesday
    is out for me. Let's say Friday." None where one of the `others` is a decision with that quote, and none
    where the other day is only asked about. A day off that nothing takes the place of is news. Its sentence
    tells a fact as well, so this is asked last.
    """
    told = {one.start for one in others if one.type == "decision"}
    for at, annotated in enumerate(values.clauses):
        off = {when.date for when in annotated.withdrawn}
        near = [
            when.date
            for one in values.clauses[at : at + 2]
            for when in one.whens
            if not one.clause.text.endswith("?")
        ]
        if not off or not any(date and date >= values.today and date not in off for date in near):
            continue
        if annotated.clause.start in told or annotated.cued("boilerplate"):
            return []
        return [extraction("decision", annotated, confidence=_CONFIDENCE)]
    return []
