"""Calendars made to take for ever: each costs itself, by name, and what stands beside it is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import fault_tally
import pytest

from edge.context import limit, occurrences, recurrence
from edge.context.calendar import Calendar
from edge.context.lookup import lookup_terms
from edge.errors import UsageError
from edge.records import Extraction, Message, Proposal, Reason

WEEKLY = "SUMMARY:Point hebdo\nDTSTART:20260106T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=20"
DENTIST = "SUMMARY:Dentiste\nDTSTART:20260203T143000\nDURATION:PT30M"


def series(rule: str, start: str = "20260105T140000", n: int = 1, more: str = "") -> list[str]:
    return [f"SUMMARY:Piège {i}\nDTSTART:{start}\nDURATION:PT1H\nRRULE:{rule}{more}" for i in range(n)]


def zone(*rules: str) -> str:
    lines = "\n".join(f"RRULE:{rule}" for rule in rules)
    part = f"BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n{lines}"
    return f"BEGIN:VTIMEZONE\nTZID:Piège\n{part}\nEND:STANDARD\nEND:VTIMEZONE\n"


MINUTES = ",".join(
    f"202601{d:02}T{h:02}{m:02}00" for d in range(1, 29) for h in range(24) for m in range(0, 60, 3)
)

#: What is over the budget or not followed, and told so.
TOLD: dict[str, list[str]] = {
    "30 February, daily": series("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=5", "19000101T100000", 100),
    "30 February, yearly": series("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5", "00010101T100000", 100),
    "31 June, monthly": series("FREQ=MONTHLY;BYMONTH=6;BYMONTHDAY=31;COUNT=9", "00010101T100000", 100),
    "fifth Monday on the first": series("FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1;COUNT=2", n=100),
    "ninth of one": series("FREQ=WEEKLY;BYDAY=MO;BYSETPOS=9;COUNT=2", n=100),
    "daily, a thousand": series("FREQ=DAILY;COUNT=1000000000", n=300),
    "daily, endless": series("FREQ=DAILY", n=300),
    "daily for centuries": series("FREQ=DAILY;COUNT=900000;BYDAY=MO,TU", "00020101T100000", 300),
    "each weekday": series("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", n=800),
    "each day of each year": series("FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", n=300),
    "each day of each month": series("FREQ=MONTHLY;BYMONTHDAY=" + ",".join(map(str, range(1, 32))), n=300),
    "2,000 rules in one event": [
        "\n".join(["SUMMARY:Piège", "DTSTART:20260105T140000", *["RRULE:FREQ=DAILY;COUNT=999999"] * 2_000])
    ],
    "2,000 rules to be counted": [
        "\n".join(
            ["SUMMARY:Piège", "DTSTART:20260105T140000", *["RRULE:FREQ=DAILY;BYDAY=MO;COUNT=99999"] * 2_000]
        )
    ],
    "years long, daily": [
        f"SUMMARY:Piège {n}\nDTSTART;VALUE=DATE:20250101\nDTEND;VALUE=DATE:20351231\nRRULE:FREQ=DAILY"
        for n in range(50)
    ],
    "each minute, days long": [f"SUMMARY:Piège\nDTSTART:20260101T000000\nDURATION:P300D\nRDATE:{MINUTES}"],
    "20,000 positions": series("FREQ=WEEKLY;BYDAY=MO;BYSETPOS=" + ",".join(["1"] * 20_000)),
    "20,000 days of the month": series("FREQ=MONTHLY;BYMONTHDAY=" + ",".join(["1"] * 20_000)),
    "20,000 weekdays": series("FREQ=MONTHLY;BYDAY=" + ",".join(["1MO"] * 20_000)),
    "each second": series("FREQ=SECONDLY"),
    "each minute": series("FREQ=MINUTELY;COUNT=1000000000"),
    "each hour": series("FREQ=HOURLY"),
    "interval 0": series("FREQ=DAILY;INTERVAL=0"),
    "interval -1": series("FREQ=DAILY;INTERVAL=-1"),
    "interval 10^30": series("FREQ=MONTHLY;INTERVAL=" + "9" * 30),
    "count 10^30": series("FREQ=WEEKLY;COUNT=" + "9" * 30),
    "20 years of hours": series("FREQ=DAILY;BYHOUR=" + ",".join(map(str, range(24)))),
}  # fmt: skip

#: What costs nothing out of the ordinary.
SILENT: dict[str, list[str]] = {
    "interval 2^31": series("FREQ=DAILY;INTERVAL=2147483647"),
    "count 0": series("FREQ=WEEKLY;COUNT=0"),
    "until the year 1": series("FREQ=DAILY;UNTIL=00010101T000000", n=100),
    "year-long, many": [
        f"SUMMARY:Piège {n}\nDTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20270101" for n in range(1_000)
    ],
    "month 13": series("FREQ=YEARLY;BYMONTH=13;COUNT=5"),
    "all minutes": ["SUMMARY:Piège\nDTSTART:20260101T000000\nDURATION:PT1M\nRDATE:" + MINUTES],
    "20,000 exceptions": series("FREQ=DAILY", more="\nEXDATE:20260203T140000" * 20_000),
    "20,000 people": ["SUMMARY:Piège\nDTSTART:20260105T140000" + "\nATTENDEE;CN=X:mailto:x@y.z" * 20_000],
    "2,000 zones": [f"SUMMARY:P{n}\nDTSTART;TZID=Zone {n}:20260105T140000" for n in range(2_000)],
    "2,000 replaced": ["SUMMARY:P\nDTSTART:20260105T140000\nRECURRENCE-ID:20260105T140000"] * 2_000,
    "a title of 1 MB": ["SUMMARY:" + "a" * 1_000_000 + "\nDTSTART:20260105T140000"],
    "backslashes": ["SUMMARY:" + "\\" * 100_000 + "\nDTSTART:20260105T140000"],
    "a folded line": ["SUMMARY:a" + "\n b" * 100_000 + "\nDTSTART:20260105T140000"],
    "parameters": ["SUMMARY:P\nDTSTART:20260105T140000\nATTENDEE" + ";X=1" * 20_000 + ":mailto:x"],
}  # fmt: skip

#: What stands before the appointments.
HEADS = {
    "zone of seconds": zone("FREQ=SECONDLY"),
    "zone of minutes": zone("FREQ=MINUTELY;COUNT=1000000000"),
    "zone of two halves": zone("FREQ=SECONDLY").replace(
        "END:VTIMEZONE\n",
        "BEGIN:DAYLIGHT\nDTSTART:19700101T000000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300\n"
        "RRULE:FREQ=SECONDLY\nEND:DAYLIGHT\nEND:VTIMEZONE\n",
    ),
    "zone of many rules": zone(*["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"] * 500),
    "deep": "BEGIN:VEVENT\n" * 5_000 + "END:VEVENT\n" * 5_000,
}


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, int]]:
    """Days looked at and occurrences made: measures of work that no other process changes."""
    count = {"days": 0, "occurrences": 0}
    days, replace = recurrence._days, occurrences.replace

    def looked(*asked: Any) -> list[date]:
        found = days(*asked)
        count["days"] += len(found)
        return found

    def made(event: Any, **changed: Any) -> Any:
        count["occurrences"] += "start" in changed
        return replace(event, **changed)

    monkeypatch.setattr(recurrence, "_days", looked)
    monkeypatch.setattr(occurrences, "replace", made)
    yield count


@pytest.fixture
def look(tmp_path: Path, steps: dict[str, int]) -> Callable[..., tuple[list[str], list[Reason]]]:
    def looked(events: list[str], head: str = "") -> tuple[list[str], list[Reason]]:
        """What is found on 3 February 2026, and the warnings."""
        path = tmp_path / "agenda.ics"
        said = "".join(f"BEGIN:VEVENT\nUID:{n}\n{event}\nEND:VEVENT\n" for n, event in enumerate(events))
        text = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//edge//tests//EN\n{head}{said}END:VCALENDAR\n"
        path.write_text(text.replace("\n", "\r\n"), encoding="utf-8", newline="")
        message = Message(id="1", sender="a@b.example", received_at="2026-01-20T09:00:00+01:00")
        wanted = [
            Extraction(type="event", info="x", date=day, time=time, grounded=True, calendar=True)
            for day, time in (("2026-02-03", "09:10"), ("2026-02-03", "14:35"))
        ]
        proposal = Proposal(extractions=wanted)
        calendar = Calendar(path)
        found = calendar.look(message, proposal, lookup_terms(message, proposal), "Europe/Paris", 10_000)
        return [
            item.text.split("\n")[0] for item in found.items if item.date == "2026-02-03"
        ], calendar.warnings

    return looked


@pytest.mark.parametrize("name", [*TOLD, *SILENT])
def test_a_hostile_series_costs_only_itself(
    look: Callable[..., tuple[list[str], list[Reason]]], steps: dict[str, int], name: str
) -> None:
    """The work of a file is bounded, what is not followed is told, what stands before and after is found."""
    hostile = TOLD.get(name) or SILENT[name]
    found, warnings = look([WEEKLY, *hostile, DENTIST])
    assert {"Point hebdo", "Dentiste"} <= set(found)
    assert steps["days"] <= limit.COUNTED + 2 * limit.A_YEAR, steps
    assert steps["occurrences"] <= limit.A_YEAR / 5 + MINUTES.count(",") + 10, steps
    if name in TOLD:
        (warning,) = warnings
        assert warning.code in ("series_unknown", "series_over_budget")
        titles = str(warning.params.get("titles", "Piège"))
        assert "Piège" in titles and "Point hebdo" not in titles and "Dentiste" not in titles
    else:
        assert warnings == []
    fault_tally.count("hostile calendars")


@pytest.mark.parametrize("name", HEADS)
def test_a_hostile_head_costs_only_itself(
    look: Callable[..., tuple[list[str], list[Reason]]], name: str
) -> None:
    """A time zone whose rule never ends, components a thousand deep: the appointments are found, or the file
    is named as no calendar.
    """
    try:
        found, _ = look([WEEKLY, DENTIST, "SUMMARY:P\nDTSTART;TZID=Piège:20260203T100000"], HEADS[name])
    except UsageError as error:
        assert "agenda.ics" in error.message
    else:
        assert {"Point hebdo", "Dentiste"} <= set(found)
    fault_tally.count("hostile calendars")


def test_a_busy_calendar_is_followed_whole(look: Callable[..., tuple[list[str], list[Reason]]]) -> None:
    """What an office holds in ten years is within the budget: 500 birthdays, 300 weekly series that have
    ended, 100 that have not, 3,000 appointments.
    """
    birthdays = [f"SUMMARY:B{n}\nDTSTART;VALUE=DATE:19800203\nRRULE:FREQ=YEARLY" for n in range(500)]
    ended = series("FREQ=WEEKLY;UNTIL=20180101T000000", "20160105T140000", 300)
    going = series("FREQ=WEEKLY;BYDAY=MO,WE;COUNT=400", n=100)
    single = [f"SUMMARY:S{n}\nDTSTART:20260203T100000\nDURATION:PT1H" for n in range(3_000)]
    found, warnings = look([*birthdays, *ended, *going, *single])
    assert warnings == [] and "B499" in found and "S2999" in found
