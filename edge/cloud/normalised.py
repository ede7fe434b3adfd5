"""A text as finders of sensitive values read it: one kind of space, of dash and of digit, nothing invisible.

Who writes an account number with full-width digits, figure spaces or a zero-width joiner in it writes the
same number. What is found in the plain text is masked in the text itself, so each place is mapped back.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from edge.text.spans import Span

_DASHES = (
    "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{HORIZONTAL BAR}\N{MINUS SIGN}"
)
#: What stands between the parts of a number and is not seen, or is another way to write one.
_DROPPED = {"Cf", "Mn", "Me", "Cc"}


class NormalisedText:
    """`plain`, and the way back from it."""

    def __init__(self, text: str) -> None:
        if text.isascii():  # most texts: tabs apart, they are plain
            self.plain = text.replace("\t", " ").replace("\r", "\n")
            self._places: list[int] | None = None
            return
        plain: list[str] = []
        places: list[int] = []
        for place, character in enumerate(text):
            written = _plain(character)
            plain.append(written)
            places += [place] * len(written)
        self.plain = "".join(plain)
        self._places = places

    def span(self, start: int, end: int) -> Span:
        """A span of the plain text (not empty) in the text itself."""
        if self._places is None:
            return start, end
        return self._places[start], self._places[end - 1] + 1


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """What a finder reads for it: nothing for what is not seen."""
    category = unicodedata.category(character)
    if character in "\n\r" or category in ("Zl", "Zp"):
        return "\n"
    if category == "Zs" or character == "\t":
        return " "
    if category in _DROPPED:
        return ""
    if character in _DASHES:
        return "-"
    folded = unicodedata.normalize("NFKC", character)
    digit = unicodedata.decimal(character, None)
    return folded if folded.isascii() and folded.isprintable() else character if digit is None else str(digit)
