"""A quote that ends in a colon is quoted with what it announces."""

from __future__ import annotations

import pytest

from edge.ask.announced import LONGEST, completed
from edge.records import Choice, Draft, Passage, RowRun, Structure

_PAGE = """Every purchase is a transaction. When you buy the car, enter this transaction:

- Date: today. Payee: Garage. Debit: 25,000.

Your account then shows the car.

- The space that is needed depends on the profile:

  - server: 60 GiB

  - station: 30 GiB

- Two network cards are needed.

The second line should say:

    Version: 1.2

Prices are as follows:

Size | Price
A4 | 2

Try this:

4. Leaks
"""
_TABLE = _PAGE.index("Size |")
_SHAPE = Structure(
    tables=[RowRun(start=_TABLE, end=_TABLE + 20, context="Size | Price")],
    sections=[(_PAGE.index("4. Leaks"), "4. Leaks")],
)


def _completed(text: str, page: str = _PAGE, *, quotes: int = 3, read: int | None = None) -> str:
    start = page.index(text)
    passage = Passage(
        source="a.md", page=1, chunk=1, start=0, end=read or len(page), text=page[:read], heading="",
        score=1.0, structure=_SHAPE,
    )  # fmt: skip
    choice = Choice(passage=0, start=start, end=start + len(text), text=text, probability=0.7)
    (found,) = completed(Draft(choices=[choice]), [passage], lambda *_: page, quotes).choices
    assert page[found.start : found.end] == found.text and found.probability == 0.7
    return found.text[len(text) :].strip()


@pytest.mark.parametrize(
    ("text", "announced"),
    [
        ("When you buy the car, enter this transaction:", "- Date: today. Payee: Garage. Debit: 25,000."),
        ("- The space that is needed depends on the profile:", "- server: 60 GiB\n\n  - station: 30 GiB"),
        ("The second line should say:", "Version: 1.2"),
    ],
    ids=["one item", "the items under an item", "a paragraph"],
)
def test_what_is_announced_is_quoted_whole(text: str, announced: str) -> None:
    """The list, with no item that stands beside it, or the paragraph; word for word as on the page."""
    assert _completed(text) == announced


def test_the_page_has_what_the_passage_has_not() -> None:
    """The passage that was read ends with the line that announces; the quote does not."""
    text = "When you buy the car, enter this transaction:"
    assert _completed(text, read=_PAGE.index(text) + len(text)).startswith("- Date")


@pytest.mark.parametrize(
    "text", ["Your account then shows the car.", "Prices are as follows:", "Try this:"],
    ids=["no colon", "a table", "the next section"],
)  # fmt: skip
def test_nothing_else_is_added(text: str) -> None:
    """Rows have their own headings, another section is not announced, and a sentence that ends stays."""
    assert not _completed(text)


def test_half_a_list_is_not_quoted() -> None:
    """A list that is too long is left out: its first items would look like all of them."""
    items = "".join(f"- Part {n} of the machine is cleaned with a brush.\n" for n in range(60))
    assert len(items) > LONGEST and not _completed("Clean:", f"Clean:\n\n{items}")


def test_what_is_not_shown_is_left() -> None:
    """Only choices that may be shown are completed."""
    assert not _completed("The second line should say:", quotes=0)
