"""Glossary entries: "Term: definition" lines in a section whose heading says that it is a glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator

_HEADING = re.compile(
    r"glossa|glossaire|definition|définition|lexique|lexicon|terminolog|vocabul", re.IGNORECASE
)
# A bullet or bold mark, a term of at most 60 characters, then ":" or a dash between spaces, then a definition.
_ENTRY = re.compile(
    r"^[ \t]*(?:[-*•–·][ \t]+)?(?:\*\*|__)?(?P<term>[^\W_][^\n:|]{0,59}?)(?:\*\*|__)?[ \t\u00a0\u202f]*"
    r"(?::(?:\*\*|__)?|[ \t][—–-])[ \t\u00a0\u202f]+(?P<text>\S.{3,})$",
    re.MULTILINE,
)


def is_glossary(heading: str) -> bool:
    """Does this heading path announce definitions? Only its last level is read."""
    return _HEADING.search(heading.rpartition(" > ")[2]) is not None


def entries(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """(term, start, end) of each entry in `text[start:end]`; the span is the whole line, term and definition."""
    for match in _ENTRY.finditer(text, start, end):
        first = match.start() + len(match[0]) - len(match[0].lstrip())
        yield match["term"].strip(), first, match.end()
