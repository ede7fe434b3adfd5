"""A text without case, accents and typography, and the way back: each folded character knows its origin."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left
from itertools import chain, repeat

from edge.text.tokens import fold

#: What keyboards, typesetters and systems write in different ways.
_SIGNS = {
    **dict.fromkeys("\t\r\v\f\u0085\u00a0\u1680\u202f\u205f\u3000", " "),
    **{chr(code): " " for code in range(0x2000, 0x200B)},
    **dict.fromkeys("\n\u2028\u2029", "\n"),
    **dict.fromkeys("’‘‚‛ʼʹ′´`＇", "'"),
    **dict.fromkeys("“”„‟«»″＂", '"'),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
}
_WORD = re.compile(r"\S+")


class _Fold(dict[int, str]):
    """Table for `str.translate`, filled as characters are met. `uneven` are those that do not fold to exactly
    one character: marks and invisible ones to nothing, ligatures to several.
    """

    def __init__(self) -> None:
        super().__init__()
        self.uneven: set[str] = set()

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = _SIGNS.get(character)
        if folded is None:
            if unicodedata.category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f":
                folded = ""
            else:
                folded = fold(character)
                # ½ is not 1, and ² beside a number is not one of its digits.
                if not character.isdecimal() and any(one.isdecimal() for one in folded):
                    folded = character
        if len(folded) != 1:
            self.uneven.add(character)
        self[code] = folded
        return folded


_FOLD = _Fold()


class FoldedText:
    """`text` is the folded text. White space is kept as spaces and line feeds, one for one; with
    `single_spaces` each run of it is one space, and there is none at either end.

    The fold looks at one character at a time, so a run of a text folds to a run of the folded text.
    """

    __slots__ = ("_origins", "_source", "text")

    def __init__(self, source: str, *, single_spaces: bool = False) -> None:
        self._source = source
        self.text = source.translate(_FOLD)
        self._origins: array[int] | range = range(len(source))
        if not _FOLD.uneven.isdisjoint(source):
            repeated = (repeat(at, len(_FOLD[ord(one)])) for at, one in enumerate(source))
            self._origins = array("L", chain.from_iterable(repeated))
        if single_spaces:
            spans = [match.span() for match in _WORD.finditer(self.text)]
            # The space before a word has the place of the white space that it stands for.
            origins = chain.from_iterable(self._origins[max(0, start - 1) : end] for start, end in spans)
            places = array("L", origins)
            first = spans[0][0] if spans else 0
            self.text = " ".join([self.text[start:end] for start, end in spans])
            self._origins = places[1:] if first else places

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
