"""A text without case, accents and typography, and the way back: each folded character knows its origin."""

from __future__ import annotations

import unicodedata
from array import array
from bisect import bisect_left

from edge.text.tokens import fold

#: Signs that keyboards and typesetters write differently.
_SIGNS = {
    **dict.fromkeys("’‘‚‛ʼʹ′´`＇", "'"),
    **dict.fromkeys("“”„‟«»″＂", '"'),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
}


class _Fold(dict[str, str]):
    """What one character becomes: nothing for marks and invisible ones, a space for every white one."""

    def __missing__(self, character: str) -> str:
        if character.isspace():
            folded = " "
        elif character in _SIGNS:
            folded = _SIGNS[character]
        elif unicodedata.category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f":
            folded = ""
        else:
            folded = fold(character)
        self[character] = folded
        return folded


_FOLD = _Fold()


class FoldedText:
    """`text` is the folded text, runs of white space as one space, none at either end.

    The fold looks at one character at a time, so a run of a text folds to a run of the folded text.
    """

    __slots__ = ("_origins", "_source", "text")

    def __init__(self, source: str) -> None:
        self._source = source
        folded: list[str] = []
        origins = array("L")
        space = True  # white space at the start goes
        for at, character in enumerate(source):
            for one in _FOLD[character]:
                if one == " " and space:
                    continue
                space = one == " "
                folded.append(one)
                origins.append(at)
        if folded and folded[-1] == " ":
            folded.pop()
            origins.pop()
        self.text = "".join(folded)
        self._origins = origins

    def back(self, start: int, end: int) -> tuple[int, int]:
        """The span of the source that a non-empty span of `text` came from, with the marks that belong to its
        last character."""
        first, last = self._origins[start], self._origins[end - 1] + 1
        while last < len(self._source) and unicodedata.combining(self._source[last]):
            last += 1
        return first, last

    def whole(self, start: int, end: int) -> bool:
        """The span of `text` begins and ends with whole characters of the source: not inside an œ."""
        origins = self._origins
        begins = start == 0 or origins[start - 1] != origins[start]
        return begins and (end == len(origins) or origins[end - 1] != origins[end])

    def at(self, place: int) -> int:
        """The first position of `text` that came from `place` of the source or after it."""
        return bisect_left(self._origins, place)
