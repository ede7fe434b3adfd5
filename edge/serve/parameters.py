"""Parameters of an address: what was given, what has to be, what has to be a number."""

from __future__ import annotations

from starlette.requests import Request

from edge.errors import UsageError
from edge.serve.replies import question_of


def given(request: Request, name: str) -> str:
    """Its value, "" where it was not given. Raises QuestionError for half characters."""
    return question_of(request.query_params.get(name, ""))


def wanted(request: Request, name: str) -> str:
    """Its value. Raises UsageError where it was not given."""
    if not (value := given(request, name)):
        raise UsageError(f"{name} is missing.", f"For example: {request.url.path}?{name}=…")
    return value


def number_of(request: Request, name: str) -> int | None:
    """Its value, None where it was not given. Raises UsageError for what is no number."""
    text = given(request, name)
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise UsageError(f"{name} is {text[:40]!r}, which is no number.", "Pages count from 1.")
    return int(text)
