"""Figures that stand above the line: powers, and the marks of notes."""

from __future__ import annotations

import re

_SUPERSCRIPT = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_FIGURES = re.compile(r"\A\s*+[-+−–]?[0-9]{1,3}\s*+")


def can_be_superscript(text: str) -> bool:
    """Whether it is a number that may stand above the line."""
    return _FIGURES.fullmatch(text) is not None


def superscript(text: str) -> str:
    """A number that is printed above the line as characters that stand there: 10³ is not 103."""
    return text.translate(_SUPERSCRIPT) if can_be_superscript(text) else text
