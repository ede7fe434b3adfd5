"""JSON-LD that senders put into a message: bookings, flights, orders, with exact values."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from edge.extract.rules.clause_values import info_line
from edge.extract.rules.parsed_message import ParsedMessage
from edge.extract.rules.weighing.action import CAP
from edge.records import Extraction
from edge.records.extraction import ExtractionType

_STARTS = ("startDate", "departureTime", "checkinTime", "pickupTime", "startTime")
_NUMBERS = ("reservationNumber", "reservationId", "orderNumber", "confirmationNumber", "trackingNumber")


def structured_extractions(parsed: ParsedMessage) -> list[Extraction]:
    """Events and references of the structured part; the quote is the field's value, word for word."""
    extractions: list[Extraction] = []
    for item in parsed.message.machine.structured[:10]:
        flat: dict[str, str] = {}
        for key, text in _leaves(item):
            flat.setdefault(key, text)
        title = _journey(item) or next(
            (flat[key] for key in ("name", "description") if flat.get(key)), str(item.get("@type", ""))
        )
        starts = (flat.get(key, "") for key in _STARTS)
        start = next((text for text in starts if len(text) >= 10 and text[4] == "-"), "")
        if start:
            date, _, rest = start.partition("T")
            extractions.append(
                _field(
                    "event", title, start,
                    date=date[:10], time=rest[:5] or None, timezone=rest[8:] or None, calendar=True,
                )
            )  # fmt: skip
        number = next((flat[key] for key in _NUMBERS if flat.get(key)), "")
        if number:
            extractions.append(_field("reference", number, number))
    return extractions


def _journey(item: dict[str, Any]) -> str:
    """`NA418 Lyon LYS → Porto OPO` of a flight or train; empty where it names neither number nor route."""
    ride = item.get("reservationFor", item)
    ride = ride[0] if isinstance(ride, list) and ride else ride
    if not isinstance(ride, dict):
        return ""
    carrier = dict(_leaves(ride.get("airline") or ride.get("provider") or {}))
    number = next(
        (str(ride[key]) for key in ("flightNumber", "trainNumber", "busNumber") if ride.get(key)), ""
    )
    code = carrier.get("iataCode", "") or carrier.get("name", "")
    if number and code and not number.upper().startswith(code.upper()):
        number = f"{code}{number}" if carrier.get("iataCode") else f"{code} {number}"
    route = " → ".join(filter(None, (_stop(ride, "departure"), _stop(ride, "arrival"))))
    return f"{number} {route}".strip()


def _stop(ride: dict[str, Any], side: str) -> str:
    """Name and code of an airport or station."""
    for place in ("Airport", "Station", "BusStop"):
        there = ride.get(f"{side}{place}")
        if isinstance(there, str):
            return there
        if isinstance(there, dict):
            name, code = str(there.get("name") or ""), str(there.get("iataCode") or "")
            return name if code in name else f"{name} {code}".strip()
    return ""


def _field(kind: ExtractionType, info: str, quote: str, **fields: Any) -> Extraction:
    return Extraction(
        type=kind, info=" ".join(info.split()), quote=quote, where="structured", grounded=True, found="exact",
        confidence=0.8, **fields,
    )  # fmt: skip


def _leaves(value: Any, key: str = "", depth: int = 0) -> list[tuple[str, str]]:
    """(key, text) of every text or number inside, first come first."""
    if depth > 5:
        return []
    if isinstance(value, dict):
        return [
            leaf for name, inner in list(value.items())[:50] for leaf in _leaves(inner, str(name), depth + 1)
        ]
    if isinstance(value, list):
        return [leaf for inner in value[:20] for leaf in _leaves(inner, key, depth + 1)]
    return [(key, str(value))] if isinstance(value, (str, int, float)) and not isinstance(value, bool) else []


def _in_local_offset(start: str, received: str) -> str:
    """A moment in UTC, as calendars are stored, in the offset of the message's own date; others stay."""
    try:
        moment, here = datetime.fromisoformat(start), datetime.fromisoformat(received)
    except ValueError:
        return start
    if len(start) <= 10 or moment.utcoffset() != timedelta(0) or not here.utcoffset():
        return start
    return moment.astimezone(here.tzinfo).isoformat()


def _minutes(start: str, end: str) -> int | None:
    """From start to end; None for whole days and for what does not compare."""
    try:
        begins, ends = datetime.fromisoformat(start), datetime.fromisoformat(end)
        length = int((ends - begins).total_seconds() // 60)
    except (ValueError, TypeError):  # one with an offset and one without
        return None
    return length if length > 0 and len(start) > 10 else None


def invitation_extractions(parsed: ParsedMessage) -> list[Extraction]:
    """Events of invitations: their fields are exact, so the quote is what the calendar part says."""
    extractions: list[Extraction] = []
    for invitation in parsed.message.invitations:
        date, _, rest = _in_local_offset(invitation.start, parsed.message.received_at).partition("T")
        off = invitation.cancelled
        data: dict[str, Any] = {"location": invitation.location, "uid": invitation.uid, "cancelled": off}
        summary = " ".join(invitation.summary.split())
        extractions.append(
            Extraction(
                type="event",
                info=info_line(summary or invitation.start, parsed.french, "cancelled" if off else ""),
                quote=invitation.summary or invitation.start,
                where="invitation",
                grounded=True,
                found="exact",
                date=date[:10] or None,
                time=rest[:5] or None,
                timezone=rest[8:] or None,
                duration_minutes=_minutes(invitation.start, invitation.end),
                calendar=not off and bool(date),
                required=bool(date),
                confidence=CAP,
                data={name: value for name, value in data.items() if value},
            )
        )
    return extractions
