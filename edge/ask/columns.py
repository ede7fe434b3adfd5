"""A column that a question names and its table does not have: "on Thursday" of Mon, Wed, Fri, Sat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from edge.cascade.decide import GateFailure
from edge.records import Draft, Reason
from edge.text import tokens
from edge.values.date_words import WEEKDAYS, WEEKDAYS_SHORT

_YEAR = re.compile(r"(?:19|20)\d\d")
_PLURAL = re.compile(r"(?<=[a-z]{4})s\b")


def missing(draft: Draft, question: str) -> GateFailure | None:
    """A failure where the best choice is a row whose columns are weekdays or years, and the question names
    another one that the row does not have either. Not where one of the columns is anything else: "Mon-Fri",
    "Weekdays", "Total" may hold what is asked for.
    """
    if not draft.choices:
        return None
    best = draft.choices[0]
    cells = best.context.rpartition("\n")[2].split(" | ")[1:]
    for kind in (_weekdays, _years):
        asked = kind(tokens.words(question.partition("\n")[0]))
        heads = [(words, kind(words)) for words in map(tokens.words, cells)]
        if not asked or len(heads) < 2 or any(len(words) != 1 or not named for words, named in heads):
            continue
        there = {one for _, named in heads for one in named.values()}
        if there.union(kind(tokens.words(best.text)).values()).isdisjoint(asked.values()):
            return GateFailure("no such column", Reason("no_such_column", {"named": ", ".join(asked)}))
    return None


def _weekdays(words: Iterable[str]) -> Mapping[str, str]:
    """The weekdays among some folded words: the word, and the number of the day."""
    known = WEEKDAYS | WEEKDAYS_SHORT
    pairs = ((word, _PLURAL.sub("", word)) for word in words)
    return {word: str(known[one]) for word, one in pairs if one in known}


def _years(words: Iterable[str]) -> Mapping[str, str]:
    return {word: word for word in words if _YEAR.fullmatch(word)}
