"""Which paragraphs of a slide are items of a list: a paragraph, its shape, the layout or the master says so,
the nearest of them first (ECMA-376 part 1, 21.1.2.4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from edge.indexing.readers.office.list_figures import figure
from edge.indexing.readers.package import Package
from edge.indexing.readers.xml import child, integer, local, value

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

NO_BULLET = ""
BULLET = "•"
#: Names of ways to count: "arabicPeriod", "alphaLcParenR", "romanUcParenBoth".
_FORMS = {"arabic": "decimal", "alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman",
          "romanUc": "upperRoman"}  # fmt: skip
_SIGNS = {"Period": ("", "."), "ParenR": ("", ")"), "ParenBoth": ("(", ")"), "Plain": ("", "")}
_BODIES = {"", "body", "obj", "half", "quarter"}


class Mark(NamedTuple):
    """What stands before a paragraph: a bullet, nothing, or a number that is counted as `kind` says."""

    kind: str
    start: int = 1


class SlideLayout:
    """The marks that the layout and the master of a slide give to the paragraphs of its shapes."""

    def __init__(self, package: Package, slide: str) -> None:
        layout = _part(package, slide, "slideLayout")
        master = _part(package, layout, "slideMaster")
        self._shapes = [list(_shapes(package.root(part))) for part in (layout, master) if part]
        styles = child(package.root(master), "txStyles") if master else None
        self._body = marks(child(styles, "bodyStyle"))

    def mark(self, kind: str, index: str, depth: int) -> Mark | None:
        """Of a placeholder of a kind and number, at a depth from 0; None where nothing is said."""
        for shapes in self._shapes:
            same = [one for one in shapes if one[1] == index and index] or [
                one for one in shapes if one[0] == kind
            ]
            if same and depth in same[0][2]:
                return same[0][2][depth]
        return self._body.get(depth) if kind in _BODIES else None


def marks(said: Element | None) -> dict[int, Mark]:
    """What a list style (`a:lstStyle`, `p:bodyStyle`) says of each depth."""
    found = {}
    for level in said if said is not None else ():
        name = local(level.tag)
        if (
            name.startswith("lvl")
            and name.endswith("pPr")
            and (mark := mark_of([local(one.tag) for one in level], level))
        ):
            found[integer(name[3:-3]) - 1] = mark
    return found


def mark_of(tags: list[str], said: Element | None = None) -> Mark | None:
    """What the elements within the properties of a paragraph say."""
    if "buNone" in tags:
        return Mark(NO_BULLET)
    if "buChar" in tags or "buBlip" in tags:
        return Mark(BULLET)
    if "buAutoNum" in tags and said is not None:
        number = child(said, "buAutoNum")
        return Mark(value(number, "type") or "arabicPeriod", integer(value(number, "startAt")) or 1)
    return None


class Numbers:
    """The numbers of a shape's paragraphs."""

    def __init__(self) -> None:
        self._counts: dict[int, tuple[str, int]] = {}

    def label(self, mark: Mark, depth: int) -> str:
        """What stands before the next paragraph; a bullet or nothing ends what was counted."""
        for deeper in [at for at in self._counts if at > depth]:
            del self._counts[deeper]
        if mark.kind in (NO_BULLET, BULLET):
            self._counts.pop(depth, None)
            return mark.kind
        kind, count = self._counts.get(depth, ("", 0))
        count = count + 1 if kind == mark.kind else mark.start
        self._counts[depth] = mark.kind, count
        for name, form in _FORMS.items():
            if mark.kind.startswith(name):
                before, after = _SIGNS.get(mark.kind.removeprefix(name), ("", "."))
                return f"{before}{figure(count, form)}{after}"
        return f"{count}."


def _part(package: Package, of: str, kind: str) -> str:
    found = (part for name, part in package.related(of).values() if name == kind) if of else iter(())
    part = next(found, "")
    return part if part in package.names else ""


def _shapes(root: Element | None) -> list[tuple[str, str, dict[int, Mark]]]:
    """Kind, number and marks of the placeholders of a layout or a master."""
    found = []
    for shape in root.iter() if root is not None else ():
        if local(shape.tag) == "sp":
            place = child(shape, "nvSpPr", "nvPr", "ph")
            if place is not None:
                own = marks(child(shape, "txBody", "lstStyle"))
                found.append((value(place, "type") or "", value(place, "idx") or "", own))
    return found
