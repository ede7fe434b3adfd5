"""Days that an answer names by half, and the mail it quotes in full."""

from __future__ import annotations

import pytest
from mails import mail, proposal


def dates(body: str) -> set[str | None]:
    return {one.date for one in proposal(mail(body, subject="Re: visite")).extractions if one.date}


@pytest.mark.parametrize(
    ("answer", "day"),
    [("Monday is fine.", "2026-05-25"), ("The 25th is fine for me.", "2026-05-25")],
)
def test_a_bare_day_is_the_one_that_is_answered(answer: str, day: str) -> None:
    """The Monday of the quoted offer, not the next one."""
    history = "On 11 May 2026, Tom Hale wrote:\n> I can come on Monday 25th or Tuesday 2 June.\n"
    body = f"{answer}\n\nAnne\n\n{history}"
    assert dates(body) == {day}


def test_two_days_that_fit_leave_it_as_it_was() -> None:
    """Of two quoted Mondays neither is meant for sure."""
    body = "Monday is fine.\n\nAnne\n\nOn 11 May 2026, Tom Hale wrote:\n> Monday 25 May or Monday 1 June?\n"
    assert dates(body) == {"2026-05-18"}


def test_a_day_of_its_own_stays() -> None:
    """A day that the answer names in full is its own."""
    body = "Monday 18 May is fine.\n\nAnne\n\nOn 11 May 2026, Tom Hale wrote:\n> I can come on Monday 25th.\n"
    assert dates(body) == {"2026-05-18"}
