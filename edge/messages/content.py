"""The text of a message among its parts, and everything else in them: attachments, invitations, JSON-LD."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from edge.messages import automation, html_text, invitation, mime_parts, two_versions
from edge.messages.addresses import people, received_at
from edge.messages.flowed import unflow
from edge.messages.mime_parts import MimePart
from edge.messages.transfer_encoding import size, unpacked
from edge.records import Attachment, Invitation, Reason
from edge.text.charset import decode
from edge.text.html.pieces import declared_charset

MAX_FORWARDS = 5  # messages within messages
MAX_ATTACHMENTS = 200
MAX_TEXT_BYTES = 8 * 1024 * 1024  # of one text part as packed; more is cut
#: Before a message that came as a part. Mail programs write the same, and `history` knows it.
FORWARDED = "---------- Forwarded message ----------"
#: Letters hidden by style from which the reader is told: fewer are crumbs of layout.
_TOLD = 3
_SCRIPT = re.compile(rb"ld\+json", re.IGNORECASE)


class MessageContent:
    """One walk over the parts. `text` is what to read; the other lists say what else was there."""

    def __init__(self) -> None:
        self.text = ""
        self.notes: list[Reason] = []
        self.attachments: list[Attachment] = []
        self.invitations: list[Invitation] = []
        self.structured: list[dict[str, Any]] = []
        self._description = ""  # of an invitation
        self._seen = 0  # parts
        self._texts = 0  # ... that were read as text
        self._rich = True  # the text of HTML is wanted

    def read(self, root: MimePart) -> MessageContent:
        """Fill it from a message."""
        self.text = self._text(root, 0, 0)
        if not self.text.strip():
            self.text = self._description
        return self

    def note(self, reason: Reason | None) -> None:
        if reason and reason not in self.notes:
            self.notes.append(reason)

    def _text(self, part: MimePart, depth: int, forwards: int) -> str:
        """The text of a part and those in it; what is not text is noted on the way."""
        self._seen += 1
        if self._seen > mime_parts.MAX_PARTS or depth > mime_parts.MAX_DEPTH:
            self.note(Reason("parts_unread", {"parts": mime_parts.MAX_PARTS, "depth": mime_parts.MAX_DEPTH}))
            return ""
        kind = part.head.media_type
        if kind.startswith("multipart/"):
            inner = self._children(part)
            first = next(inner, None)
            if first is not None:
                return self._several(kind, chain([first], inner), depth, forwards)
            self.note(Reason("no_boundary"))
            return self._plain(part)
        if kind == "message/rfc822":
            return self._forwarded(part, depth, forwards)
        return self._leaf(part, kind, depth)

    def _children(self, part: MimePart) -> Iterator[MimePart]:
        """Parts within this one, until there were too many in all."""
        for child in mime_parts.children(part):
            yield child
            if self._seen > mime_parts.MAX_PARTS:
                return

    def _leaf(self, part: MimePart, kind: str, depth: int) -> str:
        name = part.head.filename
        if kind in ("text/calendar", "application/ics") or name.lower().endswith(".ics"):
            return self._calendar(part)
        aside = part.head.disposition == "attachment" or (name and self._texts)
        if kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
            self.note(Reason("encrypted"))
        if not kind.startswith("text/") or (aside and depth):
            return self._attached(part)
        self._texts += 1
        return self._html(part) if kind == "text/html" else self._plain(part)

    def _several(self, kind: str, inner: Iterator[MimePart], depth: int, forwards: int) -> str:
        if kind == "multipart/alternative":
            return self._best(inner, depth, forwards)
        if kind == "multipart/encrypted":
            self.note(Reason("encrypted"))
        if kind == "multipart/report":  # a bounce or a receipt: what it returns is history
            texts = [self._text(next(inner), depth + 1, forwards)]
            for part in islice(inner, MAX_ATTACHMENTS):
                self._attached(part)
        elif kind == "multipart/digest":  # its parts are messages where they say nothing else
            texts = [
                (self._text if "content-type" in part.head else self._forwarded)(part, depth + 1, forwards)
                for part in inner
            ]
        else:
            texts = [self._text(part, depth + 1, forwards) for part in inner]
        return "\n\n".join(text.strip("\n") for text in texts if text.strip())

    def _best(self, inner: Iterator[MimePart], depth: int, forwards: int) -> str:
        """Of several versions of one text the plain one, unless it only says that there is another."""
        plain = rich = ""
        wanted = self._rich
        for part in inner:
            self._rich = wanted
            text = self._text(part, depth + 1, forwards)
            if part.head.media_type == "text/plain":
                plain = plain or text
            else:
                rich = rich or text
        self._rich = wanted
        if two_versions.differ(plain, rich):
            self.note(Reason("plain_differs"))
        return rich if rich.strip() and two_versions.says_nothing(plain) else plain

    def _decoded(self, part: MimePart) -> tuple[bytes, str]:
        raw = part.raw
        if len(raw) > MAX_TEXT_BYTES:
            self.note(Reason("text_cut", {"bytes": len(raw), "unread": len(raw) - MAX_TEXT_BYTES}))
            raw = raw[:MAX_TEXT_BYTES]
        data, note = unpacked(raw, part.head.transfer_encoding)
        self.note(note)
        return data, part.head.param("charset")

    def _plain(self, part: MimePart) -> str:
        data, charset = self._decoded(part)
        text, note = decode(data, charset)
        self.note(note)
        text = text.replace("\r\n", "\n")
        if part.head.param("format").lower() == "flowed":
            text = unflow(text, part.head.param("delsp").lower() == "yes")
        return text

    def _html(self, part: MimePart) -> str:
        data, charset = self._decoded(part)
        self._structured(data)
        if not self._rich:
            return ""
        text, note = decode(data, charset or declared_charset(data))
        self.note(note)
        seen = html_text.read(text)
        if not seen.whole:
            self.note(Reason("html_cut", {"characters": len(text)}))
        if seen.hidden >= _TOLD:
            self.note(Reason("hidden_text", {"count": seen.hidden}))
        return seen.text

    def _structured(self, data: bytes) -> None:
        if _SCRIPT.search(data) and len(self.structured) < automation.MAX_OBJECTS:
            self.structured += automation.json_ld(decode(data[: html_text.MAX_CHARS])[0])
            del self.structured[automation.MAX_OBJECTS :]

    def _forwarded(self, part: MimePart, depth: int, forwards: int) -> str:
        if forwards == MAX_FORWARDS:
            self.note(Reason("nested_unread", {"most": MAX_FORWARDS}))
            return self._attached(part)
        if part.head.transfer_encoding in ("base64", "quoted-printable"):
            inner = mime_parts.whole(unpacked(part.raw, part.head.transfer_encoding)[0])
        else:
            inner = mime_parts.whole(part.data, part.start, part.end)
        moment = received_at(inner.head)[0]
        lines = [
            FORWARDED,
            "From: " + ", ".join(people(inner.head.every("from"))[0]),
            *([f"Date: {moment}"] if moment else []),
            f"Subject: {inner.head.text('subject')}",
            "To: " + ", ".join(people(inner.head.every("to"))[0]),
        ]
        return "\n".join(lines) + "\n\n" + self._text(inner, depth + 1, forwards + 1)

    def _calendar(self, part: MimePart) -> str:
        if part.end - part.start > 2 * invitation.MAX_BYTES or len(self.invitations) >= invitation.MAX_EVENTS:
            return self._attached(part)
        data, charset = self._decoded(part)
        calendar = invitation.read(data, charset, part.head.param("method"))
        known = {(one.uid, one.start, one.method) for one in self.invitations}  # often sent twice in one mail
        self.invitations += [
            one for one in calendar.invitations if (one.uid, one.start, one.method) not in known
        ]
        for note in calendar.notes:
            self.note(note)
        self._description = self._description or calendar.text
        return ""

    def _attached(self, part: MimePart) -> str:
        if len(self.attachments) < MAX_ATTACHMENTS:
            kind = part.head.media_type
            self.attachments.append(
                Attachment(
                    name=part.head.filename,
                    media_type=kind,
                    bytes=size(part.data, part.start, part.end, part.head.transfer_encoding),
                    why="attached, not read" if kind.startswith(("text/", "message/")) else "not text",
                )
            )
        return ""
