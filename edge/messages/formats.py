"""Forms in which messages come: told by the file's name, else by how it begins."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from edge.errors import MessageError
from edge.i18n import render
from edge.messages import assemble, eml, invitation, mbox
from edge.records import Message
from edge.settings import ExtractSettings
from edge.text import charset

Form = Literal["eml", "emlx", "mbox", "ics", "json", "jsonl", "text"]

#: Read piece by piece: their size is no message's size.
STREAMED = frozenset(("mbox", "jsonl"))
_BY_SUFFIX: dict[str, Form] = {
    ".eml": "eml", ".emlx": "emlx", ".mbox": "mbox", ".ics": "ics", ".json": "json", ".jsonl": "jsonl",
    ".ndjson": "jsonl", ".txt": "text", ".md": "text",
}  # fmt: skip
_HEADER = re.compile(
    rb"^(?:From|To|Subject|Date|Message-ID|MIME-Version|Received|Return-Path|Delivered-To|Cc|Reply-To"
    rb"|Content-Type|DKIM-Signature):",
    re.IGNORECASE | re.MULTILINE,
)
_FIRST = re.compile(rb"[A-Za-z][A-Za-z0-9-]{0,60}:")
_LISTS = ("messages", "emails")  # where an object holds many


class RawMessage(NamedTuple):
    """One message before it is read: bytes, a JSON value, or None when it is too large; `reason`, when it
    cannot be read at all.
    """

    name: str
    data: Any
    reason: str = ""


def form(opening: bytes, name: str) -> Form:
    """The form of a file that begins with `opening`."""
    known = _BY_SUFFIX.get("." + name.rpartition(".")[2].lower()) if "." in name else None
    if known:
        return known
    text = opening.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith((b"{", b"[")):
        first, _, more = text.partition(b"\n")
        return "jsonl" if more.strip() and _is_json(first) else "json"
    if text.startswith(b"BEGIN:VCALENDAR"):
        return "ics"
    if mbox.FROM.match(text):
        return "mbox"
    head = re.split(rb"\r?\n\r?\n", text, maxsplit=1)[0]
    headers = {match.lower() for match in _HEADER.findall(head)}
    return "eml" if _FIRST.match(text) and len(headers) > 1 else "text"


def objects(stream: io.BufferedIOBase, name: str, limit: int, *, lines: bool) -> Iterator[RawMessage]:
    """JSON values of a stream, named after it: each line, or one document that may hold a list."""
    if lines:
        yield from _lines(stream, name, limit)
        return
    data = stream.read(limit + 1)
    if len(data) > limit:
        yield RawMessage(name, None)
        return
    value, reason = _decoded(data)
    many = _many(value)
    if reason or many is None:
        yield _item(name, value, reason)
        return
    for n, one in enumerate(many, 1):
        yield _item(f"{name}:{n}", one)


def _lines(stream: io.BufferedIOBase, name: str, limit: int) -> Iterator[RawMessage]:
    n = 0
    while line := stream.readline(limit + 1):
        n += 1
        if len(line) > limit:
            while line and not line.endswith(b"\n"):
                line = stream.readline(limit)
            yield RawMessage(f"{name}:{n}", None)
        elif line.strip():
            value, reason = _decoded(line)
            yield _item(f"{name}:{n}", value, reason)


def _item(name: str, value: Any, reason: str = "") -> RawMessage:
    return RawMessage(name, value, reason or ("null, not an object" if value is None else ""))


def _many(value: Any) -> list[Any] | None:
    if isinstance(value, list):
        return value
    if isinstance(value, dict) and "body" not in value and "subject" not in value:
        return next((value[key] for key in _LISTS if isinstance(value.get(key), list)), None)
    return None


def _decoded(data: bytes) -> tuple[Any, str]:
    """The value, or why it is none."""
    try:
        return msgspec.json.decode(data), ""
    except (msgspec.DecodeError, UnicodeError):
        pass  # another charset, or half a surrogate pair, which the standard library forgives
    except RecursionError:
        return None, "JSON too deep"
    try:
        return json.loads(charset.decode(data)[0].removeprefix("\ufeff")), ""
    except (ValueError, RecursionError) as error:
        return None, f"not JSON ({error})"[:200] if data.strip() else "empty"


def _is_json(line: bytes) -> bool:
    return not _decoded(line)[1]


def emlx(data: bytes, *, name: str, settings: ExtractSettings, source: str = "") -> Message:
    """Apple Mail's file: the message's length on the first line, the message, a property list."""
    first, _, rest = data.partition(b"\n")
    length = int(first) if first.strip().isdigit() and len(first) < 16 else 0
    return eml.read(rest[:length] if length else data, name=name, settings=settings, source=source)


def ics(data: bytes, *, name: str, settings: ExtractSettings, source: str = "") -> Message:
    """A calendar file as a message: its first event's summary is the subject, its description the text.
    Raises MessageError when it holds no event.
    """
    events = invitation.read(data)
    if not events.invitations:
        raise MessageError(
            f"{name}: {render(events.notes[0], 'en')}", "Save the invitation again from the mail program."
        )
    first = events.invitations[0]
    return assemble.message(
        events.text,
        id=first.uid,
        name=name,
        settings=settings,
        subject=first.summary,
        sender=first.organizer,
        recipients=first.attendees,
        invitations=events.invitations,
        source=source,
    )
