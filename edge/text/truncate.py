"""How context is shown: short texts that say when they were cut, and names of which there is one each."""

from __future__ import annotations

from collections.abc import Iterable

#: Characters of one item's text that passes are shown, and of its name.
TEXT = 600
NAME = 80

_CUT = " […]"


def truncate(said: str, most: int = TEXT) -> str:
    """`said` in one piece when it has at most `most` characters, else its beginning, cut at a space where
    one is near, and " […]": never longer than `most`.
    """
    said = said.strip()
    if len(said) <= most:
        return said
    kept = said[: max(0, most - len(_CUT))]
    head, space, _ = kept.rpartition(" ")
    if space and len(head) > 0.8 * len(kept):
        kept = head
    return (kept.rstrip() + _CUT)[:most]


def unique(names: Iterable[str]) -> list[str]:
    """The names, later ones of the same words numbered: "note: Alpha", "note: Alpha (2)". Stable: the same
    list gives the same names.
    """
    taken: set[str] = set()
    found = []
    for name in names:
        number, said = 1, name
        while said in taken:
            number += 1
            said = f"{name} ({number})"
        taken.add(said)
        found.append(said)
    return found
