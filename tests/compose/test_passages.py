"""Packing passages into a budget."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge.compose.passages import compose_passages
from edge.records import Passage, Reason
from edge.text.tokens import estimate


def _passage(number: int, text: str) -> Passage:
    return Passage(chunk=number, source=f"s{number}", page=1, start=0, end=len(text), text=text)


@given(st.lists(st.text(max_size=60), max_size=12), st.integers(1, 80), st.text(max_size=40))
def test_all_is_kept_or_reported_and_the_budget_holds(texts: list[str], budget: int, question: str) -> None:
    """Every passage is either kept or dropped with a reason, in order; the kept ones and the question fit."""
    passages = [_passage(number, text) for number, text in enumerate(texts)]
    composed = compose_passages(question, passages, budget)
    assert sorted([p.chunk for p in composed.passages] + [d.chunk for d in composed.dropped]) == list(
        range(len(texts))
    )
    assert [p.chunk for p in composed.passages] == sorted(p.chunk for p in composed.passages)
    if composed.passages:
        assert (
            estimate(question) + sum(estimate(p.text) for p in composed.passages) == composed.tokens <= budget
        )
    assert all(dropped.codes["why"] for dropped in composed.dropped)


def test_the_same_text_is_read_once() -> None:
    """The first of equal passages stays and the report names it."""
    composed = compose_passages("q", [_passage(0, "same"), _passage(1, "same")], 100)
    assert [p.chunk for p in composed.passages] == [0]
    assert composed.dropped[0].codes["why"] == [Reason("same_text", {"source": "s0", "page": 1})]


def test_a_later_passage_that_fits_still_goes_in() -> None:
    """One long passage does not keep out the short ones behind it."""
    composed = compose_passages("q", [_passage(0, "x" * 1000), _passage(1, "short")], 50)
    assert [p.chunk for p in composed.passages] == [1]
    assert composed.dropped[0].codes["why"][0].code == "over_budget"
