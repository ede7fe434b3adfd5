"""What sets two texts apart that should say the same: two judges' readings of an answer, two drafts.

Likeness of words and of characters sees scribbles; it does not see "is not" for "is" (measured: neither the
one nor the other flags a single such pair). So numbers, units, signs and negations must match besides.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from edge.records import GradeLimits, Reason
from edge.text import clauses
from edge.text.fold import FoldedText
from edge.text.tokens import words
from edge.values.measures import find_measures, missing

#: Characters of a reading that are compared one by one; the rest is compared by words.
LONGEST = 2_000

_OPERATORS = re.compile(r"[<>≤≥≠=±∞∑∫√→←⇒⇔∈∉∪∩]|⁻")


def jaccard(one: str, other: str) -> float:
    """Shared words over all words, 0 to 1; 1 for two texts without words."""
    if one == other:
        return 1.0
    ours, theirs = set(words(one)), set(words(other))
    return len(ours & theirs) / len(ours | theirs) if ours or theirs else 1.0


def char_ratio(one: str, other: str) -> float:
    """Likeness of characters (Ratcliff and Obershelp), 0 to 1, without case, accents and white space."""
    if one == other:  # as judges do that are given the text
        return 1.0
    ours, theirs = _plain(one)[:LONGEST], _plain(other)[:LONGEST]
    return SequenceMatcher(None, ours, theirs, autojunk=False).ratio()


def differences(one: str, other: str, limits: GradeLimits) -> list[Reason]:
    """What sets two readings of one answer apart; empty when they may be the same.

    A reading that holds the other as it stands quotes more of the copy: then only what it says counts.
    """
    if one == other:
        return []
    found: list[Reason] = []
    ours, theirs = _plain(one), _plain(other)
    if not (ours and theirs and (ours in theirs or theirs in ours)):
        if (share := jaccard(one, other)) < limits.jaccard:
            found.append(Reason("grade.words_apart", {"share": round(share, 2)}))
        if (share := char_ratio(one, other)) < limits.char_ratio:
            found.append(Reason("grade.characters_apart", {"share": round(share, 2)}))
        quoting = False
    else:
        quoting = True
    return found + _facts(one, other, quoting=quoting)


def _facts(one: str, other: str, *, quoting: bool) -> list[Reason]:
    """Numbers with their units, signs of comparison, and negations. `quoting`: one holds the other, so what
    only the longer one says is no contradiction, but a negation is.
    """
    found = []
    ours, theirs = find_measures(one), find_measures(other)
    apart = [*missing(ours, theirs), *missing(theirs, ours)]
    if apart and not (quoting and (not missing(ours, theirs) or not missing(theirs, ours))):
        shown = ", ".join(dict.fromkeys(f"{it.text} {it.unit}".strip() for it in apart[:4]))
        found.append(Reason("grade.numbers_apart", {"numbers": shown}))
    if sorted(_OPERATORS.findall(one)) != sorted(_OPERATORS.findall(other)) and not quoting:
        found.append(Reason("grade.signs_apart"))
    if (clauses.negations(one) > 0) != (clauses.negations(other) > 0) or (
        not quoting and clauses.negations(one) != clauses.negations(other)
    ):
        found.append(Reason("grade.negation_apart"))
    return found


def _plain(text: str) -> str:
    return "".join(FoldedText(text).text.split())
