"""Whether two short texts say the same thing: "Envoyer le devis à Acme" and "envoyer devis Acme"."""

from __future__ import annotations

import re

from edge.text import tokens

_NUMBER = re.compile(r"\d+")

#: A word with a capital that does not begin the text or a sentence.
_NAME = re.compile(
    r"(?<![\s'’(\"«-])(?:(?<=[^.!?:;•])[\s'’(\"«-]++|[\s-]*+['’(\"«][\s'’(\"«-]++)([^\W\d_a-zà-ÿ][^\W_]+)"
)


def stems(text: str) -> frozenset[str]:
    """Stems of the content words, those with digits included."""
    return frozenset(tokens.stems(text))


def numbers(text: str) -> frozenset[int]:
    """The runs of digits in a text as numbers: "03/02" is 3 and 2."""
    return frozenset(int(run[:18]) for run in _NUMBER.findall(text))


def names(text: str) -> frozenset[str]:
    """Folded words with a capital inside a sentence: those that tell one matter from another."""
    if text[1:].islower():  # most questions: no capital but the first
        return frozenset()
    return frozenset(tokens.fold(word) for word in _NAME.findall(text) if word[0].isupper())


def similarity(one: str, other: str) -> float:
    """How much two texts share, 0 to 1: twice the shared stems over all stems (Dice). Symmetric.

    0 when one has no content word, and when both hold numbers, or names, of which none is shared: invoice 12
    is not invoice 13, and a quote for Acme is not one for Beta, however alike the rest.
    """
    ours, theirs = stems(one), stems(other)
    if not ours or not theirs:
        return 0.0
    for told_apart in (numbers, names):
        mine, yours = told_apart(one), told_apart(other)
        if mine and yours and mine.isdisjoint(yours):
            return 0.0
    return 2 * len(ours & theirs) / (len(ours) + len(theirs))


def covered(short: str, long: str) -> float:
    """The share of the stems of `short` that `long` has, 0 to 1; 0 when `short` has none."""
    ours = stems(short)
    return len(ours & stems(long)) / len(ours) if ours else 0.0
