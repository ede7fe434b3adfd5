"""A follow-up that names a row means the table that answered before."""

from __future__ import annotations

import pytest

from edge.ask import same_table
from edge.records import Choice, Draft, EarlierTurn, Passage, RowRun, Structure

SHEDS = "Model | Windows\nRowan | 3\nHawthorn | 2\nHawthorn XL | 4"
OPTIONS = "Option | Fits\nOpening window | Hawthorn\nGutter | all"
BEFORE = EarlierTurn(question="How many windows has the Rowan?", quotes=["Rowan | 3"])


def _passage(text: str, aside: tuple[tuple[int, int], ...] = ()) -> Passage:
    head, _, rows = text.partition("\n")
    run = RowRun(start=len(head) + 1, end=len(head) + 1 + len(rows), context=head)
    held = Structure(tables=[run], aside=list(aside))
    return Passage(chunk=1, source="a.xlsx", page=1, start=0, end=len(text), text=text, structure=held)


def _first(question: str, before: EarlierTurn = BEFORE) -> str:
    at = SHEDS.index("Rowan")  # what was shown is set aside by then
    passages = [_passage(OPTIONS), _passage(SHEDS, ((at, at + len("Rowan | 3")),))]
    start = OPTIONS.index("Opening")
    window = Choice(passage=0, start=start, end=start + 25, text=OPTIONS[start : start + 25], probability=0.6)
    return same_table.preferred(Draft(choices=[window]), question, passages, [before]).choices[0].text


@pytest.mark.parametrize(
    ("question", "row"),
    [("and the Hawthorn?", "Hawthorn | 2"), ("and the Hawthorn XL?", "Hawthorn XL | 4")],
)
def test_the_row_that_a_follow_up_names_is_of_the_table_that_answered(question: str, row: str) -> None:
    """Another table has the name as well, beside the word that was asked for before."""
    assert _first(question) == row


@pytest.mark.parametrize(
    "question", ["how much is the gutter?", "and the Bramble?", "and how wide is Hawthorn?"]
)
def test_what_asks_for_itself_or_names_no_row_is_left_as_it_is(question: str) -> None:
    """A question of its own, a name that is no cell, another kind of answer."""
    assert _first(question).startswith("Opening window")


def test_after_a_sentence_nothing_is_put_first() -> None:
    """Only a row says which table is meant."""
    told = EarlierTurn(question="Is the Rowan pretty?", quotes=["The Rowan is pretty."])
    assert _first("and the Hawthorn?", told).startswith("Opening window")
