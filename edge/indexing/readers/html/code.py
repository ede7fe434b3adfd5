"""Blocks of code of HTML, without what documentation tools set beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate, pairwise

_NUMBER = re.compile(r"(?<![ \t])[ \t]*+([0-9]{1,5})[ \t]*+")
_LINE = re.compile(r"(?<![^\n])[^\n]*\S[^\n]*")


def without_numbers(parts: Sequence[str], *, cell: bool) -> str:
    """The text that these make, each of one element, without numbers that count its lines: every line begins
    with one, in an element of its own. In the `cell` of a table they may be all of it, for the lines stand in
    the next.
    """
    text = "".join(parts)
    if not text.strip():
        return text
    ends = dict(zip(accumulate(map(len, parts[:-1]), initial=0), accumulate(map(len, parts)), strict=True))
    found: list[re.Match[str]] = []
    for line in _LINE.finditer(text):
        end = min(line.end(), ends.get(line.start(), line.end()))
        number = _NUMBER.fullmatch(text, line.start(), end)
        if number is None or (found and int(number[1]) != int(found[-1][1]) + 1):
            return text
        found.append(number)
    edges = [0, *(edge for number in found for edge in number.span()), len(text)]
    rest = "".join(text[start:end] for start, end in list(pairwise(edges))[::2])
    return rest if len(found) > 1 and (cell or rest.strip()) else text
