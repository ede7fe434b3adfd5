"""What a model filled in, as the user's schema has it: numbers out of text, wrong parts left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edge.schema.check import Schema, follow, is_kind, problems
from edge.text import numbers

_DEPTH = 8


def flat(node: Schema, root: Schema) -> Schema:
    """The schema itself, not a reference to it."""
    for _ in range(_DEPTH):
        if not isinstance(node, Mapping) or "$ref" not in node:
            break
        node = follow(str(node["$ref"]), root)
    return node if isinstance(node, Mapping) else {}


def kinds_of(node: Schema, root: Schema) -> list[tuple[str, Schema]]:
    """The simple types a schema allows, each with the schema that says so."""
    node = flat(node, root)
    found = []
    for part in (*node.get("anyOf", ()), *node.get("oneOf", ())):
        found += kinds_of(part, root)
    kinds = node.get("type", [])
    return found + [(kind, node) for kind in ([kinds] if isinstance(kinds, str) else kinds)]


def kind_of(node: Schema, root: Schema) -> str:
    """What a field holds, for a prompt."""
    plain = flat(node, root)
    if "enum" in plain:
        return "one of " + ", ".join(map(str, plain["enum"][:12]))
    named = [kind for kind, _ in kinds_of(node, root) if kind != "null"]
    form = plain.get("format")
    return f"{form}" if named == ["string"] and form else " or ".join(dict.fromkeys(named)) or "value"


def read(value: Any, node: Schema, root: Schema, path: str) -> tuple[Any, list[str]]:
    """(value, what was wrong in it). What may be missing is left out where it is wrong."""
    kinds = dict(kinds_of(node, root))
    if isinstance(value, Mapping) and "object" in kinds:
        return _read_object(value, kinds["object"], root, path)
    if isinstance(value, list) and "array" in kinds:
        return _read_array(value, kinds["array"].get("items", {}), root, path)
    return _read_simple(value, set(kinds)), []


def _read_simple(value: Any, kinds: set[str]) -> Any:
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


def _read_array(value: list[Any], node: Schema, root: Schema, path: str) -> tuple[list[Any], list[str]]:
    """An item is never needed: a wrong one is left out, and the others stay."""
    good, wrong = [], []
    for at, item in enumerate(value):
        one, inner = read(item, node, root, f"{path}[{at}]")
        found = problems(one, {**node, **_definitions(root)})
        wrong += inner + [f"{path}[{at}]: {problem}" for problem in found[:1]]
        if not found:
            good.append(one)
    return good, wrong


def _read_object(value: Schema, node: Schema, root: Schema, path: str) -> tuple[dict[str, Any], list[str]]:
    data, wrong = {}, []
    for name, field in node["properties"].items():
        if name not in value:
            continue
        one, inner = read(value[name], field, root, f"{path}.{name}")
        wrong += inner
        found = problems(one, {**field, **_definitions(root)})
        if name in node.get("required", ()) or not found:
            data[name] = one
        elif one is not None and one != "":
            wrong += [f"{path}.{name}: {found[0]}"]
    return data, wrong


def _definitions(root: Schema) -> dict[str, Any]:
    """What references of a part of the schema point to."""
    return {name: root[name] for name in ("$defs", "definitions") if name in root}
