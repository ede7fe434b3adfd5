"""Rich text (.rtf): its words, tables and, by outline level or by the name of the style, headings."""

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
#: A style of headings in the style sheet, and a paragraph that begins with one: LibreOffice writes no levels.
_STYLE = re.compile(
    r"\{\\s(\d{1,4})\\[^{};]{0,1000}?(?<![a-z])(?:heading|titre|title) ?([1-9]);\}", re.IGNORECASE
)
_STYLED = re.compile(r"\\pard(?:\\plain)?\s?\\s(\d{1,4})(?!\d)")
_MARK = 0xE000
_MARKED = re.compile(f"[{chr(_MARK)}-{chr(_MARK + 8)}]")
_LONGEST_HEADING = 300  # characters


def read(data: bytes, name: str) -> Document:
    """A rich text file. Raises ReadError when it is none, or holds no text."""
    from striprtf.striprtf import rtf_to_text

    if not data.lstrip()[:5].startswith(b"{\\rtf"):
        raise ReadError("not rich text: it does not begin with {\\rtf", "Is its name right?")
    source = _UNSEEN.sub("", data.decode("latin-1"))
    text = rtf_to_text(_marked(source), errors="replace")
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


def _marked(source: str) -> str:
    """The source with a sign of its level before each heading."""
    levels = {number: int(level) - 1 for number, level in _STYLE.findall(source)}

    def styled(found: re.Match[str]) -> str:
        level = levels.get(found[1])
        return found[0] if level is None else found[0] + _mark(level)

    return _LEVEL.sub(lambda found: _mark(int(found[1])), _STYLED.sub(styled, source))


def _mark(level: int) -> str:
    return rf"\u{_MARK + level - 65536}?"
