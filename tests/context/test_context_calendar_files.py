"""Calendar files that are broken, foreign or absurd: told, and survived."""

from __future__ import annotations

from pathlib import Path

import pytest
from calendars import Write, event, ics, kinds, look, mail, timed, titles
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.context.calendar import Calendar
from edge.context.lookup import lookup_terms
from edge.errors import UsageError
from edge.records import Proposal, Reason


def test_a_folder_with_a_broken_file_is_told_and_read(write: Write, tmp_path: Path) -> None:
    """One broken file inside a folder is a warning that names it; the others count, in subfolders as well."""
    write(ics(timed("Dentiste", "20260203T143000", "20260203T150000")), "agendas/privé/a.ics")
    write("this is no calendar", "agendas/b.ics")
    write("BEGIN:VCALENDAR\r\n", "agendas/c.ics")
    write("nor is this looked at", "agendas/readme.txt")
    calendar = Calendar(tmp_path / "agendas")
    message, proposal = mail(), Proposal(extractions=[event("Appel", "2026-02-03", "14:00")])
    assert kinds(calendar.look(message, proposal, lookup_terms(message, proposal), "", 8)) == ["overlap"]
    assert len(calendar.warnings) == 2
    assert "b.ics" in str(calendar.warnings[0]) and "c.ics" in str(calendar.warnings[1])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n",
        "BEGIN:VCARD\r\nEND:VCARD\r\n",
        "\0\0\0",
        '{"a": 1}',
    ],
)
def test_a_file_that_is_no_calendar_is_named(write: Write, text: str) -> None:
    """Named itself, it ends the run, with its path and what to do."""
    path = write(text)
    with pytest.raises(UsageError) as raised:
        look(path)
    assert "agenda.ics" in raised.value.message and raised.value.hint


def test_a_path_with_nothing_is_refused_at_once(tmp_path: Path) -> None:
    """Before anything is read, and before the first message."""
    with pytest.raises(UsageError, match="There is no calendar at"):
        Calendar(tmp_path / "nowhere.ics")


def test_an_appointment_that_cannot_be_understood_is_left_out_and_told(write: Write) -> None:
    """No start, an impossible start, an impossible length: the others count."""
    path = write(ics(
        "SUMMARY:sans date", "SUMMARY:x\nDTSTART:garbage",
        "SUMMARY:y\nDTSTART:20260203T100000Z\nDURATION:P99999999999D",
        timed("Dentiste", "20260203T143000", "20260203T150000"),
    ))  # fmt: skip
    calendar = Calendar(path)
    message, proposal = mail(), Proposal(extractions=[event("Appel", "2026-02-03", "14:00")])
    assert kinds(calendar.look(message, proposal, lookup_terms(message, proposal), "", 8)) == ["overlap"]
    assert calendar.warnings == [Reason("appointments_skipped", {"file": str(path), "count": 3})]


@pytest.mark.parametrize("rule", ["FREQ=SECONDLY", "FREQ=YEARLY;BYWEEKNO=20", "FREQ=NEVER", "COUNT=2"])
def test_a_rule_that_is_not_followed_is_told(write: Write, rule: str) -> None:
    """Its first day is known, and a warning says that the others are not."""
    path = write(ics(timed("Série", "20260203T143000", "20260203T150000", f"RRULE:{rule}")))
    calendar = Calendar(path)
    message, proposal = mail(), Proposal(extractions=[event("Appel", "2026-02-03", "14:00")])
    assert kinds(calendar.look(message, proposal, lookup_terms(message, proposal), "", 8)) == ["overlap"]
    assert [warning.code for warning in calendar.warnings] == ["series_unknown"]


def test_dates_from_nowhere_cost_nothing(write: Write) -> None:
    """Days far from the message are not looked at, nor are days that do not exist."""
    path = write(ics(timed("Série", "20200203T143000", "20200203T150000", "RRULE:FREQ=DAILY")))
    far = [event("x", f"{year:04}-01-01", "14:30") for year in (1, 2, 1900, 2200, 9998, 9999)]
    found = look(path, *far, event("x", "2026-02-31", "14:30"), event("x", "demain", "14:30"))
    assert (found.items, found.conflicts) == ([], [])


def test_of_two_exports_the_newer_one_counts(write: Write, tmp_path: Path) -> None:
    """A folder that holds the calendar of January and that of February: what moved is at its new time only,
    what was cancelled nowhere, and what did not change once.
    """
    old, new = "DTSTAMP:20260101T080000Z", "DTSTAMP:20260201T080000Z"
    write(ics(
        timed("Dentiste", "20260203T140000", "20260203T150000", old),
        timed("Coiffeur", "20260203T160000", "20260203T170000", old, "SEQUENCE:1"),
        timed("Cours", "20260203T100000", "20260203T110000", old),
    ), "agendas/2026-02.ics")  # fmt: skip
    write(ics(
        timed("Dentiste", "20260203T180000", "20260203T190000", new),
        timed("Coiffeur", "20260203T160000", "20260203T170000", old, "SEQUENCE:2", "STATUS:CANCELLED"),
        timed("Cours", "20260203T100000", "20260203T110000", old),
    ), "agendas/2026-01.ics")  # fmt: skip
    found = look(tmp_path / "agendas", event("Appel", "2026-02-03", "14:30"))
    assert kinds(found) == [] and titles(found) == ["Cours", "Dentiste"]
    assert kinds(look(tmp_path / "agendas", event("Appel", "2026-02-03", "18:30"))) == ["overlap"]


def test_a_change_of_one_occurrence_leaves_its_series(write: Write, tmp_path: Path) -> None:
    """An invitation's change often holds the moved occurrence alone, in a file of its own."""
    weekly = timed("Point", "20260106T140000", "20260106T150000", "RRULE:FREQ=WEEKLY", "SEQUENCE:0")
    moved = timed("Point", "20260203T160000", "20260203T170000", "SEQUENCE:1",
                  "RECURRENCE-ID;TZID=Europe/Paris:20260203T140000")  # fmt: skip
    write(ics(weekly), "agendas/a.ics")
    write(ics(moved), "agendas/b.ics")
    for date, time, told in (("2026-02-03", "14:30", []), ("2026-02-03", "16:30", ["overlap"]),
                             ("2026-02-10", "14:30", ["overlap"])):  # fmt: skip
        assert kinds(look(tmp_path / "agendas", event("Appel", date, time))) == told


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_calendar_is_read_in_its_own_charset(write: Write, encoding: str) -> None:
    """Other programs save Windows-1252, or a byte-order mark: titles keep their accents."""
    path = write("")
    path.write_bytes(ics(timed("Congés d’été", "20260203T143000", "20260203T150000")).encode(encoding))
    assert titles(look(path, event("Appel", "2026-02-03", "18:00"))) == ["Congés d’été"]


LINES = [
    "BEGIN:VCALENDAR",
    "X-WR-TIMEZONE:Europe/Paris",
    "BEGIN:VEVENT",
    "UID:a",
    "SUMMARY:Point",
    "DTSTART;TZID=Europe/Paris:20260203T140000",
    "DTSTART;VALUE=DATE:20260203",
    "DTEND;TZID=Europe/Paris:20260203T150000",
    "DURATION:PT1H",
    "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=9",
    "RRULE:FREQ=DAILY;UNTIL=20260301",
    "EXDATE;TZID=Europe/Paris:20260203T140000",
    "RDATE;VALUE=PERIOD:20260204T140000Z/PT1H",
    "RECURRENCE-ID;TZID=Europe/Paris:20260203T140000",
    "ATTENDEE;CN=Anne Roux:mailto:anne@acme.example",
    "STATUS:CANCELLED",
    "TRANSP:OPAQUE",
    "DTSTART:not a time",
    "END:VEVENT",
    "END:VCALENDAR",
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=20)), max_size=14), st.booleans())
def test_no_file_breaks_the_reader(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], framed: bool
) -> None:
    """Whatever the lines of a file: it is read, or named as no calendar; never anything else."""
    if framed:
        lines = [LINES[0], LINES[2], *lines, LINES[-2], LINES[-1]]
    path = tmp_path_factory.getbasetemp() / "any.ics"
    path.write_bytes("\r\n".join(lines).encode("utf-8", "surrogatepass"))
    try:
        found = look(path, event("Appel", "2026-02-03", "14:00"), event("Salon", "2026-02-04"))
    except UsageError as error:
        assert "any.ics" in error.message
    else:
        assert len(found.items) <= 8
