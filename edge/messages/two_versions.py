"""The plain and the HTML version of one message: whether they say the same, and whether one says nothing."""

from __future__ import annotations

import re

from edge.text.tokens import fold

_LINK = re.compile(r"https?://\S{1,2000}|<[^<>\s]{1,500}>|\S{1,100}@\S{1,100}")
_WORD = re.compile(r"[^\W\d_]{4,30}")
_SUM = re.compile(r"\d[\d\s.,]{1,20}\d")
#: What only sends to the other version: "your program cannot show HTML", "view this in your browser".
_ELSEWHERE = re.compile(
    r"html|navigateur|browser|s['’]affiche|version en ligne|online version|view (?:it|this .{0,20})online",
    re.IGNORECASE,
)
_STUB = 200  # characters that it has at most, links left aside
_MOST = 60_000  # characters of each that are compared

#: Below this many words nothing can be said, and below this share of common ones they are two texts.
_LEAST_WORDS = 8
_SHARED = 0.5


def differ(plain: str, rich: str) -> bool:
    """Two texts: few words in common, or each with numbers that the other lacks. A version that only says
    less differs in nothing.
    """
    if not plain.strip() or not rich.strip():
        return False
    one, other = _LINK.sub(" ", plain[:_MOST]), _LINK.sub(" ", rich[:_MOST])
    words, others = _words(one), _words(other)
    least = min(len(words), len(others))
    if least >= _LEAST_WORDS and len(words & others) < _SHARED * least:
        return True
    numbers, figures = _numbers(one), _numbers(other)
    return bool(numbers - figures) and bool(figures - numbers)


def says_nothing(plain: str) -> bool:
    """A plain version that is empty, or says no more than where to read the message."""
    text = _LINK.sub("", plain[:_MOST]).strip()
    return not text or (len(text) <= _STUB and _ELSEWHERE.search(text) is not None)


def _words(text: str) -> set[str]:
    return {fold(word) for word in _WORD.findall(text)}


def _numbers(text: str) -> set[str]:
    """Numbers of three figures and more, without what parts them."""
    found = {re.sub(r"\D", "", number) for number in _SUM.findall(text)}
    return {number for number in found if len(number) >= 3}
