"""Values that a model left empty and its quote states."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_model import MESSAGE, form, item

from edge.extract.llm import message_values, parse
from edge.extract.llm.find_quote import QuoteFinder
from edge.records import Completed, Extraction, Message


def read(quote: str, body: str = MESSAGE.body, **values: Any) -> Extraction:
    message = Message(id="m", subject="Le 1er mars", body=body, received_at=MESSAGE.received_at)
    reading = parse.ParseContext(QuoteFinder(message), message_values.of(message))
    (it,) = parse.proposal(Completed(value=form(item(quote=quote, **values))), reading).extractions
    return it


def test_a_date_that_the_quote_states() -> None:
    """The model found the sentence and left the field empty: the one date in it is the date."""
    it = read("est à régler avant le 3 février 2026", type="deadline", calendar=True)
    assert it.date == "2026-02-03" and it.time is None and it.calendar
    it = read("la réunion de vendredi à 14h", type="event")
    assert (it.date, it.time) == ("2026-01-23", "14:00")


def test_an_amount_that_the_quote_states() -> None:
    """The one sum in a quote about a sum; the currency beside the model's own figure."""
    it = read("Le montant de 1 284,50 € est à régler", type="amount")
    assert (it.amount, it.currency) == (1284.5, "EUR")
    it = read("Le montant de 1 284,50 € est à régler", type="deadline", amount="1284.5")
    assert it.currency == "EUR"


@pytest.mark.parametrize(
    ("quote", "values"),
    [
        ("Le montant de 1 284,50 € est à régler avant le 3 février 2026", {"type": "fact"}),
        ("est à régler avant le 3 février 2026", {"type": "deadline", "date": "2026-01-23"}),
        ("Merci,\r\nAnne", {"type": "deadline"}),
        ("une phrase inventée sur le 3 février 2026", {"type": "deadline"}),
    ],
)
def test_nothing_is_guessed(quote: str, values: dict[str, str]) -> None:
    """Not for types without a date, not against the model's own value, not from another place."""
    it = read(quote, **values)
    assert it.date == values.get("date") and it.amount is None


def test_two_dates_are_a_choice() -> None:
    """Of two dates in a quote none is taken."""
    body = "La réunion est le 3 février ou le 5 février 2026."
    assert read("est le 3 février ou le 5 février 2026", body, type="event").date is None


def test_time_zone_and_length() -> None:
    """What the quote says of a moment comes with it."""
    body = "Appel le 3 février 2026 de 14h à 15h30, merci."
    it = read("Appel le 3 février 2026 de 14h à 15h30", body, type="event", date="2026-02-03")
    assert (it.time, it.duration_minutes) == ("14:00", 90)
