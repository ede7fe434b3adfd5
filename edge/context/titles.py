"""Titles of notes against names: which notes a name can mean, and when it can mean two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from edge.context.word_index import WordIndex
from edge.text import tokens
from edge.text.names import folded

#: What a fit is worth: the same words, the name in the title, the title in the name.
SAME, INSIDE, AROUND = 1.0, 0.9, 0.7

#: Marks between the parts of a title: "Marie Dupont - contrat", "Acme / Facturation", "Alpha (2026)".
_PARTS = re.compile(r"(?<!\s)\s+[-–—]+\s+|[:/|,;()\[\]]+|\.(?:md|txt|markdown)$", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")

#: Words that a longer name may add to the one that was said: "Marie" and "Marie Dupont Durand".
_ADDED = 2


class Titles:
    """Finds notes by name. A note may have several titles (its heading, its file's name)."""

    def __init__(self, titles: Sequence[Sequence[str]]) -> None:
        """`titles[n]` are those of note n."""
        self._titles = titles
        self._words = [{frozenset(folded(title).split()) for title in each} for each in titles]
        self._index = WordIndex(frozenset().union(*each) for each in self._words)

    def fits(self, name: str) -> dict[int, float]:
        """Notes that a folded name fits, with what the fit is worth."""
        words = frozenset(name.split())
        if not words:
            return {}
        worths = {
            note: max(_worth(words, title) for title in self._words[note])
            for note in self._index.shared(words)
        }
        return {note: worth for note, worth in worths.items() if worth}

    def rivals(self, name: str, mentioned: frozenset[str]) -> list[int]:
        """Notes between which a folded name cannot decide: at least two whose titles are that name and more
        ("Marie": "Marie Dupont", "Marie Durand"), when no note has just this name. Empty otherwise.

        A note whose further words are all `mentioned` in the message (folded) is the one that is meant. What
        a title adds in lower case or in digits ("Acme contrat 2026") makes another subject, not another name.
        """
        words = frozenset(name.split())
        fits = self.fits(name)
        if not words or SAME in fits.values():
            return []
        longer: dict[frozenset[str], int] = {}  # the longer name, folded: the first note that has it
        for note in sorted(fits):
            for title in self._titles[note]:
                for part in _PARTS.split(title):
                    has = frozenset(tokens.words(part))
                    if has == words:
                        return []
                    if words < has and _is_name(part, words):
                        longer.setdefault(has, note)
        rivals = {has: note for has, note in longer.items() if not any(other < has for other in longer)}
        if len(set(rivals.values())) < 2:
            return []
        meant = [has for has in rivals if has - words <= mentioned]
        if len(meant) == 1:
            return []
        return sorted({rivals[has] for has in (meant or rivals)})


def _worth(name: frozenset[str], title: frozenset[str]) -> float:
    if not title:
        return 0.0
    if name == title:
        return SAME
    if name < title:
        return INSIDE
    if title < name and _says_something(title):
        return AROUND
    return 0.0


def _says_something(words: Iterable[str]) -> bool:
    return any(len(word) > 2 and word not in tokens.stop_words() for word in words)


def _is_name(part: str, name: frozenset[str]) -> bool:
    """Whether what a title adds to a name looks like more of the name: a word or two, capitals first."""
    added = [word for word in _WORD.findall(part) if not name.issuperset(tokens.words(word))]
    return 1 <= len(added) <= _ADDED and all(word.isalpha() and word[0].isupper() for word in added)
