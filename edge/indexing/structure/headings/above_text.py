"""Headings right above the text that they name, without a blank line between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from edge.indexing.structure.document import Heading
from edge.indexing.structure.headings.line import BULLET, LEADERS, UNFINISHED, heading, in_capitals
from edge.indexing.structure.headings.numbering import MINUTED, NUMBERED, CountedTitle, counting
from edge.indexing.structure.text_lines import TextLine

_LEAST = 3  # titles that are no items of a list
#: Words of a title that stands right above its text, its number included.
_SHORT = 7
_LABELLED = re.compile(r"\S: \S|\S@\S|[|_]|//")  # "Contact: Mr Vane"
_LETTERED = re.compile(r"[a-z][.)]\s")
_TERM = re.compile(r"[«“\"]")  # a title in quotes is a term: what it means goes on with a small letter


def above_text(lines: Sequence[TextLine], depth: int) -> Iterator[Heading]:
    """Titles in capitals, or of a few words, right above the paragraph that they name: three at least, for
    one alone may be the beginning of a letter.
    """
    capitals: list[TextLine] = []
    words: list[TextLine] = []
    for line, following in pairwise(lines):
        if not line.after_blank or line.before_blank or len(line.text) > 60:
            continue
        if LEADERS.search(line.text) or BULLET.match(line.text) or _LABELLED.search(line.text):
            continue
        if in_capitals(line.text) and line.text[-1] not in ";,:":
            if not following.text.isupper():
                capitals.append(line)
        elif (
            line.text[0].isupper()
            and len(line.text.split()) <= _SHORT
            and not UNFINISHED.search(line.text)
            and not any(c.isdigit() for c in line.text)
            and len(following.text) > max(60, 2 * len(line.text))
            and not following.text[0].islower()
        ):
            words.append(line)
    for rank, titles in ((1, capitals), (8, words)):
        if len(titles) >= _LEAST:
            yield from (heading(line, depth + rank) for line in titles)


def numbered_above_text(lines: Sequence[TextLine], depth: int) -> Iterator[Heading]:
    """Numbered titles right above their text: where it stands further in ("3. Claims" and below it "   A loss
    must be reported …"), three at least; where it does not, short ones that count on ("2. Water", "24/31
    Apologies"), three at least and most of them above a sentence. Else they are items of a list. Of a number
    of several parts ("5.1 Notice by the tenant") two are enough where each stands above a sentence, and no
    blank line need part them from the sentence, or the title, before.
    """
    inside: list[Heading] = []
    above: list[CountedTitle] = []
    for before, line, following in zip([None, *lines], lines, lines[1:], strict=False):
        numbered = NUMBERED.match(line.text) or MINUTED.match(line.text)
        if (
            numbered is None
            or not (line.after_blank or ("." in numbered["label"] and _ends(before)))
            or line.before_blank
            or len(line.text) > 60
            or UNFINISHED.search(line.text)
            or LEADERS.search(line.text)
            or (
                following.text[0].islower()
                and not (_TERM.match(numbered["title"]) or _LETTERED.match(following.text))
            )
        ):
            continue
        label = numbered["label"]
        title = heading(line, depth + 4 + label.count("."))
        if following.indent > line.indent:
            inside.append(title)
        elif len(line.text.split()) <= _SHORT and _is_text_of(label, following.text):
            tells = following.text.endswith(".") or len(following.text) > 2 * len(line.text)
            above.append(CountedTitle(label, title, tells))
    yield from inside if len(inside) >= _LEAST else ()
    for run in counting(above):
        telling = sum(title.tells for title in run)
        pair = len(run) > 1 and telling == len(run) and "." in run[0].label
        if pair or (len(run) >= _LEAST and 2 * telling > len(run)):
            yield from (title.heading for title in run)


def _ends(line: TextLine | None) -> bool:
    """Whether what a line says ends with it: a sentence, or a title in capitals."""
    return line is not None and (line.text[-1] in ".!?»”)" or line.text.isupper())


def _is_text_of(label: str, text: str) -> bool:
    """Whether a line below a title is no title beside it: "2.1" may stand below "2.", a list below "4.2"."""
    numbered = NUMBERED.match(text)
    if numbered is None or numbered["label"].startswith(f"{label}."):
        return True
    return "." in label and numbered["label"] == "1"
