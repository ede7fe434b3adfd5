"""The lines of a page: runs of one style joined to the lines they are set in, in the file's order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

import msgspec

from edge.indexing.pdf.scan import UNITS, Box, Run, Scan
from edge.text.one_line import one_line
from edge.text.superscript import superscript

#: Type sizes below the last base line within which one may be of the same block (about MuPDF's own bound).
_PITCH = 1.5
#: Type sizes, up or down and to the right, within which a run is on the line of the one before (MuPDF's own).
_NEAR = 0.8
#: Type sizes between two runs that are a space, and of a drawn underscore from its base line.
_SPACE = 0.15
_NEAR_BASE = 0.35
#: The dots that lead from a title to its page number in a table of contents.
_LEADERS = re.compile(r"(?:^|(?<=[^.\s]))\s*(?:[.·_…]\s?){5,}")
_WIDER = 1.2  # times the usual pitch of lines: a gap
_SUPERSCRIPT = 0.2  # type sizes that a mark stands above its line, at the least
_SMALL = 0.85  # of the line's type size, at the most
_MARK = re.compile(r"\A\s*+([0-9]{1,3}|[*†‡§]{1,3})\s*+\Z")
_REFERS = re.compile(r"(?:[^\W\d_]{3}|[.,;:!?)»”\"’])\s*$")


#: Names of typefaces of which all letters are as wide as each other, and how wide, in type sizes.
_MONOSPACE = re.compile(
    r"(?i:mono(?!type)|nimbusmon|courier|consol|menlo|monaco|typewriter|(?<=[a-z])code|(?:cm|cmsl|sf|ec|lm|tx)tt)"
)
_NARROWEST, _WIDEST = 0.42, 0.75
_NEARLY = 0.85  # share of a line's characters: a sign that the typeface lacks is of another
_MOST_GAP = 120  # characters that white space in such a line stands for


class PdfLine(msgspec.Struct):
    """One line as set on the page. `base`: its base line, from the top. `note`: the mark of the footnote
    that begins here. `monospace`: of one all in letters of one width, its text with all spaces inside.
    """

    text: str
    box: Box
    base: float
    size: float
    bold: bool
    block: int
    note: str = ""
    monospace: str = ""


def page_lines(scan: Scan) -> list[PdfLine]:
    """Every line that has any text. `block` counts MuPDF's blocks; those that only a drawing parts (the shade
    behind a word, the rule under a link) are one.
    """
    chains: list[tuple[int, list[Run]]] = []
    number, drawn = -1, False
    for block in scan.blocks:
        if not block.lines:
            drawn = True
            continue
        first = block.lines[0]
        if not (drawn and chains and _goes_on(chains[-1][1], first)):
            number += 1
        elif _beside(chains[-1][1][-1], first):
            gap = _gap(chains[-1][1][-1], first, scan)
            chains[-1][1][-1] = msgspec.structs.replace(chains[-1][1][-1], text=chains[-1][1][-1].text + gap)
        drawn = False
        for run in block.lines:
            if chains and chains[-1][0] == number and _beside(chains[-1][1][-1], run):
                chains[-1][1].append(run)
            else:
                chains.append((number, [run]))
    notes = {mark for _, runs in chains if len(runs) > 1 and (mark := _mark(_with_bases(runs), 0))}
    lines = [line for number, runs in chains if (line := _line(runs, number, notes))]
    _part(lines)
    return lines


def _part(lines: list[PdfLine]) -> None:
    """Number the blocks anew, so that a gap wider than the page's usual one begins another: MuPDF looks at
    the gap only where the style of type stays the same.
    """
    pitches = [
        _pitch(before, after)
        for before, after in pairwise(lines)
        if before.block == after.block and before.size == after.size
    ]
    usual = median([pitch for pitch in pitches if 0.5 < pitch < 3] or [0.0])
    most = _WIDER * usual
    shift = 0
    for before, after in pairwise(lines):
        same = before.block == after.block + shift
        after.block += shift
        if same and usual and _pitch(before, after) > most:
            shift += 1
            after.block += 1


def _pitch(before: PdfLine, after: PdfLine) -> float:
    """From line to line, in type sizes."""
    return (after.base - before.base) / (max(before.size, after.size) or 1.0)


def _gap(before: Run, after: Run, scan: Scan) -> str:
    """What stands between two runs that a drawing parts: an underscore that is drawn (as TeX does), a space,
    or nothing.
    """
    left, right = before.bbox.x + before.bbox.w, after.bbox.x
    size = max(before.font.size, after.font.size)
    if right - left < _SPACE * size or before.text.endswith(" ") or after.text.startswith(" "):
        return ""
    for x0, y0, x1, y1 in scan.strokes:
        line = y1 - y0 < 1 and abs(y0 * UNITS - before.y) < _NEAR_BASE * size
        if line and left - size // 5 <= x0 * UNITS < x1 * UNITS <= right + size // 5 and (x1 - x0) > 1:
            return "_"
    return " "


def _goes_on(before: Sequence[Run], after: Run) -> bool:
    """Does the block go on after a drawing: same line, or the next one down?"""
    size = max(before[0].font.size, after.font.size)
    down = after.y - before[0].y
    if abs(down) < 0.5 * size:
        return True
    left, right = before[0].bbox.x, before[-1].bbox.x + before[-1].bbox.w
    return 0 < down <= _PITCH * size and left < after.bbox.x + after.bbox.w and after.bbox.x < right


def _beside(before: Run, after: Run) -> bool:
    """Is it set right behind the run before, on its base line or near it?"""
    size = max(before.font.size, after.font.size)
    if abs(after.y - before.y) >= _NEAR * size:
        return False
    return -_NEAR * size < after.bbox.x - (before.bbox.x + before.bbox.w) < _NEAR * size


def _line(runs: Sequence[Run], block: int, notes: set[str]) -> PdfLine | None:
    first = runs[0]
    note = ""
    if len(runs) == 1:
        largest, text = first, first.text
        bold = _bold(first)
    else:
        runs = _with_bases(runs)
        largest = max(runs, key=lambda run: len(run.text))
        text = ""
        for at, run in enumerate(runs):
            mark = _mark(runs, at)
            if mark and at == 0:
                note = mark
                text = f"[{mark}] "
            elif mark and (mark in notes or _REFERS.search(text[-8:])):
                text = f"{text.rstrip()}[{mark}]{' ' * run.text.endswith(' ')}"
            else:
                text += superscript(run.text) if mark else run.text
        bold = all(_bold(run) for run in runs if not run.text.isspace())
    # A line of white space still parts paragraphs in some producers' files; nothing to keep here.
    divided = text.rstrip().endswith("\u00ad")
    text = one_line(text)
    if not text:
        return None
    if "..." in text or ". ." in text or "…" in text or "___" in text or "··" in text:
        text = _LEADERS.sub(" … ", text).strip()
    if divided:  # the word is joined with the next line
        text += "\u00ad"
    boxes = [run.bbox for run in runs]
    box = (
        min(box.x for box in boxes) / UNITS,
        min(box.y for box in boxes) / UNITS,
        max(box.x + box.w for box in boxes) / UNITS,
        max(box.y + box.h for box in boxes) / UNITS,
    )
    size = round(largest.font.size / UNITS, 1)
    return PdfLine(text, box, largest.y / UNITS, size, bold, block, note, _monospace(runs))


def _monospace(runs: Sequence[Run]) -> str:
    """The text of runs that are all but a few signs in letters of one width, each in its column; else ""."""
    inked = [run for run in runs if not run.text.isspace()]
    mono = [run for run in inked if _MONOSPACE.search(run.font.name)]
    if _NEARLY * sum(len(run.text) for run in inked) > sum(len(run.text) for run in mono):
        return ""
    widest = max(mono, key=lambda run: len(run.text))
    width = widest.bbox.w / len(widest.text)
    size = widest.font.size
    if not _NARROWEST * size < width < _WIDEST * size:
        return ""
    text = ""
    for run in inked:
        column = round((run.bbox.x - inked[0].bbox.x) / width)
        text = text.ljust(min(column, len(text) + _MOST_GAP)) + run.text
    return text.rstrip()


def _with_bases(runs: Sequence[Run]) -> list[Run]:
    """The runs of a line with their own base lines: MuPDF gives that of the first character, and a space that
    it adds at a gap stands on the base line of the run before.
    """
    of_fonts: dict[str, tuple[float, float]] = {}
    done: list[Run] = []
    for run in runs:
        y, height, size = run.bbox.y, run.bbox.h, run.font.size or 1
        own = run
        if not done or not run.text.startswith(" "):
            of_fonts.setdefault(run.font.name, ((run.y - y) / size, (y + height - run.y) / size))
        elif size != done[-1].font.size:
            # Its box is that of the space and its own: the side that differs tells.
            above, below = of_fonts.get(run.font.name) or next(iter(of_fonts.values()))
            bases = (round(y + above * size), round(y + height - below * size))
            before = done[-1].y
            own = msgspec.structs.replace(run, y=max(bases, key=lambda base: abs(base - before)))
        done.append(own)
    return done


def _bold(run: Run) -> bool:
    return run.font.weight == "bold" or "bold" in run.font.name.lower()


def _mark(runs: Sequence[Run], at: int) -> str:
    """The figure or sign of this run if it stands raised beside larger type, else ""."""
    run = runs[at]
    if len(run.text) > 5:
        return ""
    found = _MARK.fullmatch(run.text)
    if not found:
        return ""
    beside = runs[at - 1] if at else runs[1]
    size = beside.font.size
    is_raised = run.font.size <= _SMALL * size and beside.y - run.y >= _SUPERSCRIPT * size
    return found[1] if is_raised else ""
