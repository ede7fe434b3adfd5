"""Words that a line end divides: joined in the text, with what is printed kept beside it.

"inter-/national" is one word for whoever searches and reads; "well-/known" keeps its hyphen. Which of the two
it is, the document's own words tell: how it writes the word elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from edge.indexing.structure.document import PrintedText
from edge.text.tokens import terms

HYPHENS = "-\u2010\u00ad"
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LEFT = re.compile(rf"(?<![^\W\d_])([^\W\d_]{{2,}})[{HYPHENS}]$")
_RIGHT = re.compile(r"[^\W\d_]{2,}")
#: A whole word seen so often on each side of the hyphen makes a compound of it.
_KNOWN = 2
_WHOLE = 3  # letters of such a word, at the least


class DocumentWords:
    """The words of one document, as far as no line end divides them."""

    def __init__(self, pages: Iterable[Sequence[str]]) -> None:
        """`pages`: their lines in order."""
        self._count: Counter[str] = Counter()
        for lines in pages:
            divided = False
            for line in lines:
                words = _WORD.findall(line.lower())
                self._count.update(words[1 if divided else 0 : -1 if line[-1:] in HYPHENS else None])
                divided = line[-1:] in HYPHENS

    def joins(self, left: str, right: str, inside: bool = False) -> bool:
        """Is `left-right` at a line end one word, and its hyphen only the line's? `inside`: `left` stands
        behind another hyphen, as in "state-of-the-", so that a word such as "the" is one of a compound.
        """
        left, right = left.lower(), right.lower()
        if self._count[left + right]:
            return True
        if self._count[f"{left}-{right}"] or (inside and not terms(left)):
            return False
        whole = min(len(left), len(right)) >= _WHOLE
        return not (whole and min(self._count[left], self._count[right]) >= _KNOWN)


def _compound(line: str, start: int) -> bool:
    """Whether the word that begins here stands behind a word and a hyphen."""
    return start > 1 and line[start - 1] in HYPHENS and line[start - 2].isalpha()


def joined(lines: Sequence[str], words: DocumentWords) -> tuple[str, list[PrintedText]]:
    """The lines as one text, a line each; a divided word is whole on the line where it begins.

    The second value tells what of the text is printed otherwise, as offsets into it: putting those pieces in
    gives the lines as they were.
    """
    done: list[str] = []
    printed: list[PrintedText] = []
    length = 0  # of what is done, line ends included
    rest = list(lines)
    for at in range(len(rest)):
        soft = rest[at].endswith("\u00ad")
        line = rest[at].replace("\u00ad", "") + "-" * soft
        after = rest[at + 1] if at + 1 < len(rest) else ""
        divided = line[-1:] in HYPHENS and after[:1].islower()
        left, right = (_LEFT.search(line), _RIGHT.match(after)) if divided else (None, None)
        if left and right:
            hyphen = "" if soft or words.joins(left[1], right[0], _compound(line, left.start())) else line[-1]
            tail = after.split(maxsplit=1)[0]
            start = length + left.start()
            whole = left[1] + hyphen + tail
            printed.append(PrintedText(start, start + len(whole), f"{line[left.start() :]}\n{tail}"))
            line = line[: left.start()] + whole
            rest[at + 1] = after[len(tail) :].lstrip()
            if rest[at + 1]:
                end = length + len(line)
                printed.append(PrintedText(end, end + 1, " "))
        if line:
            done.append(line)
            length += len(line) + 1
    return "\n".join(done), printed
