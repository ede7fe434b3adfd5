"""Builds the search tables of a knowledge base from its pages, chunks and tables."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from edge import paths
from edge.search import table_summaries, vector_index
from edge.search.postings.reader import DOC
from edge.search.postings.writer import PostingsWriter
from edge.search.structure import structure_of
from edge.text import tokens
from edge.text.typed import identifiers

if TYPE_CHECKING:
    import apsw

#: Called with (done, total) pages.
ProgressFn = Callable[[int, int], None]

_TABLES = ("pages_fts", "postings", "search_arrays")


def build_search(db: apsw.Connection, progress: ProgressFn | None = None) -> None:
    """(Re)create all search tables in one transaction, the same bytes for the same rows.

    Memory does not grow with the corpus beyond its distinct words and some bytes a page and a chunk.
    """
    with db:
        for name in _TABLES:
            db.execute(f"DROP TABLE IF EXISTS {name}").fetchall()  # names from the constant above
        db.execute(paths.asset("sql", "search.sql").read_text(encoding="utf-8")).fetchall()
        with PostingsWriter(db) as writer:
            _add_pages(db, writer, progress)
            _add_tables(db, writer)
            writer.finish()
        db.execute("INSERT INTO pages_fts(pages_fts) VALUES ('optimize')").fetchall()
        vector_index.build_bits(db)


def _add_pages(db: apsw.Connection, writer: PostingsWriter, progress: ProgressFn | None) -> None:
    """Pages and their chunks, in one reading of each text."""
    ids, sources, numbers = array("L"), array("L"), array("L")
    chunk_ids, chunk_pages = array("L"), array("L")
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
        spans: list[tuple[Any, ...]] = db.execute(
            'SELECT start, "end", id FROM chunks WHERE page_id = ? ORDER BY start, id', (page,)
        ).fetchall()
        header = header_of(title or source_title, section)
        _add_words(writer, body, [(start, end) for start, end, _ in spans])
        writer.add("header", tokens.words(header))
        writer.end("header")
        db.execute(
            "INSERT INTO pages_fts(rowid, text, header) VALUES (?,?,?)", (page, text, header)
        ).fetchall()
        chunk_ids.extend(chunk for _, _, chunk in spans)
        chunk_pages.extend([ordinal] * len(spans))
        ids.append(page)
        sources.append(source)
        numbers.append(number)
        if progress:
            progress(ordinal + 1, len(order))
    for name, values in (
        ("page_id", ids), ("page_source", sources), ("page_number", numbers), ("chunk_id", chunk_ids),
        ("chunk_page", chunk_pages),
    ):  # fmt: skip
        _store(db, name, values)


def _without_asides(text: str, structure: str) -> str:
    """The text with blanks for what only points to other text: nobody is to find it in its stead."""
    for start, end in structure_of(structure).aside:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _add_words(writer: PostingsWriter, body: str, spans: list[tuple[int, int]]) -> None:
    """A page's words and those of its chunks: read once, where all words of the page are in its chunks."""
    edges = [0, *(place for span in spans for place in span), len(body)]
    gaps = zip(edges[::2], edges[1::2], strict=True)
    whole = all(body[start:end].isspace() if start < end else start in (0, len(body)) for start, end in gaps)
    for start, end in spans:
        words = tokens.words(body[start:end])
        writer.add("chunk", words)
        writer.end("chunk")
        if whole:
            writer.add("page", words)
    if not whole:
        writer.add("page", tokens.words(body))
    writer.add("page", identifiers(body))
    writer.end("page")


@lru_cache(maxsize=1_024)
def header_of(title: str, section: str) -> str:
    """What a page is about, as one line: `title > section`, the title once, also where the heading over all
    files of a manual stands above it.
    """
    first, second = (set(tokens.words(part)) for part in [*section.split(" > ")[:2], ""][:2])
    named = set(tokens.words(title))
    if first and (first <= named or first >= named or (len(named) > 1 and second >= named)):
        return section
    return " > ".join(part for part in (title, section) if part)


def _add_tables(db: apsw.Connection, writer: PostingsWriter) -> None:
    """Each row of a table as a sentence: caption, then `heading: cell` pairs; and its summary as one more."""
    ordinal_of = {page: ordinal for ordinal, page in enumerate(_pages_in_order(db))}
    tables, pages = array("L"), array("L")
    rows = db.execute(
        "SELECT tables.id, page_id, caption, header, rows FROM tables JOIN pages ON pages.id = page_id"
        " JOIN sources ON sources.id = source_id ORDER BY sources.name, number, tables.start, tables.id"
    )
    summaries = table_summaries.by_table(db)
    for table, page, caption, header, body in rows:
        names = json.loads(header)
        told = [" ".join(str(part) for part in [caption, *names, *row["cells"]]) for row in json.loads(body)]
        if summary := summaries.get(table):
            told.append(f"{caption} {summary}")
        for sentence in told:
            writer.add("row", tokens.words(sentence))
            writer.end("row")
            tables.append(table)
            pages.append(ordinal_of[page])
    _store(db, "row_table", tables)
    _store(db, "row_page", pages)


def _pages_in_order(db: apsw.Connection) -> list[int]:
    """Ids of the pages by name of their source, then number: a page's place here is its ordinal."""
    rows = db.execute(
        "SELECT pages.id FROM pages JOIN sources ON sources.id = source_id ORDER BY name, number"
    )
    return [int(row[0]) for row in rows]


def _store(db: apsw.Connection, name: str, values: array[int]) -> None:
    db.execute("INSERT INTO search_arrays VALUES (?,?)", (name, np.array(values, DOC).tobytes())).fetchall()
