"""The table of contents that a PDF brings along: which of its lines it names, and at which level."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from edge.indexing.pdf.titles import bare_key, number_depth, title_key

#: "Introduction . . . . 21", "Licence 1"
_LEADS_TO = re.compile(r"(?<![\s.·…_])[\s.·…_]++(?:\d{1,4}|[ivxlc]{1,7})\s*+\Z")
_FIRST_LINES = 8  # of a page: where the title may stand of an entry that leads to the end of the page before
_LEAST = 4  # letters of the first line of a longer title


class PdfOutline:
    """The document's own table of contents (level, title, page), matched to lines by their words."""

    def __init__(self, entries: Sequence[tuple[int, str, int]]) -> None:
        self._levels: dict[tuple[int, str], list[int]] = {}
        self._unnumbered: dict[tuple[int, str], list[int]] = {}
        self._on: dict[int, set[str]] = {}  # a page: the titles on it, with and without their numbers
        self._places: dict[str, set[int]] = {}  # of a title without its number: the pages it leads to
        self._entries = [entry for entry in entries if title_key(entry[1])]
        self.depth = max((level for level, _, _ in self._entries), default=0)
        self.sizes: dict[float, int] = {}
        for entry in self._entries:
            self._note(*entry)

    def _note(self, level: int, title: str, page: int) -> None:
        whole, bare = title_key(title), bare_key(title)
        self._levels.setdefault((page, whole), []).append(level)
        self._unnumbered.setdefault((page, bare), []).append(level)
        self._on.setdefault(page, set()).update((whole, bare))
        self._places.setdefault(bare, set()).add(page)

    @property
    def titles(self) -> list[str]:
        """The titles, in order."""
        return [title for _, title, _ in self._entries]

    def level(self, page: int, text: str) -> int:
        """The level of a heading that the outline names on this page, else 0. A chapter and its first section
        may have one name: the number printed before it tells them apart.
        """
        if page not in self._on:
            return 0
        levels = self._levels.get((page, title_key(text))) or self._unnumbered.get((page, bare_key(text)), [])
        if len(levels) > 1 and (depth := number_depth(text)):
            return min(levels, key=lambda level: abs(level - depth))
        return levels[0] if levels else 0

    def continues(self, page: int, text: str, after: str) -> bool:
        """Whether `text`, which is no title of this page yet, begins one that goes on with `after`."""
        if page not in self._on or self.level(page, text):
            return False
        for key_of in (title_key, bare_key):
            begun, longer = key_of(text), key_of(f"{text} {after}")
            if begun and any(title.startswith(longer) for title in self._on[page]):
                return longer != begun
        return False

    def points_to(self, page: int, text: str) -> bool:
        """Whether a line on this page is one of a table of contents: a title of the outline and a number."""
        title = _LEADS_TO.sub("", text)
        return title != text and bool(self._places.get(bare_key(title), set()) - {page})

    def place(self, pages: Iterable[tuple[int, Sequence[str]]]) -> None:
        """Given the lines of each page: an entry that leads to the end of a page, its title having moved to
        the top of the next, is one of that.
        """
        lines = dict(pages)
        for level, title, page in self._entries:
            after = [bare_key(line) for line in lines.get(page + 1, ())[:_FIRST_LINES]]
            if bare_key(title) in after and not _begun(bare_key(title), lines.get(page, ())):
                self._note(level, title, page + 1)

    def learn_sizes(self, lines: Iterable[tuple[int, str, float]]) -> None:
        """Note at which type size each level is set, so that headings the outline leaves out rank rightly."""
        for page, text, size in lines:
            level = self.level(page, text)
            if level and level < self.sizes.get(size, level + 1):
                self.sizes[size] = level


def _begun(title: str, lines: Sequence[str]) -> bool:
    """Whether the title, or the first line of it, is among these."""
    keys = (bare_key(line) for line in lines)
    return any(key == title or (len(key) >= _LEAST and title.startswith(key)) for key in keys)
