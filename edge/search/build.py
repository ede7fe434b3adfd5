"""Builds the search tables of a knowledge base from its pages, chunks and tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from edge import paths
from edge.search import vectors
from edge.search.postings import DOC, PostingsWriter
from edge.search.structure import structure_of
from edge.text import tokens

if TYPE_CHECKING:
    import apsw

#: Called with (done, total) pages.
Progress = Callable[[int, int], None]

_TABLES = ("pages_fts", "postings", "search_arrays")


def build_search(db: apsw.Connection, progress: Progress | None = None) -> None:
    """(Re)create all search tables in one transaction, the same bytes for the same rows.

    Memory does not grow with the corpus beyond 12 bytes a page and a chunk.
    """
    with db:
        for name in _TABLES:
            db.execute(f"DROP TABLE IF EXISTS {name}").fetchall()  # names from the constant above
        db.execute(paths.asset("sql", "search.sql").read_text(encoding="utf-8")).fetchall()
        writer = PostingsWriter(db)
        _add_pages(db, writer, progress)
        _add_chunks(db, writer)
        _add_tables(db, writer)
        writer.finish()
        db.execute("INSERT INTO pages_fts(pages_fts) VALUES ('optimize')").fetchall()
        vectors.build_bits(db)


def _add_pages(db: apsw.Connection, writer: PostingsWriter, progress: Progress | None) -> None:
    ids, sources, numbers = [], [], []
    order = _pages_in_order(db)
    for ordinal, page in enumerate(order):
        # A page at a time: ordering rows that hold their text would sort all texts, on the disk.
        row: tuple[Any, ...] = db.execute(
            "SELECT source_id, number, pages.title, sources.title, section, text, structure FROM pages"
            " JOIN sources ON sources.id = source_id WHERE pages.id = ?",
            (page,),
        ).fetchall()[0]
        source, number, title, source_title, section, text, structure = row
        body = _without_asides(text, structure)
        header = header_of(title or source_title, section)
        words = tokens.words(body)
        stop = tokens.stop_words()
        content = [word for word in words if word not in stop]
        writer.add("w", ordinal, content)
        writer.add("h", ordinal, tokens.terms(header))
        writer.add("g", ordinal, [gram for word in content for gram in tokens.grams(word)])
        writer.add("b", ordinal, tokens.bigrams([tokens.stem(word) for word in content]))
        db.execute(
            "INSERT INTO pages_fts(rowid, text, header) VALUES (?,?,?)", (page, text, header)
        ).fetchall()
        ids.append(page)
        sources.append(source)
        numbers.append(number)
        if progress:
            progress(ordinal + 1, len(order))
    for name, values in (("page_id", ids), ("page_source", sources), ("page_number", numbers)):
        _store(db, name, values)


def _without_asides(text: str, structure: str) -> str:
    """The text with blanks for what only points to other text: nobody is to find it in its stead."""
    for start, end in structure_of(structure).aside:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def header_of(title: str, section: str) -> str:
    """What a page is about, as one line: `title > section`, the title once."""
    first = set(tokens.words(section.partition(" > ")[0]))
    if first and (first <= set(tokens.words(title)) or first >= set(tokens.words(title))):
        return section
    return " > ".join(part for part in (title, section) if part)


def _add_chunks(db: apsw.Connection, writer: PostingsWriter) -> None:
    ids: list[int] = []
    pages: list[int] = []
    for ordinal, page in enumerate(_pages_in_order(db)):
        spans: list[tuple[Any, ...]] = db.execute(
            'SELECT id, start, "end" FROM chunks WHERE page_id = ? ORDER BY start, id', (page,)
        ).fetchall()
        body = ""
        if spans:
            row = db.execute("SELECT text, structure FROM pages WHERE id = ?", (page,)).fetchall()[0]
            body = _without_asides(str(row[0]), str(row[1]))
        for chunk, start, end in spans:
            writer.add("c", len(ids), map(tokens.stem, tokens.terms(body[start:end])))
            ids.append(chunk)
            pages.append(ordinal)
    _store(db, "chunk_id", ids)
    _store(db, "chunk_page", pages)


def _add_tables(db: apsw.Connection, writer: PostingsWriter) -> None:
    """Each row of a table as a sentence: caption, then `heading: cell` pairs."""
    ordinal_of = {page: ordinal for ordinal, page in enumerate(_pages_in_order(db))}
    tables, pages = [], []
    rows = db.execute(
        "SELECT tables.id, page_id, caption, header, rows FROM tables JOIN pages ON pages.id = page_id"
        " JOIN sources ON sources.id = source_id ORDER BY sources.name, number, tables.start, tables.id"
    )
    ordinal = 0
    for table, page, caption, header, body in rows:
        names = json.loads(header)
        for row in json.loads(body):
            parts = [caption, *names, *row["cells"]]
            writer.add("t", ordinal, map(tokens.stem, tokens.terms(" ".join(str(part) for part in parts))))
            tables.append(table)
            pages.append(ordinal_of[page])
            ordinal += 1
    _store(db, "row_table", tables)
    _store(db, "row_page", pages)


def _pages_in_order(db: apsw.Connection) -> list[int]:
    """Ids of the pages by name of their source, then number: a page's place here is its ordinal."""
    rows = db.execute(
        "SELECT pages.id FROM pages JOIN sources ON sources.id = source_id ORDER BY name, number"
    )
    return [int(row[0]) for row in rows]


def _store(db: apsw.Connection, name: str, values: list[int]) -> None:
    db.execute("INSERT INTO search_arrays VALUES (?,?)", (name, np.array(values, DOC).tobytes())).fetchall()
