"""What in a sealed knowledge base no index run writes: looked for when reading it came to an odd error.

A seal says that the bytes are those that were sealed, and anybody can seal. A base of a stranger may hold
text where numbers belong, or spans outside their page; checking each cell would cost every search.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

from edge.errors import KnowledgeError
from edge.search import spaces
from edge.search.database import open_knowledge
from edge.search.structure import structure_of

if TYPE_CHECKING:
    import apsw

_SPAN = """typeof(part.start) != 'integer' OR typeof(part."end") != 'integer' OR part.start < 0
    OR part."end" < part.start OR part."end" > length(pages.text)"""
_OUTSIDE = (
    "SELECT 1 FROM {0} AS part LEFT JOIN pages ON pages.id = page_id WHERE pages.id IS NULL OR " + _SPAN
)

#: What is said, and a statement that finds a row of it.
_NEVER_WRITTEN = (
    (
        "a document without a name",
        "SELECT 1 FROM sources WHERE typeof(name) != 'text' OR typeof(title) != 'text'",
    ),
    ("a page of no document", "SELECT 1 FROM pages WHERE source_id NOT IN (SELECT id FROM sources)"),
    (
        "a page that is no text",
        "SELECT 1 FROM pages WHERE typeof(text) != 'text' OR typeof(number) != 'integer' OR number < 1"
        " OR typeof(shift) != 'integer' OR shift NOT BETWEEN 0 AND 1000000000 OR typeof(structure) != 'text'",
    ),
    ("a section without a heading", "SELECT 1 FROM sections WHERE typeof(heading) != 'text' OR"
     " typeof(level) != 'integer' OR typeof(first_page) != 'integer' OR typeof(last_page) != 'integer'"),
    ("a chunk outside its page", _OUTSIDE.format("chunks")),
    ("a table outside its page", _OUTSIDE.format("tables")),
    ("a table that is no table", "SELECT 1 FROM tables WHERE NOT json_valid(header) OR NOT json_valid(rows)"),
    ("a glossary outside its page", _OUTSIDE.format("glossary")),
    (
        "search tables of another shape",
        "SELECT 1 FROM postings WHERE typeof(key) != 'text' OR typeof(docs) != 'blob'"
        " OR typeof(impacts) != 'blob' OR length(docs) NOT IN (2 * length(impacts), 4 * length(impacts))",
    ),
    (
        "search arrays of another shape",
        "SELECT 1 FROM search_arrays WHERE typeof(data) != 'blob' OR length(data) % 4",
    ),
)  # fmt: skip
_SPACES = "SELECT count(*) FROM spaces JOIN roots ON roots.id = spaces.id"
_TEXTS = (
    ("sources", "name, title, unread"), ("pages", "title, section, text, structure"), ("sections", "heading"),
    ("chunks", "heading"), ("tables", "caption, header, rows"), ("glossary", "term"), ("postings", "key"),
)  # fmt: skip
#: Arrays of search_arrays, and the table whose ids they hold.
_IDS = {"page_id": "pages", "chunk_id": "chunks", "row_table": "tables"}


def fault(path: Path) -> str:
    """The first thing in a base that no index run of edge writes; "" when there is none."""
    import apsw

    try:
        db = open_knowledge(path)
    except KnowledgeError as error:
        return error.message.rstrip(".")
    try:
        return _fault(db)
    except (apsw.Error, KnowledgeError) as error:
        return str(error).rstrip(".")
    finally:
        db.close()


def _fault(db: apsw.Connection) -> str:
    for said, sql in _NEVER_WRITTEN:
        if db.execute(f"{sql} LIMIT 1").fetchall():
            return said
    for table, columns in _TEXTS:
        raw = ", ".join(f"CAST({name} AS BLOB)" for name in columns.split(", "))
        for row in db.execute(f"SELECT {raw} FROM {table}"):
            try:
                texts = [cell.decode("utf-8") for cell in row]
            except UnicodeDecodeError:
                return f"text that is not UTF-8 in {table}"
            if table == "pages" and not _is_structure(texts[3]):
                return "a page whose structure is none"
    if len(spaces.by_root(db)) != (db.execute(_SPACES).fetchall()[0][0] if spaces.there(db) else 0):
        return "readers of a folder that is not there"
    return _lost_ids(db)


def _is_structure(stored: str) -> bool:
    try:
        structure_of(stored)
    except msgspec.MsgspecError:
        return False
    return True


def _lost_ids(db: apsw.Connection) -> str:
    """Search arrays that name rows that do not exist."""
    for name, table in _IDS.items():
        known = {row[0] for row in db.execute(f"SELECT id FROM {table}")}
        for (data,) in db.execute("SELECT data FROM search_arrays WHERE name = ?", (name,)).fetchall():
            if not known.issuperset(memoryview(cast(bytes, data)).cast("I")):
                return f"search arrays that name {table} that do not exist"
    known_sources = {row[0] for row in db.execute("SELECT id FROM sources")}
    for (unread,) in db.execute("SELECT unread FROM sources WHERE unread != ''").fetchall():
        try:
            json.loads(str(unread))
        except ValueError:
            return "a document whose gaps are told in no known way"
    return "" if known_sources else "no document"
