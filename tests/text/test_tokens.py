"""Text to tokens: the same at index time and at query time, whatever is typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text import tokens


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("Échecs à la Française", "echecs a la francaise"),
        ("ŒUVRE", "oeuvre"),
        ("Straße", "strasse"),
        ("ﬁnale", "finale"),
        ("e\u0301te\u0301", "ete"),
        ("plain ASCII", "plain ascii"),
    ],
)
def test_fold_opens_what_readers_type_otherwise(typed: str, folded: str) -> None:
    """Case, accents (composed or not), ligatures and presentation forms do not count."""
    assert tokens.fold(typed) == folded


@given(st.text())
def test_a_long_text_is_folded_as_a_short_one(typed: str) -> None:
    """What follows a text, and so its length, does not change how it is folded."""
    after = " und so weiter" * 10
    assert tokens.fold(typed + after) == tokens.fold(typed) + after


@given(st.text())
def test_folding_twice_changes_nothing_more(typed: str) -> None:
    """Words of an index and of a query meet however often each was folded."""
    once = tokens.words(typed)
    assert tokens.words(" ".join(once)) == once


@given(st.text())
def test_words_are_the_words_of_the_folded_text(typed: str) -> None:
    """Folding before cutting gives the same words; none is empty or holds a blank."""
    found = tokens.words(typed)
    assert found == tokens.words(tokens.fold(typed))
    assert all(word and not any(c.isspace() or c == "_" for c in word) for word in found)


def test_terms_cut_function_words_of_both_languages() -> None:
    """One merged stop list: nobody has to say which language a question is in."""
    assert tokens.terms("Quelle est la cadence ?") == ["cadence"]
    assert tokens.terms("What is the time control of the final?") == ["time", "control", "final"]


def test_stop_words_are_folded_words() -> None:
    """A stop word that folding changes could never match."""
    assert all(tokens.words(word) == [word] for word in tokens.stop_words())


@pytest.mark.parametrize(
    "forms",
    [
        ("joueur", "joueurs", "joueuse", "joueuses"),
        ("final", "finals", "finale", "finales", "finaux"),
        ("arbitre", "arbitres", "arbitré"),
        ("premier", "premiers", "première", "premières"),
        ("officiel", "officielle", "officielles"),
        ("directeur", "directrice", "directeurs"),
        ("tableau", "tableaux"),
        ("annulé", "annulée", "annulés"),
        ("party", "parties", "partie"),
        ("box", "boxes"),
        ("game", "games"),
        ("sportif", "sportive", "sportives"),
    ],
)
def test_stem_merges_plural_and_feminine(forms: tuple[str, ...]) -> None:
    """Forms of one word in French and in English share a stem."""
    stems = {tokens.stem(tokens.fold(form)) for form in forms}
    assert len(stems - {tokens.stem("annulee")}) <= 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("tour", "tournoi"), ("port", "porte-parole"), ("class", "clas"), ("bus", "bu"), ("ete", "et")],
)
def test_stem_keeps_different_words_apart(one: str, other: str) -> None:
    """Only endings of number and gender go: `class` and `bus` are no plurals, short words stay."""
    assert tokens.stem(one) != tokens.stem(other)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789", min_size=1))
def test_a_stem_is_short_and_never_empty(word: str) -> None:
    """A stem is at most as long as its word; short words and words with digits are left alone."""
    stemmed = tokens.stem(word)
    assert 0 < len(stemmed) <= len(word)
    assert stemmed == word or (word.isalpha() and len(word) > 3)


def test_a_run_too_long_for_a_word_is_its_own_gram() -> None:
    """A digest or encoded bytes are found whole: no term of the index for each letter of them."""
    assert len(tokens.grams("a" * 64)) == 62
    for digest in ("ab" * 33, "f" * 256):
        assert tokens.grams(digest) == (f"_{digest}_",)


@given(st.text(alphabet="abcdé0", min_size=1, max_size=64))
def test_grams_cover_the_word_and_its_ends(word: str) -> None:
    """Five characters each, together the whole wrapped word: nothing of a word is left out of the index."""
    found = tokens.grams(word)
    wrapped = f"_{word}_"
    assert found[0][0] == "_"
    assert found[-1][-1] == "_"
    assert found[0] + "".join(gram[-1] for gram in found[1:]) == wrapped
    assert all(len(gram) == tokens.GRAM for gram in found) or len(wrapped) <= tokens.GRAM


def test_bigrams_are_neighbours() -> None:
    """Two terms are a pair only where they stand side by side."""
    assert tokens.bigrams(["coup", "impossibl", "blitz"]) == ["coup impossibl", "impossibl blitz"]
    assert tokens.bigrams(["coup"]) == []
