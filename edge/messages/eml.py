"""One e-mail from its bytes (RFC 5322 and MIME)."""

from __future__ import annotations

import re

from edge.errors import MessageError
from edge.messages import assemble, automation, mime_parts
from edge.messages.addresses import people, received_at
from edge.messages.content import MessageContent
from edge.messages.headers import Headers
from edge.records import Attachment, Message, Reason
from edge.settings import ExtractSettings
from edge.text.one_line import one_line

_ID = re.compile(r"<\s*([^<>\s]{1,400})\s*>")
#: Attachments that hold words for people: a picture of a logo is not missed.
_DOCUMENT = re.compile(
    r"\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|txt|md|html?|eml|msg|pages|numbers|zip)", re.I
)
_UNIX_FROM = re.compile(rb"\A>?From [^\n]*\n")


def read(data: bytes, *, name: str, settings: ExtractSettings, source: str = "") -> Message:
    """The message in `data`. Raises MessageError when it is empty, binary, or holds neither headers nor
    text.
    """
    if not data.strip():
        raise MessageError(f"{name}: empty", "Save the message again from the mail program.")
    if b"\n" not in data and b"\r" in data:
        data = data.replace(b"\r", b"\n")
    unix = _UNIX_FROM.match(data)
    root = mime_parts.whole(data, unix.end() if unix else 0)
    if not len(root.head) and is_binary(data):
        raise MessageError(
            f"{name}: binary, not a message", "Messages are .eml, .mbox, .txt, .md or .json files."
        )
    content = MessageContent().read(root)
    head = root.head
    senders, invalid = people(head.every("from")[:1] or head.every("sender")[:1])
    recipients, wrong = people(head.every("to") + head.every("cc"))
    moment, note = received_at(head)
    notes = [*content.notes, *([note] if note else []), *assemble.doubtful(invalid + wrong)]
    notes += _unread(content.attachments)
    if not len(head):
        notes.append(Reason("no_headers"))
    if head.cut:
        notes.append(Reason("headers_cut"))
    sender = senders[0] if senders else ""
    own = message_id(head.raw("message-id"))
    return assemble.message(
        content.text.strip("\r\n"),
        id=own,
        name=name,
        settings=settings,
        subject=head.text("subject"),
        sender=sender,
        recipients=recipients,
        received_at=moment,
        machine=automation.machine(head, sender, content.structured),
        invitations=content.invitations,
        attachments=content.attachments,
        thread=_thread(head) or own,
        source=source,
        notes=notes,
    )


def _unread(attachments: list[Attachment]) -> list[Reason]:
    """A note that names the documents attached: none of them is read."""
    names = [
        one_line(it.name, 60) for it in attachments if _DOCUMENT.fullmatch(it.name[it.name.rfind(".") :])
    ]
    if not names:
        return []
    if len(names) <= 3:
        return [Reason("attached_unread", {"files": names})]
    return [Reason("attached_unread_more", {"files": names[:3], "count": len(names) - 3})]


def message_id(value: str) -> str:
    """A Message-ID without its angle brackets."""
    match = _ID.search(value)
    return one_line(match[1] if match else value, 400)


def _thread(head: Headers) -> str:
    """The first message of the conversation: References begin with it (RFC 5322, 3.6.4)."""
    for name in ("references", "in-reply-to"):
        match = _ID.search(head.raw(name))
        if match:
            return one_line(match[1], 400)
    return ""


def is_binary(data: bytes) -> bool:
    """No text: null bytes that no UTF-16 explains, or many control characters."""
    sample = data[:4_096]
    if sample[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return False
    control = sum(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in sample)
    return control * 20 > len(sample)
