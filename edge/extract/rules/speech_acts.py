"""What people say to each other: requests, promises, decisions, relations, tastes, words of others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.clause_values import ClauseValues, extraction
from edge.extract.rules.date_in_clause import days, is_past
from edge.extract.rules.deadline_owner import is_senders_limit, is_ultimatum
from edge.extract.rules.relations import tells_who
from edge.extract.rules.requests import holds_request, is_request
from edge.records import Extraction
from edge.text.regex import regex

if TYPE_CHECKING:
    from edge.records.extraction import ExtractionType
    from edge.values.dates import When

#: At most so many of one type: a message that asks for ten things is a list, and a person will read it.
_MOST = 6

#: Days of a stretch that a sentence may be dated by.
_MONTH = 31

_QUOTED = regex(r"[«“\"]\s*+([^\s«»“”\"][^«»“”\"]{11,399}?)\s{0,9}[»”\"]")
# Five words at least, a capital at their head and a full stop at their end.
_SENTENCE = regex(r"[«“\"]\s*+[A-ZÀ-Þ](?:[^\s«»“”\"]*\s){4,60}?[^\s«»“”\"]*[.!?…]\s{0,9}[»”\"]")
_NAME = regex(r"(?<![.!?…] )(?<!^)\b[A-ZÀ-Þ][\w'’-]{2,}")
_OFFERED = regex(
    r"\bif you(?:['’]d| would) (?:rather|prefer|like)\b|\bif you (?:do not|don['’]?t) want\b"
    r"|\bsi (?:vous|tu) (?:ne (?:voulez|veux|souhaite)|préfér)"
    r"|\b(?:comme|selon ce que) (?:vous|tu) (?:le )?préf[éè]r"
    r"|\b(?:as|whichever|whatever) you (?:prefer|like)\b",
    re.IGNORECASE,
)
# "Can't do Saturday" refuses a day, and is nobody's taste.
_CANNOT_COME = regex(
    r"\b(?:can['’]?t|cannot|couldn['’]?t) do (?:(?:the \d|this|next|that|it\b|to(?:day|night|morrow)|\d)"
    r"|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b)",
    re.IGNORECASE,
)


def speech_acts(values: ClauseValues) -> list[Extraction]:
    """Extractions that rest on how something is put, in order of place."""
    extractions: list[Extraction] = []
    contract = _contract(values)
    for annotated in values.clauses:
        # "In case of absence, tell us before the 18th": with its limit it is no formula.
        formula = annotated.cued("boilerplate") and not (
            annotated.cued("request") and any(when.deadline and when.date for when in annotated.whens)
        )
        if formula or annotated.clause.text.endswith(":"):
            continue
        for kind, confidence in (
            *_binding_acts(values, annotated, contract),
            *_told_of_people(values, annotated),
        ):
            if sum(one.type == kind for one in extractions) >= _MOST:
                continue
            extractions.append(
                extraction(
                    kind,
                    annotated,
                    when=_promised_day(values, annotated)
                    if kind == "commitment"
                    else _only_day(values, annotated),
                    confidence=confidence,
                    task=kind == "request" or (kind == "commitment" and annotated is not contract),
                    importance="high" if kind == "decision" and annotated.cued("strategic") else "medium",
                )
            )
    return extractions


def _only_day(values: ClauseValues, annotated: AnnotatedClause) -> When | None:
    """The one day that the sentence names, or its one hour. A quarter or a year is no day, and a limit"
    " gone by not its day."""
    dated = [
        when
        for when in annotated.whens
        if when.date is not None
        and (when.end_date is None or days(when.date, when.end_date) <= _MONTH)
        and not (when.deadline and when.date < values.today)
    ]
    only = dated[0] if len(dated) == 1 else None
    # "Par décision du 17 mars", said on the 19th: of the day behind, and of none ahead.
    ahead = only is not None and only.date is not None and only.date > values.today
    if only is None and not dated:
        # "Lunch is late, come after 1 pm": an hour without a day is worth having where there is one.
        hours = [when for when in annotated.whens if when.time and when.date is None]
        return hours[0] if len(hours) == 1 and len(annotated.whens) == 1 else None
    return None if only is not None and ahead and is_past(values, only) else only


def _promised_day(values: ClauseValues, annotated: AnnotatedClause) -> When | None:
    """The limit that the writer sets himself, where the sentence names other days too."""
    own = [
        when
        for when in annotated.whens
        if when.deadline and when.date and is_senders_limit(values, annotated, when)
    ]
    return own[0] if len(own) == 1 else _only_day(values, annotated)


def _contract(values: ClauseValues) -> AnnotatedClause | None:
    """The sentence that asks for, or tells of, a signature, in a message about a contract."""
    if not any(annotated.cued("contract") for annotated in values.places):
        return None
    return next(
        (annotated for annotated in values.clauses if annotated.cued("sign") and not _is_question(annotated)),
        None,
    )


def _binding_acts(
    values: ClauseValues, annotated: AnnotatedClause, contract: AnnotatedClause | None
) -> list[tuple[ExtractionType, float]]:
    """What binds writer and reader: promises, decisions, and, where it is neither, requests."""
    kinds: list[tuple[ExtractionType, float]] = []
    if annotated is contract:
        # With a day to sign by it is a deadline, which is there already.
        if not any(when.deadline for when in annotated.whens):
            kinds.append(("commitment", 0.65))
    # A mailing promises nothing to anybody in particular.
    elif (
        annotated.cued("commitment")
        and _is_told(values, annotated, "commitment")
        and not values.parsed.is_mailing
    ):
        kinds.append(("commitment", 0.7))
    # A program that tells of a direct debit "rejected" decides nothing.
    failed = annotated.cued("trouble") and values.parsed.message.machine.no_reply
    settled = annotated.cued("decision") and not is_ultimatum(annotated)
    if settled and _is_told(values, annotated, "decision") and not failed:
        kinds.append(("decision", 0.65))
    # "You need to post the broken one back, otherwise we'll charge you": asked, and told what follows.
    asked_too = annotated is not contract and bool(kinds) and holds_request(values, annotated)
    if (not kinds or asked_too) and is_request(values, annotated):
        kinds.append(("request", 0.72 if annotated.cued("request") else 0.6))
    return kinds


def _told_of_people(values: ClauseValues, annotated: AnnotatedClause) -> list[tuple[ExtractionType, float]]:
    """What it tells of people: who is who, what they aim at, can do, prefer and quote."""
    kinds: list[tuple[ExtractionType, float]] = []
    text = annotated.clause.text
    if annotated.cued("own_news") or (annotated.cued("relation") and _NAME.search(text)) or tells_who(text):
        kinds.append(("relation", 0.62))
    known: tuple[tuple[ExtractionType, float], ...] = (
        ("objective", 0.6),
        ("skill", 0.55),
        ("preference", 0.62),
    )
    # "If you'd rather not go on" is a case that may come, and nobody's taste.
    kinds += [
        (kind, confidence)
        for kind, confidence in known
        if annotated.cued(kind)
        and _is_told(values, annotated, kind)
        and not (kind == "preference" and (_OFFERED.search(text) or _CANNOT_COME.search(text)))
    ]
    if _is_quotation(annotated):
        kinds.append(("quotation", 0.6))
    return kinds


def _is_quotation(annotated: AnnotatedClause) -> bool:
    """Words of somebody: a verb of saying beside them, or a whole sentence between the marks."""
    text = annotated.clause.text
    found = _QUOTED.search(text)
    if found is None:
        return False
    return annotated.cued("quotation") or _SENTENCE.search(text) is not None


#: What only may be: "la fermeture de 4 lits si le premier point est refusé".
_CONDITION = regex(
    r"\b(?:si|s['’]ils?|if|unless|in case|au cas o[ùu]|whether|once|when)\s[^,;:.!?\n]{0,60}\Z", re.IGNORECASE
)


_ASKED = regex(r"\b(?:tu|vous|you|ton|ta|votre|your)\b", re.IGNORECASE)


def _is_told(values: ClauseValues, annotated: AnnotatedClause, kind: str) -> bool:
    """A cue of this kind stands where something is told: not in the question that ends the sentence ("she
    can't eat nuts, could you tell the cook?" tells it before), and what is settled not in a condition.
    """
    clause, parsed = annotated.clause, values.parsed
    question = clause.text.rfind(",") if _is_question(annotated) else len(clause.text)
    if question < len(clause.text) and _ASKED.search(clause.text[: question + 1]):
        return False  # "Do you prefer the red one, or the blue?"
    for hit in parsed.subject_hits if clause.subject else parsed.hits:
        if hit.name != f"cues.{kind}" or not clause.first <= hit.first < clause.last:
            continue
        tokens = parsed.subject_tokens if clause.subject else parsed.tokens
        place = tokens.starts[hit.first] - clause.start
        last = tokens.ends[min(hit.last, clause.last) - 1] - clause.start
        if last <= question and not (kind == "decision" and _CONDITION.search(clause.text[:place])):
            return True
    return False


def _is_question(annotated: AnnotatedClause) -> bool:
    return "?" in annotated.clause.text
