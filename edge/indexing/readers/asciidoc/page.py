"""AsciiDoc (.adoc) as its reader sees it: sections, lists, tables, code, notes, boxes; no marks, no comments.
Attributes are put in. No file is read: one that is included is named, for it is a document of its own.
"""

from __future__ import annotations

from edge.indexing.readers.asciidoc.body import AsciidocBody
from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, of_text, stated
from edge.text.sanitise import line_feeds


def read(data: bytes, name: str) -> Document:
    """An AsciiDoc file. Raises ReadError when it is binary or holds no text."""
    body = AsciidocBody(line_feeds(decode(data)))
    page = laid_out(body.read())
    return of_text("asciidoc", name, [page], title=stated(body.title), author=stated(body.author))
