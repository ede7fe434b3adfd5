"""Whose a limit is: one that the sender sets himself is a promise, and no deadline of the reader's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge.extract.rules.clause_values import AnnotatedClause, ClauseValues

if TYPE_CHECKING:
    from edge.values.dates import When

#: "I will need your papers by Friday" asks, whatever its tense.
_WANTED = frozenset({"need", "needs", "besoin", "expect", "require", "attends", "attendons"})


def is_own_limit(values: ClauseValues, annotated: AnnotatedClause, when: When) -> bool:
    """What is said last before the limit is the sender's promise, and no demand. A question is none."""
    parsed = values.parsed
    if annotated.clause.subject or "?" in annotated.clause.text:
        return False
    first, last = annotated.clause.first, annotated.clause.last
    promised = demanded = -1
    any_promise = False
    for hit in parsed.hits:
        if not first <= hit.first < last:
            continue
        place = parsed.tokens.starts[hit.first]
        promise = hit.name in {"cues.commitment", "cues.undertaking"} or (
            hit.name == "cues.will" and bool(parsed.sender.person)
        )
        any_promise = any_promise or promise
        if promise and place < when.start:
            promised = max(promised, place)
        elif hit.name in {"cues.request", "cues.must"} and place < when.start:
            demanded = max(demanded, place)
    if not any_promise or not _WANTED.isdisjoint(parsed.tokens.words[first:last]):
        return False
    return promised > demanded or (promised < 0 and demanded < 0)
