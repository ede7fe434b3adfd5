"""Whether a text says already what was found in a message: the same sum, the same day, the same words."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cached_property

from edge.records import Extraction
from edge.text import tokens
from edge.text.numbers import find
from edge.text.similarity import similarity

#: Characters of a text that are looked through.
LONGEST = 200_000

#: From here two sentences say one thing; about one day, less is enough.
_SAME, _ON_A_DAY = 0.8, 0.4

_MONTHS = (
    "janvier january jan|fevrier february fevr fev feb|mars march mar|avril april avr apr|mai may|"
    "juin june jun|juillet july juil jul|aout august aug|septembre september sept sep|octobre october oct|"
    "novembre november nov|decembre december dec"
)
_MONTH = {word: n for n, words in enumerate(_MONTHS.split("|"), 1) for word in words.split()}
_DATE = re.compile(
    r"(?<!\d)(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})[/.](\d{1,2})[/.](\d{4})|(\d{1,2})(?:er|st|nd|rd|th)?\s+"
    r"([^\W\d_]{3,9})\.?,?(?:\s+(\d{4}))?|([^\W\d_]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?(?:\s+(\d{4}))?)(?!\d)"
)
_BREAK = re.compile(r"(?<=[.!?;])\s+|\n+")


class Statements:
    """The sentences of one text."""

    def __init__(self, text: str) -> None:
        self._text = text[:LONGEST]

    def of(self, extraction: Extraction) -> str | None:
        """The sentence that says what was found, or None.

        A sum and a day count only beside a word of what they are about: 25 000 € of budget are not 25 000 €
        of rent. Whatever has neither is the same when nearly all its words stand there.
        """
        if not extraction.grounded:
            return None
        about = set(tokens.stems(extraction.info))
        for sentence, stems in self._sentences:
            shared = {stem for stem in about & stems if not stem.isdecimal()}
            if extraction.amount is not None:
                if shared and _holds(sentence, extraction.amount):
                    return sentence
            elif extraction.date is not None:
                if (
                    shared
                    and extraction.date[5:] in _days(sentence, extraction.date)
                    and similarity(extraction.info, sentence) >= _ON_A_DAY
                ):
                    return sentence
            elif len(shared) >= 2 and similarity(extraction.info, sentence) >= _SAME:
                return sentence
        return None

    @cached_property
    def _sentences(self) -> list[tuple[str, set[str]]]:
        sentences = [line.strip(" \t-*#>|") for line in _BREAK.split(self._text)]
        return [(line, set(tokens.stems(line))) for line in sentences if line]


def _holds(sentence: str, amount: float) -> bool:
    wanted = abs(Decimal(str(amount)))
    return any(wanted in map(abs, number.values) for number in find(sentence))


def _days(sentence: str, wanted: str) -> set[str]:
    """Days (MM-DD) that a sentence names, of the wanted year or of none."""
    found = set()
    for match in _DATE.finditer(tokens.fold(sentence)):
        year, month, day = match[1], match[2], match[3]
        if match[4]:
            year, month, day = match[6], match[5], match[4]
        elif match[7] or match[11]:
            named = _MONTH.get(match[8] or match[10] or "")
            year, month, day = match[9] or match[12], str(named or ""), match[7] or match[11]
        if month and day and year in (None, "", wanted[:4]):
            found.add(f"{int(month):02}-{int(day):02}")
    return found
