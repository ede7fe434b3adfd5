"""Calendars (.ics): an event is a section under its title, with its day, its hours, its place and who comes.

Labels and days are in the language of what the events say.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from edge.errors import MessageError, ReadError
from edge.i18n.numerals import day, weekday
from edge.indexing.readers.html.page import add_pieces
from edge.indexing.readers.piece_builder import PieceBuilder
from edge.indexing.structure.document import Document, of_text, stated
from edge.indexing.structure.page_builder import PageBuilder
from edge.messages.invitation import DescribedEvent, described
from edge.text.html.pieces import Html
from edge.text.language import language

_LANGUAGE_TOLD_BY = 20_000  # characters
#: What calendars on the web write into a description.
_MARKUP = re.compile(r"</?(?:a|b|br|div|i|li|ol|p|span|strong|u|ul)\b[^<>]{0,2000}>", re.IGNORECASE)
_LABELS = {
    "en": ("Date: ", "Place: ", "Organiser: ", "With: ", "Repeats: ", "Cancelled.", "(no title)"),
    "fr": ("Date : ", "Lieu : ", "Organisateur : ", "Avec : ", "Se répète : ", "Annulé.", "(sans titre)"),
}
#: Once in a period, and in several.
_EVERY = {
    "en": {
        "DAILY": ("every day", "every {} days"), "WEEKLY": ("every week", "every {} weeks"),
        "MONTHLY": ("every month", "every {} months"), "YEARLY": ("every year", "every {} years"),
    },
    "fr": {
        "DAILY": ("tous les jours", "tous les {} jours"),
        "WEEKLY": ("chaque semaine", "toutes les {} semaines"),
        "MONTHLY": ("chaque mois", "tous les {} mois"), "YEARLY": ("chaque année", "tous les {} ans"),
    },
}  # fmt: skip
_UNTIL = {"en": ", until {}", "fr": ", jusqu’au {}"}
_TIMES = {"en": ", {} times", "fr": ", {} fois"}
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def read(data: bytes, name: str) -> Document:
    """A calendar. Raises ReadError when it is none, or holds no event."""
    try:
        events = list(described(data))
    except MessageError as error:
        raise ReadError(error.message, "Export it again from the calendar.") from error
    if not events:
        raise ReadError("empty: it holds no event")
    spoken = "fr" if language(_sample(events)) == "fr" else "en"
    pieces = PieceBuilder()
    for event in events:
        _add(pieces.section(), event, spoken)
    return of_text("calendar", name, pieces.pages(), title=stated(events[0].calendar), paged=False)


def _sample(events: list[DescribedEvent]) -> str:
    """Words of the first events, as many as tell their language."""
    said: list[str] = []
    length = 0
    for event in events:
        said += (event.invitation.summary, event.description)
        length += len(said[-1]) + len(said[-2])
        if length > _LANGUAGE_TOLD_BY:
            break
    return "\n".join(said)[:_LANGUAGE_TOLD_BY]


def _add(builder: PageBuilder, event: DescribedEvent, spoken: str) -> None:
    said = event.invitation
    when, place, organiser, people, repeats, cancelled, untitled = _LABELS[spoken]
    builder.heading(1, said.summary or untitled)
    lines = [
        (when, _when(said.start, said.end, spoken)), (place, said.location), (organiser, said.organizer),
        (people, ", ".join(said.attendees)), (repeats, _repeats(said.recurrence, spoken)),
    ]  # fmt: skip
    block = [label + value for label, value in lines if value]
    builder.block("\n".join([*block, *([cancelled] if said.cancelled else [])]))
    if _MARKUP.search(event.description):
        add_pieces(builder, Html(event.description.replace("\n", "<br>")).pieces(decoration=False))
    else:
        builder.block(event.description)


def _when(start: str, end: str, spoken: str) -> str:
    """ "Thursday 3 December 2026, 09:00–10:30"; days from the first to the last where it takes several."""
    if not start:
        return ""
    first = _moment(start)
    last = _moment(end) if end else first
    if type(first) is not type(last):
        last = first
    if not isinstance(first, datetime) or not isinstance(last, datetime):
        if last > first:  # a whole day ends on the date after it
            last -= timedelta(1)
        days = [_day(one, spoken) for one in ((first, last) if last > first else (first,))]
        return " – ".join(days)
    utc = " UTC" if first.tzname() == "UTC" else ""
    if first.date() != last.date():
        return f"{_day(first, spoken)}, {first:%H:%M} – {_day(last, spoken)}, {last:%H:%M}{utc}"
    until = f"–{last:%H:%M}" if (last.hour, last.minute) > (first.hour, first.minute) else ""
    return f"{_day(first, spoken)}, {first:%H:%M}{until}{utc}"


def _moment(iso: str) -> date | datetime:
    return date.fromisoformat(iso) if len(iso) == len("2026-12-03") else datetime.fromisoformat(iso)


def _day(moment: date, spoken: str) -> str:
    return f"{weekday(moment.weekday(), spoken)} {day(f'{moment:%Y-%m-%d}', spoken)}"


def _repeats(rule: str, spoken: str) -> str:
    """A simple rule in words: how often, on which days of the week, until when. Others say nothing here."""
    parts = dict(part.partition("=")[::2] for part in rule.upper().split(";"))
    every = _EVERY[spoken].get(parts.get("FREQ", ""))
    if every is None or not parts.keys() <= {"FREQ", "INTERVAL", "BYDAY", "UNTIL", "COUNT", "WKST"}:
        return ""
    step = parts.get("INTERVAL", "1")
    said = every[0] if step == "1" else every[1].format(step)
    days = parts["BYDAY"].split(",") if "BYDAY" in parts else []
    if not set(days) <= set(_DAYS):
        return ""
    if days:
        said += f" ({', '.join(weekday(_DAYS.index(one), spoken) for one in days)})"
    if (until := parts.get("UNTIL", "")[:8]).isdigit() and len(until) == len("20261203"):
        said += _UNTIL[spoken].format(day(f"{until[:4]}-{until[4:6]}-{until[6:]}", spoken))
    return said + (_TIMES[spoken].format(parts["COUNT"]) if "COUNT" in parts else "")
