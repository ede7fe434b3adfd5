"""Calendars, appointments of messages, and what a look at the one finds for the other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from edge.context.calendar import Calendar
from edge.context.finding import ContextFindings
from edge.context.lookup import lookup_terms
from edge.records import Extraction, Message, Proposal

Write = Callable[..., Path]


def ics(*events: str, zone: str = "Europe/Paris") -> str:
    """A calendar; events are property lines, their uid is their place."""
    said = "".join(f"BEGIN:VEVENT\nUID:{n}\n{event}\nEND:VEVENT\n" for n, event in enumerate(events))
    head = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//edge//tests//EN\n"
    return f"{head}X-WR-TIMEZONE:{zone}\n{said}END:VCALENDAR\n".replace("\n", "\r\n")


def timed(title: str, start: str, end: str, *more: str, zone: str = "Europe/Paris") -> str:
    lines = [f"SUMMARY:{title}", f"DTSTART;TZID={zone}:{start}", f"DTEND;TZID={zone}:{end}", *more]
    return "\n".join(lines)


def whole_day(title: str, first: str, after: str, *more: str) -> str:
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
