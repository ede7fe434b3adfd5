"""Plain text: a note, or a message that somebody pasted with its headers."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from edge.errors import MessageError
from edge.messages import assemble, automation, eml
from edge.messages.addresses import moment_of, one, people
from edge.messages.headers import Headers
from edge.records import Message
from edge.settings import ExtractSettings
from edge.text.charset import decode

_HEADER = re.compile(
    r"(From|De|To|À|A|Cc|Date|Sent|Envoyé|Subject|Objet|Sujet)[ \u00a0]?:[ \t]*(.*)", re.IGNORECASE
)
_SENDER = {"from", "de"}
_SUBJECT = {"subject", "objet", "sujet"}
_MOMENT = {"date", "sent", "envoyé"}
_NUMERIC_OFFSET = re.compile(r"[+-]\d{2}:?\d{2}$|Z$")
_FULL = re.compile(rb"(?:^|\n)(?:MIME-Version|Message-ID|Received|Content-Type):", re.IGNORECASE)


def read(data: bytes, *, name: str, settings: ExtractSettings, source: str = "") -> Message:
    """The whole text is the body. Where it opens with a sender and a subject, those are taken from there and
    the text stays as it is; where it opens with the headers of an e-mail, it is read as one. Raises
    MessageError when it is empty or binary.
    """
    if not data.strip():
        raise MessageError(f"{name}: empty", "There is nothing to read in it.")
    opening = data.lstrip()[:16_384].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    if _HEADER.match(opening[:40].decode("ascii", "ignore")) and _FULL.search(opening):
        return eml.read(data.lstrip(), name=name, settings=settings, source=source)
    if eml.is_binary(data):
        raise MessageError(f"{name}: binary, not text", "Messages are .eml, .mbox, .txt, .md or .json files.")
    text, note = decode(data)
    headers = _opening(text)
    sender = _first(headers, _SENDER)
    subject = _first(headers, _SUBJECT)
    if not (sender and subject):
        headers, sender, subject = {}, "", ""
    recipients = people([headers[key] for key in ("to", "à", "a", "cc") if key in headers])[0]
    person = one(sender)[0] if sender else ""
    return assemble.message(
        text,
        id="",
        name=name,
        settings=settings,
        subject=subject,
        sender=person,
        recipients=recipients,
        received_at=_moment(_first(headers, _MOMENT)),
        machine=automation.machine(Headers([]), person, []),
        source=source,
        notes=[note] if note else [],
    )


def _opening(text: str) -> dict[str, str]:
    """Header lines that a text begins with, by lower-case name."""
    headers: dict[str, str] = {}
    for line in text[:8_192].lstrip("\ufeff \r\n\t").splitlines()[:12]:
        match = _HEADER.match(line)
        if match is None:
            break
        headers.setdefault(match[1].lower(), match[2].strip())
    return headers


def _moment(shown: str) -> str:
    """ISO 8601 of a date as programs show it ("lundi 5 janvier 2026 14:12", "January 5, 2026 2:12 PM") or as
    headers have it; "" where it does not say its year.
    """
    from edge.values.dates.find import find_dates

    if stated := _NUMERIC_OFFSET.search(shown) and moment_of(shown):
        return stated
    for when in find_dates(shown, datetime.now(UTC)):
        if when.date and when.date[:4] in shown:
            offset = when.timezone if when.timezone and when.timezone[0] in "+-" else ""
            return moment_of(f"{when.date}T{when.time or '00:00'}{offset}")
    return moment_of(shown)


def _first(headers: dict[str, str], names: set[str]) -> str:
    return next((value for key, value in headers.items() if key in names), "")
