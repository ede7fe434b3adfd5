"""Clauses of an answer, and whether each says that something is not so. A reading that differs by one "not"
is another answer, however alike the words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from edge.text.tokens import fold

_BREAK = re.compile(
    r"[.;:!?,\n()]+|(?<![\w'’])(?:but|whereas|while|although|because|since|so|mais|tandis que|alors que|car"
    r"|donc|puisque|parce que)(?!\w)",
    re.IGNORECASE,
)
#: A comma or stop inside a number breaks nothing.
_INSIDE_NUMBER = re.compile(r"(?<=\d)[.,](?=\d)")
#: Folded words that negate their clause. Of "ne … pas" either half is enough.
_NEGATION = re.compile(
    r"(?<![a-z])(?:not|no|never|none|neither|nor|nobody|nothing|nowhere|without|cannot|unable|"
    r"[a-z]+n'?t(?<=n't)|(?:is|are|was|were|do|does|did|has|have|had|could|would|should|must|need|wo|ca)nt|"
    r"ne|n'|pas|jamais|aucun|aucune|rien|personne ne|sans|ni|non|nul|nulle|guere|incapable)(?![a-z])"
)


@lru_cache(maxsize=4_096)
def split(text: str) -> tuple[str, ...]:
    """Clauses in order, without empty ones."""
    protected = _INSIDE_NUMBER.sub(lambda match: "\ue000" if match[0] == "." else "\ue001", text)
    parts = _BREAK.split(protected)
    whole = (part.replace("\ue000", ".").replace("\ue001", ",").strip() for part in parts)
    return tuple(part for part in whole if part)


@lru_cache(maxsize=8_192)
def negated(clause: str) -> bool:
    """Whether a clause negates something."""
    return _NEGATION.search(fold(clause).replace("’", "'")) is not None


def negations(text: str) -> int:
    """How many clauses negate something."""
    return sum(map(negated, split(text)))
