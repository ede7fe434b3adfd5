"""Whether two extractions are of one thing, said by two passes or in two parts of a message."""

from __future__ import annotations

from edge.records import Extraction
from edge.text.tokens import terms

#: Share of words that two lines about one thing have in common.
_ALIKE = 0.5


def same_extraction(one: Extraction, two: Extraction) -> bool:
    """Two extractions of one thing: the same type, no value that contradicts, and either quotes that overlap
    or an equal value, said in much the same words. Words are compared because one sentence may hold two
    requests, and one Friday two deadlines.
    """
    if one.type != two.type or one.data != two.data:
        return False
    pairs = (
        (one.date, two.date),
        (one.time, two.time),
        (one.amount, two.amount),
        (one.currency, two.currency),
    )
    if any(a is not None and b is not None and a != b for a, b in pairs):
        return False
    equal = any(a is not None and a == b for a, b in pairs[:3])
    if not (equal or _overlap(one, two) or (one.quote and one.quote == two.quote)):
        return False
    return _alike(one.info, two.info)


def _overlap(one: Extraction, two: Extraction) -> bool:
    if one.start is None or two.start is None or one.end is None or two.end is None:
        return False
    return one.start < two.end and two.start < one.end


def _alike(one: str, two: str) -> bool:
    first, second = set(terms(one)), set(terms(two))
    if not first or not second:
        return first == second
    return len(first & second) >= _ALIKE * min(len(first), len(second))
