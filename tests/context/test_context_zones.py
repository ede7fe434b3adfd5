"""Time zones of texts, and spans that overlap."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.context.zones import (
    common,
    home,
    instant,
    moment,
    overlaps,
    zone,
)

PARIS = ZoneInfo("Europe/Paris")
MINUTES = st.integers(0, 3 * 24 * 60)


def span(start: int, length: int) -> tuple[datetime, datetime]:
    begins = datetime(2026, 3, 28, tzinfo=UTC) + timedelta(minutes=start)
    return begins, begins + timedelta(minutes=length)


@given(MINUTES, st.integers(1, 600), MINUTES, st.integers(1, 600))
def test_spans_overlap_when_they_share_a_minute(a: int, long: int, b: int, longer: int) -> None:
    """As counted minute by minute, whichever comes first; and every span overlaps itself."""
    one, other = span(a, long), span(b, longer)
    shared = set(range(a, a + long)) & set(range(b, b + longer))
    assert overlaps(one, other) == overlaps(other, one) == bool(shared)
    assert overlaps(one, one)


@given(MINUTES, MINUTES, st.integers(0, 600))
def test_a_span_without_length_is_its_beginning(a: int, b: int, length: int) -> None:
    """It overlaps what holds that moment, and another one at the same moment."""
    assert overlaps(span(a, 0), span(b, length)) == (b <= a < b + length or a == b)


@given(MINUTES, st.integers(1, 600), MINUTES, st.integers(1, 600))
def test_a_span_moved_behind_another_does_not_overlap(a: int, long: int, b: int, longer: int) -> None:
    """What begins where the other ends only touches it."""
    one = span(a, long)
    assert not overlaps(one, span(a + long, longer))


@pytest.mark.parametrize(
    ("said", "offset"),
    [
        ("+02:00", 120),
        ("-0530", -330),
        ("UTC+2", 120),
        ("GMT-3", -180),
        ("Z", 0),
        ("utc", 0),
        (" +01:00 ", 60),
    ],
)
def test_offsets(said: str, offset: int) -> None:
    """As they are written in headers, calendars and by people."""
    found = zone(said)
    assert found is not None and found.utcoffset(None) == timedelta(minutes=offset)


@pytest.mark.parametrize(
    "said",
    ["", None, "Mars/Olympus", "../../etc/passwd", "/etc/passwd", "Europe", "+25:00", "2pm", "\0", "é"],
)
def test_what_is_no_zone(said: str | None) -> None:
    """A name from a message opens no file and ends nothing."""
    assert zone(said) is None


def test_the_commonest_named_zone() -> None:
    """UTC and bare offsets name no place; on a tie it is the first by name."""
    new_york = ZoneInfo("America/New_York")
    assert common([PARIS, PARIS, new_york, UTC, None, timezone(timedelta(hours=2))]) == PARIS
    assert common([PARIS, new_york]) == new_york
    assert common([UTC, ZoneInfo("UTC"), None]) is None


def test_home() -> None:
    """The setting, else the calendar's zone where the message's offset agrees, else that offset, else UTC."""
    winter = datetime.fromisoformat("2026-01-20T09:00:00+01:00")
    elsewhere = datetime.fromisoformat("2026-01-20T09:00:00-05:00")
    assert home("Asia/Tokyo", winter, PARIS) == ZoneInfo("Asia/Tokyo")
    assert home("", winter, PARIS) == PARIS
    assert home("", elsewhere, PARIS) == elsewhere.tzinfo
    assert home("", None, PARIS) == PARIS
    assert home("nonsense", None, None) == UTC


@given(st.dates(date(2025, 1, 1), date(2027, 12, 31)), st.times())
def test_a_moment_is_that_time_on_the_wall(day: date, clock: time) -> None:
    """Read back in the zone it is the same time, except in the hour that a change of clocks skips."""
    clock = clock.replace(fold=0)
    back = moment(day, clock, PARIS).astimezone(PARIS)
    skipped = day in (date(2025, 3, 30), date(2026, 3, 29), date(2027, 3, 28)) and clock.hour == 2
    assert (back.date(), back.time().replace(fold=0)) == (day, clock.replace(hour=3) if skipped else clock)


def test_a_floating_time_takes_the_zone_given() -> None:
    """One with a zone keeps its own."""
    assert instant(datetime(2026, 7, 1, 14), PARIS) == datetime(2026, 7, 1, 12, tzinfo=UTC)
    assert instant(datetime(2026, 7, 1, 14, tzinfo=UTC), PARIS) == datetime(2026, 7, 1, 14, tzinfo=UTC)
