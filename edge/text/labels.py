"""Names for places: short, readable, and no two alike."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence


def display(path: bytes) -> str:
    """A path as text: NFC, and bytes that are no UTF-8 shown as U+FFFD."""
    return unicodedata.normalize("NFC", path.decode("utf-8", "replace"))


def numbered(name: str, used: Collection[str]) -> str:
    """The name, with the first number that makes it new."""
    if name not in used:
        return name
    number = 2
    while (candidate := f"{name} ({number})") in used:
        number += 1
    return candidate


def labels_for(places: Sequence[bytes], taken: Iterable[str]) -> list[str]:
    """A label for each new root: as much of the end of its path as no other root has."""
    used = set(taken)
    endings: dict[str, int] = defaultdict(int)
    parts = [[display(part) for part in place.split(b"/") if part] or ["root"] for place in places]
    for path in parts:
        for depth in range(1, len(path) + 1):
            endings["/".join(path[-depth:])] += 1
    made = []
    for path in parts:
        candidates = ["/".join(path[-depth:]) for depth in range(1, len(path) + 1)]
        free = (name for name in candidates if endings[name] == 1 and name not in used)
        made.append(numbered(next(free, candidates[-1]), used))
        used.add(made[-1])
    return made
