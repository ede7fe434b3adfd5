"""The main part of an HTML page, and what stands round it: banners and offers of the site, which nobody
quotes; but below the text stand notes, contacts and tables as well, which say something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from edge.indexing.structure.document import Page
from edge.indexing.structure.page_builder import PageBuilder
from edge.text.spans import Span

_BLOCK = re.compile(r"(?<![^\n])[^\n]+(?:\n[^\n]+)*+")
#: A telephone number or an address of mail: such a line is no banner.
_REACHED = re.compile(
    r"(?<![\d.])\+?\d(?:[ ./()-]{0,2}\d){7,14}(?!\d)|\w@[\w-]{1,63}\.[a-z]{2}", re.IGNORECASE
)
#: "[1] …", "(2) …", "* …", "¹ …": a note below the text that refers to it.
_NOTE = re.compile(r"\A[ \t]*+(?:- )?(?:[\[(]\d{1,3}[\])]|[*†‡¹²³])\s*+\w")


class MainPart:
    """Watches what a page is laid out from. Where it marks its main part, once, and most of its text is
    there, what stands above is of the site, and so is what stands below, but for sections that are more than
    links, tables, notes, and lines that say how somebody is reached.
    """

    def __init__(self, builder: PageBuilder) -> None:
        self._builder = builder
        self._edges: list[tuple[str, int]] = []
        self._titled = -1  # where the first title of the page stands
        self._linked: list[tuple[int, int]] = []  # below the main part: a place, and letters of a link there

    def edge(self, kind: str) -> None:
        """The main part begins, or ends: `kind` is "start" or "end"."""
        self._edges.append((kind, self._builder.size))

    def linked(self, text: str) -> None:
        """A text inside of a link, of the block that is placed next."""
        if len(self._edges) == 2:
            self._linked.append((self._builder.size, _letters(text)))

    def titled(self) -> None:
        """A title of the page is placed next."""
        if self._titled < 0:
            self._titled = self._builder.size

    def site_noted(self, page: Page) -> Page:
        """The page, what is of the site noted as beside its text."""
        if [kind for kind, _ in self._edges] != ["start", "end"]:
            return page
        (_, start), (_, end) = self._edges
        if 2 * (end - start) < len(page.text):
            return page
        above = 0, start if self._titled < 0 else min(start, self._titled)
        return msgspec.structs.replace(page, aside=[*page.aside, above, *self._below(page, end)])

    def _below(self, page: Page, end: int) -> Iterator[Span]:
        """What stands below the main part and is of the site."""
        titles = {heading.start for heading in page.headings if heading.text}
        blocks = [match.span() for match in _BLOCK.finditer(page.text, end)]
        at = 0
        while at < len(blocks):
            after = at + 1
            headed = blocks[at][0] in titles
            while headed and after < len(blocks) and blocks[after][0] not in titles:
                after += 1
            span = blocks[at][0], blocks[after - 1][1]
            if not (self._is_section(page, span) if headed and after > at + 1 else _says(page, span)):
                yield span
            at = after

    def _is_section(self, page: Page, span: Span) -> bool:
        """Whether a heading and what stands below it are more than links."""
        linked = sum(count for place, count in self._linked if span[0] - 2 <= place < span[1])
        return 2 * linked < _letters(page.text[slice(*span)])


def _says(page: Page, span: Span) -> bool:
    """Whether a block outside of any section is a note, a table, or says how somebody is reached."""
    text = page.text[slice(*span)]
    table = any(table.start < span[1] and span[0] < table.end for table in page.tables)
    return table or _NOTE.match(text) is not None or _REACHED.search(text) is not None


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))
