"""What a request says in its address, and whether it may change anything."""

from __future__ import annotations

from starlette.requests import Request

from edge.errors import UsageError
from edge.serve.refusal import Refusal
from edge.serve.replies import question_of

#: Of what is counted in an address.
_MOST = 999_999_999


def optional(request: Request, name: str) -> str:
    """A parameter, "" where it was left out. Raises UsageError for one that is no text."""
    return question_of(request.query_params.get(name, ""))


def required(request: Request, name: str) -> str:
    """A parameter that has to be there. Raises UsageError."""
    if not (value := optional(request, name)):
        raise UsageError(f"{name} is missing.", f"For example: {request.url.path}?{name}=…")
    return value


def optional_int(request: Request, name: str) -> int | None:
    """A whole number, None where it was left out. Raises UsageError."""
    text = optional(request, name)
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(_MOST))):
        raise UsageError(
            f"{name} is {text[:40]!r}, which is no whole number from 0 to {_MOST:,}.", "For example: 12"
        )
    return int(text)


def may_write(request: Request) -> None:
    """Raises Refusal where this server only reads."""
    if not request.app.state.access.write:
        raise Refusal(403, "read-only", "This server is read-only.", "Start it with --allow-write.")
