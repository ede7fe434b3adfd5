"""Two things to be told apart: each said to be the other (weather is the mean of years, climate that of a
moment), or one of them alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from edge.text import clauses, tokens

#: What parts the two besides the ends of clauses.
_AND = re.compile(
    r"(?<![\w'’])(?:and|et|whereas|while|but|mais|tandis que|alors que|when|quand)(?!\w)", re.IGNORECASE
)
#: Words of the other, from which on one that is told alone is mistaken for it.
_ALONE = 2

#: Stems of what is said of each thing, by the stem of the thing.
Said = Mapping[str, frozenset[str]]


def exchanged(expected: str, asked: str, answer: str) -> str:
    """The part of an answer that says of one of two things of the question what is expected of the other; ""
    where there is none. Words are compared, those alone that are expected of one of the two.
    """
    expects = _told(expected, frozenset(tokens.stems(asked)))
    if len(expects) != 2:
        return ""
    (one, ours), (other, theirs) = expects.items()
    own = {one: ours - theirs, other: theirs - ours}
    said = _told(answer, frozenset(own))
    if not all(own.values()) or not said:
        return ""
    others = {one: own[other], other: own[one]}
    mistaken = [len(stems & others[thing]) for thing, stems in said.items() if stems.isdisjoint(own[thing])]
    enough = 1 if len(said) == 2 else _ALONE
    if len(mistaken) < len(said) or min(mistaken) < enough:
        return ""
    return _first(answer, next(iter(said)))


def tells_one_alone(expected: str, asked: str, answer: str) -> bool:
    """Whether an answer says something of one of the two things only that are to be told apart."""
    expects = _told(expected, frozenset(tokens.stems(asked)))
    return len(expects) == 2 and len(_told(answer, frozenset(expects))) == 1


@lru_cache(maxsize=512)
def _told(text: str, things: frozenset[str]) -> Said:
    """What a text says of each of some things: in the part that begins with it, and in those behind."""
    found: dict[str, frozenset[str]] = {}
    thing = ""
    for part in _parts(text):
        stems = tokens.stems(part)
        if stems and stems[0] in things:
            thing = stems[0]
        if thing:
            found[thing] = found.get(thing, frozenset()) | (frozenset(stems) - things)
    return {name: stems for name, stems in found.items() if stems}


def _parts(text: str) -> list[str]:
    return [part.strip() for clause in clauses.split(text) for part in _AND.split(clause) if part.strip()]


def _first(text: str, thing: str) -> str:
    return next((part for part in _parts(text) if thing in tokens.stems(part)[:1]), text)
