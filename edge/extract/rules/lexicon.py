"""Phrases as data (`assets/rules/*.toml`), found in one pass over the words of a text.

A phrase matches whole folded words, so `rent` is not in `parent`, nor `tenant` in `maintenant`. In a phrase,
`word*` stands for words that begin so (three letters at least), `#` for a word that begins with a digit, `_`
for any one word. Elided articles are words of their own: "l'offre" is `l`, `offre`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from edge import paths
from edge.text.tokens import fold
from edge.text.word_tokens import WordTokens

_LEAST_PREFIX = 3


@dataclass(frozen=True, slots=True)
class PhraseMatch:
    """A phrase of the list `name` at the words `first` to `last` (exclusive)."""

    name: str
    first: int
    last: int


@dataclass(slots=True)
class _Node:
    words: dict[str, _Node] = field(default_factory=dict)
    prefixes: dict[str, list[tuple[str, _Node]]] = field(default_factory=dict)
    number: _Node | None = None
    anything: _Node | None = None
    names: tuple[str, ...] = ()


class Lexicon:
    """Lists of phrases by name, as a tree of words."""

    def __init__(self, lists: dict[str, list[str]]) -> None:
        self._root = _Node()
        for name, phrases in lists.items():
            for phrase in phrases:
                self._add(name, phrase)

    def find(self, tokens: WordTokens) -> list[PhraseMatch]:
        """Every phrase of every list, in order of place; longer and shorter ones that begin together both."""
        words = tokens.words
        root = self._root
        first_words, first_prefixes = root.words, root.prefixes
        hits: list[PhraseMatch] = []
        for at, word in enumerate(words):
            if word in first_words or word[:_LEAST_PREFIX] in first_prefixes or word[0].isdigit():
                self._walk(root, words, at, at, hits)
        return hits

    def _walk(self, node: _Node, words: list[str], begin: int, at: int, hits: list[PhraseMatch]) -> None:
        if at >= len(words):
            return
        word = words[at]
        following: list[_Node] = []
        if (exact := node.words.get(word)) is not None:
            following.append(exact)
        if node.prefixes:
            known = node.prefixes.get(word[:_LEAST_PREFIX], ())
            following += [after for prefix, after in known if word.startswith(prefix)]
        if node.number is not None and word[0].isdigit():
            following.append(node.number)
        if node.anything is not None and word[0].isalnum():
            following.append(node.anything)
        for after in following:
            for name in after.names:
                hits.append(PhraseMatch(name, begin, at + 1))
            if after.words or after.prefixes or after.number or after.anything:
                self._walk(after, words, begin, at + 1, hits)

    def _add(self, name: str, phrase: str) -> None:
        node = self._root
        # Apostrophes and hyphens are no words of a text, so they are none of a phrase.
        for part in fold(phrase).replace("'", " ").replace("’", " ").replace("-", " ").split():
            if part == "#":
                node.number = node.number or _Node()
                node = node.number
            elif part == "_":
                node.anything = node.anything or _Node()
                node = node.anything
            elif part.endswith("*"):
                prefix = part[:-1]
                if len(prefix) < _LEAST_PREFIX:
                    raise ValueError(f"{name}: {phrase!r}: a prefix has {_LEAST_PREFIX} letters at least")
                known = node.prefixes.setdefault(prefix[:_LEAST_PREFIX], [])
                after_prefix = next((after for text, after in known if text == prefix), None)
                if after_prefix is None:
                    known.append((prefix, after_prefix := _Node()))
                node = after_prefix
            else:
                node = node.words.setdefault(part, _Node())
        if name not in node.names:
            node.names = (*node.names, name)


@cache
def table(name: str) -> dict[str, Any]:
    """A shipped file of rules, e.g. `table("cues")`, parsed."""
    return tomllib.loads(paths.asset("rules", f"{name}.toml").read_text(encoding="utf-8"))


@cache
def lexicon() -> Lexicon:
    """The phrases of evidence (for the action) and of cues (for extractions) in one tree."""
    lists: dict[str, list[str]] = {}
    for kind, file in (("evidence", "evidence_phrases"), ("cues", "cues")):
        for name, entry in table(file).items():
            if "phrases" in entry:
                lists[f"{kind}.{name}"] = entry["phrases"]
    return Lexicon(lists)


@cache
def word_set(name: str) -> frozenset[str]:
    """A set of folded words of `assets/rules/words.toml`."""
    words: str = table("words")[name]
    return frozenset(words.split())
