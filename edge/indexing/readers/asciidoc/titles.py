"""Titles of AsciiDoc, what is said in brackets above a block, and what references lead to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from edge.text.one_line import one_line

_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)")
_BELOW = {"=": 1, "-": 2, "~": 3, "^": 4, "+": 5}
_UNDERLINE = re.compile(r"={3,200}|-{3,200}|~{3,200}|\^{3,200}|\+{3,200}")
_WORD = re.compile(r"[^\W_]")
_NOT_ALONE = re.compile(r"[\[.*/+|:<]")
_PART = re.compile(
    r"""(?<![^\s,])(?:([\w-]{1,60})\s{0,9}=\s{0,9})?(?:"([^"]{0,500})"|([^",]{0,300}))(?:,|\Z)"""
)
_SHORTHAND = re.compile(r"([.#%])([\w:-]{1,100})")
_ANCHOR = re.compile(
    r"\[\[([\w:.-]{1,100})(?:,([^\[\]]{0,200}))?\]\]|\[#([\w:.-]{1,100})[^\[\]]{0,200}\]|\[[^\[\]]{0,200}\bid=[\"']?([\w:.-]{1,100})[^\[\]]{0,200}\]"
)
_INNER = re.compile(r"\[\[([\w:.-]{1,100})\]\]")
_NO_NAME = re.compile(r"[^\w\s.-]++")
_GAPS = re.compile(r"[\s.-]+")
_MARKS = re.compile(r"[*_`#]{1,2}(?=\S)|(?<=\S)[*_`#]{1,2}")


def title_of(line: str) -> tuple[int, str] | None:
    """The level and the words of a title on one line, marked before it and, as some do, behind it too."""
    found = _TITLE.fullmatch(line)
    if found is None:
        return None
    mark, words = found.groups()
    before = words.removesuffix(mark)
    return len(mark), before.rstrip() if before[-1:] in (" ", "\t") else words


def level_below(line: str, below: str) -> int:
    """The level of a title that is told by the line below it; 0 where it is none."""
    if not _UNDERLINE.fullmatch(below) or abs(len(line) - len(below)) > 2 or not _WORD.search(line):
        return 0
    return 0 if _NOT_ALONE.match(line) or line.endswith("::") else _BELOW[below[0]]


def attributes_of(said: str) -> dict[str, str]:
    """What stands in the brackets above a block: by name, and by place ("1" is the style). "%header" and the
    like are options.
    """
    told: dict[str, str] = {}
    place = 0
    for found in _PART.finditer(said):
        name, quoted, bare = found.groups()
        value = (quoted if quoted is not None else bare).strip()
        if name:
            told["options" if name == "opts" else name] = value
            continue
        place += 1
        if place == 1:
            style = _SHORTHAND.split(value)[0].strip()
            options = [option for mark, option in _SHORTHAND.findall(value) if mark == "%"]
            if options:
                told["options"] = ",".join([*options, told.get("options", "")])
            value = style
        if value:
            told[str(place)] = value
    return told


def titles_of(lines: Sequence[tuple[int, str]]) -> dict[str, str]:
    """The titles that references lead to, by the names of their places: given ones, and those that are made
    of the words.
    """
    titles: dict[str, str] = {}
    waiting: list[str] = []
    for at, (_, line) in enumerate(lines):
        title = ""
        if (found := title_of(line)) is not None:
            title = found[1]
        elif line.startswith("["):
            if (anchor := _ANCHOR.fullmatch(line.strip())) is not None:
                name = anchor[1] or anchor[3] or anchor[4]
                if anchor[2]:
                    titles.setdefault(name, anchor[2])
                else:
                    waiting.append(name)
            continue
        elif line.startswith(".") and len(line) > 2 and line[1] not in ". ":
            if waiting:
                title = line[1:]
        elif at + 1 < len(lines) and line and level_below(line, lines[at + 1][1]):
            title = line
        elif line.strip():
            waiting.clear()
        if title:
            waiting += _INNER.findall(title)
            shown = one_line(_MARKS.sub("", _INNER.sub("", title)), 200)
            for name in [*waiting, _made(shown)]:
                titles.setdefault(name, shown)
            titles.setdefault(shown, shown)
            waiting.clear()
    return titles


def _made(title: str) -> str:
    """The name that a title gets where none is given."""
    return "_" + _GAPS.sub("_", _NO_NAME.sub("", title.lower())).strip("_")
