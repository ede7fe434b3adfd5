"""Messages and mailboxes (.eml, .emlx, .mbox) as documents: a message is a section under its subject."""

from __future__ import annotations

from edge.errors import ReadError
from edge.indexing.structure.document import Document, of_text, stem
from edge.indexing.structure.page_builder import PageBuilder
from edge.messages.read import UnreadMessage, several
from edge.records import Message, UnreadText
from edge.settings import ExtractSettings

_SETTINGS = ExtractSettings(max_body_chars=10_000_000, max_message_bytes=100 * 1024 * 1024)
_NAMED = 3  # things that are named when they are not read


def read(data: bytes, name: str) -> Document:
    """A mailbox or a message. Raises ReadError when none of its messages can be read."""
    builder = PageBuilder()
    faults: list[str] = []
    messages: list[Message] = []
    attached = 0
    for one in several(data, name=name, settings=_SETTINGS):
        if isinstance(one, UnreadMessage):
            faults.append(one.reason)
        else:
            _add(builder, one)
            attached += len(one.attachments)
            messages.append(one)
    if not messages:
        raise ReadError("; ".join(faults[:_NAMED]) or "empty: it holds no message")
    other = faults[:_NAMED]
    if len(faults) > _NAMED:
        other.append(f"{len(faults) - _NAMED} more messages could not be read")
    notes = [f"{attached} attachment{'s are' if attached > 1 else ' is'} not read"] if attached else []
    alone = messages[0] if len(messages) == 1 else None
    return of_text(
        "mail", name, [builder.page(1)],
        title=alone.subject if alone else stem(name), author=alone.sender if alone else "",
        unread=UnreadText(other=other) if other else None, notes=notes,
    )  # fmt: skip


def _add(builder: PageBuilder, message: Message) -> None:
    builder.heading(1, message.subject or "(no subject)")
    lines = [("From", message.sender), ("To", ", ".join(message.recipients)), ("Date", message.received_at)]
    builder.block("\n".join(f"{name}: {said}" for name, said in lines if said))
    builder.block(message.body)
