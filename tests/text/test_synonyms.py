"""The table of words that mean the same: each line is found, and says what may be said."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge import paths
from edge.text import tokens
from edge.text.synonyms import synonyms

LANGUAGES = ("en", "fr")


def lines(language: str) -> list[str]:
    return gzip.decompress(paths.asset("synonyms", f"{language}.txt.gz").read_bytes()).decode().splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_table_is_found(language: str) -> None:
    """The lines lie in the order in which they are searched, from the first to the last."""
    for line in lines(language):
        word, _, related = line.partition("\t")
        assert list(synonyms(word, language)) == related.split()[::2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_in_the_table(language: str) -> None:
    """Folded content words, none a form of its own word, each between unsure and sure, the surest first."""
    for line in lines(language):
        word, _, related = line.partition("\t")
        others, sure = related.split()[::2], [int(one) for one in related.split()[1::2]]
        assert sure == sorted(sure, reverse=True) and 0 < sure[-1] <= sure[0] <= 100
        for other in others:
            assert tokens.terms(other) == [other] and tokens.stem(other) != tokens.stem(word)


@given(st.text(), st.sampled_from([*LANGUAGES, "und", ""]))
def test_any_word_may_be_looked_up(word: str, language: str) -> None:
    """A word that is not there, or is none, has no others; neither has one of a language not known."""
    known = word.isalpha() and any(line.startswith(f"{word}\t") for line in _held(language))
    assert bool(synonyms(word, language)) == known


def _held(language: str) -> list[str]:
    return lines(language) if language in LANGUAGES else []


def test_words_of_both_languages() -> None:
    """A word leads to what it is called otherwise, and to what it is called in the other language."""
    assert {"bicycle", "velo"} <= synonyms("bike", "en").keys()
    assert {"job", "travail"} <= synonyms("boulot", "fr").keys()
