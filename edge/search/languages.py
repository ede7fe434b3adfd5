"""A question in one language, a text in the other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from edge.records import Hit
from edge.text.language import language


def other_language(asked: str, text: str) -> str:
    """The language of a text, where it is another than that of what was asked; else, or unknown, empty."""
    return _other(language(asked), text)


def marked(asked: str, hits: Sequence[Hit]) -> list[Hit]:
    """The hits, those in another language marked with it."""
    own = language(asked)
    return [msgspec.structs.replace(hit, language=_other(own, hit.text)) for hit in hits]


def _other(own: str, text: str) -> str:
    found = language(text) if own != "und" else own
    return "" if found in ("und", own) else found
