"""What collides: appointments that overlap, and those that are there already."""

from __future__ import annotations

import pytest
from calendars import Write, event, ics, kinds, look, mail, timed, whole_day

from edge.records import Invitation


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
        whole_day("Anniversaire de Luc", "20260203", "20260204"),
        whole_day("Congés", "20260204", "20260206", "TRANSP:OPAQUE"),
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


def test_a_whole_day_in_the_middle_of_a_long_appointment(write: Write) -> None:
    """From Monday morning for three days: Tuesday is in the way, Thursday is not."""
    fair = event("Salon", "2026-02-02", "09:00", duration_minutes=56 * 60)
    for day, after, told in (("20260203", "20260204", ["overlap"]), ("20260205", "20260206", [])):
        path = write(ics(whole_day("Audit", day, after, "TRANSP:OPAQUE")))
        assert kinds(look(path, fair)) == told


def test_a_day_without_a_time_is_a_duplicate_or_nothing(write: Write) -> None:
    """Nobody knows its hours, so it overlaps nothing; the same title on the same day is there already."""
    path = write(
        ics(
            whole_day("Salon de l'agriculture", "20260221", "20260302"),
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
