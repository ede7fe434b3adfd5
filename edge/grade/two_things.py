"""Two things to be told apart: each said to be the other (weather is the mean of years, climate that of a
moment), or one of them alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import takewhile

from edge.text import clauses, tokens

#: What parts the two besides the ends of clauses.
_AND = re.compile(
    r"(?<![\w'’])(?:and|et|whereas|while|but|mais|tandis que|alors que|when|quand)(?!\w)", re.IGNORECASE
)
#: Words of the other, from which on one that is told alone is mistaken for it.
_ALONE = 2

#: Words of a part among which the thing is that it is about.
_LEAD = 2

#: Stems of what is said of each thing, by the stem of the thing.
Said = Mapping[str, frozenset[str]]


def exchanged(expected: str, asked: str, answer: str) -> str:
    """The part of an answer that says of one of two things of the question what is expected of the other; ""
    where there is none. Words are compared, those alone that are expected of one of the two.
    """
    expects = _expected(expected, asked)
    if len(expects) != 2:
        return ""
    (one, ours), (other, theirs) = expects.items()
    own = {one: ours - theirs, other: theirs - ours}
    said = _told(answer, frozenset(own), asserted=True)
    if not all(own.values()) or not said:
        return ""
    others = {one: own[other], other: own[one]}
    # How many more words stand with the wrong thing than with the right one.
    mistaken = [len(stems & others[thing]) - len(stems & own[thing]) for thing, stems in said.items()]
    if min(mistaken) < (1 if len(said) == 2 else _ALONE):
        return ""
    return _first(answer, next(iter(said)))


def tells_one_alone(expected: str, asked: str, answer: str) -> bool:
    """Whether an answer says something of one of the two things only that are to be told apart."""
    expects = _expected(expected, asked)
    return len(expects) == 2 and len(_told(answer, frozenset(expects))) == 1


@lru_cache(maxsize=512)
def _expected(expected: str, asked: str) -> Said:
    """What is expected of each thing that the question names: of weather and of climate, of igneous and of
    sedimentary rocks.
    """
    known = frozenset(tokens.stems(asked))
    leads = [lead for part in _parts(expected) if (lead := _lead(part, known))]
    shared = frozenset(leads[0]).intersection(*leads) if leads else frozenset[str]()
    own = [[one for one in lead if one not in shared] for lead in leads]
    return _told(expected, frozenset(lead[0] for lead in own if lead))


def _lead(part: str, known: frozenset[str]) -> list[str]:
    """The words of a question that a part begins with."""
    return list(takewhile(known.__contains__, tokens.stems(part)))


@lru_cache(maxsize=512)
def _told(text: str, things: frozenset[str], *, asserted: bool = False) -> Said:
    """What a text says of each of some things: in the part that begins with it, and in those behind.
    `asserted`: and does not deny.
    """
    found: dict[str, frozenset[str]] = {}
    thing = ""
    for part in _parts(text):
        thing = _thing(part, things) or thing
        if thing and not (asserted and clauses.negated(part)):
            found[thing] = found.get(thing, frozenset()) | (frozenset(tokens.stems(part)) - things)
    return {name: stems for name, stems in found.items() if stems}


def _thing(part: str, things: frozenset[str]) -> str:
    return next((one for one in tokens.stems(part)[:_LEAD] if one in things), "")


def _parts(text: str) -> list[str]:
    return [part.strip() for clause in clauses.split(text) for part in _AND.split(clause) if part.strip()]


def _first(text: str, thing: str) -> str:
    return next((part for part in _parts(text) if _thing(part, frozenset({thing}))), text)
