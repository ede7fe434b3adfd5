"""Facts: what went wrong or changed, the points of a list, and one sentence where there is nothing else."""

from __future__ import annotations

import re

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.clause_values import ClauseValues, extraction
from edge.extract.rules.requests import is_listing
from edge.extract.rules.statements import is_statement
from edge.records import Extraction
from edge.text.regex import regex

#: Facts of one message: points of its list; things that went wrong or changed.
_POINTS = 6
_TROUBLES = 2


#: Beside these a plain statement is what the message tells. Beside an appointment, a sum or a decision it is
#: mostly a detail: ten of ten on labelled mail were no fact of their own.
_APART = frozenset({"request", "contact"})


def facts(values: ClauseValues, others: list[Extraction]) -> list[Extraction]:
    """Facts from sentences that none of the `others` quotes."""
    taken = [(one.start, one.end) for one in others if one.start is not None and one.end is not None]
    off = any(one.data.get("cancelled") for one in others)
    usable = [
        annotated
        for annotated in values.clauses
        if _says_something(annotated)
        and not _within(annotated, taken)
        # That an appointment is off is told by the appointment.
        and not (off and annotated.cued("cancelled"))
    ]
    machine = not values.parsed.sender.person
    wrong = [
        annotated
        for annotated in usable
        if (annotated.cued("trouble") or (annotated.cued("changed") and machine))
        and not annotated.clause.text.endswith("?")
    ][:_TROUBLES]
    extractions = [extraction("fact", annotated, confidence=0.55, importance="high") for annotated in wrong]
    if not wrong:
        news = next((one for one in usable if _is_news(one)), None) or _besides(values, others)
        if news is None and _APART.issuperset(one.type for one in others):
            news = next((one for one in usable if _states(values, one)), None)
        if news is not None:
            wrong = [news]
            extractions.append(extraction("fact", news, confidence=0.5, importance="low"))
    if is_listing(values):
        points = [annotated for annotated in usable if annotated.clause.item and annotated not in wrong][
            :_POINTS
        ]
        extractions += [
            extraction("fact", annotated, confidence=0.5, importance="low") for annotated in points
        ]
    if not others and not extractions and not machine:
        plain = [
            one for one in usable if not one.cued("past_request", "over") and "://" not in one.clause.text
        ]
        best = max(plain, key=_worth, default=values.subject)
        if best is not None:
            extractions.append(extraction("fact", best, confidence=0.4, importance="low"))
    return extractions


def _besides(values: ClauseValues, others: list[Extraction]) -> AnnotatedClause | None:
    """News in a sentence that is quoted already: "Pitch 3 is flooded so we play at the Academy on Friday" is
    an appointment, and tells what happened. A decision is its own news.
    """
    taken = [
        (one.start, one.end)
        for one in others
        if one.start is not None and one.end is not None and one.type == "decision"
    ]
    found = (one for one in values.clauses if _says_something(one) and not _within(one, taken))
    return next((one for one in found if _is_news(one)), None)


#: "What a summer it has been!"
_EXCLAIMS = regex(
    r"(?:(?:oh|ah|and|but|et|mais),? )?(?:what an?|how (?:lovely|nice|kind|sad|wonderful)|quel(?:le)?s?"
    r"|que de)\s[^.?!]{1,200}+!",
    re.IGNORECASE,
)


def _is_news(annotated: AnnotatedClause) -> bool:
    """It tells what has happened or how things stand, and neither sells nor thanks."""
    text = annotated.clause.text
    told = annotated.cued("news") and not text.endswith("?") and not _EXCLAIMS.match(text)
    return told and not annotated.cued("selling", "hypothetical", "smalltalk", "past_request")


def _states(values: ClauseValues, annotated: AnnotatedClause) -> bool:
    """It is built like a plain statement, and is no wish, courtesy or offer."""
    clause = annotated.clause
    if values.parsed.is_mailing or "?" in clause.text or clause.subject or annotated.cued(*_NO_STATEMENT):
        return False
    return is_statement(values.parsed.tokens.words[clause.first : clause.last])


_NO_STATEMENT = (
    "selling", "hypothetical", "smalltalk", "past_request", "request", "commitment",
    "pay", "rsvp", "boilerplate", "contact",
)  # fmt: skip


def _says_something(annotated: AnnotatedClause) -> bool:
    text = annotated.clause.text
    stated = annotated.cued("news") and not annotated.cued("cancelled") and text.count(" ") >= 4
    headed = text.endswith(":") and not stated
    return len(text) >= 12 and not headed and not text.endswith(",") and not annotated.cued("boilerplate")


def _within(annotated: AnnotatedClause, taken: list[tuple[int, int]]) -> bool:
    return any(annotated.clause.start < end and start < annotated.clause.end for start, end in taken)


def _worth(annotated: AnnotatedClause) -> float:
    """Sentences with values and of a readable length say most, and what stands first."""
    count = len(annotated.whens) + len(annotated.amounts) + len(annotated.identifiers)
    return count * 2.0 + min(len(annotated.clause.text), 160) / 80.0 - annotated.clause.start / 2_000.0
