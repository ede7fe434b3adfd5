"""Calendar files (.ics, RFC 5545) as appointments. icalendar reads them; no link in one is followed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import Any

from edge import evident
from edge.context import zones
from edge.context.limit import limited
from edge.context.occurrences import Event, at_home, joined, newest, read
from edge.errors import EdgeError, UsageError
from edge.folders import visible
from edge.messages.calendars import BROKEN, calendars
from edge.records import Reason
from edge.text.charset import decode
from edge.text.one_line import one_line

#: Bytes of one file.
LARGEST = 64 * 1024 * 1024
#: Series over the budget that a warning names.
NAMED = 10

NAME_ANOTHER = "Name an .ics file, or a folder of them, in extract.calendar (--calendar), or leave it out."


@dataclass(frozen=True, slots=True)
class Appointments:
    """What files hold. `zone`: the one they say they are kept in, else the one most appointments have.
    `warnings`: what could not be read.
    """

    events: list[Event]
    zone: tzinfo | None
    warnings: list[Reason]


def appointments(path: Path) -> Appointments:
    """All appointments of a file, or of a folder's .ics files.

    Raises UsageError when the file named is no calendar; inside a folder it costs a warning. An appointment
    that cannot be understood costs a warning. EdgeError when icalendar is not installed.
    """
    alone = not path.is_dir()
    files: list[list[Event]] = []
    warnings: list[Reason] = []
    stated_zones: list[tzinfo] = []
    inside = (file for file in visible(path) if file.suffix.lower() == ".ics" and file.is_file())
    for file in [path] if alone else inside:
        try:
            components = _components(file, stated_zones)
        except UsageError as error:
            if alone:
                raise
            warnings.append(Reason("verbatim", {"text": error.message.rstrip(".")}))
            continue
        readable: list[Event] = []
        for component in components:
            with suppress(ValueError, TypeError, AttributeError, OverflowError):
                readable.append(read(component))
        if broken := len(components) - len(readable):
            warnings.append(Reason("appointments_skipped", {"file": str(file), "count": broken}))
        if strange := sum(event.strange for event in readable):
            warnings.append(Reason("series_unknown", {"file": str(file), "count": strange}))
        followed, over = limited(readable)
        if over:
            titles = _titles(over)
            warnings.append(
                Reason("series_over_budget", {"file": str(file), "count": len(over), "titles": titles})
            )
        files.append(followed)
    events = newest(files)
    where = stated_zones[0] if stated_zones else zones.common(event.where for event in events)
    kept = joined(events)
    return Appointments([at_home(event, where) for event in kept] if where else kept, where, warnings)


def _titles(events: list[Event]) -> str:
    named = "; ".join(one_line(event.title or event.uid or "?", 40) for event in events[:NAMED])
    return named if len(events) <= NAMED else f"{named}; …"


def _components(path: Path, stated_zones: list[tzinfo]) -> list[Any]:
    """The appointments of one file as they are written; the zones that its calendars state are added.
    Raises UsageError when there is no calendar in it.
    """
    components: list[Any] = []
    for calendar in _parsed(path):
        if (stated := zones.zone(str(calendar.get("X-WR-TIMEZONE", "")))) is not None:
            stated_zones.append(stated)
        components += calendar.walk("VEVENT")
    return components


def _parsed(path: Path) -> list[Any]:
    """The calendars of one file. Raises UsageError when it holds no calendar."""
    try:
        if path.stat().st_size > LARGEST:
            raise UsageError(
                f"The calendar {path} is larger than {LARGEST // 1024**2} MB.", "Export fewer years of it."
            )
        data = path.read_bytes()
        if (shown := evident.codec(data)) not in ("", "utf-8-sig"):
            data = data.decode(shown, "replace").encode("utf-8")
    except OSError as error:
        raise UsageError(f"The calendar {path} cannot be read: {error.strerror}.", NAME_ANOTHER) from error
    try:
        found = [part for part in calendars(decode(data)[0]) if part.name == "VCALENDAR"]
    except ImportError as error:
        raise EdgeError(
            "Calendars are read with icalendar, which is not installed.",
            "pip install 'edge-answers[extract]'",
        ) from error
    except BROKEN as error:
        raise UsageError(
            f"{path} is no calendar: {str(error)[:120] or type(error).__name__}.", NAME_ANOTHER
        ) from error
    if not found:
        raise UsageError(f"{path} is no calendar: no VCALENDAR is complete in it.", NAME_ANOTHER)
    return found
