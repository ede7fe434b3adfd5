"""Whether a second opinion may overturn a first: one analyser for every verb. A change rests on words of the
page, or neither of the two stands: another's opinion is no evidence.

Drafts of an answer, blind and contextual (`ask`), readings of a message by two passes, engines or tiers
(`extract`), judgements of a copy (`grade`). What two texts say differently finds `edge.cascade.differences`.
"""

from __future__ import annotations

from collections.abc import Iterable

from edge.records import GradeLimits, Reason
from edge.text.fold import FoldedText

_LIMITS = GradeLimits()
#: What makes two texts contradict each other; to be worded otherwise does not.
_CONTRADICTIONS = frozenset({"grade.numbers_apart", "grade.signs_apart", "grade.negation_apart"})


def contradictions(one: str | None, other: str | None) -> list[Reason]:
    """Where two texts contradict each other; nothing where one of them is missing."""
    if not one or not other:
        return []
    from edge.cascade import differences  # what chooses sentences writes nothing: 30 ms of a cold start

    return [why for why in differences.differences(one, other, _LIMITS) if why.code in _CONTRADICTIONS]


def folded(text: str) -> str:
    """A text as evidence is looked for in it: case, accents, typography and white space aside."""
    return FoldedText(text, single_spaces=True).text


def points_into(evidence: str, page: str) -> bool:
    """Whether evidence is a run of a page, given as `folded`. A number may be enough; punctuation alone would
    stand everywhere.
    """
    words = folded(evidence)
    return any(map(str.isalnum, words)) and words in page


def is_new(evidence: Iterable[str], known: Iterable[str]) -> bool:
    """Whether any of these runs says what no run known before holds: more of the page, and not the same."""
    held = [folded(one) for one in known]
    words = [folded(one) for one in evidence]
    return any(one and not any(one in other for other in held) for one in words)
