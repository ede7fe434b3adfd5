"""Names as they are compared: "M. Dupont", "dupont" and "DUPONT" are one; "new" is what no pass has named.

The reading of "new entities" is that of the research notes on multi-pass extraction, section 4: the union of
what is named now and what was seen, less what was seen, on folded names.
"""

from __future__ import annotations

from collections.abc import Iterable

from edge.text import tokens

#: At most so many names are kept of a list, and words of a name: a model that rambles costs no more.
MOST = 64
WORDS = 8

_CHARACTERS = 200

#: Dropped from the front of a name: forms of address and articles, folded, French and English.
_ADDRESS = (
    "m mm mr mrs ms miss mme mmes mlle mlles monsieur madame mademoiselle messieurs mesdames dr docteur "
    "doctor pr prof professeur professor me maitre sir dear cher chere"
)
_FRONT = frozenset(f"{_ADDRESS} le la les l the un une a an".split())


def folded(name: str) -> str:
    """A name without case, accents, punctuation, forms of address and articles; "" when no word is left.

    "M. Dupont" -> "dupont", "L'Oréal" -> "oreal". A name that is nothing but such words keeps its last one.
    """
    words = tokens.words(name[:_CHARACTERS])
    front = 0
    while front < len(words) - 1 and words[front] in _FRONT:
        front += 1
    return " ".join(words[front : front + WORDS])


def distinct(names: Iterable[str]) -> list[str]:
    """The names as written, each folded name once, in order; at most `MOST`."""
    return new(names, ())


def new(current: Iterable[str], seen: Iterable[str]) -> list[str]:
    """What `current` names and `seen` does not, as written, each name once, in order; at most `MOST`."""
    known = {folded(name) for name in seen} | {""}
    fresh: list[str] = []
    for name in current:
        key = folded(name)
        if key not in known:
            known.add(key)
            fresh.append(name)
            if len(fresh) == MOST:
                break
    return fresh
