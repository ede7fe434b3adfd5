"""Headings of a manual page that a formatter has laid out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from edge.indexing.structure import rendered_manual
from edge.indexing.structure.document import Heading, Page
from edge.indexing.structure.headings.line import heading
from edge.indexing.structure.text_lines import TextLine


def is_manual(page: Page) -> bool:
    """Whether a line of it is the first or last of a manual page."""
    return "(" in page.text and any(map(rendered_manual.is_edge, page.text.split("\n")))


def manual(lines: Sequence[TextLine]) -> Iterator[Heading]:
    """Names, sections and subsections of manual pages: at the margin in capitals, then by three columns, with
    or without a blank line above.
    """
    for at, line in enumerate(lines):
        if page := rendered_manual.EDGE.match(line.text):
            yield Heading(line.start, 1, page["name"])
        elif len(line.text) > 80 or at + 1 == len(lines):
            continue
        elif line.indent == 0 and line.text.isupper() and line.after_blank:
            yield heading(line, 2)
        elif (
            0 < line.indent <= 4 < lines[at + 1].indent
            and not line.text.endswith((".", ",", ";"))
            and not line.text.startswith("-")
            and (line.after_blank or not 0 < lines[at - 1].indent <= 4)
        ):
            yield heading(line, 3)
