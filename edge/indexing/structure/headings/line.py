"""What all look for in a line that may be a heading."""

from __future__ import annotations

import re
from collections.abc import Sequence

from edge.indexing.structure.document import Heading
from edge.indexing.structure.text_lines import TextLine
from edge.text.one_line import one_line

UNDERLINE = re.compile(r"\A(?P<mark>[=\-~^*#.])(?P=mark){2,}+")
LEADERS = re.compile(r"(?:[.·_…]\s?){4,}|\s…\s*\d+$|\S\s{3,}\S")
UNFINISHED = re.compile(r"[.;,:!?…]$")
BULLET = re.compile(r"[-*•●▪◦‣–—]\s")
FIELD = re.compile(r"\A[\w-]++: [^\sA-Z\d]\S*+\Z")  # "Owner: foo@example.com"
_BRACKETED = re.compile(r"\s\([^()]{1,40}\)")
_LETTER = re.compile(r"[^\W\d_]")


def heading(line: TextLine, level: int, text: str = "") -> Heading:
    """A line as a heading of this level; `text`: its words, where they are not the line's."""
    return Heading(line.start + line.indent, level, one_line(text or line.text))


def in_capitals(text: str) -> bool:
    """Whether all letters are capitals, but what is in brackets ("PUBLIC TIME (15 minutes)"), and there are
    enough of them to be words.
    """
    bare = _BRACKETED.sub("", text)
    return bare.isupper() and len(_LETTER.findall(bare)) > 3


def begins_paragraph(lines: Sequence[TextLine], at: int) -> bool:
    """Whether a line stands below a blank line, or below a rule that does."""
    line = lines[at]
    if line.after_blank or not at:
        return True
    return lines[at - 1].after_blank and UNDERLINE.fullmatch(lines[at - 1].text) is not None
