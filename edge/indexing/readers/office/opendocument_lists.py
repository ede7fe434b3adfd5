"""The numbers that OpenDocument shows before headings and items of lists. They are not in the text of the
file: they are counted when it is shown (ODF 1.3 part 3, 16.30 and 19.880).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from edge.indexing.readers.office.list_figures import figure
from edge.indexing.readers.xml import XmlPiece, integer

_FORMS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_PLACE = re.compile(r"%([1-9]|10)%")
_DEEPEST = 10
#: The style of the headings' own numbers, which no list may have for its name.
_OUTLINE = "\0outline"


class _Level(NamedTuple):
    """How one level of a list is shown. `form` "": without a number; `pattern`: "%1%.%2%", "": none."""

    form: str = ""
    before: str = ""
    after: str = ""
    levels: int = 1
    start: int = 1
    pattern: str = ""
    bullet: bool = False


class _OpenList(NamedTuple):
    style: str
    counts: list[int]
    depth: int  # from 1


class ListNumbers:
    """The styles of lists of a document, and how far each of its lists has counted."""

    def __init__(self) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._style = ""  # being defined
        self._open: list[_OpenList] = []
        self._by_id: dict[str, list[int]] = {}
        self._last: dict[str, list[int]] = {}
        self._headings = [0] * (_DEEPEST + 1)

    def define(self, piece: XmlPiece) -> None:
        """A piece of the styles of the document."""
        said = piece.attributes
        match piece.tag:
            case "list-style":
                self._style = said.get("name", "")
            case "outline-style":
                self._style = _OUTLINE
            case "list-level-style-number" | "outline-level-style":
                level = _Level(
                    _FORMS.get(said.get("num-format", ""), ""),
                    said.get("num-prefix", "")[:80],
                    said.get("num-suffix", "")[:80],
                    integer(said.get("display-levels", "1")) or 1,
                    integer(said.get("start-value", "1")),
                    said.get("num-list-format", "")[:160],
                )
                self._levels.setdefault(self._style, {})[integer(said.get("level"))] = level
            case "list-level-style-bullet" | "list-level-style-image":
                at = integer(said.get("level"))
                self._levels.setdefault(self._style, {})[at] = _Level(bullet=True)

    def begin_list(self, said: Mapping[str, str]) -> None:
        """A list begins; one inside another is its next level."""
        above = self._open[-1] if self._open else None
        style = said.get("style-name") or (above.style if above else "")
        if above is not None and style == above.style:
            counts = above.counts
        elif said.get("continue-list") in self._by_id:
            counts = self._by_id[said["continue-list"]]
        elif said.get("continue-numbering") == "true" and style in self._last:
            counts = self._last[style]
        else:
            counts = [0] * (_DEEPEST + 1)
        self._last[style] = counts
        if said.get("id"):
            self._by_id[said["id"]] = counts
        self._open.append(_OpenList(style, counts, min((above.depth if above else 0) + 1, _DEEPEST)))

    @property
    def open(self) -> bool:
        """Whether a list is."""
        return bool(self._open)

    def end_list(self) -> None:
        """The list that was begun last ends."""
        del self._open[-1:]

    def bulleted(self) -> bool:
        """Whether the items of the open list stand behind bullets, as those of an unknown style do."""
        if not self._open:
            return False
        level = self._levels.get(self._open[-1].style, {}).get(self._open[-1].depth)
        return level is None or level.bullet

    def item(self, start: str | None) -> str:
        """Count an item of the open list, with the number that it is given; "" where none is shown."""
        if not self._open:
            return ""
        style, counts, depth = self._open[-1]
        return self._counted(style, counts, depth, start)

    def heading(self, depth: int, start: str | None) -> str:
        """Count a heading that stands in no list."""
        return self._counted(_OUTLINE, self._headings, min(max(depth, 1), _DEEPEST), start)

    def _counted(self, style: str, counts: list[int], depth: int, start: str | None) -> str:
        levels = self._levels.get(style, {})
        level = levels.get(depth)
        if level is None:
            return ""
        counts[depth] = integer(start) if start else max(counts[depth] + 1, level.start)
        counts[depth + 1 :] = [0] * (_DEEPEST - depth)
        for above in range(1, depth):  # a level that was left out counts as its first
            counts[above] = counts[above] or levels.get(above, level).start
        if not level.form:
            return "" if level.bullet else (level.before + level.after).strip()

        def shown(at: int) -> str:
            return figure(counts[at], levels[at].form) if at in levels and levels[at].form else ""

        if level.pattern:
            return _PLACE.sub(lambda place: shown(int(place[1])), level.pattern).strip()
        own = [shown(at) for at in range(max(depth - level.levels, 0) + 1, depth + 1)]
        return (level.before + ".".join(filter(None, own)) + level.after).strip()
