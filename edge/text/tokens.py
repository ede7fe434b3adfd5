"""Text to tokens: folding, words, stop words, light stems, character grams. Shared by search and the scorer.

Language-neutral by design: one merged French and English stop list, plural and feminine folded, no Snowball
(French Snowball cost 2 to 4 points of recall@5 when measured).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import pairwise
from math import ceil

from edge import paths

#: Length of a character gram. Five was measured best; a word is wrapped in `_` first, so that its ends count.
GRAM = 5
#: A longer run of letters is a key, a digest or encoded bytes, found whole or not at all: its grams would be
#: as many as its letters, and nearly all stand nowhere else.
_LONGEST_IN_GRAMS = 64

#: Latin letters of a model's token, at the least: French and English have 3.2 to 4 with every tokenizer.
CHARS_PER_TOKEN = 3
#: Tokens for a character of any other script, at the most.
_TOKENS_PER_OTHER = 1.5

#: A run of letters longer than any word is several words: no index, and no gram of one, grows with it.
_WORD = re.compile(r"[^\W_]{1,256}")
_OTHER = re.compile("[^\x00-\u024f]")
_BEYOND = re.compile("[^\x00-\x7f]")
#: Texts that `fold` takes letter by letter: up to so many letters, or with more distinct signs beyond ASCII.
_SHORT, _FEW = 64, 24

# Letters that Unicode does not decompose but that readers type as two.
_LIGATURES = {"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "ς": "σ"}


class _Unmark(dict[int, str]):
    """Table for `str.translate` that drops combining marks, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        unmarked = "" if unicodedata.combining(character) else _LIGATURES.get(character, character)
        self[code] = unmarked
        return unmarked


_UNMARK = _Unmark()


def fold(text: str) -> str:
    """Lower case without accents (NFKD), ligatures opened. The result may differ in length from `text`."""
    if text.isascii():
        return text.lower()
    lowered = unicodedata.normalize("NFKD", text).lower()
    if len(lowered) > _SHORT:
        beyond = set(_BEYOND.findall(lowered))
        if len(beyond) <= _FEW:  # `translate` looks every letter up: twice the time on French
            for sign in beyond:
                lowered = lowered.replace(sign, _UNMARK[ord(sign)])
            return lowered
    return lowered.translate(_UNMARK)


def estimate(text: str) -> int:
    """Tokens of a text at the most, without asking any model's tokenizer."""
    other = 0 if text.isascii() else len(_OTHER.findall(text))
    return ceil((len(text) - other) / CHARS_PER_TOKEN + other * _TOKENS_PER_OTHER)


def words(text: str) -> list[str]:
    """Folded words in order, stop words included."""
    return _WORD.findall(fold(text))


@cache
def stop_words() -> frozenset[str]:
    """Folded function words of French and English (`assets/stopwords.txt`)."""
    return frozenset(paths.asset("stopwords.txt").read_text(encoding="utf-8").split())


def terms(text: str) -> list[str]:
    """Folded content words in order."""
    stop = stop_words()
    return [word for word in words(text) if word not in stop]


# Feminine (and the plural already cut) to the masculine the same rule leaves, longest first.
_FEMININE = (("trice", "teur"), ("euse", "eur"), ("elle", "el"), ("enne", "en"), ("ere", "er"), ("ive", "if"))


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A folded word without its plural and feminine endings, in French and English by one set of rules.

    Only forms are merged, never meanings: `joueuses`, `joueuse`, `joueurs` -> `joueur`; `finales`, `finaux`
    -> `final`; `parties`, `party` -> `parti`. Words of three letters or less and words with digits stay.
    """
    if len(word) <= 3 or not word.isalpha():
        return word
    if word.endswith("aux") and not word.endswith("eaux") and len(word) > 4:
        word = word[:-2] + "l"
    elif (word[-1] == "s" and word[-2] not in "su") or (word[-1] == "x" and word[-2] == "u"):
        word = word[:-1]
    for feminine, masculine in _FEMININE:
        if word.endswith(feminine) and len(word) > len(feminine) + 1:
            return word[: -len(feminine)] + masculine
    if len(word) > 4 and word.endswith("ee"):
        word = word[:-2]
    elif len(word) > 3 and word[-1] == "e":
        word = word[:-1]
        if len(word) > 3 and word[-1] == word[-2] and word[-1] in "ntl":
            word = word[:-1]
    if len(word) > 3 and word[-1] == "y":
        word = word[:-1] + "i"
    return word


def stems(text: str) -> list[str]:
    """Stems of the content words in order."""
    return [stem(word) for word in terms(text)]


def bigrams(stemmed: list[str]) -> list[str]:
    """Pairs of neighbouring stems, as one string with a space."""
    return [f"{left} {right}" for left, right in pairwise(stemmed)]


@lru_cache(maxsize=65_536)
def grams(word: str) -> tuple[str, ...]:
    """Character 5-grams of `_word_`; a word too short to have any is its own gram, and so is a run too long
    for a word. Written forms of one word (inflected, misspelt, compounded, damaged by extraction) share most
    of theirs."""
    wrapped = f"_{word}_"
    if len(wrapped) <= GRAM or len(word) > _LONGEST_IN_GRAMS:
        return (wrapped,)
    return tuple([wrapped[i : i + GRAM] for i in range(len(wrapped) - GRAM + 1)])
