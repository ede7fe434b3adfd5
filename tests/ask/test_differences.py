"""A second opinion needs evidence: a change rests on a run of the page, or both answers go."""

from __future__ import annotations

import pytest

from edge.ask import differences
from edge.cascade import verification
from edge.records import Choice, Draft


def draft(answer: str | None, *quotes: str) -> Draft:
    choices = [Choice(passage=0, start=0, end=len(text), text=text, probability=0.9) for text in quotes]
    return Draft(choices=choices, answer=answer)


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("It takes 12 days.", "It takes 21 days.", "grade.numbers_apart"),
        ("It takes 12 days.", "It takes 12 hours.", "grade.numbers_apart"),
        ("The pump is started in frost.", "The pump is not started in frost.", "grade.negation_apart"),
    ],
)
def test_a_contradiction_on_the_same_quotes_stands_on_neither_side(
    before: str, after: str, code: str
) -> None:
    """Same evidence, contrary answers: the quotes speak alone, and what sets them apart is told."""
    quote = "Between 12 and 21 days or hours, the pump is or is not started in frost."
    left = differences.settled(draft(before, quote), draft(after, quote), 3)
    assert left.answer is None and left.signals["change_unfounded"] == 1.0 and left.choices
    assert code in [reason.code for reason in verification.contradictions(before, after)]


def test_a_change_with_another_run_of_the_page_stands() -> None:
    """New evidence may overturn an answer."""
    after = draft("It takes 21 days.", "From May on it takes 21 days.")
    assert differences.settled(draft("It takes 12 days.", "It takes 12 days."), after, 3) is after


def test_other_words_for_the_same_are_no_contradiction() -> None:
    """Answers that agree, and drafts without an answer, stay as they are."""
    quote = "It takes 12 days."
    for before, after in (("It takes 12 days.", "Twelve days."), (None, "12 days"), ("12 days", None)):
        last = draft(after, quote)
        assert differences.settled(draft(before, quote), last, 3) is last
    assert differences.settled(None, draft("12", quote), 3).answer == "12"
