"""What a model filled in, as the schema has it: numbers out of text, wrong parts left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edge.schema.check import problems
from edge.schema.node import Node, child, is_kind
from edge.text import numbers


def parse_form(value: Any, node: Node, path: str = "") -> tuple[Any, list[str]]:
    """(value, what was wrong in it). What may be missing is left out where it is wrong."""
    attempts: list[tuple[Any, list[str]]] = []
    for option in node.options:
        if isinstance(value, Mapping) and option.kind == "object":
            attempts.append(_parse_object(value, option, path))
        elif isinstance(value, list) and option.items is not None:
            attempts.append(_parse_array(value, option.items, path))
    if not attempts:
        fits = isinstance(value, str) and not problems(value, node)
        return value if fits else _parse_simple(value, {option.kind for option in node.options}), []
    # Of several objects that it may be, the one that it is.
    return min(attempts, key=lambda attempt: len(attempt[1]) + len(problems(attempt[0], node, path)))


def _parse_simple(value: Any, kinds: set[str]) -> Any:
    if isinstance(value, str) and "string" not in kinds:
        if not value.strip() and "null" in kinds:
            return None
        reading = numbers.read(value)
        if reading is not None and reading.value is not None and kinds & {"integer", "number"}:
            number = float(reading.value)
            return int(number) if "integer" in kinds and number.is_integer() else number
    if isinstance(value, float) and "number" not in kinds and is_kind(value, "integer"):
        return int(value)
    return value


def _parse_array(value: list[Any], node: Node, path: str) -> tuple[list[Any], list[str]]:
    """An item is never needed: a wrong one is left out, and the others stay."""
    items, wrong = [], []
    for at, item in enumerate(value):
        parsed, inner = parse_form(item, node, child(path, at))
        left = problems(parsed, node, child(path, at))
        wrong += inner + left[:1]
        if not left:
            items.append(parsed)
    return items, wrong


def _parse_object(value: Mapping[str, Any], node: Node, path: str) -> tuple[dict[str, Any], list[str]]:
    data, wrong = {}, []
    for name, field in node.properties.items():
        if name not in value:
            continue
        parsed, inner = parse_form(value[name], field, child(path, name))
        left = problems(parsed, field, child(path, name))
        wrong += inner
        if name in node.required or not left:
            data[name] = parsed
        elif parsed is not None and parsed != "":
            wrong += left[:1]
    return data, wrong
