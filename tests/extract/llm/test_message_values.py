"""What rules read in a message, for comparison."""

from __future__ import annotations

import msgspec
from scripted_model import MESSAGE

from edge.extract.llm import message_values
from edge.records import Invitation, Message
from edge.text.numbers import certain


def test_dates_times_and_amounts_of_a_message() -> None:
    """Relative dates count from the day of receipt; figures stand however they are written."""
    read = message_values.of(MESSAGE)
    assert read.date("2026-02-03") and read.date("2026-01-23") and not read.date("2026-02-04")
    assert read.time("14:00") and not read.time("15:00")
    assert read.amount(certain(1284.5)) and read.amount(certain(-1284.5)) and not read.amount(certain(1285.0))


def test_without_a_day_of_receipt() -> None:
    """No date is made up for "Friday" or "3 February"; one that states its year is known."""
    message = msgspec.structs.replace(
        MESSAGE, received_at="", body="Vendredi, ou le 5 mars, ou le 3 mai 2027."
    )
    assert message_values.of(message).dates == {"2027-05-03"}


def test_invitations_and_what_stands_as_written() -> None:
    """Invitations state days and hours; an ISO date in the text is known as it stands."""
    message = Message(
        id="m",
        subject="2026-12-31",
        invitations=[Invitation(start="2026-02-03T08:00:00+01:00", end="2026-02-04")],
    )
    read = message_values.of(message)
    assert (
        read.date("2026-02-03") and read.date("2026-02-04") and read.time("08:00") and read.date("2026-12-31")
    )
