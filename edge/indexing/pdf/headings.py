"""Which paragraphs of a PDF are headings: its own outline first, then size and weight of the type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

_LARGER = 1.12  # times the body size
_LONGEST = 160  # characters of a heading
_MOST_LINES = 3
_UNFINISHED = re.compile(r"[.;,]$")
_LETTER = re.compile(r"[^\W\d_]")
_SIGNS = re.compile(r"[\W_]+")
#: "4.2.1 Options", "A. Questions", "Chapitre 3 : Installation": typesetters print it, outlines leave it out.
_NUMBER = re.compile(
    r"\A(?:(?i:chapter|chapitre|section|part|partie|appendix|annexe)\s++)?"
    r"(?:\d{1,3}(?!\d)(?:\.\d{1,3})*+\W*+|(?:[A-Z](?:\.\d{1,3})*+|[IVXLC]{1,7})(?:\s*+[.):–—-]\W*+|\s++))(?=[^\W_]{2})"
)
#: What a line of larger or bold type must not begin with: an item, an option, or a piece of code.
_NO_TITLE = re.compile(r"[-\u2212–—•●▪◦‣*+=|<>{}\[\]/~^]")
#: "Introduction . . . . 21", "Licence 1"
_LEADS_TO = re.compile(r"(?<![\s.·…_])[\s.·…_]++(?:\d{1,4}|[ivxlc]{1,7})\s*+\Z")
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


class PdfOutline:
    """The document's own table of contents (level, title, page), matched to lines by their words."""

    def __init__(self, entries: Sequence[tuple[int, str, int]]) -> None:
        self._levels: dict[tuple[int, str], int] = {}
        self._unnumbered: dict[tuple[int, str], int] = {}
        self._places: dict[str, set[int]] = {}  # of a title without its number: the pages it leads to
        self._pages = {page for _, _, page in entries}
        self.depth = 0
        self.sizes: dict[float, int] = {}
        for level, title, page in entries:
            if _key(title):
                self._levels.setdefault((page, _key(title)), level)
                bare = _key(_NUMBER.sub("", title))
                self._unnumbered.setdefault((page, bare), level)
                self._places.setdefault(bare, set()).add(page)
                self.depth = max(self.depth, level)

    def level(self, page: int, text: str) -> int:
        """The level of a heading that the outline names on this page, else 0."""
        if page not in self._pages:
            return 0
        whole = self._levels.get((page, _key(text)), 0)
        return whole or self._unnumbered.get((page, _key(_NUMBER.sub("", text))), 0)

    def points_to(self, page: int, text: str) -> bool:
        """Whether a line on this page is one of a table of contents: a title of the outline and a number."""
        title = _LEADS_TO.sub("", text)
        return title != text and bool(self._places.get(_key(_NUMBER.sub("", title)), set()) - {page})

    def learn_sizes(self, lines: Iterable[tuple[int, str, float]]) -> None:
        """Note at which type size each level is set, so that headings the outline leaves out rank rightly."""
        for page, text, size in lines:
            level = self.level(page, text)
            if level and level < self.sizes.get(size, level + 1):
                self.sizes[size] = level


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
    return short and _LETTER.search(text) is not None and _key(text) not in _ADMONITIONS


def _key(text: str) -> str:
    """Letters and digits alone: hyphens and quotes are set in one way and noted in the outline in another."""
    return _SIGNS.sub("", text).casefold()
