"""Rules by which appointments recur: as dateutil follows them, within bounds that dateutil does not have."""

from __future__ import annotations

import datetime as datetime_module
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import islice, takewhile
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import dateutil.rrule
import pytest
from dateutil.rrule import rrulestr
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import vRecur

from edge.context import recurrence
from edge.context.recurrence import STEPS, RecurrenceRule, rule, starts, uncounted

FIRST = datetime(2024, 2, 29, 14, 0)
_MONDAY = datetime(2026, 1, 5, 9)


def read(text: str, first: datetime = FIRST) -> RecurrenceRule:
    return rule(vRecur.from_ical(text), first, None)


def parts(**names: Any) -> st.SearchStrategy[str]:
    """Some of the parts of a rule, as text."""
    drawn = [
        st.one_of(st.just(""), values.map(lambda value, name=name: f";{name}={value}"))
        for name, values in names.items()
    ]
    return st.tuples(*drawn).map("".join)


def several(values: list[Any]) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(values), min_size=1, max_size=4, unique=True).map(
        lambda found: ",".join(map(str, found))
    )


WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
# Never mixed: of "MO,-1FR" dateutil wants both at once, where RFC 5545 means either.
PLACES = st.one_of(several(WEEKDAYS), several(["1MO", "2TU", "-1FR", "5SA", "-5SU", "3WE"]))
COMMON: dict[str, Any] = {
    "INTERVAL": st.integers(1, 5), "BYMONTH": several(list(range(1, 13))), "WKST": st.sampled_from(WEEKDAYS),
    "COUNT": st.integers(1, 30),
}  # fmt: skip
MONTH_DAYS = several([1, 2, 15, 28, 29, 30, 31, -1, -2, -31])
POSITIONS = several([1, 2, -1, -2, 5])
RULES = st.one_of(
    parts(**COMMON, BYDAY=several(WEEKDAYS), BYMONTHDAY=MONTH_DAYS).map("FREQ=DAILY{}".format),
    parts(**COMMON, BYDAY=several(WEEKDAYS)).map("FREQ=WEEKLY{}".format),
    parts(**COMMON, BYDAY=PLACES, BYMONTHDAY=MONTH_DAYS).map("FREQ=MONTHLY{}".format),
    parts(**COMMON, BYDAY=PLACES, BYMONTHDAY=MONTH_DAYS).map("FREQ=YEARLY{}".format),
    st.tuples(PLACES, POSITIONS).map(lambda two: f"FREQ=MONTHLY;BYDAY={two[0]};BYSETPOS={two[1]}"),
)


@pytest.fixture(scope="module", autouse=True)
def last_year() -> Iterator[None]:
    """dateutil stops in 2036, not in 9999: a rule that never fires costs it milliseconds."""
    with pytest.MonkeyPatch.context() as patch:
        sooner = SimpleNamespace(**{**vars(datetime_module), "MAXYEAR": 2036})
        patch.setattr(dateutil.rrule, "datetime", sooner)
        yield


DAYS = st.integers(0, 1_500).map(lambda n: FIRST + timedelta(n))


@settings(max_examples=300, deadline=None)
@given(RULES, DAYS, st.integers(0, 900), st.integers(1, 900))
def test_it_agrees_with_dateutil(text: str, first: datetime, after: int, length: int) -> None:
    """In any window, every rule that both follow has the same days."""
    begin = first + timedelta(after)
    end = begin + timedelta(length)
    theirs = rrulestr(text, dtstart=first)
    if "COUNT" not in text:
        theirs = theirs.replace(until=end)
    try:
        expected = [
            start for start in takewhile(lambda start: start < end, islice(theirs, 5_000)) if start >= begin
        ]
    except ValueError:
        return
    by, _ = uncounted(read(text, first), first)
    assert by is None or list(starts(by, first, begin, end)) == expected


@pytest.mark.parametrize(
    ("text", "first", "days"),
    [
        ("FREQ=MONTHLY;BYDAY=-1FR", datetime(2026, 1, 30, 9), ["2026-01-30", "2026-02-27", "2026-03-27"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", datetime(2026, 1, 31, 9), ["2026-01-31", "2026-02-28", "2026-03-31"]),
        ("FREQ=MONTHLY", datetime(2026, 1, 31, 9), ["2026-01-31", "2026-03-31", "2026-05-31"]),
        ("FREQ=YEARLY", datetime(2024, 2, 29, 9), ["2024-02-29", "2028-02-29", "2032-02-29"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU", _MONDAY, ["2026-01-05", "2026-01-18", "2026-01-19"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=MO", _MONDAY, ["2026-01-05", "2026-01-11", "2026-01-19"]),
        ("FREQ=YEARLY;BYMONTH=1;BYDAY=1MO", _MONDAY, ["2026-01-05", "2027-01-04", "2028-01-03"]),
        ("FREQ=MONTHLY;BYDAY=MO,-1FR", _MONDAY, ["2026-01-05", "2026-01-12", "2026-01-19"]),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", _MONDAY, ["2026-01-30", "2026-02-27"]),
    ],
)  # fmt: skip
def test_examples(text: str, first: datetime, days: list[str]) -> None:
    """Written out by hand: last Fridays, ends of months, leap days, weeks that begin on Sunday."""
    found = starts(read(text, first), first, first, datetime(2040, 1, 1))
    assert [start.date().isoformat() for start in islice(found, len(days))] == days


@pytest.mark.parametrize(
    ("until", "last"),
    [
        (date(2026, 2, 3), "2026-02-03"),
        (datetime(2026, 2, 3, 14, 0), "2026-02-03"),
        (datetime(2026, 2, 3, 13, 59), "2026-02-02"),
        (datetime(2026, 2, 3, 13, 0, tzinfo=UTC), "2026-02-03"),  # 14:00 in Paris
        (datetime(2026, 2, 3, 12, 59, tzinfo=UTC), "2026-02-02"),
    ],
)
def test_the_end_is_included_however_it_is_written(until: date, last: str) -> None:
    """A day, a local time, or UTC: what begins at that moment still happens."""
    first = datetime(2026, 1, 1, 14, 0)
    by = rule({"FREQ": ["DAILY"], "UNTIL": [until]}, first, ZoneInfo("Europe/Paris"))
    assert max(starts(by, first, first, datetime(2027, 1, 1))).date().isoformat() == last


@pytest.mark.parametrize(
    "text",
    [
        "FREQ=SECONDLY", "FREQ=MINUTELY", "FREQ=HOURLY", "FREQ=DAILY;INTERVAL=0", "FREQ=YEARLY;BYWEEKNO=20",
        "FREQ=YEARLY;BYYEARDAY=100", "FREQ=DAILY;BYHOUR=9", "FREQ=DAILY;BYHOUR=14,15", "COUNT=3",
    ],
)  # fmt: skip
def test_what_is_not_followed_says_so(text: str) -> None:
    """Never a guess: the caller keeps the first occurrence, and tells."""
    with pytest.raises(ValueError, match=r"followed|recur"):
        read(text)


def test_the_hour_of_the_beginning_may_be_repeated() -> None:
    """Some programs write BYHOUR as it is anyway."""
    assert read("FREQ=DAILY;BYHOUR=14;BYMINUTE=0") == read("FREQ=DAILY")


@pytest.mark.parametrize(
    "text",
    [
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=5",
        "FREQ=DAILY;COUNT=999999999", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=WEEKLY;INTERVAL=999999999", "FREQ=MONTHLY;INTERVAL=999999999",
        "FREQ=YEARLY;INTERVAL=999999999;COUNT=2", "FREQ=DAILY;INTERVAL=2147483647",
    ],
)  # fmt: skip
def test_no_rule_takes_for_ever(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the rule, about `STEPS` days are looked at, and no date runs past the last year."""
    looked = 0
    real = recurrence._days

    def counted(*asked: Any) -> list[date]:
        nonlocal looked
        days = real(*asked)
        looked += len(days)
        return days

    monkeypatch.setattr(recurrence, "_days", counted)
    by, _ = uncounted(read(text), FIRST)
    list(starts(by or read(text), FIRST, datetime(9000, 1, 1), datetime(9001, 1, 1)))
    assert looked <= 2 * (STEPS + 366)


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("FREQ=DAILY;COUNT=3", datetime(2024, 3, 2, 14)),
        ("FREQ=DAILY;INTERVAL=10;COUNT=40000", datetime(2024, 2, 29, 14) + timedelta(399_990)),
        ("FREQ=DAILY;COUNT=999999999", None),
        ("FREQ=YEARLY;COUNT=3", datetime(2032, 2, 29, 14)),
        ("FREQ=WEEKLY;COUNT=2;UNTIL=20240301T000000", datetime(2024, 3, 1)),
        ("FREQ=DAILY;COUNT=9;UNTIL=20240302T000000", datetime(2024, 3, 2)),
        ("FREQ=DAILY;COUNT=0", datetime(2024, 2, 28, 14)),
    ],
)
def test_a_count_is_an_end(text: str, until: datetime | None) -> None:
    """COUNT is turned into the day of the last occurrence, once; more than there are days is no end."""
    by, _ = uncounted(read(text), FIRST)
    assert by is not None and by.count is None and by.until in (until, read(text).until)
    assert until is None or min(by.until or until, until) == by.until or by.until == read(text).until


def test_a_series_is_taken_up_where_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A daily series of a hundred years costs as much as the window asked for."""
    looked = []
    real = recurrence._period
    monkeypatch.setattr(recurrence, "_period", lambda *said: looked.append(said) or real(*said))  # type: ignore[func-returns-value]
    first = datetime(1926, 1, 1, 8)
    found = list(starts(read("FREQ=DAILY", first), first, datetime(2026, 1, 1), datetime(2026, 1, 8)))
    assert len(found) == 7 and len(looked) < 12
