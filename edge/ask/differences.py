"""What becomes of an answer that contradicts the draft before it (`edge.cascade.verification`)."""

from __future__ import annotations

import msgspec

from edge.cascade import verification
from edge.records import Draft


def settled(before: Draft | None, after: Draft, quotes: int) -> Draft:
    """The later draft, without its answer where that contradicts the earlier one on no other evidence: then
    the first `quotes` of its choices speak alone. `change_unfounded` tells it.
    """
    if before is None or not verification.contradictions(before.answer, after.answer):
        return after
    shown, known = ([choice.text for choice in one.choices[:quotes]] for one in (after, before))
    if verification.is_new(shown, known):
        return after
    return msgspec.structs.replace(after, answer=None, signals=after.signals | {"change_unfounded": 1.0})
