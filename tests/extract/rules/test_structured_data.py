"""What the machine parts of a message say: bookings in JSON-LD and invitations."""

from __future__ import annotations

import pytest
from mails import mail, proposal


def test_structured_data_is_exact() -> None:
    """A booking in JSON-LD gives its reference and its hour, quoted from the field."""
    import msgspec

    message = mail("Votre vol est confirmé.", sender="Air <noreply@air.example>")
    booking = {
        "@type": "FlightReservation",
        "reservationNumber": "QX7LMB",
        "reservationFor": {"name": "NA418", "departureTime": "2026-06-21T06:55:00+02:00"},
    }
    machine = msgspec.structs.replace(message.machine, structured=[booking])
    result = proposal(msgspec.structs.replace(message, machine=machine)).extractions
    exact = {one.type: one for one in result if one.where == "structured"}
    assert exact["reference"].quote == "QX7LMB"
    assert (exact["event"].date, exact["event"].time) == ("2026-06-21", "06:55")


def test_an_invitation_in_utc_is_told_in_the_hour_of_the_message() -> None:
    """A calendar part in UTC is shown at the offset of the message's date, over midnight too."""
    import msgspec

    from edge.records import Invitation

    def local_start(start: str) -> tuple[str | None, str | None, str | None]:
        invitation = Invitation(method="REQUEST", summary="Bilan", start=start)
        message = msgspec.structs.replace(mail("Voir ci-joint."), invitations=[invitation])
        event = next(one for one in proposal(message).extractions if one.where == "invitation")
        return event.date, event.time, event.timezone

    assert local_start("2026-05-20T13:30:00+00:00") == ("2026-05-20", "15:30", "+02:00")
    assert local_start("2026-05-20T23:10:00+00:00") == ("2026-05-21", "01:10", "+02:00")
    assert local_start("2026-05-20T09:00:00-04:00") == ("2026-05-20", "09:00", "-04:00")
    assert local_start("2026-05-20") == ("2026-05-20", None, None)


@pytest.mark.parametrize(
    ("start", "end", "minutes"),
    [
        ("2026-05-20T10:00:00+02:00", "2026-05-20T11:15:00+02:00", 75),
        ("2026-05-20T10:00:00+02:00", "2026-05-20T11:15:00", None),
        ("2026-05-20", "2026-05-21", None),
        ("2026-05-20T10:00:00+02:00", "", None),
    ],
)
def test_an_invitation_lasts_from_start_to_end(start: str, end: str, minutes: int | None) -> None:
    """A whole day, and an end that does not compare with its start, give no length."""
    import msgspec

    from edge.records import Invitation

    invitation = Invitation(method="REQUEST", summary="Bilan", start=start, end=end)
    message = msgspec.structs.replace(mail("Voir ci-joint."), invitations=[invitation])
    event = next(one for one in proposal(message).extractions if one.where == "invitation")
    assert event.duration_minutes == minutes


def test_a_flight_is_told_by_its_number_and_route() -> None:
    """The airline alone, or the passenger, does not say which flight."""
    import msgspec

    flight = {
        "@type": "FlightReservation",
        "underName": {"name": "Camille Ferrand"},
        "reservationNumber": "QX7LMB",
        "reservationFor": {
            "@type": "Flight",
            "flightNumber": "418",
            "airline": {"name": "North Air", "iataCode": "NA"},
            "departureAirport": {"name": "Lyon", "iataCode": "LYS"},
            "arrivalAirport": {"name": "Porto", "iataCode": "OPO"},
            "departureTime": "2026-06-21T06:55:00+02:00",
        },
    }
    message = mail("Votre vol est confirmé.", sender="Air <noreply@air.example>")
    machine = msgspec.structs.replace(message.machine, structured=[flight])
    result = proposal(msgspec.structs.replace(message, machine=machine)).extractions
    event = next(one for one in result if one.where == "structured" and one.type == "event")
    assert event.info == "NA418 Lyon LYS → Porto OPO"
