"""A message (an e-mail or a note), as read: its text, what is new in it, and what machines put into it."""

from __future__ import annotations

from typing import Any

from edge.records.base import Record
from edge.records.reason import Codes


class Attachment(Record, frozen=True, kw_only=True):
    """A part that is not the text. `why`: it was not read, and why."""

    name: str
    media_type: str
    bytes: int
    why: str = ""


class Invitation(Record, frozen=True, kw_only=True):
    """A VEVENT. Times are ISO 8601, with offset where the calendar has one; a whole day is a date alone."""

    method: str = ""  # REQUEST, CANCEL, REPLY, ...
    uid: str = ""
    summary: str = ""
    start: str = ""
    end: str = ""
    location: str = ""
    organizer: str = ""
    attendees: list[str] = []
    recurrence: str = ""  # the RRULE, as written
    cancelled: bool = False


class Machine(Record, frozen=True, kw_only=True):
    """What the headers say of who wrote it: none of it is proof that a mail may be thrown away."""

    bulk: bool = False  # List-Unsubscribe, List-Id, Precedence: bulk or list
    automatic: bool = False  # Auto-Submitted other than "no", X-Auto-Response-Suppress, bounces
    no_reply: bool = False  # the sender's address takes no answer
    spam: bool = False  # X-Spam-Flag: YES and its kin
    reply: bool = False  # In-Reply-To or References: part of a conversation
    structured: list[dict[str, Any]] = []  # JSON-LD objects of an HTML part: orders, flights, parcels


class Message(Record, frozen=True, kw_only=True):
    """`body` is the text that spans point into, in code points: the text/plain part as decoded, else the
    text of the HTML part. `fresh` are the spans of it that this message's author wrote now, in order:
    without quoted history, forwarded history's headers and signature.
    """

    id: str
    named: bool = True  # False: the id is no more than the name of the file or line it was read from
    subject: str = ""
    sender: str = ""  # decoded: "Anne Roux <anne@acme.example>"
    recipients: list[str] = []  # To and Cc
    received_at: str = ""  # ISO 8601 with offset; empty when nothing states it
    body: str = ""
    fresh: list[tuple[int, int]] = []
    machine: Machine = Machine()
    invitations: list[Invitation] = []
    attachments: list[Attachment] = []
    thread: str = ""  # Message-ID of the conversation's first message, where known
    source: str = ""  # path it was read from: stays on this device
    notes: list[str] = []  # what was mended or could not be read, in the message's language
    codes: Codes = {}  # of `notes`
