"""What a question names that no document has: a code, an option, a path, a name, a number of some length."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from edge.engines import question as asking
from edge.search.pages import pages_with
from edge.search.postings.reader import frequencies
from edge.text import tokens
from edge.text.typed import identifiers
from edge.values.date_words import MONTHS, WEEKDAYS, WEEKDAYS_SHORT

if TYPE_CHECKING:
    import apsw

#: Shorter numbers count something; longer ones name it.
_DIGITS = 3
#: Words of a name that may be a part of another.
_PARTS = 2
#: Most that are told.
MOST = 3
#: A day in figures: the year last, behind day and month in either order, or first. Without a year it may be
#: a part of a sum, or two numbers.
_DAY = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2((?:\d\d)?\d\d)|(\d{4})-(\d\d)-(\d\d)")


def nowhere(question: str, bases: Sequence[apsw.Connection]) -> list[str]:
    """The named things of a question of which no page of these knowledge bases has a word, as typed."""
    typed = identifiers(question)
    named = [one for one in asking.entities(question) if not one.isdigit() or len(one) >= _DIGITS]
    found = []
    for one in dict.fromkeys([*_as_typed(question, typed), *named]):
        words = [tokens.fold(one)] if tokens.fold(one) in typed else tokens.terms(one)
        keys = [f"{channel}{word}" for word in words for channel in ("w", "h")]
        keys += [f"c{tokens.stem(word)}" for word in words]
        keys += [f"w{short}" for word in words for short in _shortened(word)]
        if words and not any(frequencies(db, keys) or _inside(db, one) or _dated(db, one) for db in bases):
            found.append(one)
    apart = [one for one in found if not any(one != other and one in other for other in found)]
    return apart[:MOST]


def _shortened(word: str) -> list[str]:
    """How a table writes a weekday: "Sat" for Saturday. None for other words."""
    day = WEEKDAYS.get(word)
    return [short for short, one in WEEKDAYS_SHORT.items() if one == day and short == word[: len(short)]]


def _inside(db: apsw.Connection, typed: str) -> bool:
    """Whether a longer name has it, the host of an address for one, whose words the pages have."""
    words = set(tokens.words(typed))
    if len(words) < _PARTS or len(frequencies(db, [f"w{word}" for word in words])) < len(words):
        return False
    return next(pages_with(db, typed), None) is not None


def _dated(db: apsw.Connection, typed: str) -> bool:
    """Whether a page has the day that is written in figures, in words or in other figures."""
    found = _DAY.fullmatch(typed)
    if found is None:
        return False
    if found[5]:
        days = [(int(found[7]), int(found[6]), found[5])]
    else:
        one, other, year = int(found[1]), int(found[3]), found[4]
        days = [(one, other, f"20{year}"[-4:]), (other, one, f"20{year}"[-4:])]
    written = [form for day, month, year in days if month <= 12 for form in _day_forms(day, month, year)]
    seen = re.compile(rf"(?<!\d)(?:{'|'.join(written)})(?!\d)") if written else None
    years = dict.fromkeys(year for _, _, year in days)
    return seen is not None and any(
        seen.search(tokens.fold(page)) for year in years for page in pages_with(db, year)
    )


def _day_forms(day: int, month: int, year: str) -> Iterator[str]:
    """Patterns of a day as folded pages write it: 3 mars 2025, 1er mai 2025, March 3rd, 2025, 03.03.2025."""
    named = "|".join(re.escape(name) for name, number in MONTHS.items() if number == month)
    yield rf"0?{day}(?:er|st|nd|rd|th)?\s(?:of\s)?(?:{named})\.?,?\s{year}"
    yield rf"(?:{named})\.?\s0?{day}(?:st|nd|rd|th)?,?\s{year}"
    yield rf"0?{day}[/.-]0?{month}[/.-]{year}"
    yield rf"{year}-{month:02}-{day:02}"


def _as_typed(question: str, folded: Sequence[str]) -> list[str]:
    """The identifiers as the person wrote them."""
    flat = question.lower()
    places = [(flat.find(one), one) for one in folded]
    return [question[at : at + len(one)] if at >= 0 else one for at, one in places]
