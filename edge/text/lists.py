"""Lists in running text: where one begins and ends, its items, and the line that announces it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edge.text.spans import Span

_LINE = re.compile(r"(?<![^\n])[^\S\n]*+\S[^\n]*+")
# "aa." comes after "z."; "1°", "1°)", "2/", "3 –" are French.
_LABEL = (
    r"(?:\(?(?:\d{1,2}|[a-zA-Z]|(?P<twice>[a-z])(?P=twice)|[ivx]{1,4})[.)]"
    r"|\d{1,2}(?:[°º]\)?|/| [–—-](?=[ \t]+[^\W\d_]))|[a-z]/)"
)
_ITEM = re.compile(rf"(?<![ \t])[ \t]*+(?:[•●▪◦‣*–—➢✓-]|{_LABEL}|\[[ xX]?\])[ \t]+\S")
_BULLET = re.compile(r"(?<![ \t])[ \t]*+[•●▪◦‣*-][ \t]+\S")
#: What opens a line that counts things: "2 eggs", "225 g flour", "1 1/2 lemons".
_COUNTS = re.compile(r"(?<![ \t])[ \t]*+\d{1,4}(?:[.,/]\d{1,3})?(?: \d/\d)?[ \t][^\W\d_]")
_GAP = re.compile(r"\S(?: {2}|\t)")
_ROW = re.compile(r"\A.* \| ")
#: Items without a mark are short lines: a longer one is prose.
_SHORT = 120


@dataclass(frozen=True, slots=True)
class Listing:
    """`text[start:end]` is a list of `items`; `lead` is the line above that announces it, if one does.
    `under`: of each item, the words of the one that it hangs under, where it stands further in.
    """

    start: int
    end: int
    items: tuple[Span, ...]
    lead: Span | None
    under: tuple[Span | None, ...]


def is_item(line: str) -> bool:
    """Whether a line opens an item by its mark: a bullet, a number, a letter, a box."""
    return _ITEM.match(line) is not None


def listings(text: str, stops: Sequence[Span] = ()) -> list[Listing]:
    """The lists of a text, in order: at least two items, or one with a bullet, or that a line ending in a
    colon announces. Without marks: short lines below such a line, or a paragraph of lines that count things.

    `stops`: runs that belong to no list (headings, numbered as items are), where one ends.
    """
    found: list[Listing] = []
    edges = [0, *(place for stop in sorted(stops) for place in stop), len(text)]
    lines = [match.span() for match in _LINE.finditer(text)]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        found += _listings(text, [line for line in lines if start <= line[0] and line[1] <= end])
    return found


def _listings(text: str, lines: list[Span]) -> list[Listing]:
    """The lists among these lines."""
    found: list[Listing] = []
    at = 0
    while at < len(lines):
        after = _marked(text, lines, at) if _ITEM.match(text, *lines[at]) else 0
        lead = _lead(text, lines, at)
        if not after and lead is not None:
            after = _unmarked(text, lines, at)
        if not after:
            after = _counted(text, lines, at)
        if not after:
            at += 1
            continue
        starts = [i for i in range(at, after) if _ITEM.match(text, *lines[i])] or list(range(at, after))
        ends = [lines[i - 1][1] for i in [*starts[1:], after]]
        items = tuple((lines[i][0], end) for i, end in zip(starts, ends, strict=True))
        if len(items) > 1 or lead is not None or _BULLET.match(text, *lines[at]):
            found.append(Listing(lines[at][0], lines[after - 1][1], items, lead, tuple(_under(text, items))))
        at = after
    return found


def _under(text: str, items: Sequence[Span]) -> Iterator[Span | None]:
    """Of each item, the words behind the mark of the last one before it that stands further out."""
    open_ones: list[tuple[int, Span]] = []
    for start, end in items:
        indent = _indent(text, (start, end))
        while open_ones and open_ones[-1][0] >= indent:
            open_ones.pop()
        yield open_ones[-1][1] if open_ones else None
        mark = _ITEM.match(text, start, end)
        if not start:
            continue  # a text that was cut out of its page begins without its indent
        open_ones.append((indent, (mark.end() - 1 if mark else start + indent, end)))


def _marked(text: str, lines: list[Span], at: int) -> int:
    """The line after the list of marked items that begins at line `at`."""
    margin = _indent(text, lines[at])
    here = at + 1
    while here < len(lines):
        gap = text.count("\n", lines[here - 1][1], lines[here][0])
        item = _ITEM.match(text, *lines[here]) is not None
        deeper = _indent(text, lines[here]) > margin
        if not (
            deeper
            or (item and _indent(text, lines[here]) >= margin)
            or (gap == 1 and _goes_on(text, lines, here))
        ):
            break
        here += 1
    return here


def _goes_on(text: str, lines: list[Span], here: int) -> bool:
    """A wrapped line of an item that is not indented: it begins in the middle of a sentence."""
    first = text[slice(*lines[here])].strip()[:1]
    return first.islower() and not text[slice(*lines[here - 1])].rstrip().endswith((".", ";", ":"))


def _unmarked(text: str, lines: list[Span], at: int) -> int:
    """The line after a run of short lines that are items by their lead-in alone; 0 for prose."""
    here = at
    while here < len(lines):
        line = text[slice(*lines[here])]
        if here > at and text.count("\n", lines[here - 1][1], lines[here][0]) > 1:
            break
        if len(line) > _SHORT or _ROW.match(line):
            return 0
        here += 1
    body = [text[slice(*line)].rstrip() for line in lines[at:here]]
    listed = sum(line.endswith((";", ",")) or not line.endswith((".", "!", "?", ":")) for line in body[:-1])
    cased = [line.lstrip()[:1].islower() for line in body if line.lstrip()[:1].isalpha()]
    marked = all(line.endswith((";", ",")) for line in body[:-1])
    return (
        here if len(body) > 1 and listed == len(body) - 1 and (marked or sum(cased) in (0, len(cased))) else 0
    )


def _counted(text: str, lines: list[Span], at: int) -> int:
    """The line after a paragraph of short lines of which most open with a number of things; 0 for others."""
    if not _COUNTS.match(text, *lines[at]) or (at and text.count("\n", lines[at - 1][1], lines[at][0]) == 1):
        return 0
    here = at
    while here < len(lines) and (here == at or text.count("\n", lines[here - 1][1], lines[here][0]) == 1):
        here += 1
    body = [text[slice(*line)].rstrip() for line in lines[at:here]]
    short = all(len(line) <= _SHORT and not _ROW.match(line) and not _GAP.search(line) for line in body)
    plain = not any(line.endswith((".", "!", "?", ":")) for line in body)
    counted = sum(_COUNTS.match(line) is not None for line in body)
    return here if short and plain and len(body) > 2 and 3 * counted >= 2 * len(body) else 0


def _lead(text: str, lines: list[Span], at: int) -> Span | None:
    """The line before, when it ends in a colon and announces this one."""
    if not at or text.count("\n", lines[at - 1][1], lines[at][0]) > 2:
        return None
    start, end = lines[at - 1]
    return (start, end) if text[start:end].rstrip().endswith(":") else None


def _indent(text: str, line: Span) -> int:
    start, end = line
    return len(text[start:end]) - len(text[start:end].lstrip())
