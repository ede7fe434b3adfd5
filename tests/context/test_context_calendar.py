"""A calendar around a message: what is near, what collides, and what no file may do to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.context.calendar import Calendar
from edge.context.finding import ContextFindings
from edge.context.lookup import lookup_terms
from edge.errors import UsageError
from edge.records import Extraction, Invitation, Message, Proposal, Reason

Write = Callable[..., Path]


def ics(*events: str, zone: str = "Europe/Paris") -> str:
    """A calendar; events are property lines, their uid is their place."""
    said = "".join(f"BEGIN:VEVENT\nUID:{n}\n{event}\nEND:VEVENT\n" for n, event in enumerate(events))
    head = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//edge//tests//EN\n"
    return f"{head}X-WR-TIMEZONE:{zone}\n{said}END:VCALENDAR\n".replace("\n", "\r\n")


def timed(title: str, start: str, end: str, *more: str, zone: str = "Europe/Paris") -> str:
    lines = [f"SUMMARY:{title}", f"DTSTART;TZID={zone}:{start}", f"DTEND;TZID={zone}:{end}", *more]
    return "\n".join(lines)


def day(title: str, first: str, after: str, *more: str) -> str:
    return "\n".join([f"SUMMARY:{title}", f"DTSTART;VALUE=DATE:{first}", f"DTEND;VALUE=DATE:{after}", *more])


def event(info: str, date: str, time: str | None = None, **more: Any) -> Extraction:
    more = {"type": "event", "grounded": True, "calendar": True, **more}
    return Extraction(info=info, date=date, time=time, **more)


def mail(received: str = "2026-01-20T09:00:00+01:00", **more: Any) -> Message:
    return Message(**{"id": "1", "sender": "Anne Roux <anne@gmail.com>", "received_at": received, **more})


def look(
    path: Path, *extractions: Extraction, message: Message | None = None, most: int = 8, zone: str = "",
    entities: tuple[str, ...] = (),
) -> ContextFindings:  # fmt: skip
    message = message or mail()
    proposal = Proposal(extractions=list(extractions), entities=list(entities))
    return Calendar(path).look(message, proposal, lookup_terms(message, proposal), zone, most)


def titles(found: ContextFindings) -> list[str]:
    return [item.text.split("\n")[0] for item in found.items]


def kinds(found: ContextFindings) -> list[str]:
    return [conflict.kind for conflict in found.conflicts]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str, name: str = "agenda.ics") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        return path

    return written


# --- what is near ------------------------------------------------------------------------------------


def test_the_day_and_the_days_beside_are_shown(write: Write) -> None:
    """What is on the day of an extraction comes first, then the days beside it; two days away is left out."""
    path = write(ics(
        timed("Avant-veille", "20260201T100000", "20260201T110000"),
        timed("Veille", "20260202T100000", "20260202T110000"),
        timed("Jour dit", "20260203T100000", "20260203T110000"),
        timed("Lendemain", "20260204T100000", "20260204T110000"),
        timed("Surlendemain", "20260205T100000", "20260205T110000"),
    ))  # fmt: skip
    found = look(path, event("Rendez-vous", "2026-02-03", "18:00"))
    assert titles(found) == ["Jour dit", "Veille", "Lendemain"]
    assert found.conflicts == []


def test_a_name_finds_an_appointment_of_another_day(write: Write) -> None:
    """By title, by attendee, by place; accents and case do not matter; what is long past is left out."""
    path = write(ics(
        timed("Point ALPHA", "20260310T100000", "20260310T110000"),
        timed("Déjeuner", "20260311T120000", "20260311T130000", "ATTENDEE;CN=Hélène Weiß:mailto:h@x.example"),
        timed("Visite", "20260312T120000", "20260312T130000", "LOCATION:Usine de Sète"),
        timed("Ancien Alpha", "20250310T100000", "20250310T110000"),
        timed("Autre", "20260313T120000", "20260313T130000"),
    ))  # fmt: skip
    assert titles(look(path, entities=("alpha", "Mme Hélène Weiß", "SETE"))) == [
        "Point ALPHA",
        "Déjeuner",
        "Visite",
    ]


def test_words_of_the_subject_find_what_no_name_does(write: Write) -> None:
    """Two words of the subject in a title are enough, one is not."""
    path = write(ics(
        timed("Comité budget annuel", "20260210T100000", "20260210T110000"),
        timed("Budget vacances", "20260211T100000", "20260211T110000"),
    ))  # fmt: skip
    assert titles(look(path, message=mail(subject="Re: budget du comité"))) == ["Comité budget annuel"]


def test_the_limit_holds_and_the_rest_is_counted(write: Write) -> None:
    """At most so many are shown, what collides among them, and the others are counted."""
    busy = [timed(f"Rendez-vous {n}", f"20260203T{n:02}0000", f"20260203T{n:02}3000") for n in range(8, 18)]
    found = look(write(ics(*busy)), event("Dentiste", "2026-02-03", "16:00"), most=3)
    assert len(found.items) == 3 and found.dropped == 7
    assert found.items[0].name == "event: Rendez-vous 16, 2026-02-03 16:00"
    assert kinds(found) == ["overlap"]


def test_a_series_is_found_on_its_days(write: Write) -> None:
    """Weekly, without the occurrence that is left out, with the one that was moved, until its end."""
    weekly = timed("Point hebdo", "20251201T140000", "20251201T150000",
                   "RRULE:FREQ=WEEKLY;UNTIL=20260301T000000Z",
                   "EXDATE;TZID=Europe/Paris:20260112T140000")  # fmt: skip
    text = ics(weekly)
    moved = (
        "BEGIN:VEVENT\nUID:0\nRECURRENCE-ID;TZID=Europe/Paris:20260119T140000\nSUMMARY:Point hebdo\n"
        "DTSTART;TZID=Europe/Paris:20260120T160000\nDTEND;TZID=Europe/Paris:20260120T170000\nEND:VEVENT\n"
    ).replace("\n", "\r\n")
    path = write(text.replace("END:VCALENDAR", moved + "END:VCALENDAR"))

    def on(date: str) -> list[str]:
        return [item.name for item in look(path, event("?", date)).items if item.date == date]

    assert on("2026-01-05") == ["event: Point hebdo, 2026-01-05 14:00"]
    assert on("2026-01-12") == []  # EXDATE
    assert on("2026-01-19") == []  # moved away
    assert on("2026-01-20") == ["event: Point hebdo, 2026-01-20 16:00"]
    assert on("2026-02-23") == ["event: Point hebdo, 2026-02-23 14:00"]
    assert on("2026-03-02") == []  # after its end


@pytest.mark.parametrize("status", ["CANCELLED", "cancelled"])
def test_what_is_cancelled_is_not_there(write: Write, status: str) -> None:
    """A cancelled appointment is neither shown nor in the way, nor is a cancelled occurrence of a series."""
    series = timed("Cours", "20260106T180000", "20260106T190000", "RRULE:FREQ=WEEKLY")
    gone = (
        "BEGIN:VEVENT\nUID:1\nRECURRENCE-ID;TZID=Europe/Paris:20260203T180000\n"
        f"STATUS:{status}\nSUMMARY:Cours\n"
        "DTSTART;TZID=Europe/Paris:20260203T180000\nDTEND;TZID=Europe/Paris:20260203T190000\nEND:VEVENT\n"
    ).replace("\n", "\r\n")
    text = ics(timed("Annulé", "20260203T180000", "20260203T190000", f"STATUS:{status}"), series)
    found = look(
        write(text.replace("END:VCALENDAR", gone + "END:VCALENDAR")), event("Dîner", "2026-02-03", "18:30")
    )
    assert (found.items, found.conflicts) == ([], [])


# --- what collides -----------------------------------------------------------------------------------


def test_an_overlap_is_told_with_both(write: Write) -> None:
    """An hour is taken where the message says no length; the conflict names the item that is shown."""
    path = write(ics(timed("Dentiste", "20260203T143000", "20260203T150000")))
    found = look(path, event("Réunion projet Alpha", "2026-02-03", "14:00"))
    (conflict,) = found.conflicts
    assert (conflict.kind, conflict.items) == ("overlap", ["event: Dentiste, 2026-02-03 14:30"])
    (why,) = conflict.codes["text"]
    assert (
        why.code == "overlap" and "Réunion projet Alpha" in str(why.params) and "Dentiste" in str(why.params)
    )
    assert [item.name for item in found.items] == conflict.items


@pytest.mark.parametrize(
    ("time", "minutes", "clash"),
    [
        ("13:30", None, False),
        ("13:31", None, True),
        ("15:00", None, False),
        ("14:59", 5, True),
        ("13:00", 30, False),
    ],
)
def test_what_only_touches_does_not_overlap(
    write: Write, time: str, minutes: int | None, clash: bool
) -> None:
    """One that ends when the other begins is no conflict."""
    path = write(ics(timed("Dentiste", "20260203T143000", "20260203T150000")))
    found = look(path, event("Appel", "2026-02-03", time, duration_minutes=minutes))
    assert kinds(found) == (["overlap"] if clash else [])


def test_the_same_title_and_time_is_there_already(write: Write) -> None:
    """An appointment of the same title and time is a duplicate, not an overlap; another title overlaps."""
    path = write(ics(timed("Réunion Alpha", "20260203T140000", "20260203T150000")))
    assert kinds(look(path, event("réunion ALPHA avec Anne", "2026-02-03", "14:00"))) == ["duplicate"]
    assert kinds(look(path, event("Contrôle technique", "2026-02-03", "14:00"))) == ["overlap"]
    assert kinds(look(path, event("Réunion Alpha", "2026-02-03", "14:30"))) == ["overlap"]


def test_an_invitation_that_is_there_already_or_moves_is_no_overlap(write: Write) -> None:
    """The same uid at the same time is a duplicate; at another time it is moved: it is not in its own way."""
    path = write(
        ics(
            timed("Kickoff", "20260203T140000", "20260203T150000"),
            timed("Yoga", "20260203T143000", "20260203T153000", "TRANSP:TRANSPARENT"),
        )
    )
    message = mail(invitations=[Invitation(method="REQUEST", uid="0")])
    same = look(path, event("Kick-off du projet", "2026-02-03", "14:00", where="invitation"), message=message)
    moved = look(
        path, event("Kick-off du projet", "2026-02-03", "14:30", where="invitation"), message=message
    )
    assert (kinds(same), kinds(moved)) == (["duplicate"], [])
    assert kinds(look(path, event("Other call", "2026-02-03", "14:30"), message=message)) == ["overlap"]


def test_a_cancelled_invitation_collides_with_nothing(write: Write) -> None:
    """It takes an appointment away, so it cannot be in the way of one."""
    path = write(ics(timed("Dentiste", "20260203T143000", "20260203T150000")))
    message = mail(invitations=[Invitation(method="CANCEL", uid="9", cancelled=True)])
    assert kinds(look(path, event("Point", "2026-02-03", "14:30", where="invitation"), message=message)) == []


def test_what_is_not_grounded_or_no_appointment_collides_with_nothing(write: Write) -> None:
    """A deadline takes no hour; what is not grounded takes no part in anything automatic."""
    path = write(ics(timed("Dentiste", "20260203T143000", "20260203T150000")))
    invented = event("Point", "2026-02-03", "14:30", grounded=False)
    deadline = event("Rendre le devis", "2026-02-03", "14:30", type="deadline", calendar=False)
    assert kinds(look(path, invented, deadline)) == []


def test_a_whole_day_is_in_the_way_only_when_it_says_so(write: Write) -> None:
    """A birthday takes no hour; a holiday marked busy does, on each of its days and not after."""
    path = write(ics(
        day("Anniversaire de Luc", "20260203", "20260204"),
        day("Congés", "20260204", "20260206", "TRANSP:OPAQUE"),
    ))  # fmt: skip
    clashes = {
        date: kinds(look(path, event("Appel", date, "10:00")))
        for date in ("2026-02-03", "2026-02-04", "2026-02-05", "2026-02-06")
    }
    assert clashes == {
        "2026-02-03": [],
        "2026-02-04": ["overlap"],
        "2026-02-05": ["overlap"],
        "2026-02-06": [],
    }
    assert "2026-02-04 – 2026-02-05" in look(path, event("Appel", "2026-02-05", "10:00")).items[0].text


def test_a_day_without_a_time_is_a_duplicate_or_nothing(write: Write) -> None:
    """Nobody knows its hours, so it overlaps nothing; the same title on the same day is there already."""
    path = write(
        ics(
            day("Salon de l'agriculture", "20260221", "20260302"),
            timed("Dentiste", "20260221T100000", "20260221T110000"),
        )
    )
    assert kinds(look(path, event("Salon de l’Agriculture", "2026-02-21"))) == ["duplicate"]
    assert kinds(look(path, event("Brocante", "2026-02-21"))) == []


def test_an_appointment_across_midnight(write: Write) -> None:
    """It is in the way after midnight as well, and a proposed one reaches into the next day."""
    path = write(
        ics(
            timed("Train de nuit", "20260203T220000", "20260204T070000"),
            timed("Réveil", "20260206T003000", "20260206T010000"),
        )
    )
    assert kinds(look(path, event("Appel de Tokyo", "2026-02-04", "02:00"))) == ["overlap"]
    assert kinds(look(path, event("Appel de Tokyo", "2026-02-04", "07:00"))) == []
    assert kinds(look(path, event("Fête", "2026-02-05", "23:45"))) == ["overlap"]
    assert kinds(look(path, event("Fête", "2026-02-05", "23:30"))) == []


def test_an_appointment_of_several_days_is_named_once_in_a_conflict(write: Write) -> None:
    """It stands on each of its days; what it overlaps says so once."""
    path = write(ics(timed("Salon", "20260203T090000", "20260205T180000")))
    (conflict,) = look(path, event("Appel", "2026-02-04", "10:00")).conflicts
    assert conflict.items == ["event: Salon, 2026-02-03 09:00"]


def test_an_appointment_across_new_year(write: Write) -> None:
    """Years are looked at one by one, and what spans two is seen from both."""
    path = write(ics(timed("Réveillon", "20251231T200000", "20260101T030000")))
    assert kinds(look(path, event("Course", "2026-01-01", "02:00"))) == ["overlap"]
    assert kinds(look(path, event("Course", "2025-12-31", "23:00"))) == ["overlap"]


# --- time zones --------------------------------------------------------------------------------------


def test_a_series_stays_on_the_wall_clock_when_clocks_change(write: Write) -> None:
    """A meeting at 14:00 is at 14:00 before and after the change; the message's offset is that of winter."""
    path = write(ics(timed("Point hebdo", "20260105T140000", "20260105T150000", "RRULE:FREQ=WEEKLY")))
    for date in ("2026-03-23", "2026-03-30", "2026-10-19", "2026-10-26"):
        assert kinds(look(path, event("Appel", date, "15:00"))) == []
        assert kinds(look(path, event("Appel", date, "14:59"))) == ["overlap"]


def test_the_hour_that_clocks_skip_and_repeat(write: Write) -> None:
    """On 29 March 02:30 does not exist and is read as 03:30; on 25 October the first 02:30 is meant."""
    path = write(ics(
        timed("Garde de printemps", "20260329T033000", "20260329T040000"),
        "SUMMARY:Garde d'automne\nDTSTART:20261025T003000Z\nDTEND:20261025T010000Z",
    ))  # fmt: skip
    assert kinds(look(path, event("Appel", "2026-03-29", "02:30", duration_minutes=10))) == ["overlap"]
    assert kinds(look(path, event("Appel", "2026-10-25", "02:30", duration_minutes=10))) == ["overlap"]
    assert kinds(look(path, event("Appel", "2026-10-25", "03:00", duration_minutes=10))) == []


def test_a_zone_that_the_message_names_counts(write: Write) -> None:
    """15:00 in London is 16:00 in Paris; an offset and a name say the same."""
    path = write(ics(timed("Dentiste", "20260203T160000", "20260203T170000")))
    for zone in ("Europe/London", "+00:00", "UTC", "Z", "GMT"):
        assert kinds(look(path, event("Call", "2026-02-03", "15:00", timezone=zone))) == ["overlap"]
    assert kinds(look(path, event("Call", "2026-02-03", "15:00"))) == []
    assert kinds(look(path, event("Call", "2026-02-03", "16:00", timezone="Mars/Olympus"))) == ["overlap"]


def test_the_day_in_another_zone_can_be_the_day_beside(write: Write) -> None:
    """What is 10 February 08:00 in Auckland is the evening before in Paris."""
    path = write(ics(timed("Dîner", "20260209T200000", "20260209T210000")))
    found = look(path, event("Call", "2026-02-10", "08:00", timezone="Pacific/Auckland"))
    assert kinds(found) == ["overlap"]


def test_the_setting_and_the_offset_of_the_message(write: Write) -> None:
    """A chosen zone wins; a message that came with another offset than the calendar's is read in its own."""
    path = write(ics(timed("Dentiste", "20260203T160000", "20260203T170000")))
    call = event("Call", "2026-02-03", "10:00")
    assert kinds(look(path, call, message=mail("2026-01-20T09:00:00-05:00"))) == ["overlap"]
    assert kinds(look(path, call, zone="America/New_York")) == ["overlap"]
    assert kinds(look(path, call)) == []
    assert kinds(look(path, event("Call", "2026-02-03", "16:00"), message=mail(""))) == ["overlap"]


def test_times_without_zone_are_local(write: Write) -> None:
    """A floating appointment is at that hour wherever one is."""
    path = write(ics("SUMMARY:Déjeuner\nDTSTART:20260203T120000\nDTEND:20260203T130000"))
    assert kinds(look(path, event("Appel", "2026-02-03", "12:30"))) == ["overlap"]
    assert kinds(look(path, event("Appel", "2026-02-03", "12:30"), zone="Asia/Tokyo")) == ["overlap"]


# --- files -------------------------------------------------------------------------------------------


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


def test_long_texts_are_cut_and_say_so(write: Write) -> None:
    """What a pass is shown of one appointment is bounded, and shows no path."""
    path = write(
        ics(timed("Salon", "20260203T143000", "20260203T150000", "DESCRIPTION:" + "très long " * 400))
    )
    (item,) = look(path, event("Appel", "2026-02-03", "09:00")).items
    assert len(item.text) <= 600 and item.text.endswith("[…]") and str(path.parent) not in item.text


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
