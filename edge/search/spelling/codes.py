"""Codes as these documents write them: "E 20" and "E-20" where they have "E20", and the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from edge.search.pages import pages_with
from edge.search.postings.reader import frequencies
from edge.text import tokens

if TYPE_CHECKING:
    import apsw

#: A capital, or several, and figures: "E20", "E-20", "E 20"; small letters only where nothing parts them.
_CODE = re.compile(
    r"(?<![\w.,/-])(?:(?P<letters>[A-Z]{1,4})(?P<mark>[- ]?)|(?P<small>[a-z]{1,3}))"
    r"(?P<figures>\d{1,5})(?![\w/-]|[.,]\d)"
)
_MARKS = ("", "-", " ")


class RewrittenCode(NamedTuple):
    """A code as it was typed, and as documents write it."""

    typed: str
    read: str


def rewritten(question: str, bases: Sequence[apsw.Connection]) -> list[RewrittenCode]:
    """The codes of a question that stand nowhere as they were typed, but do with another mark, or none,
    between letters and figures; not beside one of the same letters that does stand there ("P4 and P5").
    """
    codes = list(_CODE.finditer(question))
    had = {_letters(code) for code in codes if any(_has(db, code[0]) for db in bases)}
    found = []
    for code in codes:
        if _letters(code) in had:
            continue
        read = next((form for form in _forms(code) if any(_has(db, form) for db in bases)), None)
        if read is not None:
            found.append(RewrittenCode(code[0], read))
    return found


def _letters(code: re.Match[str]) -> str:
    return (code["letters"] or code["small"]).upper()


def _forms(match: re.Match[str]) -> Iterator[str]:
    return (f"{_letters(match)}{mark}{match['figures']}" for mark in _MARKS if mark != match["mark"])


def _has(db: apsw.Connection, code: str) -> bool:
    """Whether a page has a code as it is written; without a mark it is a word, in capitals or not."""
    words = [f"w{word}" for word in tokens.words(code)]
    if len(frequencies(db, words)) < len(words):
        return False
    return len(words) == 1 or next(pages_with(db, code), None) is not None
