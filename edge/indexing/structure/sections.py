"""Sections (parents) from headings: which heading path is in force where."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

import msgspec

from edge.indexing.structure.document import Page

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
    sections: list[Section] = []
    per_page: list[PageSections] = []
    running: list[str] = []
    stack: list[tuple[int, str]] = []
    current: int | None = None
    fixed: str | None = None  # the section the last page brought itself

    def open_section(page: int, level: int = 0) -> int:
        path = SEPARATOR.join(text for _, text in stack)
        sections.append(Section(path, level, page, page))
        return len(sections) - 1

    def above_again(page: int) -> int:
        """The section that a closed heading stood under, which goes on."""
        path = SEPARATOR.join(text for _, text in stack)
        at = next(at for at in range(len(sections) - 1, -1, -1) if sections[at].heading == path)
        sections[at].last_page = page
        return at

    for page in pages:
        if page.section:
            if page.section != fixed or len(stack) > 1:
                stack = [(0, page.section)]
                current = open_section(page.number)
            fixed = page.section
        elif fixed is not None:
            stack, current, fixed = [], None, None
        current_before = current
        starts: list[int] = [0]
        indices: list[int | None] = [current]
        opening = current
        covered = 0  # everything before this offset is headings
        for heading in page.headings:
            while stack and stack[-1][0] >= heading.level and stack[-1][0] > 0:
                stack.pop()
            if heading.text:
                listing = _CONTENTS.fullmatch(heading.text)
                stack.append((_BELOW_ALL if listing else heading.level, heading.text))
                current = open_section(page.number, heading.level)
            else:
                current = above_again(page.number) if stack else open_section(page.number)
            starts.append(heading.start)
            indices.append(current)
            if not _TEXT.search(page.text, covered, heading.start):
                opening = current
                covered = heading.start + len(heading.text)
        # A section from the page before runs on to this page only if some of its text does.
        begun = _TEXT.search(page.text, 0, starts[1] if len(starts) > 1 else len(page.text))
        if current_before is not None and begun:
            sections[current_before].last_page = page.number
        per_page.append(PageSections(starts, indices))
        running.append(page.section or (sections[opening].heading if opening is not None else ""))
    return DocumentOutline(sections, per_page, running)
