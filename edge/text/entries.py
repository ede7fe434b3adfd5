"""Entries of a list of definitions set by indents, as manual pages and references have them:

    -t, --list
           List the contents of an archive.

A term stands above the text that says what it is, which stands further in, or begins with a colon (lists of
definitions in Markdown).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from edge.text import list_items
from edge.text.spans import Span
from edge.text.typed import identifiers

_LINE = re.compile(r"(?<![^\n])[^\S\n]*+\S[^\n]*+")
#: "-f      Requests ssh to go to the background": term and text on one line, far apart.
_BESIDE = re.compile(
    r"(?<!\S)(?P<term>\S(?:\S|[ ](?![ \t])){0,80}+)(?:\t[ \t]*+|[ ]{2,}+|[ ]\t[ \t]*+)(?P<text>\S.*+)"
)
_CODE = re.compile(r"[{}();]$|^(?:#|//|if\b|else\b|for\b|while\b)|[\u2500-\u257f]|^\W+$")
_MARK = re.compile(r"(?:[•●▪◦‣*–—➢✓-]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]|\[[ xX]?\])[ \t]")
#: `--output <file>`, `-amin n`, `OnCalendar=`, `UMASK (number)`: a term as it is typed, whatever it ends in.
_TYPED = re.compile(r"(?<!\S)(?:-\S.*+|(?:[^\s=]{1,40}=(?:, )?)++|(?:\w{1,40} \(\w{1,40}\)(?:, )?)++)")
#: "A:" says who speaks, not what is told of.
_ANSWER = re.compile(r"(?:[AQR]\s?\d{0,3}|Answer|Question|Réponse)\s?[.:)]")
_ENDED = re.compile(r"[.;:,!?…]$")
_DEFINES = re.compile(r":[ \t]+\S")
#: The longest term, and how much further in its text stands.
_LONGEST, _INDENT = 80, 2
_TAB = 8


@dataclass(frozen=True, slots=True)
class Entry:
    """`term` and `body` are runs of the text; the first holds the lines of the terms of one entry."""

    term: Span
    body: Span


@lru_cache(maxsize=256)
def entries(text: str) -> tuple[Entry, ...]:
    """The entries of a text, in order. One that holds others ends where the first of them begins. Those of
    the last texts are kept: every quote of a passage asks, and the same pages are read again and again.
    """
    lines = [match.span() for match in _LINE.finditer(text)]
    columns = [_column(text, line) for line in lines]
    if columns[:1] == [0] and min(columns[1:], default=0) < max(columns[1:2], default=0):
        columns[0] = min(columns[1:])  # a text that was cut out of its page begins without its indent
    return tuple(_entries(text, lines, columns))


def _entries(text: str, lines: list[Span], columns: list[int]) -> Iterator[Entry]:
    at = 0
    while at < len(lines):
        found = _entry(text, lines, columns, at)
        if found is None:
            at += 1
            continue
        entry, at = found
        yield entry


def _entry(text: str, lines: list[Span], columns: list[int], at: int) -> tuple[Entry, int] | None:
    """The entry whose term is line `at`, and the line after its first paragraph; None where none begins."""
    margin, last = columns[at], at
    if not _opens(text, lines, columns, at):
        return None
    beside = _beside(text, lines, columns, at)
    while (
        beside is None
        and last + 1 < len(lines)
        and columns[last + 1] == margin
        and _near(text, lines, last)
        and _is_term(text, lines[last + 1], _beside(text, lines, columns, last + 1))
    ):
        last += 1
        beside = _beside(text, lines, columns, last)
    body = last + 1
    if not all(
        _is_term(text, line, beside if n == last else None) for n, line in enumerate(lines[at:body], at)
    ):
        return None
    further = body < len(lines) and columns[body] >= margin + _INDENT and _near(text, lines, last)
    if beside is None and further and _is_option(text, lines, columns, body):
        return None  # the title of the options
    if beside is None and not (further and _is_body(text, lines[last], lines[body])):
        return None
    if beside is not None and not further:
        return Entry(_trimmed(text, lines[at][0], beside), (beside, lines[last][1])), body
    after = body + 1
    while after < len(lines) and columns[after] > margin and not _new(text, lines, columns, after, body):
        after += 1
    start = beside or _trimmed(text, *lines[body])[0]
    return Entry(_trimmed(text, lines[at][0], beside or lines[last][1]), (start, lines[after - 1][1])), after


def _is_option(text: str, lines: list[Span], columns: list[int], at: int) -> bool:
    """Whether a line begins with an option that is told beside or below it."""
    said = text[slice(*lines[at])].strip()
    if not said.startswith("-") or _MARK.match(said):
        return False
    below = at + 1 < len(lines) and columns[at + 1] > columns[at] and _near(text, lines, at)
    return below or _beside(text, lines, columns, at) is not None


def _trimmed(text: str, start: int, end: int) -> Span:
    said = text[start:end]
    return start + len(said) - len(said.lstrip()), start + len(said.rstrip())


def _new(text: str, lines: list[Span], columns: list[int], at: int, body: int) -> bool:
    """Whether an entry of the body's own begins at line `at`."""
    return columns[at] >= columns[body] and _entry(text, lines, columns, at) is not None


def _opens(text: str, lines: list[Span], columns: list[int], at: int) -> bool:
    """Whether a line may be a term by what stands above it: nothing, what is further in, or, above an option
    or a single word, their title, or another option that is told on its line.
    """
    if not at or not _near(text, lines, at - 1) or columns[at - 1] > columns[at]:
        return True
    if columns[at - 1] < columns[at] and _titles(text[slice(*lines[at - 1])], text[slice(*lines[at])]):
        return True
    if not text[lines[at][0] : lines[at][1]].lstrip().startswith("-"):
        return False
    return columns[at - 1] < columns[at] or _beside(text, lines, columns, at) is not None


def _titles(above: str, said: str) -> bool:
    """Whether a line is the title of terms of which a single word is the first."""
    title = above.strip()
    names = title[0].isupper() and not _ENDED.search(title) and not list_items.is_open(title)
    return names and len(title) <= _LONGEST and " " not in said.strip()


def _near(text: str, lines: list[Span], at: int) -> bool:
    """Whether no blank line parts a line from the next."""
    return text.count("\n", lines[at][1], lines[at + 1][0]) == 1


def _is_term(text: str, line: Span, beside: int | None = None) -> bool:
    said = text[line[0] : beside or line[1]].strip()
    typed = bool(identifiers(said))
    if not said or len(said) > _LONGEST or " | " in said or _MARK.match(said) or _ANSWER.fullmatch(said):
        return False
    if beside is None and _TYPED.fullmatch(said):
        return True
    if _CODE.search(said):
        return False
    if beside is not None:
        return len(said) > 1 or said.isdigit()
    return (typed or not _ENDED.search(said)) and not list_items.is_open(said)


def _beside(text: str, lines: list[Span], columns: list[int], at: int) -> int | None:
    """Where the text begins that stands on the line of its term: of an option, or of a word above whose text
    the next line stands.
    """
    start, end = _trimmed(text, *lines[at])
    match = _BESIDE.fullmatch(text, start, end)
    if match is None:
        return None
    place = match.start("text")
    column = len(text[lines[at][0] : place].expandtabs(_TAB))
    aligned = at + 1 < len(lines) and columns[at + 1] == column and _near(text, lines, at)
    option = match["term"].startswith("-") and match["term"] != "-"
    return place if option or (aligned and " " not in match["term"]) else None


def _is_body(text: str, term: Span, first: Span) -> bool:
    """Whether what stands below and further in says what the term is, and does not go on with its line."""
    said, below = text[slice(*term)].strip(), text[slice(*first)].strip()
    if _DEFINES.match(below):
        return True
    return not below[0].islower() or bool(identifiers(said)) or len(said.split()) == 1


def _column(text: str, line: Span) -> int:
    """How far in a line stands, with tab stops; one that begins with a colon further than the term above."""
    said = text[slice(*line)]
    told = said.lstrip()
    return len(said[: len(said) - len(told)].expandtabs(_TAB)) + _INDENT * (_DEFINES.match(told) is not None)
