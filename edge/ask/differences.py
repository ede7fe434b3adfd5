"""What sets two drafts of one answer apart: blind and contextual, two models, local and cloud.

The same analyser compares two judges of a copy. A change needs a run of the page as its evidence: a second
answer that contradicts the first and rests on the same quotes is an opinion against another: neither stands.
"""

from __future__ import annotations

import msgspec

from edge.records import Draft, GradeLimits, Reason
from edge.values import readings

_LIMITS = GradeLimits()
#: What makes two answers contradict each other; to be worded otherwise does not.
_CONTRADICTIONS = frozenset({"grade.numbers_apart", "grade.signs_apart", "grade.negation_apart"})


def between(one: str | None, other: str | None) -> list[Reason]:
    """Where two written answers contradict each other; nothing where one of them is missing."""
    if not one or not other:
        return []
    return [why for why in readings.differences(one, other, _LIMITS) if why.code in _CONTRADICTIONS]


def settled(before: Draft | None, after: Draft, quotes: int) -> Draft:
    """The later draft, without its answer where that contradicts the earlier one on no other evidence: then
    the first `quotes` of its choices speak alone. `change_unfounded` tells it.
    """
    if before is None or not between(before.answer, after.answer):
        return after
    known = {choice.text for choice in before.choices[:quotes]}
    if any(choice.text not in known for choice in after.choices[:quotes]):
        return after
    return msgspec.structs.replace(after, answer=None, signals=after.signals | {"change_unfounded": 1.0})
