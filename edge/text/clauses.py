"""Clauses of an answer, and whether each says that something is not so. A reading that differs by one "not"
is another answer, however alike the words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from edge.text.tokens import fold

_BREAK = re.compile(
    r"[.;:!?,\n()]+|(?<![\w'’])(?:but|whereas|while|although|because|since|so|mais|tandis que|alors que|car"
    r"|donc|puisque|parce que)(?!\w)|(?<![\w'’])(?:and|et)(?=\s+(?:they|it|he|she|we|ils?|elles?|on)\s)",
    re.IGNORECASE,
)
#: A comma or stop inside a number breaks nothing.
_INSIDE_NUMBER = re.compile(r"(?<=\d)[.,](?=\d)")
#: Folded words that negate their clause. Of "ne … pas" either half is enough.
_NEGATION = re.compile(
    r"(?<![a-z'])n'(?=[a-z])|"  # il n'y a plus, elle n'en a guère
    r"(?<![a-z])(?:not|no|never|none|neither|nor|nobody|nothing|nowhere|cannot|unable|"
    r"[a-z]+n'?t(?<=n't)|(?:is|are|was|were|do|does|did|has|have|had|could|would|should|must|need|wo|ca)nt|"
    r"ne|pas|jamais|aucun|aucune|rien|personne ne|ni|non|nul|nulle|guere|incapable)(?![a-z])"
)
#: "They cannot live without it": what is denied without something is so with it.
_WITHOUT = re.compile(r"(?<![a-z])(?:without|sans)(?![a-z])")
#: "Has no divisor other than itself", "n'est divisible que par un": all but that is denied, and that is so.
_ONLY = re.compile(
    r"(?<![a-z'])n(?:e |')(?:(?!(?:pas|plus|jamais|rien|aucun|aucune|guere)(?![a-z]))[a-z'-]{1,30} ){1,5}"
    r"qu(?:e |')(?!(?:il|elle|on|ils|elles|les?|la|l'|ce|ces|cette)[ '])"
)
_OTHER_THAN = re.compile(
    r"(?<![a-z'])(?:n(?:e |')(?:[a-z'-]{1,30} ){1,5})?(?:no|not|none|aucun|aucune|pas|rien)(?![a-z]) "
    r"(?:[a-z'-]{1,30} ){0,6}"
    r"(?:other than|except|apart from|(?:d')?autres? (?:[a-z-]{1,30} ){0,3}que|sauf|hormis)(?![a-z])"
)
#: "Without light, plants cannot …": the comma parts what belongs together.
_WITHOUT_FIRST = re.compile(
    r"((?:^|[.;:!?\n(])[^\S\n]*+(?:without|sans)\s[^,.;:!?\n()]{1,60}),([^,.;:!?\n()]{1,200})", re.IGNORECASE
)
#: A denial that begins behind "and" or "which" says nothing of what stands before: denatured and can't bind.
_DENIAL_BEHIND = re.compile(
    r"(?<![\w'’])(?:and|which|who|that|what|et|qui)\s+(?="
    r"(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\s*"
    r"(?:not|n['’]t|never|no\s+longer|no\s+more)|cannot|can['’]t|won['’]t|never|ne\s|n['’]|(?:not|non|pas)\s))",
    re.IGNORECASE,
)

#: What is said behind an "and" with a verb of its own, after a denial: it is no cell and needs a host.
_SAID_BEHIND = re.compile(
    r"(?<![\w'’])(?:and|et)\s+(?=(?:"
    r"(?:is|are|was|were|has|have|had|can|could|must|needs?|will|would|does|do|makes?|becomes?|gets?|remains?|stays?)(?!\w)"
    r"|[a-z]{3,20}s\s(?:an?|the|its|their|his|her|to|into|one)\s"
    r"|(?:est|sont|a|ont|peut|peuvent|doit|doivent|fait|font|devient|deviennent|reste|restent|se|va|vont)\s|s['’]))",
    re.IGNORECASE,
)


@lru_cache(maxsize=4_096)
def split(text: str) -> tuple[str, ...]:
    """Clauses in order, without empty ones."""
    protected = _INSIDE_NUMBER.sub(lambda match: "\ue000" if match[0] == "." else "\ue001", text)
    protected = _WITHOUT_FIRST.sub(_joined, protected)
    parts = _BREAK.split(protected)
    whole = (part.replace("\ue000", ".").replace("\ue001", ",") for one in parts for part in _behind(one))
    return tuple(part for part in map(str.strip, whole) if part)


def _joined(match: re.Match[str]) -> str:
    return f"{match[1]}\ue001{match[2]}" if _NEGATION.search(_folded(match[2])) else match[0]


def _behind(part: str) -> list[str]:
    """A clause, cut before the first denial that leaves what stands before it as it is, and before what is
    said behind a denial.
    """
    match = _DENIAL_BEHIND.search(part) or _SAID_BEHIND.search(part)
    if match is None or negated(part[: match.start()]) == negated(part[match.end() :]):
        return [part]
    return [part[: match.start()], part[match.end() :]]


@lru_cache(maxsize=8_192)
def negated(clause: str) -> bool:
    """Whether a clause negates something; where it does so twice ("not … without"), or of all but one thing
    ("no … other than"), it does not.
    """
    plain = _OTHER_THAN.sub(" ", _ONLY.sub(" ", _folded(clause)))
    return (_NEGATION.search(plain) is not None) != (_WITHOUT.search(plain) is not None)


def _folded(text: str) -> str:
    return fold(text).replace("’", "'")


def negations(text: str) -> int:
    """How many clauses negate something."""
    return sum(map(negated, split(text)))
