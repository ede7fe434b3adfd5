"""Why a request is not carried out, as an HTTP status and as JSON."""

from __future__ import annotations

from typing import Any

from edge.errors import (
    CloudError,
    EdgeError,
    KnowledgeError,
    ModelError,
    NotPermitted,
    StorageError,
    UsageError,
)


class Refusal(EdgeError):
    """A request that is not carried out, for a reason of the server's own. `status`: 4xx or 503; `code`: one
    word for programs; `headers` go with it; `params`: the values of the message, for who says it in words of
    his own.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        hint: str = "",
        headers: dict[str, str] | None = None,
        *,
        params: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message, hint)
        self.status = status
        self.code = code
        self.headers = headers or {}
        self.params = params or {}


#: What an error is to an HTTP client, by kind; the first that fits.
_STATUS: tuple[tuple[type[EdgeError], int], ...] = (
    (UsageError, 400),
    (NotPermitted, 403),
    (CloudError, 502),
    (KnowledgeError, 503),
    (ModelError, 503),
    (StorageError, 503),
)


def status_of(error: EdgeError) -> int:
    """The HTTP status of an error: 4xx for what the client can mend, 5xx for what stands in this server's
    way.
    """
    if isinstance(error, Refusal):
        return error.status
    if type(error).__name__ in ("MessageError", "CopyError", "ReadError"):
        return 400
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def code_of(error: EdgeError) -> str:
    """One word for programs."""
    return error.code if isinstance(error, Refusal) else type(error).__name__


def document(error: EdgeError) -> dict[str, Any]:
    """The error as the command line prints it with --json."""
    detail = {"type": code_of(error), "message": error.message, "hint": error.hint}
    params = {"params": error.params} if isinstance(error, Refusal) and error.params else {}
    return {"schema": 1, "error": {**detail, "exit_code": error.exit_code, **params}}


def openai_document(error: EdgeError, status: int) -> dict[str, Any]:
    """The error as OpenAI's clients read it."""
    kind = {401: "authentication_error", 403: "permission_error", 404: "not_found_error"}.get(status)
    kind = kind or ("invalid_request_error" if status < 500 else "server_error")
    message = f"{error.message} {error.hint}".strip()
    return {"error": {"message": message, "type": kind, "param": None, "code": code_of(error)}}
