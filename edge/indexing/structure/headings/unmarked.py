"""Headings that a text only shows by how its lines are set: articles and clauses, manual-page sections,
numbered titles, questions of an FAQ, lines in capitals or underlined.

A line is a heading only where it stands as one: a paragraph of its own, short, unfinished, above the text
that it names. What a reader marked already (Markdown, HTML, larger type) is taken as it is; these stand
below it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from edge.indexing.structure.aligned_tables import aligned_tables
from edge.indexing.structure.document import Document, Heading, Page, Table
from edge.indexing.structure.drawn_tables import drawn_tables, outside
from edge.indexing.structure.headings.above_text import above_text, numbered_above_text
from edge.indexing.structure.headings.clauses import clauses
from edge.indexing.structure.headings.divisions import divisions
from edge.indexing.structure.headings.manual import is_manual, manual
from edge.indexing.structure.headings.numbered_titles import numbered_titles
from edge.indexing.structure.headings.own_paragraph import outdented, own_paragraph, underlined
from edge.indexing.structure.headings.questions import faq
from edge.indexing.structure.text_lines import TextLine, text_lines
from edge.text.spans import SpanIndex

#: Kinds whose numbered titles may be set as their text is.
_SET_AS_TEXT = ("pdf", "word", "opendocument", "rtf")
#: An entry of a list that is code ("'SIGHUP'", "‘-B URL’"), or words within a rule.
_NO_NAME = re.compile(r"\A(?:['‘`].*['’]|-{3,}+\s.*\s-{3,})\Z")


def with_headings(document: Document) -> Document:
    """The document with the headings that its lines show, besides those that its reader found."""
    if document.kind in ("pages", "table", "sheets", "mail", "code"):
        return document  # records and tables: their writer said which headings there are
    lines_of = [text_lines(page.text) for page in document.pages]
    is_text = document.kind == "text"
    if is_text and any(map(is_manual, document.pages)):
        found = [list(manual(lines)) for lines in lines_of]
    else:
        found = _found(document, lines_of)
    pages = []
    for page, lines, headings in zip(document.pages, lines_of, found, strict=True):
        tables = _tables(page.text, lines) if is_text else []
        whole = msgspec.structs.replace(page, tables=[*page.tables, *tables]) if tables else page
        pages.append(_with(whole, headings))
    return msgspec.structs.replace(document, pages=pages)


def _found(document: Document, lines_of: Sequence[Sequence[TextLine]]) -> list[list[Heading]]:
    """The headings of each page; of several at one place the first counts."""
    depth = max((h.level for page in document.pages for h in page.headings), default=0)
    found = [list(divisions(lines, depth)) for lines in lines_of]
    for clause in clauses(lines_of):
        found[clause.page].append(Heading(clause.start, depth + 3 + clause.parts, clause.title))
    if document.kind in _SET_AS_TEXT:
        for page, titles in numbered_titles(document.pages, lines_of, depth).items():
            found[page] += titles
    if document.kind == "text":
        for page, lines in enumerate(lines_of):
            found[page] += [*outdented(lines, depth), *underlined(lines, depth), *own_paragraph(lines, depth)]
            found[page] += [*numbered_above_text(lines, depth), *above_text(lines, depth)]
    for page, titles in enumerate(faq(document.pages, lines_of)):
        found[page] += titles
    if document.kind != "text":
        return found
    return [[one for one in headings if not _NO_NAME.match(one.text)] for headings in found]


def _tables(text: str, lines: Sequence[TextLine]) -> list[Table]:
    drawn = drawn_tables(text, lines)
    return [*drawn, *outside(aligned_tables(text, lines), drawn)]


def _with(page: Page, found: Sequence[Heading]) -> Page:
    """The page with further headings; none inside a table, a block of code, or a heading that is there."""
    titles = ((h.start, h.start + len(h.text)) for h in page.headings)
    tables = ((table.start, table.end) for table in page.tables)
    taken = SpanIndex([*titles, *tables, *page.code])
    headings = {heading.start: heading for heading in page.headings}
    for heading in found:
        if heading.start not in headings and not taken.holds(heading.start):
            headings[heading.start] = heading
    return msgspec.structs.replace(page, headings=[headings[at] for at in sorted(headings)])
