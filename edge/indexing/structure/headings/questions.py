"""Questions of an FAQ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from edge.indexing.structure.document import Heading, Page
from edge.indexing.structure.headings.line import BULLET, heading
from edge.indexing.structure.headings.numbering import NUMBERED
from edge.indexing.structure.text_lines import TextLine

_LEAST = 3
_LONGEST_NUMBERED = 300
_LONGEST = 160
_LEVEL = 9
#: Share of the questions that open a paragraph which have their answer below.
_ANSWERED = 0.6
_ANSWER = re.compile(r"[AR]\s?\d{0,3}\s?[.:)]\s")


def faq(pages: Sequence[Page], lines_of: Sequence[Sequence[TextLine]]) -> list[list[Heading]]:
    """The questions of an FAQ, by page; none where there are too few: no more than headings that its reader
    found, or most without their answer, for a list of what to check asks one after the other.
    """
    none = list[list[Heading]]([[] for _ in pages])
    if sum(page.text.count("?") for page in pages) < _LEAST:
        return none
    found = [list(questions(lines)) for lines in lines_of]
    asked = sum(line.after_blank and line.text.endswith("?") for lines in lines_of for line in lines)
    marked = sum(len(page.headings) for page in pages)
    answered = sum(map(len, found))
    return found if answered > marked and answered >= max(_LEAST, _ANSWERED * asked) else none


def questions(lines: Sequence[TextLine]) -> Iterator[Heading]:
    """Questions of an FAQ: each a paragraph or an item of one or two lines above its answer. One that is
    numbered, that ends well before its line does, or whose answer stands further in, may have it right below;
    a numbered one may be long.
    """
    for at, line in enumerate(lines):
        bullet = BULLET.match(line.text)
        numbered = NUMBERED.match(line.text) is not None
        if not (line.after_blank or bullet or numbered):
            continue
        end = at if line.before_blank or line.text.endswith("?") else min(at + 1, len(lines) - 1)
        last = lines[end]
        text = line.text if last is line else f"{line.text} {last.text}"
        follows = lines[end + 1] if end + 1 < len(lines) else None
        longest = _LONGEST_NUMBERED if numbered else _LONGEST
        if not text.endswith("?") or len(text) > longest or follows is None or follows.text.endswith("?"):
            continue
        further = follows.indent > line.indent
        if bullet:
            if further and not BULLET.match(follows.text):
                mark = bullet.end()
                yield heading(line._replace(indent=line.indent + mark), _LEVEL, text[mark:])
        elif further or (
            line.after_blank
            and (numbered or last.before_blank or _ANSWER.match(follows.text) or _broken(last, follows))
        ):
            yield heading(line, _LEVEL, text)


def _broken(line: TextLine, follows: TextLine) -> bool:
    """Whether a line ends where its writer ended it: the first word of the next would have had room."""
    first, _, rest = follows.text.partition(" ")
    return bool(rest) and not first[0].islower() and len(line.text) + 1 + len(first) <= len(follows.text)
