"""Which paragraphs of a PDF are headings: its own outline first, then size and weight of the type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from edge.indexing.pdf.outline import PdfOutline
from edge.indexing.pdf.titles import title_key

_LARGER = 1.12  # times the body size
_LONGEST = 160  # characters of a heading
_MOST_LINES = 3
_UNFINISHED = re.compile(r"[.;,]$")
_LETTER = re.compile(r"[^\W\d_]")
#: What a line of larger or bold type must not begin with: an item, an option, or a piece of code.
_NO_TITLE = re.compile(r"[-\u2212–—•●▪◦‣*+=|<>{}\[\]/~^]")
#: What is told beside the text: a line in bold above it heads no section.
_CAPTION = re.compile(
    r"(?i:examples?|exemples?|figures?|fig\.|tables?|tableaux?|listings?|illustrations?)\s++"
    r"(?:\d{1,4}|[A-Z]|[IVXLC]{1,7})(?:[.–-]\w{1,9})*+\s*+(?:[.:–—-]|\Z)"
)
#: "Pid = pid()", "Misc = []": types and values of a reference are code.
_BINDING = re.compile(r"\A\w{1,60}+ = [^()\[\]{}|<>\"]*+[()\[\]{}|<>\"]")
#: A page's number, on its own.
_ROMAN = re.compile(r"[ivxlc]{1,8}")
#: A label in bold beside a note names no section; what comes after the note is none of it.
_ADMONITIONS = {
    "note", "nota", "nb", "important", "warning", "caution", "tip", "hint", "danger", "avertissement",
    "attention", "astuce", "conseil", "remarque",
}  # fmt: skip


class Sizes(msgspec.Struct):
    """The type sizes of a document: that of most characters, and the larger ones in falling order."""

    body: float
    larger: list[float]

    @classmethod
    def of(cls, runs: Iterable[tuple[float, int]]) -> Sizes:
        """From (size, characters) of every line."""
        counts: Counter[float] = Counter()
        for size, characters in runs:
            counts[size] += characters
        if not counts:
            return cls(0.0, [])
        body = max(counts, key=lambda size: (counts[size], -size))
        return cls(body, sorted((size for size in counts if size > body * _LARGER), reverse=True))


def heading_level(
    page: int, lines: Sequence[tuple[str, float, bool]], sizes: Sizes, contents: PdfOutline
) -> int:
    """Level (1 is the highest) of a paragraph given as (text, size, bold) lines; 0 when it is no heading."""
    text = " ".join(line[0] for line in lines)
    if _NO_TITLE.match(text):
        return 0
    named = contents.level(page, text)
    if named or not _may_be_title(text, len(lines)) or contents.points_to(page, text):
        return named
    size = max(line[1] for line in lines)
    if size in contents.sizes and size > sizes.body:
        return contents.sizes[size]
    if size in sizes.larger:
        # Ranked below what the outline knows; sizes a hair apart are one level.
        return contents.depth + 1 + min(3, sum(1 for other in sizes.larger if other > size * 1.05))
    bold = all(line[2] for line in lines)
    if bold and len(lines) <= 2 and size >= sizes.body * 0.95 and not _UNFINISHED.search(text):
        return contents.depth + 5
    return 0


def _may_be_title(text: str, lines: int) -> bool:
    """Whether a paragraph that the outline does not name could head a text at all."""
    short = len(text) <= _LONGEST and lines <= _MOST_LINES
    if not short or not _LETTER.search(text) or _ROMAN.fullmatch(text):
        return False
    if _CAPTION.match(text) or _BINDING.match(text):
        return False
    return title_key(text) not in _ADMONITIONS
