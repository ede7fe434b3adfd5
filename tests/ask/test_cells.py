"""The cell that a question names by its row and its column is the answer."""

from __future__ import annotations

import pytest

from edge.ask import cells
from edge.records import Choice, Draft

_HEADS = "Annex A – Furniture\nRoom | Object | Number | State"
_OVEN = "Kitchen | Oven | 1 | handle loose"


def _choice(text: str, context: str = _HEADS, probability: float = 0.1) -> Choice:
    return Choice(passage=0, start=0, end=len(text), text=text, context=context, probability=probability)


def _preferred(question: str, *choices: Choice, heading: str = "Lease > Annex A – Furniture") -> Draft:
    return cells.preferred(Draft(choices=list(choices)), question, lambda _: heading)


@pytest.mark.parametrize(
    "question",
    ["In what state is the oven?", "the number of ovens in the kitchen", "State of the oven in the lease?"],
)  # fmt: skip
def test_all_that_is_asked_stands_in_a_cell_in_a_column_and_above(question: str) -> None:
    """Then "not in your documents" is wrong, however little the engine makes of two words."""
    assert cells.SIGNAL in _preferred(question, _choice(_OVEN)).signals


@pytest.mark.parametrize(
    "question",
    ["In what state is the gas oven?", "In what state is the oven in 2024?", "What state is it in?", "oven",
     "In what state is the oven without its handle?", "Who repairs the oven?",
     "Price of the state of the oven?"],
)  # fmt: skip
def test_a_word_that_stands_nowhere_speaks_against_it(question: str) -> None:
    """A word left over, no row, no column, or a "without", which no cell says."""
    assert cells.SIGNAL not in _preferred(question, _choice(_OVEN)).signals


def test_a_row_is_named_whole() -> None:
    """ "Rowan" names the row "Rowan" and not "Rowan Bike Store", whatever the engine thought likelier."""
    heads = "Sheds\nModel | Wall (mm) | Price"
    store, rowan = (
        _choice("Rowan Bike Store | 12 | 610", heads, 0.4),
        _choice("Rowan | 19 | 1690", heads, 0.2),
    )
    draft = _preferred("What wall has the Rowan?", store, rowan)
    assert [one.text for one in draft.choices] == [rowan.text, store.text]
    assert draft.choices[0].probability == store.probability
    assert cells.SIGNAL in draft.signals


def test_two_tables_that_have_it_leave_the_doubt() -> None:
    """Which is meant, nobody can tell: the order stays, and the engine's confidence."""
    other = _choice("Kitchen | Oven | 2 | new")
    draft = _preferred("In what state is the oven?", _choice(_OVEN), other)
    assert draft.choices == [_choice(_OVEN), other]
    assert cells.SIGNAL not in draft.signals


def test_what_is_empty_in_its_column_is_no_answer() -> None:
    """A row without a value there says nothing of it."""
    assert (
        cells.SIGNAL not in _preferred("In what state is the oven?", _choice("Kitchen | Oven | 1 | ")).signals
    )
