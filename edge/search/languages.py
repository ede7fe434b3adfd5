"""A question in one language, a text in the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from edge.records import Hit
from edge.text.language import language


def marked(asked: str, hits: Sequence[Hit]) -> list[Hit]:
    """The hits, those in another language marked with it; only where both languages are known."""
    own = language(asked)
    if own == "und":
        return list(hits)
    return [msgspec.structs.replace(hit, language=_other(own, _of_passage(hit.text))) for hit in hits]


def _other(own: str, found: str) -> str:
    return "" if own == "und" or found in ("und", own) else found


@lru_cache(maxsize=512)
def _of_passage(text: str) -> str:
    """The same passages are found again and again: about 1 MB keeps the last ones."""
    return language(text)
