"""Exact page text of an open knowledge base, for gates and for merging quotes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import apsw


def page_text(db: apsw.Connection, source: str, page: int) -> str:
    """The exact text of a page; empty when there is no such page."""
    row = db.execute(
        "SELECT text FROM pages JOIN sources ON sources.id = source_id WHERE name = ? AND number = ?",
        (source, page),
    ).fetchone()
    return str(row[0]) if row else ""


def pages_with(db: apsw.Connection, text: str) -> Iterator[str]:
    """Texts of the pages that contain `text` exactly. Reads every page: for the rare question that needs
    it.
    """
    for (body,) in db.execute("SELECT text FROM pages WHERE instr(text, ?) > 0", (text,)):
        yield str(body)
