"""Page text to sentences and table rows, with exact spans: the units that are chosen and quoted.

A quote is only ever a slice of the page, so this module returns offsets and never rewrites text. Rules
instead of a trained splitter: regulations, PDFs and two languages break trained ones in ways that cannot be
repaired by hand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from edge.text.tokens import fold, stop_words

#: A longer run without any end mark is cut at semicolons, line ends or spaces: nobody reads it as one
#: sentence.
MAX_CHARS = 600

# A row of a table as ingestion writes it: cells on one line between spaced bars.
_ROW = re.compile(r"[^\n|]*(?: \| ?|\| )[^\n]*")
_RULE = re.compile(r"[\s|:+\-–—=]*")
_LINE = re.compile(r"[^\n]+")
# What begins a new unit at the start of a line: a bullet, or a number as in "7.5.2 ", "3) ", "b. ".
_BULLETS = "•●▪◦‣*·–—➢✓-"
_ITEM = re.compile(
    rf"\s*(?:[{_BULLETS}]\s|\(?(?:\d{{1,3}}(?:\.\d{{1,3}})*[.)]|\d{{1,3}}(?:\.\d{{1,3}})+|[a-zA-Z][.)])\s+\S|\d{{1,3}}\s+[A-ZÀ-Þ]|#{{1,6}}\s)"
)
_LABEL = re.compile(
    r"[\s(]*(?:(?:[Tt]able(?:au)?|[Ff]igure|[Aa]rticle|[Aa]nnexe?|[Cc]hap(?:ter|itre))\s+)?(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z]|[IVX]{1,5})[.)]+"
)
_END = re.compile(
    r"[.!?…]+(?:[\"'”’»)\]]|[ \u00a0\u202f]»)*(?:\[\d+\])*(?=\s)|[.!?]+[\"”»)\]]*$|;(?=\s*\n)|:(?=\s*\n)"
)
_OPENS = re.compile(r"\s+[\"'“‘«(\[¿¡—–-]*\s*[^\W_a-zß-öø-ÿ]")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[«“\"'’])(?:[^\W\d_]|mm?|mmes?|mlles?|mrs?|ms|drs?|prof|sr|jr|st|ste|me|cf|art|al|ex|p|pp|no|nos|n°|vol|fig|"
    r"ch|chap|sec|approx|env|etc|vs|i\.e|e\.g|c\.-à-d|av|apr|j\.-c|inc|ltd|co|corp|gen|col|lt|sgt|capt|rev|hon|gov|sen|rep|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|janv|févr|juil|déc|tél|min|max|ca|resp|(?:[^\W\d_]\.)+[^\W\d_])$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence or a table row: `text[start:end]`. `context` makes a row readable: caption and column
    headings.
    """

    start: int
    end: int
    row: bool = False
    context: str = ""


def split(text: str, table: str = "") -> list[Unit]:
    """Sentences and table rows of a text in order, trimmed of white space, never overlapping.

    `table` is the caption when the text is known to be a table. The first row of a run of rows is its
    header: it is a unit too, and the `context` of the rows below it. Everything but white space, bullets
    and ruling lines of the text lies in some unit.
    """
    units: list[Unit] = []
    header = ""
    block_start = -1
    block_end = 0
    lines = [match.span() for match in _LINE.finditer(text)]
    width = _usual_width(lines)
    previous: tuple[int, int] | None = None
    for start, end in lines:
        line = text[start:end]
        ruling = "|" in line and _RULE.fullmatch(line) is not None
        if ruling or ("|" in line and _ROW.fullmatch(line)):
            if block_start >= 0:
                units += _sentences(text, block_start, block_end)
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
        if block_start >= 0 and previous is not None and _breaks(text, previous, (start, end), width):
            units += _sentences(text, block_start, block_end)
            block_start = -1
        if block_start < 0:
            block_start = start
        block_end = end
        previous = (start, end)
    if block_start >= 0:
        units += _sentences(text, block_start, block_end)
    return units


def _usual_width(lines: list[tuple[int, int]]) -> int:
    """Width of a full line of this page: lines much shorter end a paragraph. 0 when there is no common
    width.
    """
    if len(lines) < 4:
        return 0
    widths = sorted(end - start for start, end in lines)
    width = widths[(len(widths) * 8) // 10]
    return width if 30 <= width <= 160 else 0


def _breaks(text: str, before: tuple[int, int], after: tuple[int, int], width: int) -> bool:
    """Whether a line end is also the end of a paragraph, an item or a heading, and not a wrapped line."""
    if text.count("\n", before[1], after[0]) > 1:
        return True
    line = text[after[0] : after[1]]
    if not line.strip() or not text[before[0] : before[1]].strip() or _ITEM.match(line):
        return True
    first = line.lstrip()[0]
    if first.islower():
        return False
    if _last_word(text[before[0] : before[1]]) in stop_words():
        return False  # "with 30 more" does not end after "with"
    # A short line before a line that opens like a sentence: a heading, a cell, or the last line of a
    # paragraph.
    if width and before[1] - before[0] < 0.62 * width:
        return True
    return not width and not text[before[0] : before[1]].rstrip().endswith((",", "-", "–"))


def _last_word(line: str) -> str:
    """The folded last word of a line with what is stuck to it, so that "with," is not "with"."""
    last = line.rsplit(None, 1)[-1:]
    return fold(last[0]) if last else ""


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
        text[end - 1].isspace() or (text[end - 1] in _BULLETS and text[end - 2 : end - 1].isspace())
    ):
        end -= 1
    if end > start and any(c.isalnum() for c in text[start:end]):
        units.append(Unit(start, end, row, context))


def _sentences(text: str, start: int, end: int) -> list[Unit]:
    """Sentences of one paragraph `text[start:end]`."""
    units: list[Unit] = []
    begin = start
    for match in _END.finditer(text, start, end):
        stop = match.end()
        if stop < end and not match.group().startswith((";", ":")):
            if not _OPENS.match(text, stop, end):
                continue
            if _LABEL.fullmatch(text, begin, stop):  # "3." before its heading
                continue
            if match.group() == "." and _ABBREVIATION.search(
                text, max(begin, match.start() - 12), match.start()
            ):
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
