"""Roman numerals in small letters: written, and read back."""

from __future__ import annotations

from itertools import pairwise

_SIGNS = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
          (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_VALUES = {sign: value for value, sign in _SIGNS if len(sign) == 1}


def roman(value: int) -> str:
    """A number in its usual form: 4 is "iv". Empty for 0."""
    text = ""
    for worth, sign in _SIGNS:
        text += sign * (value // worth)
        value %= worth
    return text


def roman_value(text: str) -> int:
    """The value of a numeral of the usual form, else 0: "iiii" is none."""
    values = [*(_VALUES.get(sign, 0) for sign in text), 0]
    total = sum(-value if value < after else value for value, after in pairwise(values))
    return total if text == roman(total) else 0
