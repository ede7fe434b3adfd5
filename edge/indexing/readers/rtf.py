"""Rich text (.rtf): its words, tables and, where it says outline levels, headings."""

from __future__ import annotations

import re

from edge.errors import ReadError
from edge.indexing.readers import rows
from edge.indexing.structure.document import Document, of_text
from edge.indexing.structure.layout import PageBuilder

#: What a group of hidden or deleted text looks like.
_UNSEEN = re.compile(r"\{\\(?:v|deleted)(?![a-z0-9])[^{}]{0,100000}\}")
#: Where a paragraph says its outline level, a sign of private use is put in front of its words.
_LEVEL = re.compile(r"\\outlinelevel([0-8])(?!\d) ?")
_MARK = 0xE000
_MARKED = re.compile(f"[{chr(_MARK)}-{chr(_MARK + 8)}]")
_LONGEST_HEADING = 300  # characters


def read(data: bytes, name: str) -> Document:
    """A rich text file. Raises ReadError when it is none, or holds no text."""
    from striprtf.striprtf import rtf_to_text

    if not data.lstrip()[:5].startswith(b"{\\rtf"):
        raise ReadError("not rich text: it does not begin with {\\rtf", "Is its name right?")
    source = _UNSEEN.sub("", data.decode("latin-1"))
    marked = _LEVEL.sub(lambda level: rf"\u{_MARK + int(level[1]) - 65536}?", source)
    text = rtf_to_text(marked, errors="replace")
    builder = PageBuilder()
    table: list[list[str]] = []
    for line in text.split("\n"):
        if line.endswith("|") and line.count("|") > 1:
            table.append(_MARKED.sub("", line)[:-1].split("|"))
            continue
        if table:
            rows.add(builder, table)
            table = []
        mark = _MARKED.search(line)
        words = _MARKED.sub("", line)
        if mark and len(words) <= _LONGEST_HEADING:
            builder.heading(ord(mark[0]) - _MARK + 1, words)
        else:
            builder.block(words.strip())
    rows.add(builder, table)
    return of_text("rtf", name, [builder.page(1)])
