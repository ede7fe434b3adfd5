"""Word's styles and numbering: which paragraphs are headings, and the numbers that Word shows before them.

Numbers of headings and articles are not in the text of a Word file; they are counted when it is shown
(ECMA-376 part 1, 17.9).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from edge.indexing.readers.office.list_figures import figure
from edge.indexing.readers.xml import child, integer, local, value

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NAMED = re.compile(r"heading ([1-9])", re.IGNORECASE)
_CONTENTS = re.compile(
    r"(?:toc|index) (?:[1-9]|heading)|contents [1-9]|table of (?:figures|authorities)|toa heading",
    re.IGNORECASE,
)
_LEVEL = re.compile(r"%([1-9])")
_MOST_BASES = 20  # styles based on styles
#: What sets words apart: bold, small or full capitals, a line below.
SET_APART = ("b", "smallCaps", "caps", "u")


class ParagraphStyle(NamedTuple):
    """What a style, or a paragraph itself, says: outline level from 1 (0: text, None: nothing), the list it
    stands in, whether its words are set apart, and whether they are hidden.
    """

    level: int | None = None
    number: str | None = None
    depth: int | None = None
    apart: bool | None = None
    hidden: bool | None = None


class RunLook(NamedTuple):
    """How a run of words looks: hidden, set apart (None: as its paragraph), above the line."""

    hidden: bool | None = None
    apart: bool | None = None
    superscript: bool = False


class Styles:
    """Styles of paragraphs and of words by id, each with what it takes over from those it is based on.
    `titles`: those of the title of a document. `contents`: those of tables of contents and indexes.
    """

    def __init__(self, root: Element | None) -> None:
        self._own: dict[str, tuple[ParagraphStyle, str]] = {}
        self.titles: set[str] = set()
        self.contents: set[str] = set()
        for style in root if root is not None else ():
            if local(style.tag) != "style" or value(style, "type") not in ("paragraph", "character"):
                continue
            words, id = child(style, "rPr"), value(style, "styleId") or ""
            said = properties(child(style, "pPr"))._replace(apart=set_apart(words), hidden=hides(words))
            name = value(child(style, "name"), "val") or ""
            if said.level is None and (named := _NAMED.fullmatch(name)):
                said = said._replace(level=int(named[1]))
            elif name.lower() == "title":
                said = said._replace(level=1)
                self.titles.add(id)
            elif _CONTENTS.fullmatch(name):
                self.contents.add(id)
            self._own[id] = (said, value(child(style, "basedOn"), "val") or "")

    def of(self, id: str) -> ParagraphStyle:
        """What is in force under a style."""
        said = ParagraphStyle()
        for _ in range(_MOST_BASES):
            own, id = self._own.get(id, (ParagraphStyle(), ""))
            said = under(said, own)
        return said

    def look(self, said: Element | None) -> RunLook:
        """What the properties of a run say of how its words look."""
        hidden = hides(said)
        if hidden is None and (style := value(child(said, "rStyle"), "val")):
            hidden = self.of(style).hidden
        above = value(child(said, "vertAlign"), "val") == "superscript"
        return RunLook(hidden, set_apart(said), above)


class _ListLevel(NamedTuple):
    start: int
    form: str
    text: str


class Numbering:
    """The lists of a document, and how far each has counted."""

    def __init__(self, root: Element | None) -> None:
        levels: dict[str, dict[int, _ListLevel]] = {}
        self._lists: dict[str, str] = {}
        self._restarts: dict[str, dict[int, int]] = {}
        for one in root if root is not None else ():
            if local(one.tag) == "abstractNum":
                levels[value(one, "abstractNumId") or ""] = dict(_levels(one))
            elif local(one.tag) == "num":
                id = value(one, "numId") or ""
                self._lists[id] = value(child(one, "abstractNumId"), "val") or ""
                for change in one:
                    start = value(child(change, "startOverride"), "val")
                    if start is not None:
                        self._restarts.setdefault(id, {})[integer(value(change, "ilvl"))] = integer(start)
        self._levels = levels
        self._counts: dict[str, list[int]] = {}

    def label(self, number: str, depth: int) -> str | None:
        """Count one more paragraph of a list: "3.2", "(b)"; "•" for a bullet, None where nothing is shown."""
        kind = self._lists.get(number, "")
        level = self._levels.get(kind, {}).get(depth)
        if level is None:
            return None
        levels = self._levels[kind]
        begun = [levels[at].start - 1 if at in levels else 0 for at in range(9)]
        counts = self._counts.setdefault(kind, begun)
        for at, start in self._restarts.pop(number, {}).items():
            if 0 <= at < 9:
                counts[at] = start - 1
        for above in range(depth):  # a level that was left out counts as its first
            if above in levels and counts[above] < levels[above].start:
                counts[above] = levels[above].start
        counts[depth] += 1
        for deeper in range(depth + 1, 9):
            counts[deeper] = levels[deeper].start - 1 if deeper in levels else 0
        if level.form == "bullet":
            return "•"
        if level.form == "none" and "%" not in level.text:
            return level.text.strip() or None

        def shown(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            return figure(counts[at], levels[at].form if at in levels else "decimal")

        return _LEVEL.sub(shown, level.text).strip() or None


def properties(said: Element | None) -> ParagraphStyle:
    """What the properties of a paragraph or style say themselves."""
    outline = value(child(said, "outlineLvl"), "val")
    level = integer(outline) + 1 if outline is not None else None
    depth = value(child(said, "numPr", "ilvl"), "val")
    return ParagraphStyle(
        level if level is None or level <= 9 else 0,
        value(child(said, "numPr", "numId"), "val"),
        min(integer(depth), 8) if depth is not None else None,
    )


def under(said: ParagraphStyle, base: ParagraphStyle) -> ParagraphStyle:
    """What is said, and what is said below it where nothing is."""
    return ParagraphStyle(
        base.level if said.level is None else said.level,
        base.number if said.number is None else said.number,
        base.depth if said.depth is None else said.depth,
        base.apart if said.apart is None else said.apart,
        base.hidden if said.hidden is None else said.hidden,
    )


def set_apart(said: Element | None) -> bool | None:
    """Whether the properties of a run set its words apart; None where they say nothing of it."""
    switches = [one for tag in SET_APART if (one := child(said, tag)) is not None]
    return any(map(is_on, switches)) if switches else None


def hides(said: Element | None) -> bool | None:
    """Whether the properties of a run hide its words; None where they say nothing of it."""
    switch = child(said, "vanish")
    return None if switch is None else is_on(switch)


def is_on(switch: Element | None) -> bool:
    """Whether a property that is on or off is there, and on."""
    return switch is not None and value(switch, "val") not in ("0", "false", "off", "none")


def _levels(abstract: Element) -> list[tuple[int, _ListLevel]]:
    found = []
    for one in abstract:
        depth = integer(value(one, "ilvl"))
        if local(one.tag) == "lvl" and 0 <= depth < 9:
            start = integer(value(child(one, "start"), "val") or "1")
            form = value(child(one, "numFmt"), "val") or "decimal"
            found.append((depth, _ListLevel(start, form, (value(child(one, "lvlText"), "val") or "")[:80])))
    return found
