"""How context is shown: short texts that say when they were cut, and names of which there is one each."""

from __future__ import annotations

from collections.abc import Iterable

from edge.text.one_line import shortened

#: Characters of one item's text that passes are shown, and of its name.
TEXT = 600
NAME = 80


def truncate(text: str, most: int = TEXT) -> str:
    """`text` in one piece when it has at most `most` characters, else its beginning and " […]"."""
    return shortened(text.strip(), most, " […]")


def unique(names: Iterable[str]) -> list[str]:
    """The names, later ones of the same words numbered: "note: Alpha", "note: Alpha (2)". Stable: the same
    list gives the same names.
    """
    taken: set[str] = set()
    last: dict[str, int] = {}  # no number up to this one is free
    numbered = []
    for name in names:
        number = last.get(name, 1)
        shown = name if number == 1 else f"{name} ({number})"
        while shown in taken:
            number += 1
            shown = f"{name} ({number})"
        taken.add(shown)
        last[name] = number
        numbered.append(shown)
    return numbered
