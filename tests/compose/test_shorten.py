"""What is left of an item that does not fit whole."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from edge.compose.item import Item
from edge.compose.shorten import shorten

LEASE = """Lease of the flat

1. Rent

The rent is 980 euros a month. It is due on the fifth.

2. Pets

One cat is allowed."""


def _item(text: str) -> Item:
    return Item(id="c1", kind="chunk", source="lease.md", place=1, text=text)


def test_the_sentences_that_speak_of_the_query_stay() -> None:
    """Whole, in their order, with a mark where something was left out; without any there is nothing."""
    made = shorten(_item(LEASE), "How much is the rent?", lambda item: len(item.text) <= 60)
    assert made is not None and made.id == "c1"
    assert made.text == "[…] 1. Rent\n\nThe rent is 980 euros a month. […]"
    assert shorten(_item(LEASE), "Who mows the lawn?", lambda item: True) is None
    assert shorten(_item(LEASE), "the rent", lambda item: False) is None


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["The rent is due.", "Pets sleep.", "1. Rent", "\n\n", "A rent, again!"])))
def test_what_stays_stands_in_the_text(parts: list[str]) -> None:
    """Each run between two marks is a run of the item."""
    text = " ".join(parts).strip()
    made = shorten(_item(text), "rent", lambda item: len(item.text) <= 70)
    if made is not None:
        assert len(made.text) <= 70
        assert all(run.strip() in text for run in made.text.split("[…]"))
