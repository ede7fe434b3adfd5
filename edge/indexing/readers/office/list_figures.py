"""Numbers of lists and headings in the form that a document gives them: "4", "iv", "D", "04"."""

from __future__ import annotations

_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
          (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


def figure(count: int, form: str) -> str:
    """A number under Word's name of its form (ECMA-376 part 1, 17.18.59); in figures where the form has
    none.
    """
    if form in ("lowerLetter", "upperLetter") and count > 0:
        letter = chr(ord("a") + (count - 1) % 26) * min((count - 1) // 26 + 1, 4)
        return letter if form == "lowerLetter" else letter.upper()
    if form in ("lowerRoman", "upperRoman") and 0 < count < 4_000:
        text = ""
        for size, sign in _ROMAN:
            text += sign * (count // size)
            count %= size
        return text if form == "lowerRoman" else text.upper()
    return f"{count:02}" if form == "decimalZero" else str(count)
