"""Abbreviations that documents introduce themselves: `Fédération Française des Échecs (FFE)`.

Source: Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text"
(PSB 2003), here with initials of words only.
"""

from __future__ import annotations

import re

from edge.text import tokens

_SHORT = re.compile(r"\(([A-ZÀ-Þ][A-ZÀ-Þ0-9]{1,7})\)")


def abbreviations(page: str) -> list[tuple[str, str]]:
    """(short, long) folded, where the short form's letters are the initials of the words before it."""
    found = []
    for match in _SHORT.finditer(page):
        short = tokens.fold(match[1])
        before = tokens.words(page[max(0, match.start() - 120) : match.start()])
        content = [i for i, word in enumerate(before) if word not in tokens.stop_words()][-len(short) :]
        if len(content) == len(short) and all(
            before[i][0] == letter for i, letter in zip(content, short, strict=True)
        ):
            found.append((short, " ".join(before[content[0] :])))
    return found
