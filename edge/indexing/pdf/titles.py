"""The words of a title, however it is numbered and set."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"[\W_]+")
#: "4.2.1 Options", "A. Questions", "Chapitre 3 : Installation": typesetters print it, outlines leave it out.
_NUMBER = re.compile(
    r"\A(?:(?i:chapter|chapitre|section|part|partie|appendix|annexe)\s++)?"
    r"(?:\d{1,3}(?!\d)(?:\.\d{1,3})*+\W*+|(?:[A-Z](?:\.\d{1,3})*+|[IVXLC]{1,7})(?:\s*+[.):–—-]\W*+|\s++))(?=(?:[DLdl]['’])?[^\W_]{2})"
)
_DOTTED = re.compile(r"\A\W*+\w{1,3}(?:\.\d{1,3})++(?!\w)")


def title_key(text: str) -> str:
    """Letters and digits alone: hyphens and quotes are set in one way and noted in the outline in another."""
    return _SIGNS.sub("", text).casefold()


def bare_key(text: str) -> str:
    """The same without the number that a title begins with."""
    numbered = _NUMBER.match(text)
    return title_key(text[numbered.end() :] if numbered else text)


def number_depth(text: str) -> int:
    """How many parts the number of a title has: 2 of "1.1 Scope", 0 of one without dots."""
    found = _DOTTED.match(text)
    return 1 + found[0].count(".") if found else 0
