"""A question in one language, a text in the other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from edge.records import Hit
from edge.text.language import language


def other_language(asked: str, text: str) -> str:
    """The language of a text, where it is another than that of what was asked; else, or unknown, empty."""
    own, found = language(asked), language(text)
    return "" if found in ("und", own) or own == "und" else found


def marked(asked: str, hits: Sequence[Hit]) -> list[Hit]:
    """The hits, those in another language marked with it."""
    return [msgspec.structs.replace(hit, language=other_language(asked, hit.text)) for hit in hits]
