"""Extractions that say again what another of the same message says."""

from __future__ import annotations

import re

from edge.records import Extraction
from edge.text.similarity import stems
from edge.values.date_words import MONTHS

#: Words that say of a sentence only that it is about a limit.
_OF_LIMITS = stems(
    "avant d'ici délai limite date dernier tard jour fin mois semaine merci veuillez rappel rappelle "
    "échéance lundi mardi mercredi jeudi vendredi samedi dimanche midi minuit soir matin ce "
    "before deadline due latest later please kindly day end month week remind reminder noon midnight "
    "monday tuesday wednesday thursday friday saturday sunday tonight today tomorrow aujourd'hui demain"
) | stems(" ".join(MONTHS))
_REMINDS = re.compile(
    r"\b(?:rappel\w*|remind\w*|again|comme (?:dit|convenu|indiqué)|as (?:I |we )?said)\b", re.IGNORECASE
)
#: A sentence that names so much besides its day says what is due.
_OWN_WORDS = 2


def without_repeats(extractions: list[Extraction]) -> list[Extraction]:
    """Each (type, place, value) and each sentence as a fact once; undated ones give way to dated ones."""
    unique: list[Extraction] = []
    for one in extractions:
        same = [other for other in unique if _is_same(one, other)]
        # "Sunday, 5 April, about noon": the day was read twice, and once with its hour.
        vague = [other for other in same if one.time and other.time is None and other.date is not None]
        if vague:
            unique[unique.index(vague[0])] = one
        elif not same and not any(_is_repeat(one, other) for other in unique):
            unique.append(one)
    return unique


def _is_same(one: Extraction, other: Extraction) -> bool:
    """The same type, place and value."""
    return (
        (other.type, other.where, other.quote, other.start) == (one.type, one.where, one.quote, one.start)
        and (other.date, other.amount) == (one.date, one.amount)
        and other.data.get("value") == one.data.get("value")
    )


def _is_repeat(one: Extraction, other: Extraction) -> bool:
    """The sentence of another fact, or the day of another event or deadline with no other hour."""
    if other.type != one.type:
        return False
    if one.type == "fact":
        return other.where == one.where and other.start == one.start
    if one.type not in {"event", "deadline"} or not one.date or other.date != one.date:
        return False
    return (not one.time or other.time == one.time) and not (one.type == "deadline" and _is_apart(one, other))


def _is_apart(one: Extraction, other: Extraction) -> bool:
    """Two limits of one day are two where each sentence says what is due and no word of it is the other's:
    "Return the form by Friday. Your timesheet is due on Friday."
    """
    if "subject" in (one.where, other.where) or _REMINDS.search(one.quote):
        return False
    ours, theirs = (
        {word for word in stems(text.quote) - _OF_LIMITS if word.isalpha()} for text in (one, other)
    )
    return min(len(ours), len(theirs)) >= _OWN_WORDS and ours.isdisjoint(theirs)
