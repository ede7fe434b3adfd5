"""Titles behind a number or a letter: "3.2 Title", "IV. Title", "II – Titre", "1°) Titre", and whether such
titles count on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from edge.indexing.structure.document import Heading
from edge.text.list_items import ROMANS

#: Roman numbers as far as a document counts.
ROMAN = r"[IVXLC]{1,7}"
_DASH = r"\s[–—-](?=\s)"
#: The title begins with a capital and is no sentence.
NUMBERED = re.compile(
    rf"\A(?P<label>\d{{1,3}}+(?:\.\d{{1,3}}+)*+|[A-Z](?:\.\d{{1,3}}+)++|{ROMAN}(?=\.|{_DASH})|[A-Z](?={_DASH}))"
    rf"(?:[.)/]|[°º]\)?|{_DASH})?\s+(?P<title>[^\W\d_a-zß-öø-ÿ].*|[«“\"(].*)$"
)
#: "24/31 Apologies": an item of minutes.
MINUTED = re.compile(r"\A(?P<label>\d{1,4}/\d{1,4})\s+(?P<title>[^\W\d_a-zß-öø-ÿ].*)$")


class CountedTitle(NamedTuple):
    """A numbered title, and whether a sentence stands below it."""

    label: str
    heading: Heading
    tells: bool


def counting(titles: Sequence[CountedTitle]) -> Iterator[list[CountedTitle]]:
    """Titles whose numbers go up by one: a run begins with one, or where its numbers are none of a list."""
    run: list[CountedTitle] = []
    for title in titles:
        before, _, last = title.label.rpartition("/")
        here = _counts(last)
        if run and before == run[-1].label.rpartition("/")[0] and _onward(run[-1].label, here):
            run.append(title)
        elif before or 1 in here.values():
            yield run
            run = [title]
    yield run


def _counts(label: str) -> dict[str, int]:
    """What a label may count: an I is one, or the ninth letter."""
    if label.isdecimal():
        return {"number": int(label)}
    low = label.lower()
    found = {"roman": ROMANS.index(low) + 1} if low in ROMANS else {}
    return found | ({"letter": ord(low) - ord("a") + 1} if len(low) == 1 else {})


def _onward(before: str, here: dict[str, int]) -> bool:
    last = _counts(before.rpartition("/")[2])
    return any(last.get(kind) == count - 1 for kind, count in here.items())
