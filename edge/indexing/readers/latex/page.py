"""LaTeX (.tex) as it is printed: no marks, comments or preamble; sections, lists, tables, code and notes are
noted. Nothing is run and no file is read: one that is included is named, for it is a document of
its own.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from edge.indexing.readers import source_code
from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.latex.body import LatexBody
from edge.indexing.readers.latex.commands import CHARSETS
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, of_text, stated
from edge.text.sanitise import line_feeds

_CHARSET = re.compile(rb"\\usepackage\[([a-z0-9]{2,10})\]\{inputenc\}")
_BEGINNING = 16_384


def read(data: bytes, name: str) -> Document:
    """A LaTeX file; of one that prints nothing, its lines as code. Raises ReadError when it is binary or
    holds no text.
    """
    declared = _CHARSET.search(data, 0, _BEGINNING)
    charset = CHARSETS.get(declared[1].decode(), "") if declared else ""
    body = LatexBody(line_feeds(decode(data, charset)))
    page = laid_out(body.read())
    if not page.text.strip():
        document = source_code.read(data, name)
        pages = [replace(one, code=[(0, len(one.text))]) for one in document.pages]
        return replace(document, kind="latex", pages=pages)
    return of_text("latex", name, [page], title=stated(body.title), author=stated(body.author))
