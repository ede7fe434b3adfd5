"""Turns as programs that talk write them: a role and a content, lists of them, whole conversations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from edge.errors import UsageError
from edge.state.calls import utc
from edge.text.iso_date import moment

#: The names of a turn's fields elsewhere, the first that is there counts.
_ROLE, _CONTENT = (
    ("role", "sender", "author", "from", "speaker"),
    ("content", "text", "message", "value", "parts"),
)
_AT = ("at", "timestamp", "created_at", "create_time", "time", "date")
_NAME = ("conversation", "title", "name", "conversation_id", "id", "uuid")
#: Lists of turns in a conversation.
_LISTS = ("messages", "chat_messages", "turns", "conversations")
#: A person is a user, whatever they are called.
_ROLES = {"human": "user", "gpt": "assistant"}
#: From here on a number is of milliseconds, not seconds.
_MILLISECONDS = 1e11
_EXAMPLE = 'Write {"conversation", "role", "content", "at"}.'


class TurnLine(msgspec.Struct, kw_only=True):
    """A line. `index` counts a conversation's turns from 0 and is not read; `at`: ISO 8601, "" is now."""

    conversation: str = "imported"
    index: int = 0
    role: str
    content: str
    at: str = ""


def turns(given: Any) -> list[TurnLine]:
    """The turns of decoded JSON, in order: one turn, a conversation, or a list of either. What says nothing
    (a tool that is called, a hidden message) is none. Raises UsageError for anything else.
    """
    found: list[TurnLine] = []
    if given == []:
        raise UsageError("it is no turn: it is an empty list.", _EXAMPLE)
    for one in given if isinstance(given, list) else [given]:
        if not isinstance(one, dict):
            raise UsageError(f"it is no turn: it is {_kind(one)}.", _EXAMPLE)
        found += _conversation(one) if _is_conversation(one) else _turn(one, "")
    return found


def _is_conversation(given: Mapping[str, Any]) -> bool:
    return isinstance(given.get("mapping"), dict) or any(isinstance(given.get(name), list) for name in _LISTS)


def _conversation(given: Mapping[str, Any]) -> list[TurnLine]:
    name = _first(given, _NAME)
    if isinstance(given.get("mapping"), dict):
        said: Sequence[Any] = _branch(given["mapping"], given.get("current_node"))
    else:
        said = next(given[name] for name in _LISTS if isinstance(given.get(name), list))
    found: list[TurnLine] = []
    for one in said:
        if not isinstance(one, dict):
            raise UsageError(f"it is no turn: it is {_kind(one)}.", _EXAMPLE)
        found += _turn(one, name if isinstance(name, str) else "")
    return found


def _branch(nodes: Mapping[str, Any], last: Any) -> list[Any]:
    """The messages of a tree that lead to the one that was read last: an answer that was made anew has others
    beside it. Without that, all, as they stand there.
    """
    branch: list[Any] = []
    seen: set[str] = set()
    while isinstance(last, str) and isinstance(node := nodes.get(last), dict) and last not in seen:
        seen.add(last)
        branch.append(node.get("message"))
        last = node.get("parent")
    found = branch[::-1] or [node.get("message") for node in nodes.values() if isinstance(node, dict)]
    return [message for message in found if message is not None]


def _turn(given: Mapping[str, Any], conversation: str) -> list[TurnLine]:
    role = _first(given, _ROLE)
    if isinstance(role, dict):
        role = _first(role, ("role", "name"))
    if not isinstance(role, str):
        raise UsageError(f"it is no turn: its role is {_kind(role)}.", _EXAMPLE)
    if not any(name in given for name in _CONTENT):
        raise UsageError("it is no turn: it has no content.", _EXAMPLE)
    content = next((text for name in _CONTENT if (text := _text(given.get(name))).strip()), "")
    if not content and (conversation or not any(isinstance(given.get(name), str) for name in _CONTENT)):
        return []
    name = conversation or _first(given, ("conversation", "conversation_id"))
    return [
        TurnLine(
            conversation=name if isinstance(name, str) and name else "imported",
            role=_ROLES.get(role, role), content=content, at=_time(_first(given, _AT)),
        )
    ]  # fmt: skip


def _text(given: Any) -> str:
    """The text of a content: itself, or its parts that are text. Raises UsageError for what is neither."""
    if given is None or isinstance(given, str):
        return given or ""
    if isinstance(given, list):
        return "\n".join(text for part in given if isinstance(part, str | dict) and (text := _text(part)))
    if isinstance(given, dict):
        return _text(next((given[name] for name in ("text", "parts") if name in given), None))
    raise UsageError(f"it is no turn: its content is {_kind(given)}.", _EXAMPLE)


def _time(given: Any) -> str:
    """ISO 8601, or seconds or milliseconds since 1970, as it is stored; "" for none. Raises UsageError."""
    if given is None or given == "":
        return ""
    try:
        if isinstance(given, int | float) and not isinstance(given, bool):
            return utc(datetime.fromtimestamp(given / 1e3 if given >= _MILLISECONDS else given, UTC))
        if isinstance(given, str) and (at := moment(given)):
            return utc(at)
    except (OverflowError, ValueError, OSError):
        pass
    raise UsageError(f"its time {str(given)[:40]!r} is no date.", "Write it as 2026-11-23T10:00:00+01:00.")


def _first(given: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((given[name] for name in names if given.get(name) is not None), None)


def _kind(given: Any) -> str:
    """What a value of JSON is, in words."""
    if given is None:
        return "missing"
    kinds = {str: "a text", bool: "a truth", int: "a number", float: "a number", list: "a list"}
    return kinds.get(type(given), "an object")
