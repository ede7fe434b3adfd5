"""Questions of an FAQ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from edge.indexing.structure.document import Heading, Page
from edge.indexing.structure.headings.line import BULLET, heading
from edge.indexing.structure.headings.numbering import NUMBERED
from edge.indexing.structure.text_lines import TextLine, text_lines

_LONGEST_QUESTION = 300
_ANSWER = re.compile(r"[AR]\s?\d{0,3}\s?[.:)]\s")


def is_faq(pages: Sequence[Page]) -> bool:
    """Whether there are questions enough for an FAQ."""
    if sum(page.text.count("?") for page in pages) < 3:
        return False
    return sum(len(list(questions(text_lines(page.text)))) for page in pages) >= 3


def questions(lines: Sequence[TextLine]) -> Iterator[Heading]:
    """Questions of an FAQ: each a paragraph of one or two lines above its answer; a numbered one may be long,
    and its answer stand right below.
    """
    for at, line in enumerate(lines):
        if not line.after_blank or BULLET.match(line.text):
            continue
        end = at if line.before_blank or line.text.endswith("?") else min(at + 1, len(lines) - 1)
        last = lines[end]
        text = line.text if last is line else f"{line.text} {last.text}"
        follows = lines[end + 1] if end + 1 < len(lines) else None
        numbered = NUMBERED.match(text) is not None
        longest = _LONGEST_QUESTION if numbered else 160
        if not text.endswith("?") or len(text) > longest or follows is None or follows.text.endswith("?"):
            continue
        if numbered or last.before_blank or _ANSWER.match(follows.text):
            yield heading(line, 9, text)
