"""Days that an answer names by half, and that the mail it quotes names in full.

"Monday fine", above "> I can come on Monday 19th", is the 19th, and "le 6" above "> la sortie du mardi
6 avril" the 6th of April, however near another Monday or 6th may be.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

import msgspec

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.parsed_message import ParsedMessage
from edge.text.regex import regex
from edge.text.tokens import fold
from edge.values.date_words import WEEKDAY

if TYPE_CHECKING:
    from edge.values.dates import When

#: Characters of quoted history that are looked at: what is answered stands first.
_MOST = 1_500

_BARE_WEEKDAY = regex(
    rf"(?:the |le |ce )?{WEEKDAY}\b(?!.*\b(?:prochain|dernier|next|last|week|semaine|en huit))\D*"
)
_BARE_NUMBER = regex(r"(?:the |le )?(?P<number>\d{1,2})(?:st|nd|rd|th|er)?")
_NUMBERED = regex(r"\d{1,2}(?![\d:h.])")


def fix_quoted_days(parsed: ParsedMessage, clauses: list[AnnotatedClause], received: datetime) -> None:
    """Give bare weekdays and bare numbers of the new text the day that the quoted mail names, where that is
    one day ahead.
    """
    open_days = [(one, when) for one in clauses for when in one.whens if _is_bare(when)]
    quoted = _quoted_text(parsed) if open_days else ""
    if not quoted:
        return
    named = _named_days(quoted, received)
    for annotated, when in open_days:
        fitting = {day for day in named if _fits(when, day)}
        if len(fitting) == 1:
            at = annotated.whens.index(when)
            annotated.whens[at] = msgspec.structs.replace(when, date=fitting.pop().isoformat())


def _is_bare(when: When) -> bool:
    """It leaves open which week or month: it has a weekday, or a number, alone."""
    if when.date is None or when.end_date is not None or not when.relative:
        return False
    text = fold(when.text).strip(" .,;:")
    return _BARE_WEEKDAY.fullmatch(text) is not None or _BARE_NUMBER.fullmatch(text) is not None


def _fits(when: When, day: date) -> bool:
    number = _BARE_NUMBER.fullmatch(fold(when.text).strip(" .,;:"))
    if number is not None:
        return day.day == int(number["number"])
    return when.date is not None and day.weekday() == date.fromisoformat(when.date).weekday()


def _quoted_text(parsed: ParsedMessage) -> str:
    """The history behind the new text."""
    end = parsed.spans[-1][1] if parsed.spans else 0
    return parsed.message.body[end : end + _MOST].replace("\n>", "\n ")


def _named_days(quoted: str, received: datetime) -> set[date]:
    """Days ahead that the quoted text tells by their number."""
    from edge.values.dates import find_dates

    return {
        day
        for when in find_dates(quoted, received)
        if when.date and _NUMBERED.search(when.text)
        and (day := date.fromisoformat(when.date)) > received.date()
    }  # fmt: skip
