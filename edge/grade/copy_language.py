"""Whether a copy is in another language than its scale."""

from __future__ import annotations

import re
from functools import lru_cache

from edge.text import language

#: Words from which on a text shows its language: a formula has none.
_READABLE, _TELLING = re.compile(r"[^\W\d_]{3,}"), 3


@lru_cache(maxsize=256)
def in_another_language(said: str, expected: str) -> bool:
    """Whether what a copy says is in another language than what is expected of it."""
    if len(_READABLE.findall(said)) < _TELLING:
        return False
    (ours, ours_foreign), (theirs, theirs_foreign) = _language(said), _language(expected)
    return ours_foreign != theirs_foreign or ("und" not in (ours, theirs) and ours != theirs)


@lru_cache(maxsize=64)  # a scale comes back with every copy
def _language(text: str) -> tuple[str, bool]:
    """(English, French or unknown, whether it is in none of the two)."""
    return language.language(text), language.is_foreign(text)
