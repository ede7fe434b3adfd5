"""Time zones that a calendar defines: used where a program wrote them, left out where they are a trap."""

from __future__ import annotations

from datetime import timedelta

import pytest

from edge.messages.calendars import MAX_RULES, calendars

EVENT = "BEGIN:VEVENT\nUID:a\nSUMMARY:x\nDTSTART;TZID=Our Time:20260703T140000\nEND:VEVENT\n"


def _offset(*parts: str, event: str = EVENT) -> timedelta | None:
    """Of the event's start, from a zone of these parts; None: it is floating, so the zone was left out."""
    zone = f"BEGIN:VTIMEZONE\nTZID:Our Time\n{''.join(parts)}END:VTIMEZONE\n"
    text = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//edge//tests//EN\n{zone}{event}END:VCALENDAR\n"
    [found] = calendars(text.replace("\n", "\r\n"))
    start = found.walk("VEVENT")[0].start
    assert start.replace(tzinfo=None).isoformat() == "2026-07-03T14:00:00"
    offset: timedelta | None = start.utcoffset()
    return offset


def _half(rule: str, hours: int = 1, start: str = "16010101T020000") -> str:
    lines = f"DTSTART:{start}\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0{hours}00\n{rule}\n"
    return f"BEGIN:STANDARD\n{lines}END:STANDARD\n"


WINTER = _half("RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10")


@pytest.mark.parametrize(
    "rule",
    [
        "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",  # Exchange
        "RRULE:FREQ=YEARLY;UNTIL=20990425T020000Z;BYMONTH=4;BYDAY=1SU",  # Apple
        "RRULE:FREQ=YEARLY;BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14;BYMONTH=3",  # libical
        "RRULE:FREQ=YEARLY;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU;BYMONTH=3",  # Notes
        "RRULE:FREQ=YEARLY;BYDAY=5SU;BYMONTH=3",
        "RDATE:20260329T020000",
    ],
)
def test_zones_of_programs_are_used(rule: str) -> None:
    """Summer time by rules as programs write them."""
    assert _offset(WINTER, _half(rule, 2)) == timedelta(hours=2)


@pytest.mark.parametrize(
    "rule",
    [
        "RRULE:FREQ=SECONDLY",
        "RRULE:FREQ=SEC\n ONDLY",
        "RRULE:FREQ=DAILY",
        "RRULE;X=1:FREQ=SECONDLY",
        "COMMENT:x\u2028RRULE:FREQ=SECONDLY",
        "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=32,-40",
        "RRULE:FREQ=YEARLY;BYMONTH=13;BYDAY=1SU",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=9SU",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU;BYMONTHDAY=1",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=1SU;INTERVAL=0",
        "RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=5SU;INTERVAL=2",
    ],
)
def test_a_zone_whose_rules_never_fire_or_never_end_is_left_out(rule: str) -> None:
    """Anybody can send one, and the library would walk it to the year 9999, or for ever."""
    assert _offset(WINTER, _half(rule, 2)) is None


def test_zones_of_very_many_rules_are_left_out() -> None:
    """Each rule is walked from its first year on: the sum of them is bounded, whatever there is of zones."""
    many = [_half("RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", 2)] * MAX_RULES
    assert _offset(*many, WINTER) is None
