"""What is worth most of an item that does not fit: the sentences of it that speak of the query."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from edge.compose.item import Item
from edge.text import tokens
from edge.text.sentences import split

#: Between sentences that do not stand side by side, and where the item went on.
_CUT = " […]"


def shorten(item: Item, query: str, fits: Callable[[Item], bool]) -> Item | None:
    """The item with as many of its sentences as fit, those first that hold most of the query, each in its
    place and whole; what was left out is marked. None where no sentence that holds any of it fits.
    """
    asked = frozenset(tokens.stems(query))
    text = item.text
    units = split(text)
    held = [len(asked.intersection(tokens.stems(text[it.start : it.end]))) for it in units]
    chosen: list[int] = []
    made = None
    for at in sorted(range(len(units)), key=lambda at: (-held[at], at)):
        if not held[at]:
            break
        wider = sorted([*chosen, at])
        tried = replace(item, text=_joined(text, [(units[one].start, units[one].end) for one in wider]))
        if fits(tried):
            chosen, made = wider, tried
    return made


def _joined(text: str, spans: list[tuple[int, int]]) -> str:
    """Runs of a text, as they stand there where they follow one another, else with the mark of a cut."""
    made, end = "", 0
    for start, stop in spans:
        between = text[end:start]
        made += (_CUT.lstrip() if not made else _CUT) + " " if between.strip() else between
        made += text[start:stop]
        end = stop
    return (made + _CUT if text[end:].strip() else made).strip()
