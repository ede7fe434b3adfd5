"""Text as rules read it: lower case, no accents, one kind of space, quote and dash, offsets kept.

`text.tokens.fold` may change the length of a text; here each place leads back to the original.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

#: What is written in many ways and read in one.
_SAME = {
    **dict.fromkeys("\t\r\v\f\u0085\u00a0\u1680\u202f\u205f\u3000", " "),
    **{chr(code): " " for code in range(0x2000, 0x200B)},
    **dict.fromkeys("\u2028\u2029", "\n"),
    **dict.fromkeys("’‘ʼ′`´", "'"),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "：": ":",
}

#: What is written and not read: combining marks, soft hyphens, characters of no width.
_UNSEEN = re.compile("[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff]")


class _One(dict[int, str]):
    """Table for `str.translate`: each character to exactly one character, filled as they are met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = _SAME.get(character)
        if folded is None:
            parts = unicodedata.normalize("NFKD", character)
            base = parts[:1].lower()
            # ½ is not 1, and ² beside a number is not one of its digits.
            alone = all(unicodedata.combining(part) for part in parts[1:])
            plain = len(base) == 1 and (not base.isdecimal() or character.isdecimal())
            folded = base if alone and plain else character
        self[code] = folded
        return folded


_ONE = _One()
_ASCII = str.maketrans("\t\r\v\f`", "    '")


@dataclass(frozen=True, slots=True)
class AlignedFold:
    """`text` folded; `places[i]` is where its character i stands in the original (None: at i)."""

    text: str
    places: list[int] | None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The original's span of a span that is not empty."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def fold(text: str) -> AlignedFold:
    """Length-keeping fold, except for characters that are not seen at all: these are dropped."""
    if text.isascii():
        return AlignedFold(text.lower().translate(_ASCII), None)
    places = None
    if _UNSEEN.search(text):
        places = [place for place, character in enumerate(text) if not _UNSEEN.match(character)]
        text = "".join([text[place] for place in places])
    return AlignedFold(text.translate(_ONE), places)
