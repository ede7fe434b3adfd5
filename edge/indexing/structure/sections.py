"""Sections (parents) from headings: which heading path is in force where."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

import msgspec

from edge.indexing.structure.document import Heading, Page

SEPARATOR = " > "

#: Searched between two offsets: a slice would copy what it looks at, once for each heading.
_TEXT = re.compile(r"\S")
#: What heads a list of the sections holds none of them, at whatever level it is set.
_CONTENTS = re.compile(
    r"\A\W*+(?:(?:table of )?contents|table des mati[eè]res|sommaire)\W*+\Z", re.IGNORECASE
)
_BELOW_ALL = 99


class Section(msgspec.Struct):
    """A heading path and the pages it spans (both included)."""

    heading: str
    level: int
    first_page: int
    last_page: int


class PageSections(msgspec.Struct):
    """Where sections begin on one page: `section[i]` (an index, or None) is in force from `starts[i]` on."""

    starts: list[int]
    section: list[int | None]

    def at(self, offset: int) -> int | None:
        """Index of the section in force at `offset`."""
        return self.section[bisect_right(self.starts, offset) - 1]


class DocumentOutline(msgspec.Struct):
    """All sections of a document; for each page, in order, where they begin and the path it opens under."""

    sections: list[Section]
    pages: list[PageSections]
    running: list[str]


def outline(pages: Sequence[Page]) -> DocumentOutline:
    """Follow the headings through the pages.

    A heading closes those of its level or below and runs on over page ends; one without text only closes. A
    page that brings its own `section` (pages from JSONL) starts afresh under it.
    """
    builder = _OutlineBuilder()
    for page in pages:
        builder.add(page)
    return builder.outline


class _OutlineBuilder:
    """The sections of the pages added so far, and the headings that are open behind the last of them."""

    def __init__(self) -> None:
        self.outline = DocumentOutline([], [], [])
        self._open: list[tuple[int, str]] = []  # level and words, the outermost first
        self._current: int | None = None
        self._brought: str | None = None  # the section that the last page brought itself

    def add(self, page: Page) -> None:
        """The next page."""
        self._enter(page)
        sections = self.outline.sections
        before = opening = self._current
        places = PageSections([0], [before])
        covered = 0  # everything before this offset is headings
        for heading in page.headings:
            self._follow(heading, page.number)
            places.starts.append(heading.start)
            places.section.append(self._current)
            if not _TEXT.search(page.text, covered, heading.start):
                opening = self._current
                covered = heading.start + len(heading.text)
        # A section from the page before runs on to this page only if some of its text does.
        end = places.starts[1] if len(places.starts) > 1 else len(page.text)
        if before is not None and _TEXT.search(page.text, 0, end):
            sections[before].last_page = page.number
        self.outline.pages.append(places)
        self.outline.running.append(
            page.section or (sections[opening].heading if opening is not None else "")
        )

    def _enter(self, page: Page) -> None:
        if page.section:
            if page.section != self._brought or len(self._open) > 1:
                self._open = [(0, page.section)]
                self._current = self._section(page.number)
            self._brought = page.section
        elif self._brought is not None:
            self._open, self._current, self._brought = [], None, None

    def _follow(self, heading: Heading, page: int) -> None:
        """Close what a heading closes, and open its section, or go on with the one that it was in."""
        while self._open and self._open[-1][0] >= heading.level and self._open[-1][0] > 0:
            self._open.pop()
        if heading.text:
            level = _BELOW_ALL if _CONTENTS.fullmatch(heading.text) else heading.level
            self._open.append((level, heading.text))
            self._current = self._section(page, heading.level)
        else:
            self._current = self._above_again(page) if self._open else self._section(page)

    def _section(self, page: int, level: int = 0) -> int:
        """The index of a new section, which begins on a page."""
        self.outline.sections.append(Section(self._path(), level, page, page))
        return len(self.outline.sections) - 1

    def _above_again(self, page: int) -> int:
        """The section that a closed heading stood under, which goes on."""
        sections, path = self.outline.sections, self._path()
        at = next(at for at in range(len(sections) - 1, -1, -1) if sections[at].heading == path)
        sections[at].last_page = page
        return at

    def _path(self) -> str:
        return SEPARATOR.join(text for _, text in self._open)
