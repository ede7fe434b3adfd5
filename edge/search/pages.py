"""Exact text of an open knowledge base and the places in it, for gates, quotes and citations.

A document with pages is searched and cited by page. One without (Markdown, HTML, text) is searched by part,
and cited by section, line and place in its whole text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from edge.search.build import header_of
from edge.search.structure import StoredStructure, structure_of

if TYPE_CHECKING:
    import apsw


class TextPlace(NamedTuple):
    """Where a run of text stands, as it is cited: `page` is None in a document without pages, and `shift` is
    what its offsets lie behind the start of the whole text. `label` is the page's printed number; `verbatim`
    the run as it is printed, empty where that is the same text.
    """

    page: int | None
    shift: int
    lines: tuple[int, int] | None
    heading: str
    label: str = ""
    verbatim: str = ""


def unit_text(db: apsw.Connection, source: str, number: int) -> str:
    """The exact text of a page or part; empty when there is no such one."""
    row = db.execute(
        "SELECT text FROM pages JOIN sources ON sources.id = source_id WHERE name = ? AND number = ?",
        (source, number),
    ).fetchone()
    return str(row[0]) if row else ""


def page_text(db: apsw.Connection, source: str, page: int | None) -> str:
    """The exact text of a page, or, without one, of a document that has no pages; empty when there is no
    such text.
    """
    rows = db.execute(
        "SELECT text FROM pages JOIN sources ON sources.id = source_id"
        " WHERE name = ? AND paged = ? AND number = coalesce(?, number) ORDER BY number",
        (source, int(page is not None), page),
    )
    return "".join(str(text) for (text,) in rows)


def place_of(db: apsw.Connection, source: str, number: int, start: int, end: int) -> TextPlace:
    """How `text[start:end]` of a page or part is cited: page, lines, and the path of the section in force at
    its start, title first (empty where there is none).
    """
    row = db.execute(
        "SELECT p.id, s.paged, p.shift, p.structure, p.text, p.label, coalesce(nullif(p.title, ''), s.title)"
        " FROM pages p JOIN sources s ON s.id = p.source_id WHERE s.name = ? AND p.number = ?",
        (source, number),
    ).fetchone()
    if row is None:
        return TextPlace(number, 0, None, "")
    page, paged, shift, stored, text, label, title = row
    section = db.execute(
        "SELECT heading FROM page_sections JOIN sections ON sections.id = section_id"
        " WHERE page_id = ? AND page_sections.start <= ? ORDER BY page_sections.start DESC LIMIT 1",
        (page, start),
    ).fetchone()
    heading = header_of(str(title), str(section[0])) if section else ""
    structure = structure_of(stored)
    lines = lines_of(structure, text, start, end)
    verbatim = as_printed(structure, text, start, end)
    return TextPlace(number if paged else None, 0 if paged else shift, lines, heading, label, verbatim)


def as_printed(structure: StoredStructure, text: str, start: int, end: int) -> str:
    """`text[start:end]` as it is printed, words divided at line ends and all; "" where that is the same."""
    inside = [piece for piece in structure.printed if start <= piece[0] and piece[1] <= end]
    if not inside:
        return ""
    parts: list[str] = []
    for first, last, printed in inside:
        parts += [text[start:first], printed]
        start = last
    return "".join([*parts, text[start:end]])


def lines_of(structure: StoredStructure, text: str, start: int, end: int) -> tuple[int, int] | None:
    """First and last line of `text[start:end]` in its file; None where the reader could not say."""
    if not structure.lines:
        return None
    first, last = (_line(structure.lines, text, at) for at in (start, max(start, end - 1)))
    return first, max(first, last)


def _line(anchors: list[tuple[int, int]], text: str, at: int) -> int:
    offset, line = anchors[max(0, bisect_right(anchors, (at, 1 << 62)) - 1)]
    return line + text.count("\n", offset, at)


def pages_with(db: apsw.Connection, text: str) -> Iterator[str]:
    """Texts of the pages that contain `text` exactly. Reads every page: for the rare question that needs
    it.
    """
    for (body,) in db.execute("SELECT text FROM pages WHERE instr(text, ?) > 0", (text,)):
        yield str(body)
