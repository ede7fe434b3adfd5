"""A column that a question names and its table does not have."""

from __future__ import annotations

import pytest

from edge.ask import columns
from edge.records import Choice, Draft

DAYS = "Training\nSquad | Mon | Wed | Fri | Sat"
YEARS = "Poste | 2022 | 2023"
SPANS = "Pool | Mon-Fri | Sat | Sun"


def _draft(context: str, text: str) -> Draft:
    return Draft(choices=[Choice(passage=0, start=0, end=9, text=text, context=context, probability=0.9)])


@pytest.mark.parametrize(
    ("question", "context", "text", "fails"),
    [
        ("When do Minnows train on Thursday?", DAYS, "Minnows 17:00 - 17:00 -", True),
        ("When do Minnows train on Wednesdays?", DAYS, "Minnows 17:00 - 17:00 -", False),
        ("When do Minnows train?", DAYS, "Minnows 17:00 - 17:00 -", False),
        ("Combien a rapporté la fête en 2021 ?", YEARS, "Fête | 1 120 € | 1 485 €", True),
        ("Combien a rapporté la fête en 2022 ?", YEARS, "Fête | 1 120 € | 1 485 €", False),
        ("When is it open on Thursday?", SPANS, "Big | 9-18 | 10-17 | closed", False),
        ("When is it open on Thursday?", "Opening hours", "Thursday 9-12", False),
    ],
)
def test_a_row_without_the_column_asked_for_is_no_answer(
    question: str, context: str, text: str, fails: bool
) -> None:
    """A row under single weekdays or years answers for these alone; a span among the columns may hold any."""
    assert (columns.missing(_draft(context, text), question) is not None) == fails


def test_nothing_chosen_misses_no_column() -> None:
    """Without a choice there is no table to look at."""
    assert columns.missing(Draft(choices=[]), "on Thursday?") is None
