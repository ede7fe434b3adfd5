"""Exact page text of an open knowledge base, for gates and for merging quotes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge.search.build import header_of

if TYPE_CHECKING:
    import apsw


def page_text(db: apsw.Connection, source: str, page: int) -> str:
    """The exact text of a page; empty when there is no such page."""
    row = db.execute(
        "SELECT text FROM pages JOIN sources ON sources.id = source_id WHERE name = ? AND number = ?",
        (source, page),
    ).fetchone()
    return str(row[0]) if row else ""


def heading_at(db: apsw.Connection, source: str, page: int, start: int) -> str:
    """The path of the section in force at a place of a page, title first; empty where there is none."""
    row = db.execute(
        "SELECT coalesce(nullif(p.title, ''), s.title), x.heading FROM pages p"
        " JOIN sources s ON s.id = p.source_id JOIN page_sections o ON o.page_id = p.id"
        " JOIN sections x ON x.id = o.section_id"
        " WHERE s.name = ? AND p.number = ? AND o.start <= ? ORDER BY o.start DESC LIMIT 1",
        (source, page, start),
    ).fetchone()
    return header_of(str(row[0]), str(row[1])) if row else ""


def pages_with(db: apsw.Connection, text: str) -> Iterator[str]:
    """Texts of the pages that contain `text` exactly. Reads every page: for the rare question that needs
    it.
    """
    for (body,) in db.execute("SELECT text FROM pages WHERE instr(text, ?) > 0", (text,)):
        yield str(body)
