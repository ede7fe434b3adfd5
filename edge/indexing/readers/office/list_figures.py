"""Numbers of lists and headings in the form that a document gives them: "4", "iv", "D", "04"."""

from __future__ import annotations

from edge.text.roman import roman


def figure(count: int, form: str) -> str:
    """A number under Word's name of its form (ECMA-376 part 1, 17.18.59); in figures where the form has
    none.
    """
    if form in ("lowerLetter", "upperLetter") and count > 0:
        letter = chr(ord("a") + (count - 1) % 26) * min((count - 1) // 26 + 1, 4)
        return letter if form == "lowerLetter" else letter.upper()
    if form in ("lowerRoman", "upperRoman") and 0 < count < 4_000:
        return roman(count) if form == "lowerRoman" else roman(count).upper()
    return f"{count:02}" if form == "decimalZero" else str(count)
