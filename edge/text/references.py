"""Sentences that point back to the one before: "Because of this, …", "It is enabled by default."

The words stand in `assets/references.toml`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache

from edge import paths
from edge.text import tokens

#: Words of a sentence's beginning that are looked at.
_FIRST = 8


def points_back(sentence: str) -> bool:
    """Whether a sentence begins with what only the one before it explains."""
    begins = " ".join(tokens.words(sentence[:160])[:_FIRST]) + " "
    return _back().match(begins) is not None and _itself().match(begins) is None


@cache
def _back() -> re.Pattern[str]:
    ways = [
        f"(?:(?:{'|'.join(held['before_them'])}) )?(?:{'|'.join(held['pronouns'])}) "
        f"|(?:{'|'.join(held['links'])}) "
        for held in _tables().values()
    ]
    return re.compile("|".join(ways))


@cache
def _itself() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(one for held in _tables().values() for one in held['itself'])}) ")


@cache
def _tables() -> dict[str, dict[str, list[str]]]:
    """By language and kind: phrases as folded words."""
    return tomllib.loads(paths.asset("references.toml").read_text(encoding="utf-8"))
