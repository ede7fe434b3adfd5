"""All content from one database to another under canonical ids, and its hash.

Ids follow the order of names, pages and positions, so the same documents give the same bytes whatever the
history: one run or many, killed or not, files added, changed or removed on the way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from edge import paths
from edge.search import spaces, table_summaries
from edge.search.database import KNOWLEDGE_VERSION

if TYPE_CHECKING:
    import apsw

#: Rows of `meta` that begin so belong to the index run, not to the content.
RUN_META = "run."

_RENUMBERED = ("new_root", "new_source", "new_page", "new_section", "new_chunk", "new_model")
# Old id -> new id, each in the order that only depends on the content. The new id is the table's own key, so
# that reading in its order sorts nothing: ordered rows that hold texts would be sorted on the disk.
_NUMBER = (
    *(f"CREATE TEMP TABLE {name} (id INTEGER PRIMARY KEY, was INTEGER UNIQUE)" for name in _RENUMBERED),
    "INSERT INTO new_root SELECT row_number() OVER (ORDER BY label), id FROM old.roots"
    " WHERE id IN (SELECT root_id FROM old.sources UNION SELECT root_id FROM old.failures{or_kept})"
    "{of_roots}",
    "INSERT INTO new_source SELECT row_number() OVER (ORDER BY name), o.id FROM old.sources o"
    " JOIN new_root r ON r.was = o.root_id",
    "INSERT INTO new_page SELECT row_number() OVER (ORDER BY s.id, p.number), p.id"
    " FROM old.pages p JOIN new_source s ON s.was = p.source_id",
    "INSERT INTO new_section SELECT row_number() OVER (ORDER BY s.id, x.id), x.id"
    " FROM old.sections x JOIN new_source s ON s.was = x.source_id",
    'INSERT INTO new_chunk SELECT row_number() OVER (ORDER BY p.id, c.start, c."end", c.id), c.id'
    " FROM old.chunks c JOIN new_page p ON p.was = c.page_id",
    "INSERT INTO new_model SELECT row_number() OVER (ORDER BY name, revision, dims), id"
    " FROM old.embedding_models o{with_vectors}",
)
# Of a part: a model whose vectors are all others' was never asked.
_WITH_VECTORS = (
    " WHERE EXISTS (SELECT 1 FROM old.vectors v JOIN new_chunk c ON c.was = v.chunk_id WHERE model_id = o.id)"
)
_COPY = (
    "INSERT INTO main.roots SELECT n.id, label, place FROM new_root n"
    " CROSS JOIN old.roots o ON o.id = n.was ORDER BY n.id",
    "INSERT INTO main.sources"
    " SELECT n.id, name, r.id, file, member, kind, title, paged, sha256, recipe, bytes, unread"
    " FROM new_source n CROSS JOIN old.sources o ON o.id = n.was"
    " CROSS JOIN new_root r ON r.was = o.root_id ORDER BY n.id",
    "INSERT INTO main.failures SELECT r.id, file, member, name, sha256, reason FROM new_root r"
    " CROSS JOIN old.failures o ON o.root_id = r.was ORDER BY r.id, file, member",
    "INSERT INTO main.pages SELECT n.id, s.id, number, shift, label, title, section, text, structure"
    " FROM new_page n"
    " CROSS JOIN old.pages o ON o.id = n.was CROSS JOIN new_source s ON s.was = o.source_id ORDER BY n.id",
    "INSERT INTO main.sections SELECT n.id, s.id, heading, level, first_page, last_page FROM new_section n"
    " CROSS JOIN old.sections o ON o.id = n.was CROSS JOIN new_source s ON s.was = o.source_id"
    " ORDER BY n.id",
    'INSERT INTO main.chunks SELECT n.id, p.id, x.id, start, "end", heading FROM new_chunk n'
    " CROSS JOIN old.chunks o ON o.id = n.was CROSS JOIN new_page p ON p.was = o.page_id"
    " LEFT JOIN new_section x ON x.was = o.section_id ORDER BY n.id",
    'INSERT INTO main.tables (page_id, chunk_id, caption, start, "end", header, rows)'
    ' SELECT p.id, c.id, caption, start, "end", header, rows FROM old.tables o'
    " JOIN new_page p ON p.was = o.page_id LEFT JOIN new_chunk c ON c.was = o.chunk_id"
    " ORDER BY p.id, start, o.id",
    "INSERT INTO main.page_sections SELECT p.id, o.start, x.id FROM new_page p"
    " CROSS JOIN old.page_sections o ON o.page_id = p.was JOIN new_section x ON x.was = o.section_id"
    " ORDER BY p.id, o.start",
    'INSERT INTO main.glossary (term, page_id, start, "end") SELECT term, p.id, start, "end"'
    " FROM old.glossary o JOIN new_page p ON p.was = o.page_id ORDER BY p.id, start, o.id",
    "INSERT INTO main.embedding_models SELECT n.id, name, revision, dims, query_prompt, document_prompt"
    " FROM new_model n CROSS JOIN old.embedding_models o ON o.id = n.was ORDER BY n.id",
    "INSERT INTO main.vectors SELECT m.id, c.id, vector FROM new_model m CROSS JOIN new_chunk c"
    " CROSS JOIN old.vectors o ON o.model_id = m.was AND o.chunk_id = c.was ORDER BY m.id, c.id",
)
# Where the old one has any: ids of tables follow the order in which they are copied.
_COPY_SUMMARIES = """INSERT INTO main.table_summaries
    SELECT n.id, model, text FROM old.table_summaries s JOIN (
    SELECT row_number() OVER (ORDER BY p.id, o.start, o.id) AS id, o.id AS was
    FROM old.tables o JOIN new_page p ON p.was = o.page_id
) n ON n.was = s.table_id ORDER BY n.id"""
# Where the old one says who may read what, and that is not everybody all.
_SPACES = (
    "SELECT n.id, owner, org, visibility FROM new_root n CROSS JOIN old.spaces o ON o.id = n.was"
    " WHERE (owner, org, visibility) != ('', '', 'public') ORDER BY n.id"
)
_FORGET = tuple(f"DROP TABLE temp.{name}" for name in _RENUMBERED)

# What the content hash covers: no ids, names of sources and numbers of pages in their place.
_HASHED = (
    "SELECT name, kind, title, paged, sha256, recipe FROM sources ORDER BY id",
    "SELECT s.name, number, shift, label, p.title, section, text, structure FROM pages p"
    " CROSS JOIN sources s ON s.id = source_id"
    " ORDER BY p.id",
    'SELECT source_id, number, c.start, c."end", c.heading FROM chunks c CROSS JOIN pages p ON p.id = page_id'
    " ORDER BY c.id",
    'SELECT source_id, number, caption, t.start, t."end", header, rows FROM tables t'
    " CROSS JOIN pages p ON p.id = page_id ORDER BY t.id",
    "SELECT p.source_id, number, o.start, heading FROM page_sections o CROSS JOIN pages p ON p.id = page_id"
    " CROSS JOIN sections x ON x.id = section_id ORDER BY p.id, o.start",
    'SELECT source_id, number, term, g.start, g."end" FROM glossary g CROSS JOIN pages p ON p.id = page_id'
    " ORDER BY g.id",
)


def create_schema(db: apsw.Connection) -> None:
    """The empty tables of a knowledge base. Call inside a transaction to have all of it or nothing."""
    db.execute(paths.asset("sql", "knowledge.sql").read_text(encoding="utf-8")).fetchall()
    db.execute(f"PRAGMA user_version = {KNOWLEDGE_VERSION}").fetchall()


def copy_content(db: apsw.Connection, roots: Sequence[int] | None = None) -> None:
    """Copy from the attached database `old` into the empty tables of `main`, renumbered: everything, or what
    hangs on some of its roots and nothing of the others.
    """
    more: list[str] = []
    if table_summaries.there(db, "old"):
        table_summaries.create(db)
        more.append(_COPY_SUMMARIES)
    limited = spaces.there(db, "old")
    parts = {
        # A folder that few may read is known even while it is empty: its next document is not for all.
        "or_kept": " UNION SELECT id FROM old.spaces WHERE visibility != 'public'" if limited else "",
        "of_roots": "" if roots is None else f" AND id IN ({', '.join(str(int(root)) for root in roots)})",
        "with_vectors": "" if roots is None else _WITH_VECTORS,
    }
    for statement in _NUMBER:
        db.execute(statement.format(**parts)).fetchall()
    if limited and db.execute(f"{_SPACES} LIMIT 1").fetchall():
        spaces.create(db)
        more.append(f"INSERT INTO main.spaces {_SPACES}")
    for statement in (*_COPY, *more, *_FORGET):
        db.execute(statement).fetchall()


def content_hash(db: apsw.Connection) -> str:
    """sha256 over sources, pages, chunks, tables and glossary of a database with canonical ids."""
    digest = hashlib.sha256()
    encoder = msgspec.json.Encoder()
    for query in _HASHED:
        for row in db.execute(query):
            digest.update(encoder.encode(row))
            digest.update(b"\n")
        digest.update(b"\0")
    return digest.hexdigest()


def counts(db: apsw.Connection) -> tuple[int, int, int, int]:
    """Sources, pages, chunks, tables."""
    rows: list[tuple[Any, ...]] = db.execute(
        "SELECT (SELECT count(*) FROM sources), (SELECT count(*) FROM pages),"
        " (SELECT count(*) FROM chunks), (SELECT count(*) FROM tables)"
    ).fetchall()
    sources, pages, chunks, tables = rows[0]
    return sources, pages, chunks, tables
