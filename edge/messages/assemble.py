"""The last step of every form of message: text cleaned, cut to its limit, and what is new in it found."""

from __future__ import annotations

from edge.config import ExtractSettings
from edge.messages import quoted_history
from edge.messages.addresses import address
from edge.records import Attachment, Invitation, Machine, Message
from edge.text.one_line import one_line
from edge.text.sanitise import reveal


def message(
    text: str,
    *,
    id: str,
    name: str,
    settings: ExtractSettings,
    subject: str = "",
    sender: str = "",
    recipients: list[str] | None = None,
    received_at: str = "",
    machine: Machine | None = None,
    invitations: list[Invitation] | None = None,
    attachments: list[Attachment] | None = None,
    thread: str = "",
    source: str = "",
    notes: list[str] | None = None,
) -> Message:
    """A message of the text, which is cleaned here, once: from now on offsets point into it. `name` is the id
    of a message that has none of its own.
    """
    said = list(notes or [])
    body, unseen = reveal(text)
    if unseen:
        said.append(f"{unseen:,} characters that nobody sees were taken out of the text")
    unread = len(body) - settings.max_body_chars
    if unread > 0:
        said.append(f"the text has {len(body):,} characters: {unread:,} at its end are unread")
        body = body[: settings.max_body_chars]
    subject, own = one_line(subject), one_line(id, 500)
    return Message(
        id=own or one_line(name, 500) or "message",
        named=bool(own),
        subject=subject,
        sender=sender,
        recipients=recipients or [],
        received_at=received_at,
        body=body,
        fresh=quoted_history.fresh(body, subject),
        machine=machine or Machine(),
        invitations=invitations or [],
        attachments=attachments or [],
        thread=thread,
        source=source,
        notes=said,
    )


def doubtful(invalid: list[str]) -> list[str]:
    """Notes on addresses that are none; people without any address are usual in notes and need none."""
    broken = [one for one in invalid if "@" in one or not address(one)]
    if not broken:
        return []
    more = f" and {len(broken) - 1} more" if len(broken) > 1 else ""
    return [f"not a valid address: “{one_line(broken[0], 80)}”{more}"]
