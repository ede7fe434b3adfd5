"""Headings of a manual page that a formatter has laid out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from edge.indexing.structure import rendered_manual
from edge.indexing.structure.document import Heading, Page
from edge.indexing.structure.headings.line import UNFINISHED, heading
from edge.indexing.structure.text_lines import TextLine

#: Words alone, the first with a capital: no option, command or term in quotes.
_WORDS = re.compile(r"[^\W\d_a-zß-öø-ÿ][\w'’]*+(?:[ -][\w'’]++){0,6}")
#: A paragraph below a title of words has so many characters in its first line at the least.
_PARAGRAPH = 40


def is_manual(page: Page) -> bool:
    """Whether a line of it is the first or last of a manual page."""
    return "(" in page.text and any(map(rendered_manual.is_edge, page.text.split("\n")))


def manual(lines: Sequence[TextLine]) -> Iterator[Heading]:
    """Names, sections and subsections of manual pages: at the margin, then by three columns, with or without
    a blank line above, then some words that are a paragraph of their own above one of the same column.
    """
    for at, line in enumerate(lines):
        if page := rendered_manual.EDGE.match(line.text):
            yield Heading(line.start, 1, page["name"])
        elif len(line.text) > 80 or at + 1 == len(lines):
            continue
        elif line.indent == 0 and line.after_blank and (line.text.isupper() or _names(line, lines[at + 1])):
            yield heading(line, 2)
        elif (
            0 < line.indent <= 4 < lines[at + 1].indent
            and not line.text.endswith((".", ",", ";"))
            and not line.text.startswith("-")
            and (line.after_blank or not 0 < lines[at - 1].indent <= 4)
        ):
            yield heading(line, 3)
        elif (
            line.indent > 4
            and line.after_blank
            and line.before_blank
            and _WORDS.fullmatch(line.text)
            and _is_paragraph(lines[at + 1], line.indent)
        ):
            yield heading(line, 4)


def _is_paragraph(line: TextLine, indent: int) -> bool:
    """Whether a paragraph of this column begins with a line: of several lines, or a sentence."""
    goes_on = not line.before_blank or line.text.endswith(".")
    return line.indent == indent and len(line.text) >= _PARAGRAPH and goes_on


def _names(line: TextLine, following: TextLine) -> bool:
    """Whether a line at the margin stands above text, which a formatter sets further in."""
    return following.indent > 4 and line.text[0].isupper() and not UNFINISHED.search(line.text)
