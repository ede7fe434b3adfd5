"""Facts: what went wrong or changed, the points of a list, and one sentence where there is nothing else."""

from __future__ import annotations

import re

from edge.extract.rules.clause_values import AnnotatedClause, ClauseValues, extraction
from edge.extract.rules.speech_acts import is_listing
from edge.records import Extraction

#: Facts of one message: points of its list; things that went wrong or changed.
_POINTS = 6
_TROUBLES = 2


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
        news = (
            next((one for one in usable if _is_news(one)), None)
            or _besides(values, others)
            or (None if others or _by_machine(values) else _assertion(values, usable))
        )
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


# A verb that says how something is, was or will be.
_FINITE = re.compile(
    r" (?:est|sont|etait|etaient|sera|seront|a(?= (?:ete|[a-z]{2,}(?:e|i|u|is|it)) )|"
    r"ont|avait|avaient|aura|auront|fait|font|va|vont|peut|peuvent|"
    r"reste|restent|devient|passe|prevoit|permet|coute|compte|vient|viennent|manque|suis|sommes|etes|ai|avons|"
    r"avez|detenez|is|are|was|were|has|have|had|will|can|does|did|went|came|got|made|put|s|re|ve|became|began|"
    r"[a-z]{2,}(?:ed|era|eront|ait|aient)) "
)
_CLOSING = re.compile(
    r"\b(?:cordialement|salutations|sentiments|regards|sincerely|faithfully|merci|thanks?|bonne journ[ée]e|"
    r"[àa] bient[ôo]t|bonjour|bises|love|cheers)\b",
    re.IGNORECASE,
)
# "Présents : ...": a field, and no sentence.
_HEADED = re.compile(r"[^\s:]+(?: [^\s:]+){0,2} ?:\s")
_WORDS = 4


def _assertion(values: ClauseValues, usable: list[AnnotatedClause]) -> AnnotatedClause | None:
    """A statement that asks, promises, sells and greets nothing: where nothing else is told, that is told."""
    words = values.parsed.tokens.words
    for one in usable:
        said = words[one.clause.first : one.clause.last]
        if (
            len(said) > _WORDS
            and not one.clause.text.rstrip(' "»”)').endswith("?")
            and not one.cued("selling", "hypothetical", "smalltalk", "past_request", "request", "commitment")
            and _FINITE.search(f" {' '.join(said)} ")
            and not _CLOSING.search(one.clause.text)
            and not _HEADED.match(one.clause.text)
        ):
            return one
    return None


def _by_machine(values: ClauseValues) -> bool:
    machine = values.parsed.message.machine
    return (machine.bulk or machine.automatic) and not machine.reply


def _is_news(annotated: AnnotatedClause) -> bool:
    """It tells what has happened or how things stand, and neither sells nor thanks."""
    told = annotated.cued("news") and not annotated.clause.text.endswith("?")
    return told and not annotated.cued("selling", "hypothetical", "smalltalk", "past_request")


def _says_something(annotated: AnnotatedClause) -> bool:
    text = annotated.clause.text
    stated = annotated.cued("news") and not annotated.cued("cancelled") and text.count(" ") >= _WORDS
    headed = text.endswith(":") and not stated
    return len(text) >= 12 and not headed and not text.endswith(",") and not annotated.cued("boilerplate")


def _within(annotated: AnnotatedClause, taken: list[tuple[int, int]]) -> bool:
    return any(annotated.clause.start < end and start < annotated.clause.end for start, end in taken)


def _worth(annotated: AnnotatedClause) -> float:
    """Sentences with values and of a readable length say most, and what stands first."""
    count = len(annotated.whens) + len(annotated.amounts) + len(annotated.identifiers)
    return count * 2.0 + min(len(annotated.clause.text), 160) / 80.0 - annotated.clause.start / 2_000.0
