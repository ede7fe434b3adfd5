"""What a call without an answer means: done, not done, or nobody knows. The last is never tried again."""

from __future__ import annotations

import email.utils
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from edge.cloud import reply
from edge.errors import CloudBroken, CloudError, CloudRefused, CloudUnknown

#: Answers after which the same request may be made again: it was not carried out. Other answers from 500 on
#: (502, 504, 524, ...) come from something in between that lost the service's answer: it may have been.
AGAIN = {408, 409, 429, 500, 503, 529}

_UNKNOWN = "It may have been carried out and billed: edge does not send it again by itself."
_LOOK = "Look at the connection and at the setting cloud.base_url."
_REFUSED = {
    401: "Look at the key: the setting cloud.key names the variable that holds it.",
    403: "The key may not do this: look at its rights.",
    404: "Look at the settings cloud.models and cloud.base_url.",
    413: "Send less: fewer passages, or a shorter message.",
}


@dataclass(slots=True)
class WireState:
    """What is known of one request: whether a byte of it left, and how its answer began."""

    sent: bool = False
    status: int = 0
    broken: str = ""  # why its answer was not read to the end

    async def trace(self, event: str, details: Mapping[str, Any]) -> None:
        """The HTTP library calls this before and after each of its steps."""
        self.sent = self.sent or event.startswith("http11.send_request")


@dataclass(slots=True)
class CallProgress:
    """How far a call has come: `attempts` requests, the last of them on `wire`."""

    attempts: int = 0
    wire: WireState = field(default_factory=WireState)


class RetryLater(Exception):
    """The request was not carried out and may be made again, after so many seconds where it is said.
    `error` is what to raise when there is no other try.
    """

    def __init__(self, error: CloudError, after: float | None = None) -> None:
        super().__init__()
        self.error = error
        self.after = after


def status(
    code: int, content: bytes, headers: Mapping[str, str], key: str, progress: CallProgress
) -> CloudError | RetryLater:
    """What an answer other than 200 means."""
    problem = reply.problem(content, key)
    what = f"The cloud answered {code}" + (f": {problem}" if problem else ".")
    facts = _facts(progress, headers)
    if code in AGAIN:
        after = retry_after(headers)
        hint = "Try again later." if after is None else f"It asks to wait {after:.0f} seconds."
        error = CloudError(what, hint, **facts)
        return error if headers.get("x-should-retry") == "false" else RetryLater(error, after)
    if code >= 500:
        return CloudUnknown(what, _UNKNOWN, **facts)
    if code < 400:
        what = f"The cloud answered {code}, a redirect: edge sends nothing elsewhere."
        return CloudRefused(what, "Look at the setting cloud.base_url.", **facts)
    return CloudRefused(what, _REFUSED.get(code, "Look at the settings: edge config."), **facts)


def connection(words: str, progress: CallProgress, *, untrusted: bool) -> CloudError | RetryLater:
    """What a connection without a whole answer means. `words`: the system's; `untrusted`: its certificate is
    not believed.
    """
    wire, facts, words = progress.wire, _facts(progress), words.rstrip(".")
    if wire.status >= 300:
        return _by_status(progress)
    if wire.broken:
        return CloudBroken(f"The cloud's answer is not used: {wire.broken}.", "Try again later.", **facts)
    if wire.sent:
        return CloudUnknown(f"The connection ended before the answer did: {words}.", _UNKNOWN, **facts)
    if untrusted:
        return CloudError(
            f"The cloud's certificate is not trusted, so nothing was sent: {words}.",
            "Look at the setting cloud.base_url and at this device's clock and certificates.",
            **facts,
        )
    return RetryLater(CloudError(f"The cloud cannot be reached, nothing was sent: {words}.", _LOOK, **facts))


def late(progress: CallProgress, seconds: float) -> CloudError:
    """What the end of the deadline means."""
    wire, facts = progress.wire, _facts(progress)
    if wire.status >= 300:
        return _by_status(progress)
    if wire.sent:
        return CloudUnknown(f"The cloud's answer did not end within {seconds:g} seconds.", _UNKNOWN, **facts)
    what = f"The cloud was not reached within {seconds:g} seconds, nothing was sent."
    return CloudError(what, _LOOK, **facts)


def _by_status(progress: CallProgress) -> CloudError:
    """A refusal whose body never ended: its status says enough."""
    error = status(progress.wire.status, b"", {}, "", progress)
    return error.error if isinstance(error, RetryLater) else error


def _facts(progress: CallProgress, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
    request_id = reply.name((headers or {}).get("request-id", ""))
    return {"attempts": progress.attempts, "request_id": request_id}


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the service asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date;
    None where neither can be read.
    """
    for header, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(header, "")) * scale
        except ValueError:
            continue
        return seconds if 0.0 <= seconds < math.inf else None
    try:
        moment = email.utils.parsedate_tz(headers.get("retry-after", ""))
        return None if moment is None else max(0.0, email.utils.mktime_tz(moment) - time.time())
    except (ValueError, OverflowError):  # the year 99999
        return None
