"""Messages as JSON: {"id", "subject", "from", "to", "received_at", "body"}, more fields allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edge.errors import MessageError
from edge.messages import assemble, automation
from edge.messages.addresses import moment_of, one, people
from edge.messages.eml import message_id
from edge.messages.headers import Headers
from edge.records import Message, Reason
from edge.settings import ExtractSettings
from edge.text.one_line import one_line

SHAPE = 'A message is {"id", "subject", "from", "to", "received_at", "body"}.'
#: To a program, which may hold a path, a text or a message of Python's own.
GIVEN = f"{SHAPE} Give a text or a mail as bytes, and read files with edge.open(...).messages(paths)."
MAX_HEADERS = 200


def of_json(
    obj: Any, settings: ExtractSettings | None = None, *, name: str = "", source: str = ""
) -> Message:
    """The message in an object. `from`, `to` and `cc` are strings or lists; `headers`, an object, is used
    for what it says of lists and programs; `name` is the id where it has none. Raises MessageError when it
    is no object, or when neither subject nor body is text.
    """
    what = name or "message"
    if not isinstance(obj, Mapping):
        kind = type(obj).__name__
        raise MessageError(f"{what}: not an object but {kind}", SHAPE if name else GIVEN)
    for field in ("subject", "body"):
        if obj.get(field) is not None and not isinstance(obj[field], str):
            raise MessageError(f"{what}: “{field}” is not text but {type(obj[field]).__name__}", SHAPE)
    if obj.get("subject") is None and obj.get("body") is None:
        raise MessageError(f"{what}: neither “subject” nor “body”", SHAPE)
    senders, invalid = _people(obj.get("from", obj.get("sender")))
    recipients, wrong = _people(obj.get("to"))
    copies, doubtful = _people(obj.get("cc"))
    sender = senders[0] if senders else ""
    moment, note = _moment(obj.get("received_at", obj.get("date")))
    headers = obj.get("headers")
    head = Headers(
        [(str(key), str(value)) for key, value in list(headers.items())[:MAX_HEADERS]]
        if isinstance(headers, Mapping)
        else []
    )
    return assemble.message(
        obj.get("body") or "",
        id=_id(obj.get("id")) or message_id(head.raw("message-id")),
        name=name,
        settings=settings or ExtractSettings(),
        subject=obj.get("subject") or "",
        sender=sender,
        recipients=recipients + copies,
        received_at=moment,
        machine=automation.machine(head, sender, []),
        thread=_id(obj.get("thread")),
        source=source,
        notes=[*note, *assemble.doubtful(invalid + wrong + doubtful)],
    )


def _id(value: Any) -> str:
    return one_line(str(value), 500) if isinstance(value, (str, int)) else ""


def _people(value: Any) -> tuple[list[str], list[str]]:
    """A string is a header with commas; in a list each entry is one person, as text or as an object."""
    if isinstance(value, str):
        return people([value])
    persons: list[str] = []
    invalid: list[str] = []
    for entry in value if isinstance(value, list) else [value]:
        text = entry
        if isinstance(entry, Mapping):
            text = f"{entry.get('name') or ''} <{entry.get('email') or entry.get('address') or ''}>"
        if isinstance(text, str):
            person, valid = one(text[:1_000])
            persons += [person] if person else []
            invalid += [] if valid or not person else [person]
    return persons, invalid


def _moment(value: Any) -> tuple[str, list[Reason]]:
    if value is None or value == "":
        return "", []
    moment = moment_of(value) if isinstance(value, str) else ""
    if not moment:
        return "", [Reason("no_date", {"date": one_line(str(value), 60)})]
    return moment, []
