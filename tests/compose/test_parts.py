"""Duplicates, MMR, follow-ups and traces, each by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.compose import mmr
from edge.compose.duplicates import JACCARD, DuplicateFilter
from edge.compose.follow_up import leans
from edge.compose.trace import TraceStore, slug
from edge.errors import UsageError
from edge.records.context import ComposedResult, ContextBudget, ContextEntry
from edge.state.access import Principal
from edge.state.database import open_state

LONG = "the relief valve of the north pump opens slowly when the frost is over and the lever is down"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (LONG, LONG.upper(), True),
        (LONG, f"{LONG} again", True),
        (LONG, LONG.replace("opens", "never opens"), False),
        (f"{LONG} at 12 bar", f"{LONG} at 13 bar", False),
        (LONG, "something else altogether is said in this one, of no pump", False),
        ("Yes", "yes", True),
        ("Yes", "No", False),
        ("😀", "😐", False),
    ],
)
def test_what_says_the_same_is_one(one: str, other: str, same: bool) -> None:
    """Overlapping words are one; another number or a negation never is."""
    duplicates = DuplicateFilter(0.92)
    assert duplicates.duplicate_of("a", one) is None
    assert duplicates.duplicate_of("b", other) == ("a" if same else None)


@given(st.lists(st.lists(st.sampled_from("abcd"), min_size=3, max_size=40), max_size=8))
def test_every_near_duplicate_is_found(texts: list[list[str]]) -> None:
    """What is looked at more closely is chosen by a few 3-grams, and none is missed: the first of those that
    share .8 of all that both have.
    """
    duplicates = DuplicateFilter(0.92)
    kept: dict[int, list[str]] = {}
    for n, words in enumerate(texts):
        grams = {tuple(words[at : at + 3]) for at in range(len(words) - 2)}
        wanted = next((other for other, before in kept.items() if before == words), None)
        for other, before in kept.items():
            held = {tuple(before[at : at + 3]) for at in range(len(before) - 2)}
            if wanted is None and len(grams & held) / len(grams | held) >= JACCARD:
                wanted = other
        assert duplicates.duplicate_of(f"{n}", " ".join(words)) == (None if wanted is None else f"{wanted}")
        if wanted is None:
            kept[n] = words


def test_vectors_decide_where_there_are_any() -> None:
    """A cosine from the threshold on is one, except where numbers differ."""
    vectors = {"a": np.array([1, 0], np.float32), "b": np.array([0.99, 0.141], np.float32)}
    one, other = "the caretaker holds the key", "keys are with whoever looks after the house"
    assert DuplicateFilter(0.92, vectors).duplicate_of("a", one) is None
    both = DuplicateFilter(0.92, vectors)
    both.duplicate_of("a", one)
    assert both.duplicate_of("b", other) == "a"
    apart = DuplicateFilter(0.92, vectors)
    apart.duplicate_of("a", f"{one} 1")
    assert apart.duplicate_of("b", f"{other} 2") is None


@given(st.lists(st.floats(0, 1), max_size=12), st.sampled_from([0.0, 0.3, 0.77, 1.0]))
def test_mmr_is_an_order_of_the_same_items(scores: list[float], lambda_mult: float) -> None:
    """Nothing lost, nothing new; 1 keeps the order; the first is the most relevant."""
    items = sorted(((f"i{n}", score) for n, score in enumerate(scores)), key=lambda one: -one[1])
    made = mmr.order(items, lambda one, other: 0.5, lambda_mult)
    assert sorted(made) == sorted(items)
    if lambda_mult == 1:
        assert made == items
    if items and lambda_mult > 0:
        assert made[0][1] == items[0][1]


def test_mmr_takes_the_unlike_one_next() -> None:
    """The twin of the first waits; the specification's 0.3 is the field's 0.77."""
    items = [("a", 1.0), ("twin", 0.95), ("other", 0.8)]
    alike = {frozenset(("a", "twin")): 1.0}
    made = mmr.order(items, lambda one, other: alike.get(frozenset((one, other)), 0.0), mmr.lambda_mult(0.3))
    assert [id for id, _ in made] == ["a", "other", "twin"]
    assert mmr.lambda_mult(0.3) == pytest.approx(0.769, abs=1e-3)
    assert mmr.penalty(mmr.lambda_mult(0.3)) == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("And why?", True), ("Et pourquoi ?", True), ("Is it open?", True), ("Combien ?", True),
        ("Which valve of the north pump house must be closed before the frost comes?", False),
    ],
)  # fmt: skip
def test_a_question_that_leans_is_known(question: str, expected: bool) -> None:
    """By how it begins, or by how little it says, in both languages."""
    assert leans(question) is expected


@pytest.fixture
def traces(tmp_path: Path) -> Iterator[TraceStore]:
    db = open_state(tmp_path / "state.db")
    yield TraceStore(db)
    db.close()


def made(query: str = "où est la clé ?") -> ComposedResult:
    items = [ContextEntry(id="t1", kind="turn", score=1, kept=True, why="hit")]
    return ComposedResult(
        query=query, text="[a]\nB: ici", items=items, budget=ContextBudget(input_tokens=9, used=4)
    )


def test_a_label_of_a_trace_that_goes_meanwhile_is_refused(traces: TraceStore, tmp_path: Path) -> None:
    """Another process may delete the conversation that a context quotes, and the context with it."""
    id = traces.save(made())

    def items() -> Iterator[str]:
        with closing(open_state(tmp_path / "state.db")) as other:
            other.execute("DELETE FROM contexts").fetchall()
        yield from (item.id for item in made().items)

    with pytest.raises(UsageError, match=f"no trace {id}"):
        traces.label(id, items(), useful=True)


def test_a_trace_is_kept_whole_with_its_labels(traces: TraceStore) -> None:
    """What went in, what it cost, and what a person said; an unknown item or trace is refused."""
    id = traces.save(made())
    assert traces.label(id, ["t1"], useful=True) == 1
    assert traces.label(id, ["t1"], useful=False) == 1, "the last word counts"
    whole = traces.get(id)
    assert whole["text"] == "[a]\nB: ici" and whole["budget"] == {"inputTokens": 9, "used": 4, "counter": ""}
    assert [(label.item, label.useful) for label in whole["labels"]] == [("t1", False)]
    (listed,) = traces.listing()
    assert (listed.id, listed.kept, listed.labels, listed.slug) == (id, 1, 1, "cle")
    with pytest.raises(UsageError, match="t9"):
        traces.label(id, ["t9"], useful=True)
    for bad in ("x99", "7x", "", "x" + "1" * 40):
        with pytest.raises(UsageError):
            traces.get(bad)


def test_traces_are_their_owners(tmp_path: Path) -> None:
    """Nobody else lists or reads them."""
    db = open_state(tmp_path / "state.db")
    id = TraceStore(db, Principal(owner="anna")).save(made())
    eve = TraceStore(db, Principal(owner="eve"))
    assert eve.listing() == []
    with pytest.raises(UsageError):
        eve.get(id)
    db.close()


def test_a_slug_names_a_file() -> None:
    """Letters, figures and hyphens; never empty."""
    assert slug("Où est la clé de l'armoire n° 12 ?") == "cle-armoire-12"
    assert slug("??") == "context"
