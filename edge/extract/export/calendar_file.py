"""Appointments into a calendar file (.ics)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edge.context import zones
from edge.errors import UsageError
from edge.extract.export import plan
from edge.extract.export.appointment import (
    Appointment,
    appointment,
    described,
    require_library,
    zone_block,
)
from edge.extract.export.entry import WantedEntry, quote_digest
from edge.extract.export.ics_lines import IcsLines
from edge.extract.export.reconcile import reconcile
from edge.messages.calendars import BROKEN, calendars
from edge.records import Extracted, Extraction, Invitation, Message
from edge.settings import ExtractSettings
from edge.state.exports import WrittenEntry
from edge.text.one_line import one_line
from edge.text.similarity import covered, similarity

if TYPE_CHECKING:
    from edge.context.agenda import Agenda
    from edge.context.occurrences import Event

_NEW = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//edge//extract//EN\r\nEND:VCALENDAR\r\n"
#: Uids of entries that have none of their own.
_OURS = re.compile(r"edge-([0-9a-f]{12})")
#: Methods of invitations that ask for nothing to be put into a calendar.
_ANSWERS = frozenset(("REPLY", "COUNTER", "REFRESH", "DECLINECOUNTER"))
#: From here two titles at one time name one appointment.
_SAME = 0.6


def calendar_plan(
    path: Path, found: Sequence[tuple[Message, Extracted]], written: list[WrittenEntry],
    settings: ExtractSettings,
) -> plan.FilePlan:  # fmt: skip
    """What the messages' appointments make of a calendar. Raises UsageError where the file is no calendar."""
    require_library()
    before = plan.read(path)
    text = plan.decoded(before, path).removeprefix("\ufeff")
    lines = IcsLines.of(text or _NEW)
    if lines.end is None:
        raise UsageError(f"{path} is no calendar: no VCALENDAR ends in it.", "Name an .ics file.")
    known = written if before is not None else []
    standing = {_key(uid): lines.text(uid) for uid in lines.blocks}
    asked = any(it.calendar for _, result in found for it in result.extractions)
    # A large calendar takes seconds to read: only where something may stand in it already.
    agenda, stated = _agenda(text, path, {row.key for row in known}) if asked else (None, None)
    made: dict[str, Appointment] = {}
    wanted: list[WantedEntry] = []
    for message, result in found:
        here = _home(message, settings, stated)
        for entry in _of_message(message, result, here, agenda):
            one, given = entry
            if given is not None and given.zone is not None:
                made[given.zone.key] = given
            wanted.append(one)
    changes, after = reconcile(
        standing, known, wanted, [message.id for message, _ in found], lambda text: described(text)[0]
    )
    edits = {
        _uid(it.key): it.text for it in changes if it.text is not None or it.outcome == "removed"
    }  # fmt: skip
    new = [text for text in edits.values() if text]
    named = {name: made[name].zone for name in made if any(f"TZID={name}" in text for text in new)}
    blocks = {name: zone_block(where) for name, where in named.items() if where is not None}
    mark = "\ufeff" if before and before.startswith(b"\xef\xbb\xbf") else ""
    edited = (mark + lines.edited(edits, blocks)).encode() if edits else (before or b"")
    for text in new:
        _check(text, path)
    return plan.FilePlan(path, "calendar", before, edited, changes, written, after)


def _of_message(
    message: Message, result: Extracted, here: tzinfo, agenda: Agenda | None
) -> list[tuple[WantedEntry, Appointment | None]]:
    entries: list[tuple[WantedEntry, Appointment | None]] = []
    seen: set[tuple[date, str]] = set()
    for invitation in message.invitations:
        if invitation.cancelled and _own_uid(invitation):
            gone = WantedEntry(
                message=message.id, at=_instant(message), quote=quote_digest(invitation.organizer),
                title=invitation.summary, write=lambda key, current: current, key=invitation.uid,
                cancelled=True,
            )  # fmt: skip
            entries.append((gone, None))
    for it in result.extractions:
        if not it.calendar or not it.grounded or not it.date:
            continue
        invitation_of = _invitation_of(it, message)
        if invitation_of is not None and (invitation_of.cancelled or invitation_of.method in _ANSWERS):
            continue
        made = appointment(message, result, it, invitation_of, here)
        if made is None or (made.start, made.title) in seen:
            continue
        seen.add((made.start, made.title))
        key = _own_uid(invitation_of) if invitation_of is not None else ""
        entries.append(
            (
                WantedEntry(
                    message=message.id, at=_instant(message), title=made.title, key=key,
                    quote=quote_digest(invitation_of.organizer if key and invitation_of else it.quote),
                    write=partial(_written, made), known=_there(made, agenda, here),
                ),
                made,
            )
        )  # fmt: skip
    return entries


def _written(made: Appointment, key: str, current: str) -> str:
    return made.written(_uid(key), current)


def _uid(key: str) -> str:
    return f"edge-{key}" if re.fullmatch("[0-9a-f]{12}", key) else key


def _key(uid: str) -> str:
    match = _OURS.fullmatch(uid)
    return match[1] if match else uid


def _own_uid(invitation: Invitation) -> str:
    """The uid that an invitation brings; "" where it has none, or one that only an entry of ours has."""
    return (
        ""
        if _key(invitation.uid) != invitation.uid or _uid(invitation.uid) != invitation.uid
        else invitation.uid
    )


def _invitation_of(extraction: Extraction, message: Message) -> Invitation | None:
    if extraction.where != "invitation":
        return None
    uid = extraction.data.get("uid", "")
    same = [it for it in message.invitations if it.uid == uid] if uid else message.invitations
    return same[0] if len(same) == 1 else None


def _instant(message: Message) -> str:
    """The message's date, as it compares with others."""
    try:
        moment = datetime.fromisoformat(message.received_at)
    except ValueError:
        return ""
    return zones.instant(moment, UTC).isoformat()


def _home(message: Message, settings: ExtractSettings, stated: tzinfo | None) -> tzinfo:
    """The zone of times that name none. One with a name knows summer time, which an offset does not."""
    try:
        received = datetime.fromisoformat(message.received_at)
    except ValueError:
        received = None
    likely = [stated, zones.system(), zones.of_country(settings.country)]
    agreeing = (where for where in likely if where is not None and zones.agrees(where, received))
    return zones.home(settings.timezone, received, next(agreeing, None))


def _agenda(text: str, path: Path, ours: set[str]) -> tuple[Agenda | None, tzinfo | None]:
    """What stands in the file and is not from here, and the zone that it states."""
    from edge.context.agenda import Agenda
    from edge.context.limit import limited
    from edge.context.occurrences import joined, read

    if not text.strip():
        return None, None
    try:
        found = [part for part in calendars(text) if part.name == "VCALENDAR"]
    except BROKEN as error:
        raise UsageError(
            f"{path} is no calendar: {one_line(str(error), 120)}.", "Name an .ics file."
        ) from error
    stated: Any = None
    events: list[Event] = []
    for calendar in found:
        stated = stated or zones.zone(str(calendar.get("X-WR-TIMEZONE", "")))
        components: Any = calendar.walk("VEVENT")
        for component in components:
            if _key(str(component.get("UID", ""))) in ours:
                continue
            try:
                events.append(read(component))
            except (ValueError, TypeError, AttributeError, OverflowError):
                continue  # it stays in the file as it is
    return Agenda(joined(limited(events)[0])), stated or zones.common(event.where for event in events)


def _there(made: Appointment, agenda: Agenda | None, here: tzinfo) -> bool:
    """Whether an appointment of this time and title stands in the file, and not from here."""
    if agenda is None:
        return False
    for one in agenda.on(made.start if not isinstance(made.start, datetime) else made.start.date()):
        event = one.event
        if isinstance(made.start, datetime):
            same = not event.whole_day and zones.instant(
                event.start.replace(tzinfo=event.where), here
            ) == zones.instant(made.start, here)
        else:
            same = event.start.date() == made.start
        if same and max(similarity(made.title, event.title), covered(event.title, made.title)) >= _SAME:
            return True
    return False


def _check(text: str, path: Path) -> None:
    """Raise UsageError rather than write an appointment that no program would read: the rest is as it was."""
    from icalendar import Event

    try:
        Event.from_ical(text.replace("\n", "\r\n"))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError) as error:
        raise UsageError(
            f"{path} would be no calendar any more: {one_line(str(error), 120)}.",
            "This is a fault of edge: nothing was written.",
        ) from error
