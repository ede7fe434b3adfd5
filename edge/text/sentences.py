"""Page text to sentences and table rows, with exact spans: the units that are chosen and quoted.

A quote is only ever a slice of the page, so this module returns offsets and never rewrites text. Rules
instead of a trained splitter: regulations, PDFs and two languages break trained ones in ways that cannot be
repaired by hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from edge.text import list_items
from edge.text.columns import DRAWN_RULE, STROKE
from edge.text.list_items import BULLETS
from edge.text.tokens import fold, stop_words

#: A longer run without any end mark is cut at semicolons, line ends or spaces: nobody reads it as one
#: sentence.
MAX_CHARS = 600

# A row of a table as ingestion writes it: cells on one line between spaced bars.
_ROW = re.compile(r"(?<![^\n|])[^\n|]*(?: \| ?|\| )[^\n]*")
_RULE = re.compile(r"[\s|:+\-–—=]*")
_DRAWN = re.compile(r"\A[ \t]*+[-=_*~+\u2500-\u257f]")
_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"\S+")
_BEFORE_LABEL = re.compile(r"[\s(]*")
_LABEL = re.compile(
    r"(?:(?:[Tt]able(?:au)?|[Ff]igure|[Aa]rticle|[Aa]nnexe?|[Cc]hap(?:ter|itre))\s+)?(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z]|[IVX]{1,5})[.)]+"
)
_END = re.compile(
    r"(?<![.!?…])[.!?…]++(?:[\"'”’»)\]]|[ \u00a0\u202f]»)*(?:\[(?:note )?\w{1,4}\]|[⁰¹²³⁴-⁹])*+(?=\s)"
    r"|(?<![.!?])[.!?]++[\"”»)\]]*+$|;(?=\s*\n)|:(?=\s*\n)"
)
_OPENS = re.compile(r"(?<!\s)\s++[\"'“‘«(\[¿¡—–-]*+\s*+[^\W_a-zß-öø-ÿ]")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[«“\"'’])(?:[^\W\d_]|mm?|mmes?|mlles?|mrs?|ms|messrs|cllrs?|drs?|prof|sr|jr|st|ste|me|cf|art|al|ex|p|pp|no|nos|n°|vol|fig|"
    r"ch|chap|sec|approx|env|etc|vs|i\.e|e\.g|rs|c\.-à-d|av|apr|j\.-c|inc|ltd|co|corp|gen|col|lt|sgt|capt|rev|hon|gov|sen|rep|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|janv|févr|juil|déc|tél|min|max|ca|resp|ext|bât|réf|ref|temp|dép|hab|éd|"
    r"th|bd|boul|cie|éts|(?:[^\W\d_]\.-?)+[^\W\d_])$",
    re.IGNORECASE,
)
# "100 k, 200 k ... 900 k", "1, 2, …, n" before a number: what lies between is left out, and nothing ends.
_COUNTED = re.compile(r"\d[^\W\d_]{0,2}+(?: [^\W\d_]{1,3}+)?,?\s\Z")
_NUMBER = re.compile(r"\s\d")
_STOP = re.compile(r"(?<![^\W\d_%])[^\W\d_%]++[.!?](?:\s|$)")
_CAPITAL = re.compile(r"(?<!\s)\s++[\"'“‘«(]*+\s*+[A-ZÀ-Þ][ '’a-zà-ÿ]")


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence or a table row: `text[start:end]`. `context` makes a row readable: caption and column
    headings; or the item of a list: the line that announces it; or a sentence of a definition: its term.
    """

    start: int
    end: int
    row: bool = False
    context: str = ""
    kind: Literal["", "list", "item", "code", "entry", "heading"] = (
        ""  # what it is besides (`edge.engines.units`)
    )


def split(text: str, table: str = "", rows: Sequence[tuple[int, int]] = ()) -> list[Unit]:
    """Sentences and table rows of a text in order, trimmed of white space, never overlapping.

    `table` is the caption when the text is known to be a table, `rows` are runs that are. Elsewhere a line by
    itself with a single bar is prose: a command that pipes into another. The first row of a run of rows is
    its header: it is a unit too, and the `context` of the rows below it. Everything but white space, bullets
    and ruling lines of the text lies in some unit.
    """
    units: list[Unit] = []
    header = ""
    block_start = -1
    block_end = 0
    lines = [match.span() for match in _LINE.finditer(text)]
    paragraphs = _Paragraphs(text, lines)
    previous: tuple[int, int] | None = None
    for at, (start, end) in enumerate(lines):
        line = text[start:end]
        ruling = _is_ruling(line)
        barred = "|" in line and _ROW.fullmatch(line) is not None
        if barred and not table and not any(a < end and start < b for a, b in rows):
            barred = line.count("|") > 1 or _beside_bars(text, lines, at)
        if ruling or barred:
            if block_start >= 0:
                units += _sentences(text, block_start, block_end, paragraphs)
                block_start = -1
            if ruling:
                previous = (start, end)
                continue
            follows = bool(header) and previous is not None and text.count("\n", previous[1], start) == 1
            if not follows:
                caption = table or _caption(text, units, start)
                header = "\n".join(part for part in (caption, line.strip()) if part)
                _append(units, text, start, end, row=True, context=caption)
            else:
                _append(units, text, start, end, row=True, context=header)
            previous = (start, end)
            continue
        header = ""
        if block_start >= 0 and previous is not None and paragraphs.parted(previous, (start, end)):
            units += _sentences(text, block_start, block_end, paragraphs)
            block_start = -1
        if block_start < 0:
            block_start = start
        block_end = end
        previous = (start, end)
    if block_start >= 0:
        units += _sentences(text, block_start, block_end, paragraphs)
    return units


def _beside_bars(text: str, lines: list[tuple[int, int]], at: int) -> bool:
    """Whether the line right above or below has bars too."""
    return any(
        0 <= other < len(lines)
        and "|" in text[slice(*lines[other])]
        and text.count("\n", lines[min(at, other)][1], lines[max(at, other)][0]) == 1
        for other in (at - 1, at + 1)
    )


def _is_ruling(line: str) -> bool:
    """Whether a line parts rows or paragraphs and says nothing."""
    if "|" in line:
        return _RULE.fullmatch(line) is not None
    if _DRAWN.match(line) is None:
        return False
    drawn = line.strip()
    return DRAWN_RULE.fullmatch(drawn) is not None or STROKE.fullmatch(drawn) is not None


def goes_on(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` breaks off: it ends without an end mark, and its paragraph goes on. Rows,
    headings and items end with their line.
    """
    lines = [match.span() for match in _LINE.finditer(text)]
    at = next((at for at, line in enumerate(lines) if line[0] < end <= line[1]), None)
    if at is None or list_items.ended(text[start:end]) or _ROW.fullmatch(text, *lines[at]):
        return False
    if text[end : lines[at][1]].strip():
        return True
    follows = at + 1 < len(lines) and not _ROW.fullmatch(text, *lines[at + 1])
    return follows and not _Paragraphs(text, lines).parted(lines[at], lines[at + 1])


def end_of_sentence(text: str, end: int) -> int:
    """Where the sentence or row that `text[:end]` ends in has its own end; `end` when it stands in none."""
    return next((unit.end for unit in split(text) if unit.start < end <= unit.end), end)


class _Paragraphs:
    """Where the lines of a page are parted into paragraphs, items and headings."""

    def __init__(self, text: str, lines: list[tuple[int, int]]) -> None:
        self._text = text
        self._widths: dict[int, int] = {}
        self._wrapped: set[int] = set()
        page = _usual_width(lines)
        for block in _blocks(text, lines):
            starts = [start for start, _ in block]
            if width := _wrapped_width(text, block):
                self._wrapped.update(starts)
            self._widths |= dict.fromkeys(starts, width or page)
        self.openings = list_items.openings(text, lines, self._widths)

    def parted(self, before: tuple[int, int], after: tuple[int, int]) -> bool:
        """Whether a line end is also the end of a paragraph, an item or a heading, and not a wrapped line."""
        text = self._text
        if text.count("\n", before[1], after[0]) > 1 or after[0] in self.openings:
            return True
        line, line_before = text[after[0] : after[1]].strip(), text[before[0] : before[1]].strip()
        if not line or not line_before or self._priced(line_before, line, before[0]):
            return True
        if (
            line[0].islower()
            # "with 30 more" does not end after "with", but may after "with,"
            or fold(line_before.rsplit(None, 1)[-1]) in stop_words()
            or list_items.is_label(line_before)
        ):
            return False
        if line[0].isdigit() and self._waits_for_a_number(before, after):
            return False
        # A short line before a line that opens like a sentence: a heading, a cell, or the last line of a
        # paragraph.
        if width := self._widths[before[0]]:
            return before[1] - before[0] < 0.62 * width
        return not line_before.endswith((",", "-", "–"))

    def _priced(self, line: str, following: str, at: int) -> bool:
        """Whether two lines tell values beside each other: "Adults 11.50" above "Garden only 3.00"."""
        both = line[-1].isdigit() and following[-1].isdigit() and following[0].isupper()
        return both and at not in self._wrapped

    def wrapped(self, at: int) -> bool:
        """Whether the line that ends at `at` is one of a wrapped paragraph, and goes on in the next."""
        here, after = self._text.rfind("\n", 0, at) + 1, self._text.find("\n", at) + 1
        return after - 1 < at + 2 and {here, after} <= self._wrapped and after not in self.openings

    def _waits_for_a_number(self, before: tuple[int, int], after: tuple[int, int]) -> bool:
        """Whether a line with a number at its start goes on with what the line before says."""
        line, follows = self._text[slice(*before)].strip(), self._text[slice(*after)].strip()
        if list_items.is_open(line) or list_items.names_a_number(line):
            return True
        if before[0] in self._wrapped and after[0] in self._wrapped:
            return not list_items.ended(line)
        words = any(one.isalpha() for one in follows) or follows.endswith((".", "!", "?"))
        prose = 2 * sum(map(str.isalpha, line)) > len(line) and (
            before[0] in self.openings
            or (len(line) >= list_items.RUNNING and not line[0].isdigit())
            or (len(line.split()) > 3 and _STOP.search(follows) is not None)
        )
        return words and prose and not list_items.ended(line)


def _blocks(text: str, lines: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Runs of lines without a blank one between them."""
    blocks: list[list[tuple[int, int]]] = []
    for line in lines:
        if blocks and text.count("\n", blocks[-1][-1][1], line[0]) == 1:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def _wrapped_width(text: str, block: list[tuple[int, int]]) -> int:
    """The width to which a paragraph was wrapped: no line had room for the first word of the next, and lines
    begin in the middle of sentences. 0 for any other block.
    """
    width = max(end - start for start, end in block)
    words = [_WORD.search(text, start, end) for start, end in block[1:]]
    room = any(
        word is None or end - start + 1 + len(word[0]) <= width
        for (start, end), word in zip(block, words, strict=False)
    )
    if room or not words or not 30 <= width <= 160:
        return 0
    low = sum(word is not None and word[0][0].islower() and "://" not in word[0] for word in words)
    low += sum(
        word is not None and word[0][0].isdigit() and not list_items.ended(text[start:end])
        for (start, end), word in zip(block, words, strict=False)
    )
    return (
        width if 3 * low >= len(words) and text[slice(*block[-1])].rstrip().endswith((".", "!", "?")) else 0
    )


def _usual_width(lines: list[tuple[int, int]]) -> int:
    """Width of a full line of this page: lines much shorter end a paragraph. 0 when there is no common
    width.
    """
    if len(lines) < 4:
        return 0
    widths = sorted(end - start for start, end in lines)
    width = widths[(len(widths) * 8) // 10]
    return width if 30 <= width <= 160 else 0


def _caption(text: str, units: list[Unit], start: int) -> str:
    """The short line just above a table, when there is one: its caption."""
    if not units or units[-1].row:
        return ""
    last = units[-1]
    between = text[last.end : start]
    caption = text[last.start : last.end]
    return caption if not between.strip() and between.count("\n") <= 2 and len(caption) <= 120 else ""


def _append(
    units: list[Unit], text: str, start: int, end: int, *, row: bool = False, context: str = ""
) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and (
        text[end - 1].isspace() or (text[end - 1] in BULLETS and text[end - 2 : end - 1].isspace())
    ):
        end -= 1
    if end > start and any(c.isalnum() for c in text[start:end]):
        units.append(Unit(start, end, row, context))


def _sentences(text: str, start: int, end: int, paragraphs: _Paragraphs) -> list[Unit]:
    """Sentences of one paragraph `text[start:end]`."""
    units: list[Unit] = []
    begin = start
    for match in _END.finditer(text, start, end):
        stop = match.end()
        if match.group() in (";", ":"):
            if paragraphs.wrapped(stop):
                continue
        elif stop < end:
            if not _OPENS.match(text, stop, end):
                continue
            opens = _BEFORE_LABEL.match(text, begin, stop)
            if opens and _LABEL.fullmatch(text, opens.end(), stop):  # "3." before its heading
                continue
            before = max(begin - 1, match.start() - 12, 0), match.start()
            left_out = match.group() in ("..", "...", "…") and _COUNTED.search(text, *before)
            if left_out and _NUMBER.match(text, stop, end):
                continue
            shortened = match.group() == "." and _ABBREVIATION.search(text, *before)
            measured = shortened and list_items.MEASURED.search(text, *before)
            if shortened and not (measured and _CAPITAL.match(text, stop, end)):
                continue
        _cut(units, text, begin, stop)
        begin = stop
    _cut(units, text, begin, end)
    return units


def _cut(units: list[Unit], text: str, start: int, end: int) -> None:
    """Append `text[start:end]`, in pieces of at most MAX_CHARS."""
    while end - start > MAX_CHARS:
        window = text[start : start + MAX_CHARS]
        at = max(window.rfind(mark, MAX_CHARS // 3) for mark in ("; ", ";\n", "\n"))
        if at < 0:
            at = window.rfind(" ", MAX_CHARS // 3)
        if at < 0:
            at = MAX_CHARS - 1
        _append(units, text, start, start + at + 1)
        start += at + 1
    _append(units, text, start, end)
