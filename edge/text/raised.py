"""Figures that stand above the line: powers, and the marks of notes."""

from __future__ import annotations

import re

_RAISED = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_FIGURES = re.compile(r"\A\s*+[-+−–]?[0-9]{1,3}\s*+")


def is_figures(text: str) -> bool:
    """Whether it is a number that may stand above the line."""
    return _FIGURES.fullmatch(text) is not None


def raised(text: str) -> str:
    """A number that is printed above the line as characters that stand there: 10³ is not 103."""
    return text.translate(_RAISED) if is_figures(text) else text
