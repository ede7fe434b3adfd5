"""Fractions, roots and powers on one line, as they are typed: "P = F/A + x²". Their figures must not run into
each other.
"""

from __future__ import annotations

import re

from edge.text.superscript import can_be_superscript, superscript

_SIMPLE = re.compile(r"\A(?:[\w.,]*|\(.*\)|.)")


def fraction(above: str, below: str) -> str:
    """One part over another."""
    return f"{grouped(above)}/{grouped(below)}"


def root(degree: str, of: str) -> str:
    """A root; `degree` may be empty."""
    return f"{superscript(degree)}√{grouped(of)}"


def limit(mark: str, text: str) -> str:
    """What stands above ("^") or below ("_") the line: a power in figures as such."""
    if not text or (mark == "^" and can_be_superscript(text)):
        return superscript(text)
    return mark + grouped(text)


def grouped(text: str) -> str:
    """A part in brackets, where it is more than a name or a number."""
    return text if _SIMPLE.fullmatch(text) else f"({text})"
