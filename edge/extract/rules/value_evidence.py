"""What the values of a message say for its worth: a day to keep to, a number, a matter of yours."""

from __future__ import annotations

from functools import cache

from edge import paths
from edge.extract.rules.amounts import all_sums
from edge.extract.rules.clause_values import AnnotatedClause, ClauseValues
from edge.extract.rules.deletion_evidence import Facts
from edge.extract.rules.references import CODED, marked

_YOUR = frozenset(["votre", "vos", "ton", "ta", "tes", "your"])


@cache
def owned() -> frozenset[str]:
    """Folded words for what can be somebody's own (`assets/rules/owned.txt`)."""
    lines = paths.asset("rules", "owned.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def facts(gathered: ClauseValues) -> Facts:
    """Dates in a sentence that sells something do not count: an offer's end is nobody's deadline."""
    deadline = dated = identified = yours = False
    for held in gathered.places:
        selling = held.cued("selling", "hypothetical") or ("%" in held.clause.text and not held.amounts)
        coming = [when for when in held.whens if when.date is not None and when.date >= gathered.today]
        # Without a label it may be a parcel's number, or an article's.
        numbers = bool(held.identifiers) or any(label != CODED for label, _ in marked(held))
        identified = identified or numbers
        if selling:
            continue
        # "Your order, today!" is anybody's; "your visit tomorrow at 10" is not.
        stated = any(when.time or not when.relative for when in coming)
        dated = dated or stated
        deadline = deadline or any(when.deadline for when in coming)
        exact = numbers or bool(held.amounts) or stated
        yours = yours or (exact and _owns(gathered, held))
        yours = yours or (any(when.deadline for when in coming) and held.cued("must"))
    # "Your receipt" above, "Order BA-77" below: the number is what is yours.
    if identified and not yours and gathered.subject is not None:
        yours = _owns(gathered, gathered.subject)
    return Facts(
        deadline=deadline, dated=dated, identified=identified, yours=yours, sums=tuple(all_sums(gathered))
    )


def _places(gathered: ClauseValues) -> list[AnnotatedClause]:
    return [*gathered.clauses, *([gathered.subject] if gathered.subject else [])]


def _owns(gathered: ClauseValues, held: AnnotatedClause) -> bool:
    """`your` or `votre` and, at most three words on, something that can be one's own."""
    reading = gathered.reading
    words = (reading.subject_tokens if held.clause.subject else reading.tokens).words
    for at in range(held.clause.first, held.clause.last):
        if words[at] in _YOUR and any(word in owned() for word in words[at + 1 : at + 5]):
            return True
    return False
