"""Forms of words as one pattern, each compiled only for a text in which it could stand."""

from __future__ import annotations

import re
from collections.abc import Iterable

from edge.text.regex import regex

_LETTERS = re.compile(r"(?P<letters>[a-z0-9]+)(?P<next>.?)")
#: A group that a form begins with, of groups that hold none.
_GROUP = re.compile(r"\((?P<within>(?![?])(?:[^()]|\([^()]*\))*)\)(?P<next>.?)")
_INNER = re.compile(r"\([^()]*\)")
#: What makes the sign before it one that may be missing.
_OPTIONAL = frozenset("?*{")


class Phrases:
    r"""Finds what `\b(?:form|form|…)(?!\w)` finds in folded words. Few forms have the first letters of a
    question, and compiling all of them was a twentieth of a cold start.
    """

    def __init__(self, forms: Iterable[str]) -> None:
        self._forms = [(_beginnings(form), regex(rf"\b(?:{form})(?!\w)")) for form in forms]

    def search(self, words: str) -> re.Match[str] | None:
        """The leftmost place where a form stands; of several there, the form that was named first."""
        found: re.Match[str] | None = None
        for beginnings, pattern in self._forms:
            for letters in beginnings:
                if letters in words:
                    match = pattern.search(words)
                    if match and (found is None or match.start() < found.start()):
                        found = match
                    break
        return found


def _beginnings(form: str) -> tuple[str, ...]:
    """Letters of which some stand in every text that a form matches; "", which stands in any text, where that
    is not plain to see.
    """
    if "|" in _outermost(form):
        return ("",)
    form = form.removeprefix("^")
    if group := _GROUP.match(form):
        if group["next"] in _OPTIONAL:
            return ("",)
        found = [_letters(one) for one in _INNER.sub("(", group["within"]).split("|")]
        return tuple(found) if all(found) else ("",)
    return (_letters(form),)


def _outermost(form: str) -> str:
    """A form without what stands between brackets."""
    while (shorter := _INNER.sub("", form)) != form:
        form = shorter
    return form


def _letters(form: str) -> str:
    """The letters that a form begins with, whatever follows them."""
    begins = _LETTERS.match(form)
    if begins is None:
        return ""
    return begins["letters"][: -1 if begins["next"] in _OPTIONAL else None]
