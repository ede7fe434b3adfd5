"""Numbered titles that are set as the text is: "3. Warranty", "3.2 Cleaning the filter", "II – Cotisations"
on a line of its own, in a PDF or a letter where neither type nor a style marks them.

Items of a list look alike, so titles count on through the document, three at least, and most of them stand
above a text. Lists of steps begin anew: where several runs of plain numbers do, none is one of titles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from edge.indexing.structure.document import Heading, Page
from edge.indexing.structure.headings.line import UNFINISHED
from edge.indexing.structure.headings.numbering import NUMBERED, counts
from edge.indexing.structure.text_lines import TextLine
from edge.text.one_line import one_line

_LEAST = 3  # titles of a run
_LONGEST = 80
_MOST_WORDS = 11  # of a title, its number included
_MARKED = 3  # titles that the type marks: between two of them a list of steps may stand, and no title
_SKIPPED = 2  # from one to the next: one that is set otherwise may stand between
_WAITING = 40  # runs that may go on
_ENDED = re.compile(r"[.!?:;…»”\")\]|]$")
_LEADERS = re.compile(r"(?:[.·_…]\s?){4,}|\s…\s*\d+$|\S\s{3,}\S|\s\d+$| \| ")
_WORD = re.compile(r"\S+")


class _Title(msgspec.Struct):
    """A line that may be a title. `keys`: what its number may count, as tuples of its parts; `tells`: a text
    stands below it; `marked`: its type says that it is a title.
    """

    page: int
    heading: Heading
    keys: dict[str, tuple[int, ...]]
    tells: bool
    marked: bool
    section: int  # titles marked by their type so far

    @property
    def parts(self) -> int:
        return len(next(iter(self.keys.values())))


def numbered_titles(
    pages: Sequence[Page], lines_of: Sequence[Sequence[TextLine]], depth: int
) -> dict[int, list[Heading]]:
    """The titles of each page (from 0). `depth`: the level of the lowest title that is marked."""
    found = list(_candidates(pages, lines_of, depth))
    kept = [run for run in _runs(found) if _is_run(run)]
    plain = [run for run in kept if all(title.parts == 1 for title in run)]
    several = len(plain) > 1
    marked = sum(1 for page in pages for heading in page.headings if heading.text)
    titles: dict[int, list[Heading]] = {}
    for run in kept:
        inside = run[0].section == run[-1].section and marked >= _MARKED and run[0].parts == 1
        if run in plain and (several or inside):
            continue
        typed = {title.parts for title in run if title.marked}
        for title in run:
            if title.parts not in typed:  # titles of one depth are set alike
                titles.setdefault(title.page, []).append(title.heading)
    return titles


def _candidates(
    pages: Sequence[Page], lines_of: Sequence[Sequence[TextLine]], depth: int
) -> Iterator[_Title]:
    section = 0
    for number, (page, lines) in enumerate(zip(pages, lines_of, strict=True)):
        marked = {heading.start for heading in page.headings if heading.text}
        below = next((after[0] for after in lines_of[number + 1 :] if after), None)
        for at, line in enumerate(lines):
            section += line.start + line.indent in marked
            match = NUMBERED.match(line.text) if len(line.text) <= _LONGEST else None
            keys = _keys(match["label"]) if match else {}
            if match is None or not keys:
                continue
            label = match["label"]
            if line.start + line.indent in marked:
                heading = Heading(line.start + line.indent, depth, line.text)
                yield _Title(number, heading, keys, True, True, section)
                continue
            following = lines[at + 1] if at + 1 < len(lines) else below
            opens = line.after_blank or _ENDED.search(lines[at - 1].text)
            if following is None or not opens or not _may_be_title(line.text, match["title"]):
                continue
            if _heads(label, line, following, lines[at + 1 : at + 4]):
                level = depth + 4 + label.count(".")
                heading = Heading(line.start + line.indent, level, one_line(line.text))
                tells = len(following.text) > 1.5 * len(line.text) or following.text.endswith(".")
                yield _Title(number, heading, keys, tells, False, section)


def _may_be_title(text: str, title: str) -> bool:
    words = len(_WORD.findall(text))
    return words <= _MOST_WORDS and not UNFINISHED.search(title) and not _LEADERS.search(text)


def _heads(label: str, line: TextLine, following: TextLine, below: Sequence[TextLine]) -> bool:
    """Whether a line stands above what can be its text: no item beside it, no line that it runs on into."""
    if following.text[0].islower():
        return False
    numbered = NUMBERED.match(following.text)
    if numbered is not None:
        return numbered["label"].startswith(f"{label}.")
    if line.before_blank:
        return True
    first = following.text.split(maxsplit=1)[0]
    width = max((len(one.text) for one in below), default=0)
    return len(line.text) + 1 + len(first) < max(0.85 * width, 1)


def _keys(label: str) -> dict[str, tuple[int, ...]]:
    """What a label counts: "3.2" (3, 2), "A.1" (1, 1); an I is one, or the ninth letter."""
    first, *others = label.split(".")
    rest = tuple(int(part) for part in others if part.isdecimal())
    return {kind: (count, *rest) for kind, count in counts(first).items()}


def _runs(titles: Sequence[_Title]) -> list[list[_Title]]:
    """Titles that count on; one that counts one begins another run, beside those that wait for their next."""
    runs: list[list[_Title]] = []
    waiting: list[list[_Title]] = []  # the last ones that went on
    for title in titles:
        run = next((run for run in reversed(waiting) if _follows(run[-1], title)), None)
        if run is not None:
            waiting.remove(run)
        elif any(set(key) <= {0, 1} for key in title.keys.values()) or title.marked:
            run = []
            runs.append(run)
        else:
            continue
        run.append(title)
        waiting = [*waiting[1 - _WAITING :], run]
    return runs


def _follows(before: _Title, after: _Title) -> bool:
    return any(kind in before.keys and _onward(before.keys[kind], key) for kind, key in after.keys.items())


def _onward(last: tuple[int, ...], key: tuple[int, ...]) -> bool:
    """3.2 is followed by 3.3, 3.2.1, 4 and 4.1, and by one further where a title is set otherwise."""
    for at, (one, other) in enumerate(zip(last, key, strict=False)):
        if one != other:
            return 0 < other - one <= _SKIPPED and all(part == 1 for part in key[at + 1 :])
    return len(key) == len(last) + 1 and key[-1] <= 1


def _is_run(run: Sequence[_Title]) -> bool:
    plain = [title for title in run if not title.marked]
    if not plain:
        return False
    holds = [after.parts > title.parts for title, after in pairwise(plain)]  # titles below it
    tells = sum(title.tells or below for title, below in zip(plain, [*holds, False], strict=True))
    return len(run) >= _LEAST and 2 * tells > len(plain)
