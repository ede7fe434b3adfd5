"""What goes in and out: typed JSON bodies, records as JSON, errors in the shape that their reader knows."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from edge.errors import EdgeError, QuestionError, UsageError
from edge.serve import refusal
from edge.serve.refusal import Refusal
from edge.text.encode import encoded

T = TypeVar("T")

#: Bytes of a JSON body. A long message with its attachments' names is well below.
MOST = 4 << 20
#: Seconds in which a body must have come.
SECONDS = 20.0
#: What comes after a body that is too long is thrown away up to here, so that the client reads why.
_DRAINED = 4 * MOST


def reply(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A record or builtins as JSON."""
    return Response(
        encoded(value), status, {"Cache-Control": "no-store", **(headers or {})}, "application/json"
    )


def refused(path: str, error: EdgeError) -> Response:
    """An error for the client of this path."""
    status = refusal.status_of(error)
    headers = error.headers if isinstance(error, Refusal) else {}
    if path.startswith("/v1"):
        return reply(refusal.openai_document(error, status), status, headers)
    return reply(refusal.document(error), status, headers)


async def body(request: Request, kind: type[T]) -> T:
    """The JSON body as a record of this type. Raises Refusal and UsageError, which name what is wrong."""
    content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content != "application/json":
        raise Refusal(415, "content-type", "The body has to be JSON.", "Send: Content-Type: application/json")
    data = await data_of(request)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"The body cannot be used: {error}.", "See: /openapi.json") from error


async def data_of(request: Request, most: int = MOST) -> bytes:
    """The body. Raises Refusal when it is too long, or takes too long to come."""
    pieces: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(SECONDS):
            async for piece in request.stream():
                size += len(piece)
                if size <= most:
                    pieces.append(piece)
                elif size > _DRAINED:
                    break
    except TimeoutError as error:
        raise Refusal(
            408, "slow", f"The body did not come in {SECONDS:g} seconds.", "", {"Connection": "close"},
            params={"seconds": SECONDS},
        ) from error  # fmt: skip
    if size > most:
        raise Refusal(
            413, "large", f"The body is longer than {most:,} bytes.", "", {"Connection": "close"},
            params={"most": most},
        )  # fmt: skip
    return b"".join(pieces)


def question_of(text: str) -> str:
    """A question that holds no half characters. Raises QuestionError."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise QuestionError("The question holds half characters.", "Send UTF-8.") from error
    return text
