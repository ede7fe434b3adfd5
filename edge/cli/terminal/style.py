"""Text for people: colour, wrapping, and characters that a terminal must not receive."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable

from edge.text.sanitise import visible

_WORD = re.compile(r"\w+")


class Style:
    """ANSI styles, or none. `Style(False)` leaves text as it is."""

    def __init__(self, coloured: bool) -> None:
        self.coloured = coloured

    def _wrap(self, text: str, start: str, end: str) -> str:
        return f"\x1b[{start}m{text}\x1b[{end}m" if self.coloured and text else text

    def bold(self, text: str) -> str:
        return self._wrap(text, "1", "22")

    def underline(self, text: str) -> str:
        return self._wrap(self._wrap(text, "4", "24"), "1", "22")

    def dim(self, text: str) -> str:
        return self._wrap(text, "2", "22")

    def good(self, text: str) -> str:
        return self._wrap(text, "32", "39")

    def warn(self, text: str) -> str:
        return self._wrap(text, "33", "39")

    def bad(self, text: str) -> str:
        return self._wrap(text, "31", "39")

    def place(self, text: str) -> str:
        return self._wrap(text, "36", "39")


def safe(text: str) -> str:
    """One line without control characters: a document must not be able to steer the terminal."""
    return visible(text)


def columns(text: str) -> int:
    """How many terminal columns a text takes: wide East Asian characters take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def wrap(text: str, width: int | None, first: str = "", rest: str | None = None) -> list[str]:
    """Lines of at most `width` columns with their indents; one line when `width` is None."""
    rest = first if rest is None else rest
    if width is None:
        return [first + text]
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def highlight(
    line: str, wanted: frozenset[str], key: Callable[[str], str], mark: Callable[[str], str]
) -> str:
    """`line` with each word marked whose `key` is in `wanted`."""
    return _WORD.sub(lambda m: mark(m.group()) if key(m.group()) in wanted else m.group(), line)


#: Marks around a run of text while it is wrapped; documents cannot hold them (see `between`).
OPENED, CLOSED = "\ue000", "\ue001"


def between(text: str, start: int, end: int) -> str:
    """`text` with marks around `[start, end)`, any such marks of its own taken out first."""
    parts = (text[:start], text[start:end], text[end:])
    before, inside, after = (part.replace(OPENED, "").replace(CLOSED, "") for part in parts)
    return f"{before}{OPENED}{inside}{CLOSED}{after}"


def unmark(lines: list[str], inside: Callable[[str], str], outside: Callable[[str], str]) -> list[str]:
    """Wrapped lines without their marks: what stood between them through `inside`, the rest through
    `outside`.
    """
    shown, within = [], False
    for line in lines:
        parts = re.split(f"([{OPENED}{CLOSED}])", line)
        built = ""
        for part in parts:
            if part in (OPENED, CLOSED):
                within = part == OPENED
            elif part:
                built += inside(part) if within else outside(part)
        shown.append(built)
    return shown


def table(rows: list[list[str]], gap: str = "  ", *, numbers: bool = True) -> list[str]:
    """Rows as aligned lines, no trailing spaces. With `numbers`, columns of numbers stand to the right."""
    if not rows:
        return []
    count = max(len(row) for row in rows)
    rows = [row + [""] * (count - len(row)) for row in rows]
    widths = [max(columns(row[i]) for row in rows) for i in range(count)]
    numeric = [numbers and all(_is_number(row[i]) for row in rows[1:]) for i in range(count)]
    lines = []
    for row in rows:
        cells = []
        for i, cell in enumerate(row):
            pad = " " * (widths[i] - columns(cell))
            cells.append(pad + cell if numeric[i] else cell + pad)
        lines.append(gap.join(cells).rstrip())
    return lines


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"[-+]?[\d.,  ]*\d\s*(%|ms|s)?|–|", cell))
