"""Fusion: two scores in, one out, with nothing lost and every point accounted for."""

from __future__ import annotations

import apsw
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_base import MakeKnowledge

from edge.search.fusion import fuse, fuse_ranks
from edge.search.query import parse
from edge.search.rank import known_share

NONE = -np.inf
WEIGHTS = st.floats(0.05, 2.0)
SCORES = st.lists(st.sampled_from([0.0, 0.1, 0.5, 1.0, 2.5]), min_size=1, max_size=40)


def run(words: list[float], cosines: list[float], weight: float = 0.5, trust: float = 1.0) -> list[float]:
    lexical = np.array(words)
    fused = fuse(lexical, {"words": lexical.copy()}, np.array(cosines), weight=weight, trust=trust)
    assert sum(fused.channels.values()) == pytest.approx(fused.score)
    return [float(score) for score in fused.score]


def test_first_in_both_scores_one() -> None:
    """The best possible page has score 1, whatever the weight."""
    for weight in (0.2, 1.0, 3.0):
        assert run([3.0, 1.0], [0.9, 0.2], weight)[0] == pytest.approx(1.0, abs=1e-5)


def test_a_page_that_only_vectors_found_is_ranked() -> None:
    """Words are not a filter: a paraphrase without a common word can still come first among the rest."""
    scores = run([1.0, 0.0, 0.5], [NONE, 0.9, NONE], weight=1.0)
    assert scores[1] > scores[2] > 0


def test_a_page_that_neither_found_scores_nothing() -> None:
    """No evidence, no score: an absent page must not appear in the results."""
    assert run([1.0, 0.0], [0.5, NONE])[1] == 0.0


@given(SCORES, WEIGHTS)
def test_without_vectors_the_order_is_the_lexical_one(words: list[float], weight: float) -> None:
    """A query that no vector answers is ranked as by words alone, ties included."""
    fused = run(words, [NONE] * len(words), weight)
    assert np.array_equal(
        np.argsort(-np.array(fused), kind="stable"), np.argsort(-np.array(words), kind="stable")
    )


@given(SCORES, st.data(), WEIGHTS, st.floats(0.01, 1))
def test_scores_are_bounded_and_agreement_wins(
    words: list[float], data: st.DataObject, weight: float, trust: float
) -> None:
    """Scores lie in 0..1, and a page at least as good as another in both rankings is not ranked below it."""
    cosines = data.draw(
        st.lists(st.sampled_from([NONE, -0.2, 0.0, 0.3, 0.8]), min_size=len(words), max_size=len(words))
    )
    fused = run(words, cosines, weight, trust)
    assert all(0 <= score <= 1 + 1e-5 for score in fused)
    for a in range(len(words)):
        for b in range(len(words)):
            if words[a] > words[b] and cosines[a] > cosines[b]:
                assert fused[a] > fused[b]


@given(SCORES, st.data(), WEIGHTS)
def test_every_page_that_words_found_stays(words: list[float], data: st.DataObject, weight: float) -> None:
    """Fusion drops no page: whatever the cosines, a page with a word of the query has a score."""
    cosines = data.draw(
        st.lists(st.sampled_from([NONE, -0.2, 0.0, 0.9]), min_size=len(words), max_size=len(words))
    )
    fused = run(words, cosines, weight)
    assert all(score > 0 for score, word in zip(fused, words, strict=True) if word > 0)


def test_words_that_the_base_does_not_have_count_for_less() -> None:
    """A page that shares a stray word comes before the nearest one only where the base knows the question's
    words; where it knows none of them the vectors alone decide.
    """
    words, cosines = [1.0, 0.2], [0.4, 0.8]
    known, unknown = run(words, cosines, trust=1.0), run(words, cosines, trust=0.1)
    assert known[0] > known[1] and unknown[0] < unknown[1]
    assert run(words, cosines, trust=0.0) == pytest.approx([0.5, 1.0])


def test_by_ranks_only_places_count() -> None:
    """Shares .6 and .4 of 1 / (60 + rank); how far behind a page is does not matter, channels add up."""
    words, cosine = np.array([9.0, 1.0, 0.0]), np.array([0.2, 0.9, NONE])
    fused = fuse_ranks(words, {"words": words * 0.75, "grams": words * 0.25}, cosine)
    assert fused.score == pytest.approx([0.6 / 61 + 0.4 / 62, 0.6 / 62 + 0.4 / 61, 0.0])
    assert sum(fused.channels.values()) == pytest.approx(fused.score)
    assert fuse_ranks(words * [1, 5, 1], {}, cosine).score == pytest.approx(fused.score)


@pytest.mark.parametrize(
    ("question", "share"), [("Où ranger mon vélo ?", 0.5), ("les vélos", 1), ("vélo", 1), ("bicycle", 0)]
)
def test_a_word_is_known_in_whatever_form(make_knowledge: MakeKnowledge, question: str, share: float) -> None:
    """The singular of a question is the plural of the documents: else words, though found, count nothing
    beside vectors, and what is there is called absent.
    """
    base: apsw.Connection = make_knowledge(
        [("regles.md", 1, "Les vélos se garent dans le local du sous-sol.")]
    )
    assert known_share(parse(question), [base]) == share
