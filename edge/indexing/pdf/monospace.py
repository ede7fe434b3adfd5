"""Code in a PDF: lines in letters of one width, kept line by line with their indents."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import pairwise
from statistics import median

from edge.indexing.pdf.lines import PdfLine

#: From line to line, in type sizes: in one block, and where an empty line stands between.
_FAR, _EMPTY = 3.2, 1.7
_SAME_LINE = 0.5
#: Characters further in than a block, at the least, where what follows says what the block names.
_FURTHER = 1.5
_MOST_INDENT = 120  # characters
_MOSTLY = 0.5
#: A line of running text: so many characters, words one space apart, hardly a sign of code.
_RUNNING = 45
_WORDS = re.compile(r"\A(?:[^\s{}<>|=$\\#;_]{1,30}+[ ]{1,2}+){4,}+\S{1,30}")


def is_monospace(lines: Sequence[PdfLine]) -> bool:
    """Whether a document is written in such letters, so that they tell nothing."""
    mono = sum(len(line.text) for line in lines if line.monospace)
    return mono > _MOSTLY * sum(len(line.text) for line in lines)


def beside(left: PdfLine, right: PdfLine) -> str:
    """`monospace` of two lines that stand side by side."""
    if not (left.monospace and right.monospace):
        return ""
    gap = round((right.box[0] - left.box[2]) / _width(left))
    return left.monospace + " " * max(1, min(gap, _MOST_INDENT)) + right.monospace


def code_blocks(lines: Sequence[PdfLine], rest: Sequence[int], taken: Container[int]) -> dict[int, list[int]]:
    """For each line that belongs to a block of code, those of the block: two lines at least, one below the
    other, that are no table, not all in bold, and no terms of what stands below them further in. `rest`: the
    lines that are text of the page.
    """
    blocks: dict[int, list[int]] = {}
    block: list[int] = []
    for at in [*rest, -1]:
        line = lines[at] if at >= 0 else None
        mono = line is not None and bool(line.monospace) and at not in taken
        if block and not (mono and line is not None and _near(lines[block[-1]], line)):
            for part in _without_prose(lines, block):
                below = line if part[-1] == block[-1] and at not in taken else None
                if _is_code([lines[one] for one in part], below):
                    blocks.update(dict.fromkeys(part, part))
            block = []
        if mono:
            block.append(at)
    return blocks


def code_text(lines: Sequence[PdfLine]) -> str:
    """The lines of a block as they are set: indents as spaces, an empty line where one is free."""
    width = median(_width(line) for line in lines)
    left = min(line.box[0] for line in lines)
    steps = [after.base - before.base for before, after in pairwise(lines)]
    usual = min(step for step in steps if step > _SAME_LINE * lines[0].size)
    rows: list[str] = []
    for at, line in enumerate(lines):
        down = line.base - lines[at - 1].base if at else 0.0
        if not at or down > _SAME_LINE * line.size:
            rows += [""] * (at > 0 and down > _EMPTY * max(usual, line.size)) + [""]
        column = max(0, min(round((line.box[0] - left) / width), _MOST_INDENT))
        gap = " " if rows[-1] and column <= len(rows[-1]) else ""
        rows[-1] = rows[-1].ljust(column) + gap + line.monospace
    return "\n".join(rows)


def _near(before: PdfLine, after: PdfLine) -> bool:
    size = max(before.size, after.size)
    return -_SAME_LINE * size < after.base - before.base < _FAR * size


def _without_prose(lines: Sequence[PdfLine], block: Sequence[int]) -> list[list[int]]:
    """A block in parts, without paragraphs of running text: letters of old manuals, licences."""
    paragraphs = [[block[0]]]
    for before, at in pairwise(block):
        if lines[at].base - lines[before].base > _EMPTY * lines[at].size:
            paragraphs.append([])
        paragraphs[-1].append(at)
    parts: list[list[int]] = [[]]
    for paragraph in paragraphs:
        running = sum(_is_running(lines[at].monospace) for at in paragraph)
        if 2 * running > len(paragraph) - (len(paragraph) > 2):
            parts.append([])
        else:
            parts[-1] += paragraph
    return [part for part in parts if part]


def _is_running(text: str) -> bool:
    return len(text) >= _RUNNING and _WORDS.fullmatch(text) is not None


def _is_code(block: Sequence[PdfLine], following: PdfLine | None) -> bool:
    down = [after.base - before.base for before, after in pairwise(block)]
    if not any(step > _SAME_LINE * block[0].size for step in down) or all(line.bold for line in block):
        return False
    if following is None or following.monospace:
        return True
    further = following.box[0] - min(line.box[0] for line in block)
    near = 0 < following.base - block[-1].base < _EMPTY * following.size
    return not (near and further > _FURTHER * _width(block[0]))


def _width(line: PdfLine) -> float:
    """Of one character, in points."""
    return max(0.1, (line.box[2] - line.box[0]) / max(1, len(line.monospace)))
