"""Text on one line, and no longer than it may be: for titles, prompts and people."""

from __future__ import annotations

from edge.text.sanitise import clean

_CUT = "…"


def one_line(text: str, most: int | None = None) -> str:
    """Cleaned, white space as single spaces; cut at a space where one is near, with an ellipsis, to at most
    `most` characters.
    """
    line = " ".join(clean(text).split())
    if most is None or len(line) <= most:
        return line
    cut = line[: max(0, most - len(_CUT))]
    head, space, _ = cut.rpartition(" ")
    return (head if space and len(head) > 0.8 * len(cut) else cut).rstrip() + _CUT
