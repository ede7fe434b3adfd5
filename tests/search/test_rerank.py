"""Reranking changes the order of the best pages and nothing else; without an opinion the order stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import apsw
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import ModelDamaged
from edge.records import Hit, Reason
from edge.search.rerank import Rerank, ordered_by
from edge.search.searcher import Searcher

QUERY = "cadence du blitz et joueuses en minutes"


def by(key: Callable[[str], float], pool: int = 20, seconds: float = 60.0) -> Rerank:
    """A reranker that scores a passage by `key`."""

    def scorer(query: str, passages: Sequence[str]) -> Iterator[float]:
        yield from map(key, passages)

    return Rerank("fake", lambda: scorer, seconds, pool)


def places(hits: Sequence[Hit]) -> list[tuple[str, int]]:
    return [(hit.source, hit.page) for hit in hits]


def test_hits_stand_in_the_order_of_the_scores(rules: apsw.Connection) -> None:
    """The passage with the highest score comes first; what is shown is the passage that was read."""
    searcher = Searcher(rules, rerank=by(lambda text: -len(text)))
    hits = searcher.search(QUERY, 10).results
    assert len(hits) > 3 and [len(hit.text) for hit in hits] == sorted(len(hit.text) for hit in hits)
    assert set(places(hits)) == set(places(Searcher(rules).search(QUERY, 10).results))
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))


def test_channels_still_add_up(rules: apsw.Connection) -> None:
    """`rerank` is in every hit that was read, and with it the channels are the whole score."""
    hits = Searcher(rules, rerank=by(len)).search(QUERY, 10).results
    assert len(hits) > 3
    for hit in hits:
        assert "rerank" in hit.channels
        assert sum(hit.channels.values()) == pytest.approx(hit.score, abs=1e-5)


def test_passages_follow_the_same_order(rules: apsw.Connection) -> None:
    """What an engine is given to read is ranked as the search is."""
    searcher = Searcher(rules, rerank=by(lambda text: -len(text)))
    read = [(passage.source, passage.page) for passage in searcher.passages(QUERY, 3)]
    assert list(dict.fromkeys(read)) == places(searcher.search(QUERY, 3).results)
    assert searcher.passages(QUERY, 3)[0].score == 1.0


def test_pages_beyond_the_pool_keep_their_place(rules: apsw.Connection) -> None:
    """Only the pool is read; the page after it stays after it, whatever the scores."""
    plain = places(Searcher(rules).search(QUERY, 10).results)
    found = Searcher(rules, rerank=by(lambda text: -len(text), pool=2)).search(QUERY, 10).results
    assert places(found)[2:] == plain[2:] and set(places(found)[:2]) == set(plain[:2])
    assert [("rerank" in hit.channels) for hit in found[:3]] == [True, True, False]


@pytest.mark.parametrize("pool", [-1, 0, 1, 10**9])
def test_any_pool_is_safe(rules: apsw.Connection, pool: int) -> None:
    """A pool of none or one changes nothing; one larger than what was found reads all of it."""
    plain = places(Searcher(rules).search(QUERY, 10).results)
    found = Searcher(rules, rerank=by(lambda text: -len(text), pool=pool)).search(QUERY, 10)
    assert (places(found.results) == plain) == (pool < 2) and found.notes == Searcher(rules).search(
        QUERY
    ).notes


def test_equal_opinions_change_nothing(rules: apsw.Connection) -> None:
    """A model that cannot tell the passages apart leaves them as they were."""
    assert places(Searcher(rules, rerank=by(lambda text: 0.5)).search(QUERY, 10).results) == places(
        Searcher(rules).search(QUERY, 10).results
    )


def test_a_query_without_a_result_is_not_read(rules: apsw.Connection) -> None:
    """Nothing found: nothing to reorder, and no note."""
    response = Searcher(rules, rerank=by(len)).search("...")
    assert response.results == [] and response.notes == []


def test_a_deadline_falls_back(rules: apsw.Connection) -> None:
    """After the deadline the fused order stands, and the note says how far it came and what to set."""
    read = []

    def key(text: str) -> float:
        read.append(text)
        return -len(text)

    response = Searcher(rules, rerank=by(key, seconds=0.0)).search(QUERY, 10)
    assert places(response.results) == places(Searcher(rules).search(QUERY, 10).results)
    assert len(read) == 1 and response.codes["notes"][0].code == "not_reranked_time"
    assert not any("rerank" in hit.channels for hit in response.results)


def test_a_model_that_fails_falls_back(rules: apsw.Connection) -> None:
    """An error of the model, at opening or in the middle, is a note; the search goes on."""

    def damaged() -> Callable[[str, Sequence[str]], Iterator[float]]:
        raise ModelDamaged("It is damaged.", "Mend it.")

    def midway(query: str, passages: Sequence[str]) -> Iterator[float]:
        yield 1.0
        raise ModelDamaged("It is damaged.", "Mend it.")

    plain = places(Searcher(rules).search(QUERY, 10).results)
    for opening in (damaged, lambda: midway):
        response = Searcher(rules, rerank=Rerank("m", opening, 60.0)).search(QUERY, 10)
        assert places(response.results) == plain
        assert Reason("not_reranked", {"error": "It is damaged. Mend it."}) in response.codes["notes"]


def test_a_language_that_the_model_does_not_read(rules: apsw.Connection) -> None:
    """A query in another language keeps the fused order, and is told so."""
    rerank = by(lambda text: -len(text))._replace(reads=lambda query: False)
    response = Searcher(rules, rerank=rerank).search(QUERY, 10)
    assert places(response.results) == places(Searcher(rules).search(QUERY, 10).results)
    assert response.codes["notes"][0].code == "not_reranked_language"


@given(
    st.lists(st.sampled_from([0.0, 1e-6, 0.5, 1.0, 1.3]), min_size=2, max_size=12),
    st.integers(2, 12),
    st.data(),
)
def test_the_pool_stands_in_the_order_of_opinions(
    values: list[float], pool: int, data: st.DataObject
) -> None:
    """For any scores, ties too: the pool stands first, in that order, with the scores there were."""
    from edge.search.documents import best_first

    score = np.array(values)
    pages = best_first(score, pool)
    opinions = data.draw(
        st.lists(st.sampled_from([-2.0, 0.0, 3.0]), min_size=len(pages), max_size=len(pages))
    )
    after = ordered_by(score, pages, opinions)
    wanted = [pages[at] for at in sorted(range(len(pages)), key=lambda at: -opinions[at])]
    assert best_first(after, len(pages)).tolist() == wanted
    assert np.allclose(np.sort(after), np.sort(score), atol=1e-9)
