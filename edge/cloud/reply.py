"""What the service answered, read from its bytes: foreign text like any other, so not taken on trust."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from edge.errors import CloudBroken, CloudRefused
from edge.text.one_line import one_line

#: Reasons to stop after which the text is whole.
_WHOLE = {"end_turn", "stop_sequence"}
#: Names that the service gives go into the audit: only what looks like one.
_NAME = re.compile(r"[A-Za-z0-9._:/@-]{1,120}")
#: What the name of a model of one day ends with.
_DATE = re.compile(r"[-@]\d{8}\Z")
_SHOWN = 200
_COUNTS = 40
_MOST = 10**12


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """One answer. `text`: a JSON text, as the request's schema asked for it (check it against the schema:
    the service's word for it is not enough). `usage`: the numbers it counted. `attempts`: requests made
    for it, the one that it answers with them.
    """

    text: str
    usage: dict[str, Any] = {}
    stop_reason: str = ""
    model: str = ""
    request_id: str = ""
    attempts: int = 1


class _Block(msgspec.Struct):
    type: str
    text: str = ""


class _Body(msgspec.Struct):
    content: list[_Block]
    stop_reason: str | None = None
    model: str = ""
    usage: dict[str, Any] = {}


def read(content: bytes, *, request_id: str = "", attempts: int = 1) -> Reply:
    """The reply in the body of a Messages API response.

    Raises CloudRefused when the model declined, CloudBroken when the body has another shape, the text was
    cut off or is no JSON. Both carry the usage, which is billed, wherever it could be read.
    """
    facts: dict[str, Any] = {"request_id": name(request_id), "attempts": attempts}
    try:
        body = msgspec.json.decode(content, type=_Body)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise CloudBroken(
            f"The cloud's answer is not a message of the Messages API: {shown(str(error))}.",
            "Try again later, or look at the setting cloud.base_url.",
            **facts,
        ) from error
    facts["usage"] = _counts(body.usage)
    reason = name(body.stop_reason or "")
    if reason == "refusal":
        raise CloudRefused(
            "The model declined to answer.", "The local result stands; decide it yourself.", **facts
        )
    if reason == "max_tokens":
        raise CloudBroken(
            "The model did not finish within its tokens.",
            "Let it write more: EDGE_CLOUD_MAX_TOKENS, now counted with its thinking.",
            **facts,
        )
    if reason not in _WHOLE:
        raise CloudBroken(
            f"The model stopped for a reason that edge does not know: {reason or 'none given'}.",
            "Try again later.",
            **facts,
        )
    text = "".join(block.text for block in body.content if block.type == "text")
    if not is_json(text):
        raise CloudBroken("The model's answer is not JSON.", "Try again later.", **facts)
    return Reply(text=text, stop_reason=reason, model=name(body.model), **facts)


def another(asked: str, answered: str) -> bool:
    """Whether the service names another model than was asked for. No name is none; `-latest`, or a name
    without a date, is asked for where the one of a day answers; a reseller's name in front is no difference.
    """
    wanted, came = asked.rpartition("/")[2], answered.rpartition("/")[2]
    return (
        bool(came)
        and came not in (wanted, wanted.removesuffix("-latest"))
        and (_DATE.sub("", came) != wanted.removesuffix("-latest"))
    )


def _counts(usage: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a usage record, two levels deep: what the prices are for, and no foreign text."""
    numbers: dict[str, Any] = {}
    for key, value in list(usage.items())[:_COUNTS]:
        if not name(key):
            continue
        if isinstance(value, int) and not isinstance(value, bool):
            numbers[key] = max(-1, min(value, _MOST))
        elif isinstance(value, dict):
            inner = {k: v for k, v in _counts(value).items() if isinstance(v, int)}
            numbers |= {key: inner} if inner else {}
    return numbers


def is_json(text: str) -> bool:
    """Whether a text is one JSON value, by the strict grammar: no NaN, no deep nesting."""
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return False
    return True


def problem(content: bytes, secret: str = "") -> str:
    """The service's own words about an error, on one short line; empty when it has none.

    They may echo what was sent: `secret` is cut out of them.
    """
    try:
        parsed = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    error = parsed.get("error") if isinstance(parsed, dict) else None
    message = error.get("message") if isinstance(error, dict) else None
    return shown(message, secret) if isinstance(message, str) else ""


def shown(text: str, secret: str = "") -> str:
    """Foreign text as it may stand in a message of ours: one line, printable, without the secret, short."""
    if secret:
        text = text.replace(secret, "[key]")
    return one_line("".join(c if c.isprintable() else " " for c in text), _SHOWN)


def name(text: str) -> str:
    """A name or id that the service gives, or nothing when it does not look like one."""
    return text if _NAME.fullmatch(text) else ""
