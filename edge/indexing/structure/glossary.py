"""Glossary entries: "Term: definition" lines in a section whose heading says that it is a glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator

_HEADING = re.compile(r"glossa|d[eé]finition|lexi(que|con)|terminolog|vocabul", re.IGNORECASE)
# A bullet or bold mark, a term of at most 60 characters, ":" or a dash between spaces, a definition.
_ENTRY = re.compile(
    r"^[ \t]*(?:[-*•–·][ \t]+)?(?:\*\*|__)?(?P<term>[^\W_][^\n:|]{0,59}?)(?:\*\*|__)?[ \t\u00a0\u202f]*"
    r"(?::(?:\*\*|__)?|[ \t][—–-])[ \t\u00a0\u202f]+\S[^\n]{3,}$",
    re.MULTILINE,
)
_NEW_LINE_OF_ITS_OWN = re.compile(r"^[ \t]*[-*•–·][ \t]")
_CAPTION = re.compile(r"(?:table|tableau|figure|fig\.|note|example|exemple)\b", re.IGNORECASE)


def is_glossary(heading: str) -> bool:
    """Does this heading path announce definitions, at any of its levels?"""
    return _HEADING.search(heading) is not None


def entries(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """(term, start, end) of each entry in `text[start:end]`; the span holds the term and its definition.

    A definition runs on over the lines that follow, to a blank line, a bullet or the next entry.
    """
    position = start
    while match := _ENTRY.search(text, position, end):
        first = match.start() + len(match[0]) - len(match[0].lstrip())
        last = position = match.end()
        while last < end:
            stop = text.find("\n", last + 1, end)
            line = text[last + 1 : stop if stop >= 0 else end]
            if not line.strip() or _NEW_LINE_OF_ITS_OWN.match(line) or _ENTRY.match(line):
                break
            last = stop if stop >= 0 else end
        if not _CAPTION.match(match["term"]):
            yield match["term"].strip(), first, last
            position = last
