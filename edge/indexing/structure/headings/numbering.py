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
#: From one number to the next.
_SKIPPED = 2


class CountedTitle(NamedTuple):
    """A numbered title, and whether a sentence stands below it."""

    label: str
    heading: Heading
    tells: bool


def counting(titles: Sequence[CountedTitle]) -> Iterator[list[CountedTitle]]:
    """Titles whose numbers go up by one: a run begins with one, or where its numbers are none of a list. What
    a number has several parts of counts on in its last, or begins anew below the next ("2.4", "3.1"); one
    between may be missing, for its title is told in another way. Items of minutes count before or behind
    their year ("24/31", "112/25").
    """
    run: list[CountedTitle] = []
    for title in titles:
        if run and _follows(run[-1].label, title.label):
            run.append(title)
        elif "/" in title.label or _parts(title.label)[-1:] == [1] or 1 in counts(title.label).values():
            yield run
            run = [title]
    yield run


def _follows(before: str, label: str) -> bool:
    """Whether a label is the next, as `counting` says."""
    last, here = _parts(before), _parts(label)
    if "/" in label:
        steps = [b - a for a, b in zip(last, here, strict=True)] if "/" in before else []
        return steps in ([0, 1], [1, 0])
    if len(here) > 1:
        if len(last) != len(here):
            return False
        onward = last[:-1] == here[:-1] and 0 < here[-1] - last[-1] <= _SKIPPED
        return onward or (here[:-1] > last[:-1] and here[-1] == 1)
    return "/" not in before and _onward(before, counts(label))


def _parts(label: str) -> list[int]:
    """The parts of a number; none where it is no number."""
    found = re.split(r"[./]", label)
    return [int(part) for part in found] if all(map(str.isdecimal, found)) else []


def counts(label: str) -> dict[str, int]:
    """What a label may count: an I is one, or the ninth letter."""
    if label.isdecimal():
        return {"number": int(label)}
    low = label.lower()
    found = {"roman": ROMANS.index(low) + 1} if low in ROMANS else {}
    return found | ({"letter": ord(low) - ord("a") + 1} if len(low) == 1 else {})


def _onward(before: str, here: dict[str, int]) -> bool:
    last = counts(before)
    return any(last.get(kind) == count - 1 for kind, count in here.items())
