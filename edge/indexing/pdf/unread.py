"""What of a PDF did not come out as text: pages lost to damage, and pages that are only pictures.

Runs inside the worker, on MuPDF's objects. MuPDF reads a damaged file as far as it can and says nothing; a
knowledge base that lacks four pages of five would answer "not in your documents" with confidence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from edge.records import UnreadText

PageState = Literal["text", "cut", "scan", "lost", "blank"]

#: MuPDF's warnings that tell of a content stream that ended before its time; a wrong checksum alone does not.
_CUT = re.compile(r"(?<!ignoring )zlib error|premature end|treating as end of file")
#: The operators that show text in a content stream.
_SHOWS_TEXT = re.compile(rb"(?:\)|>|\])\s*(?:Tj|TJ|'|\")(?![A-Za-z])")
#: Pictures that cover this share of a page are the page; smaller ones stand on it.
_PICTURE = 0.5


def page_state(page: Any, *, has_text: bool, warnings: str) -> PageState:
    """What became of one page; `warnings` is what MuPDF said while reading it."""
    if has_text:
        return "cut" if _CUT.search(warnings) else "text"
    area = abs(page.rect) or 1.0
    if sum(abs(page.rect & image["bbox"]) for image in page.get_image_info()) >= _PICTURE * area:
        return "scan"
    return "lost" if warnings or _SHOWS_TEXT.search(page.read_contents()) else "blank"


def unread_text(
    states: Sequence[PageState], *, repaired: bool, plain: Sequence[int] = ()
) -> UnreadText | None:
    """The account of a whole document, pages from 1; None when nothing is missing. `plain`: where our own
    layout failed (0: in what looks at all pages).

    A blank page is a fault of a document that had to be repaired, or that has more of them than a book has
    empty backs of pages; elsewhere it is a blank page.
    """

    def numbers(*wanted: PageState) -> list[int]:
        return [number for number, state in enumerate(states, start=1) if state in wanted]

    faulty = repaired or states.count("blank") * 2 > len(states)
    unread = UnreadText(
        repaired=repaired,
        empty=numbers("lost", "blank") if faulty else numbers("lost"),
        cut=numbers("cut"),
        scanned=numbers("scan"),
        plain=list(plain),
    )
    return unread if unread != UnreadText() else None
