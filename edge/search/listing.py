"""What a knowledge base was made from, read from the base itself."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from edge.errors import UsageError
from edge.records.documents import (
    DocumentDetail,
    DocumentList,
    IndexedDocument,
    IndexedRoot,
    SectionPlace,
    UnreadDocument,
)
from edge.records.index import UnreadText
from edge.search import spaces
from edge.search.sources import matching_sources, read_and_unread
from edge.search.structure import structure_of

if TYPE_CHECKING:
    import apsw

    from edge.state.readership import Readership

_DOCUMENTS = (
    "SELECT s.id, s.root_id, s.name, r.label, r.place, s.file, s.kind, s.title, s.paged, s.bytes, s.sha256,"
    " s.unread,"
    " (SELECT count(*) FROM pages p WHERE p.source_id = s.id),"
    " (SELECT count(*) FROM chunks c JOIN pages p ON p.id = c.page_id WHERE p.source_id = s.id),"
    " (SELECT count(*) FROM tables t JOIN pages p ON p.id = t.page_id WHERE p.source_id = s.id),"
    " (SELECT p.structure FROM pages p WHERE p.source_id = s.id ORDER BY p.number LIMIT 1)"
    " FROM sources s JOIN roots r ON r.id = s.root_id"
)


def listing(db: apsw.Connection, knowledge: str, patterns: Sequence[str] = ()) -> DocumentList:
    """Roots, documents and what could not be read; with `patterns` of both only what these name. Raises
    UsageError for a pattern that names none.
    """
    readers = spaces.by_root(db)
    roots = [_root(label, bytes(place), readers.get(number)) for number, label, place in db.execute(
        "SELECT id, label, place FROM roots ORDER BY label"
    )]  # fmt: skip
    failures = db.execute(
        "SELECT name, label, reason FROM failures JOIN roots ON roots.id = root_id ORDER BY name"
    )
    chosen, unread = read_and_unread(db, patterns) if patterns else (None, None)
    return DocumentList(
        knowledge=knowledge,
        roots=roots,
        documents=[
            _document(row, readers)
            for row in db.execute(f"{_DOCUMENTS} ORDER BY s.name")
            if chosen is None or row[0] in chosen
        ],
        failures=[
            UnreadDocument(source=name, root=root, reason=reason)
            for name, root, reason in failures
            if unread is None or (root, name) in unread
        ],
    )


def detail(db: apsw.Connection, knowledge: str, number: int) -> DocumentDetail:
    """All there is to say of the document with this id, with its sections in order."""
    row = db.execute(f"{_DOCUMENTS} WHERE s.id = ?", (number,)).fetchall()[0]
    document = _document(row, spaces.by_root(db))
    sections = db.execute(
        "SELECT heading, level, first_page FROM sections WHERE source_id = ? AND heading != '' ORDER BY id",
        (number,),
    )
    return DocumentDetail(
        knowledge=knowledge,
        document=document,
        sections=[
            SectionPlace(heading=heading, level=level, page=None if document.pages is None else page)
            for heading, level, page in sections
        ],
    )


def document_id(db: apsw.Connection, name: str) -> int:
    """The id of the one document that a name, a pattern or part of a name means. Raises UsageError."""
    found = matching_sources(db, [name])
    if len(found) > 1:
        rows: list[tuple[Any, ...]] = db.execute("SELECT id, name FROM sources ORDER BY name").fetchall()
        names = [str(source) for number, source in rows if number in found]
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        raise UsageError(
            f"{name!r} may be any of {len(names)} documents: {', '.join(names[:3])}{more}.",
            "Give its whole name.",
        )
    return found[0]


def texts(db: apsw.Connection, source: str) -> list[str]:
    """The exact text of each page of a document, in order; of one without pages all of it."""
    rows: list[tuple[Any, ...]] = db.execute(
        "SELECT paged, text FROM pages JOIN sources ON sources.id = source_id WHERE name = ? ORDER BY number",
        (source,),
    ).fetchall()
    if rows and not rows[0][0]:
        return ["".join(text for _, text in rows)]
    return [text for _, text in rows]


def file_of(place: bytes, file: bytes) -> bytes:
    """The full path of a document's file, b"" where it was not recorded or was never on the disk."""
    if not place or place.startswith(b"-"):
        return b""
    return place.rstrip(b"/") + b"/" + file if file else place


def _root(label: str, place: bytes, readers: Readership | None) -> IndexedRoot:
    path = file_of(place, b"")
    return IndexedRoot(label=label, path=_shown(path), there=_there(path), **_readers(readers))


def _readers(readers: Readership | None) -> dict[str, str]:
    return msgspec.structs.asdict(readers) if readers else {}


def _document(row: tuple[Any, ...], readers: dict[int, Readership]) -> IndexedDocument:
    _, root, name, label, place, file, kind, title, paged, size, sha256, unread, *counts, first = row
    pages, chunks, tables = counts
    path = file_of(bytes(place), bytes(file))
    return IndexedDocument(
        source=name, root=label, path=_shown(path), there=_there(path), kind=kind, title=title,
        author=structure_of(first or "").author,
        pages=pages if paged else None, parts=None if paged else pages, chunks=chunks, tables=tables,
        bytes=size, sha256=sha256,
        unread=msgspec.json.decode(unread, type=UnreadText) if unread else None,
        **_readers(readers.get(root)),
    )  # fmt: skip


def _shown(path: bytes) -> str:
    return path.decode("utf-8", "replace")


def _there(path: bytes) -> bool | None:
    return os.path.lexists(os.fsdecode(path)) if path else None
