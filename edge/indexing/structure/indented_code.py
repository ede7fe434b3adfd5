"""Code that a plain text sets further in, below a line that announces it:

    To roll back this change, run:

      systemctl stop ssh.socket

Read as prose its lines would run into one sentence, and the line above would be quoted without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from edge.indexing.structure.document import Document, Page
from edge.indexing.structure.text_lines import TextLine, text_lines
from edge.text import tokens
from edge.text.columns import GAP
from edge.text.lists import is_item
from edge.text.spans import Span, SpanIndex
from edge.text.typed import identifiers

_TAB = 8
#: How much further in than the line above.
_INDENT = 2
#: What is written in commands, settings and programs, and hardly in prose.
_SIGNS = re.compile(r"[$~\\={}<>|@*_/]|\w\(|;$|^[#%] ")
_SENTENCE = re.compile(r"\w[\"'”»)\]]?[.!?][\"'”»)]?$")
#: Items that only such a text marks so, and options, each told beside it or below.
_ENTRY = re.compile(r"[o·] |\[\d+\] |[‘'`]?-")
#: Function words among the words of a sentence, at the least.
_PROSE, _LEAST = 0.2, 6


def with_code(document: Document) -> Document:
    """The document, where it is plain text, with the blocks of code that its lines show."""
    if document.kind != "text" or not any(":\n" in page.text for page in document.pages):
        return document
    return msgspec.structs.replace(document, pages=[_page(page) for page in document.pages])


def _page(page: Page) -> Page:
    titles = ((heading.start, heading.start + len(heading.text)) for heading in page.headings)
    tables = ((table.start, table.end) for table in page.tables)
    taken = SpanIndex([*titles, *tables, *page.code])
    found = [span for span in _blocks(page.text) if not taken.places(*span)]
    return msgspec.structs.replace(page, code=sorted([*page.code, *found])) if found else page


def _blocks(text: str) -> Iterator[Span]:
    lines = text_lines(text)
    columns = [_column(text, line) for line in lines]
    at = 1
    while at < len(lines):
        after = at
        if lines[at - 1].text.endswith(":"):
            after = _paragraph(lines, columns, at, columns[at - 1] + _INDENT)
        if after == at or not _is_code(lines[at:after]):
            at += 1
            continue
        more = _paragraph(lines, columns, after, columns[at])
        while more > after and _is_code(lines[after:more]):
            after, more = more, _paragraph(lines, columns, more, columns[at])
        yield lines[at].start, lines[after - 1].end
        at = after


def _column(text: str, line: TextLine) -> int:
    return len(text[line.start : line.start + line.indent].expandtabs(_TAB))


def _paragraph(lines: Sequence[TextLine], columns: Sequence[int], at: int, margin: int) -> int:
    """The line after those of a paragraph, from line `at` on, that are so far in."""
    here = at
    while here < len(lines) and columns[here] >= margin and (here == at or not lines[here].after_blank):
        here += 1
    return here


def _is_code(lines: Sequence[TextLine]) -> bool:
    """Whether lines are code: no list, option, table or prose, and something in them that only code has; a
    line by itself needs no such sign.
    """
    said = [line.text for line in lines]
    if any(map(is_item, said)) or _ENTRY.match(said[0]) or _ends(said):
        return False
    if 2 * sum(len(GAP.split(one)) > 1 for one in said) > max(2, len(said)):
        return False
    words = [word for one in said for word in tokens.words(one)]
    common = sum(word in tokens.stop_words() for word in words)
    if len(words) >= _LEAST and common >= _PROSE * len(words) and not _mostly_signs(said):
        return False
    if any(_SIGNS.search(one) or identifiers(one) for one in said):
        return True
    return len(said) == 1 and said[0][0].islower() and len(words) < _LEAST and not common


def _ends(said: Sequence[str]) -> bool:
    """Whether the last line announces something in its turn, or ends a sentence."""
    sentence = said[0][0].isupper() or " " in said[-1]
    return said[-1].endswith(":") or (sentence and _SENTENCE.search(said[-1]) is not None)


def _mostly_signs(said: Sequence[str]) -> bool:
    return 2 * sum(_SIGNS.search(one) is not None for one in said) > len(said)
