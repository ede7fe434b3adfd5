"""What the values of a message say for its worth: a day to keep to, a number, a matter of yours."""

from __future__ import annotations

import re

from edge.extract.rules.amounts import all_sums
from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.clause_values import ClauseValues
from edge.extract.rules.lexicon import word_set
from edge.extract.rules.references import CODED, labelled
from edge.extract.rules.weighing.traits import is_reply

#: "Use code STEAM25": what a mailing gives everybody identifies nothing. Such a code is a word and a figure,
#: to be remembered; "pickup code HL-6620" in the same mailing is one reader's.
_OFFERED = frozenset({"code", "voucher"})
_CATCHWORD = re.compile(r"[A-Za-z]{3,40}-?\d{1,3}")

_YOUR = frozenset(["votre", "vos", "ton", "ta", "tes", "your"])


def value_strengths(values: ClauseValues) -> dict[str, float]:
    """Evidence by name. Dates in a sentence that sells something do not count: an offer's end is nobody's
    deadline.
    """
    deadline = dated = identified = yours = False
    for annotated in values.places:
        selling = annotated.cued("selling", "hypothetical") or (
            "%" in annotated.clause.text and not annotated.amounts
        )
        coming = [when for when in annotated.whens if when.date is not None and when.date >= values.today]
        # Without a label it may be a parcel's number, or an article's.
        numbers = bool(annotated.identifiers) or any(
            label != CODED
            and not (values.parsed.is_mailing and label in _OFFERED and _CATCHWORD.fullmatch(value))
            for label, value in labelled(annotated)
        )
        identified = identified or numbers
        if selling:
            continue
        # "Your order, today!" is anybody's; "your visit tomorrow at 10" is not.
        stated = any(when.time or not when.relative for when in coming)
        dated = dated or stated
        limited = any(when.deadline for when in coming)
        deadline = deadline or limited
        exact = numbers or bool(annotated.amounts) or stated
        yours = yours or (exact and _owns(values, annotated)) or (limited and annotated.cued("must"))
    # "Your receipt" above, "Order BA-77" below: the number is what is yours.
    if identified and not yours and values.subject is not None:
        yours = _owns(values, values.subject)
    parsed = values.parsed
    priced = len(all_sums(values)) >= 2 and not parsed.sender.person and not is_reply(parsed)
    present = {
        "deadline": deadline, "dated": dated and not deadline, "identifier": identified, "yours": yours,
        "price_list": priced,
    }  # fmt: skip
    return {name: 1.0 for name, there in present.items() if there}


def _owns(values: ClauseValues, annotated: AnnotatedClause) -> bool:
    """`your` or `votre` and, at most three words on, something that can be one's own."""
    parsed = values.parsed
    words = (parsed.subject_tokens if annotated.clause.subject else parsed.tokens).words
    for at in range(annotated.clause.first, annotated.clause.last):
        if words[at] in _YOUR and any(word in word_set("owned") for word in words[at + 1 : at + 5]):
            return True
    return False
