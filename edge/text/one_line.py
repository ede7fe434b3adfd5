"""Text on one line, and no longer than it may be: for titles, prompts and people."""

from __future__ import annotations

from edge.text.sanitise import clean


def one_line(text: str, most: int | None = None) -> str:
    """Cleaned, white space as single spaces; `shortened` with an ellipsis to at most `most` characters."""
    plain = text.isascii() and text.isprintable()  # nothing to clean, as a rule
    line = " ".join((text if plain else clean(text)).split())
    return line if most is None else shortened(line, most, "…")


def shortened(text: str, most: int, mark: str) -> str:
    """At most `most` characters of a text: the whole of it, or its beginning, cut at a space where one is
    near, and `mark`.
    """
    if len(text) <= most:
        return text
    cut = text[: max(0, most - len(mark))]
    head, space, _ = cut.rpartition(" ")
    return ((head if space and len(head) > 0.8 * len(cut) else cut).rstrip() + mark)[:most]
