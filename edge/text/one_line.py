"""Foreign text on one line: what models and senders write, for prompts and for people."""

from __future__ import annotations

import re

#: Control characters and those that turn the direction of text: none belongs in a line, and a terminal would
#: obey some of them.
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def one_line(text: str, most: int) -> str:
    """At most `most` characters, white space as single spaces, an ellipsis where it was cut."""
    joined = " ".join(_UNSEEN.sub("", text).split())
    return joined if len(joined) <= most else joined[: most - 1].rstrip() + "…"
