"""Headings that are a paragraph of their own: numbered, in capitals, underlined, short, or outdented."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from edge.indexing.structure.document import Heading
from edge.indexing.structure.headings.divisions import DIVISIONS
from edge.indexing.structure.headings.line import (
    BULLET,
    FIELD,
    LEADERS,
    UNDERLINE,
    UNFINISHED,
    begins_paragraph,
    heading,
    in_capitals,
)
from edge.indexing.structure.headings.numbering import NUMBERED
from edge.indexing.structure.text_lines import TextLine

_LEAST = 3  # articles that show how far titles are set in
_CAPTION = re.compile(r"(?:table|tableau|figure|fig\.|diagram|schéma|copyright|©)\s", re.IGNORECASE)


def own_paragraph(lines: Sequence[TextLine], depth: int) -> Iterator[Heading]:
    """Numbered titles, capitals, and short lines above longer text."""
    margins = {min((line.indent for line in lines), default=0), _division_indent(lines)}
    items = _items(lines)
    for at, (line, following) in enumerate(pairwise(lines)):
        if (
            not (line.before_blank and begins_paragraph(lines, at))
            or len(line.text) > 90
            or LEADERS.search(line.text)
            or BULLET.match(line.text)
            or "|" in line.text
            or _CAPTION.match(line.text)
            or any(pattern.match(line.text) for _, pattern in DIVISIONS)
        ):
            continue
        numbered = NUMBERED.match(line.text)
        if numbered and not UNFINISHED.search(line.text) and line.start not in items:
            yield heading(line, depth + 4 + numbered["label"].count("."))
        elif in_capitals(line.text) and not line.text.endswith((";", ",")):
            yield heading(line, depth + 1)
        elif (
            line.indent in margins
            and line.text[0].isupper()
            and not UNFINISHED.search(line.text)
            and len(line.text) <= 60
            and not FIELD.fullmatch(line.text)
            and not following.before_blank  # a paragraph of several lines, or a long one
            and not any(c.isdigit() for c in line.text[-3:])
            and not _announced(lines, at)
        ):
            yield heading(line, depth + 8)


def _announced(lines: Sequence[TextLine], at: int) -> bool:
    """Whether the paragraph above, of several lines, ends in a colon: "…, in the following format:"."""
    above = lines[at - 1] if at else None
    return above is not None and above.text.endswith(":") and not above.after_blank


def _division_indent(lines: Sequence[TextLine]) -> int:
    """How far articles and chapters are set in: titles without a number are then, too. 0 where they are
    not.
    """
    alone = (line for line in lines if line.indent and line.after_blank and line.before_blank)
    indents = Counter(
        line.indent for line in alone if any(pattern.match(line.text) for _, pattern in DIVISIONS)
    )
    return next((indent for indent, count in indents.most_common(1) if count >= _LEAST), 0)


def _items(lines: Sequence[TextLine]) -> set[int]:
    """Where numbered lines begin that are items of a list and no titles: of the numbers before and behind
    them one is a sentence or goes on in a second line, and none is a title.
    """
    numbered = [
        (line, match["label"]) for line in lines if line.after_blank and (match := NUMBERED.match(line.text))
    ]
    counted = [(line, int(label)) for line, label in numbered if label.isdecimal()]
    found = set()
    for at, (line, number) in enumerate(counted):
        beside = [
            other
            for other, step in (*counted[max(0, at - 1) : at], *counted[at + 1 : at + 2])
            if abs(step - number) == 1 and other.indent == line.indent
        ]
        if beside and all(not one.before_blank or UNFINISHED.search(one.text) for one in beside):
            found.add(line.start)
    return found


def underlined(lines: Sequence[TextLine], depth: int) -> Iterator[Heading]:
    """Titles of one or two lines above a rule that is half as long at least, or between two; not in a box."""
    ranks = _ranks(lines)
    for at, (line, following, third) in enumerate(zip(lines, lines[1:], [*lines[2:], None], strict=False)):
        if not begins_paragraph(lines, at) or line.before_blank or UNDERLINE.fullmatch(line.text):
            continue
        rule, title = UNDERLINE.fullmatch(following.text), line.text
        if rule is None and not following.before_blank and third is not None:
            rule, title = UNDERLINE.fullmatch(third.text), f"{title} {following.text}"
        boxed = rule is not None and line.text[0] == line.text[-1] == rule["mark"]
        if rule and not boxed and 2 * len(rule.string) >= len(line.text):
            yield heading(line, depth + ranks.get(rule["mark"], ranks[""]), title)


def _ranks(lines: Sequence[TextLine]) -> dict[str, int]:
    """The level below each mark of an underline ("": any other): stars, where there are any, are above all,
    as `makeinfo` sets chapters, sections and subsections.
    """
    starred = any(line.text.startswith("***") and UNDERLINE.fullmatch(line.text) for line in lines)
    if starred:
        return {"*": 1, "#": 1, "=": 2, "-": 3, ".": 4, "": 3}
    return {"*": 1, "#": 1, "=": 1, "": 2}


def outdented(lines: Sequence[TextLine], depth: int) -> Iterator[Heading]:
    """Titles left of an indented text, as browsers of text write a page: one further out is above one further
    in. Only where most lines of paragraphs begin in the same column, and three titles left of it.
    """
    within = Counter(line.indent for line in lines if not (line.after_blank and line.before_blank))
    if not within:
        return
    column, count = within.most_common(1)[0]
    if column < 2 or 2 * count < within.total():
        return
    titles = [
        line
        for line, following in pairwise(lines)
        if line.indent < column
        and line.after_blank
        and line.before_blank
        and len(line.text) <= 90
        and following.indent <= column
        and not line.text.endswith((".", ",", ";", ":"))
        and not BULLET.match(line.text)
        and not LEADERS.search(line.text)
        and not FIELD.fullmatch(line.text)
    ]
    if len(titles) >= 3:
        ranks = sorted({line.indent for line in titles})
        yield from (heading(line, depth + 5 + ranks.index(line.indent)) for line in titles)
