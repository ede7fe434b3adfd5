"""The last step of every form of message: text cleaned, cut to its limit, and what is new in it found."""

from __future__ import annotations

from collections.abc import Sequence

from edge.i18n import language, rendered
from edge.messages import quoted_history
from edge.messages.addresses import address
from edge.records import Attachment, Invitation, Machine, Message, Reason, coded
from edge.settings import ExtractSettings
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
    notes: Sequence[Reason] = (),
) -> Message:
    """A message of the text, which is cleaned here, once: from now on offsets point into it. `name` is the id
    of a message that has none of its own.
    """
    remarks = list(notes)
    body, unseen = reveal(text)
    if unseen:
        remarks.append(Reason("hidden_characters", {"count": unseen}))
    unread = len(body) - settings.max_body_chars
    if unread > 0:
        remarks.append(Reason("body_cut", {"characters": len(body), "unread": unread}))
        body = body[: settings.max_body_chars]
    subject, own = one_line(subject), one_line(id, 500)
    assembled = Message(
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
        codes=coded(notes=remarks),
    )
    if not remarks:
        return assembled
    return rendered(assembled, language(f"{subject}\n{body[:400]}"))


def doubtful(invalid: list[str]) -> list[Reason]:
    """Notes on addresses that are none; people without any address are usual in notes and need none."""
    broken = [one for one in invalid if "@" in one or not address(one)]
    if not broken:
        return []
    first = one_line(broken[0], 80)
    if len(broken) == 1:
        return [Reason("invalid_address", {"address": first})]
    return [Reason("invalid_addresses", {"address": first, "count": len(broken) - 1})]
