"""What the headers say of who wrote a message: a list, a program, a person. Hints, never proof."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from edge.messages.addresses import address
from edge.messages.headers import Headers
from edge.records import Machine
from edge.text.html.pieces import Html

MAX_OBJECTS = 20  # of JSON-LD in one message
MAX_JSON = 65_536  # characters of one
_NO_REPLY = re.compile(
    r"(?:^|[._+-])(?:no|not|do-?not|never|ne-?pas|ne-?jamais|keine?)[._-]?(?:reply|respond|answer|r[ée]pondre|antwort(?:en)?)"
    r"|^(?:mailer-daemon|postmaster|bounces?)(?:[+._-]|@|$)"
)
_DAEMON = re.compile(r"^(?:mailer-daemon|postmaster)@")
_REASONS = ("x-github-reason", "x-gitlab-notificationreason", "x-gitforge-reason", "x-gitea-reason",
            "x-forgejo-reason")  # fmt: skip
_PERSONAL_REASONS = frozenset(
    {"author", "assign", "assigned", "mention", "mentioned", "directly_addressed", "review_requested"}
)
_SPAM = ("x-spam-flag", "x-spam-status", "x-spam", "x-spam-detected")


def machine(head: Headers, sender: str, structured: list[dict[str, Any]]) -> Machine:
    """Flags read from the headers and the sender's address."""
    precedence = head.raw("precedence").lower()
    submitted = head.raw("auto-submitted").partition(";")[0].strip().lower()
    at = address(sender)
    return Machine(
        bulk=("list-unsubscribe" in head or "list-id" in head or precedence in ("bulk", "list", "junk"))
        and not _discussed(head)
        and not _concerns_the_reader(head),
        automatic=(
            submitted not in ("", "no")
            or "x-auto-response-suppress" in head
            or "x-autoreply" in head
            or "x-autorespond" in head
            or precedence == "auto_reply"
            or head.raw("return-path") == "<>"
            or head.media_type == "multipart/report"
            or _DAEMON.search(at) is not None
        ),
        no_reply=_NO_REPLY.search(at.partition("@")[0]) is not None,
        spam=any(head.raw(name).lower().startswith(("yes", "true", "spam")) for name in _SPAM),
        reply="in-reply-to" in head or "references" in head,
        structured=structured,
    )


def _discussed(head: Headers) -> bool:
    """A list that anybody on it may write to (RFC 2369): people talk there, nobody mails a mass."""
    return "list-post" in head and not head.raw("list-post").strip().upper().startswith("NO")


def _concerns_the_reader(head: Headers) -> bool:
    """A forge says in a header why it writes: what is asked of the reader by name is no mailing."""
    return any(head.raw(name).strip().lower() in _PERSONAL_REASONS for name in _REASONS)


def json_ld(markup: str) -> list[dict[str, Any]]:
    """Objects of `<script type="application/ld+json">`: orders, flights, parcels. What is broken or too
    large is left out.
    """
    objects: list[dict[str, Any]] = []
    for script in Html(markup).scripts("ld+json"):
        if len(script) <= MAX_JSON:
            objects += _objects(script)
    return objects[:MAX_OBJECTS]


def _objects(text: str) -> list[dict[str, Any]]:
    try:
        value = msgspec.json.decode(text.strip().encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError):
        return []
    if isinstance(value, dict):
        value = value["@graph"] if isinstance(value.get("@graph"), list) else [value]
    if not isinstance(value, list):
        return []
    return [one for one in value[:MAX_OBJECTS] if isinstance(one, dict)]
