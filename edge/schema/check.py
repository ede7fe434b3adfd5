"""Does a JSON value fit a JSON schema? Of the schemas that `own` accepts and `schema` writes, no others.

The answer of a model is checked here whoever wrote it: a grammar makes the shape certain, a service's word
for it does not, and neither knows minimum, pattern or format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from edge.errors import SchemaError
from edge.text import email_address, iso_date

_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,), "boolean": (bool,), "null": (type(None),), "array": (list, tuple),
    "object": (Mapping,), "integer": (int,), "number": (int, float),
}  # fmt: skip

Schema = Mapping[str, Any]

#: What is reported of one value; the rest is as wrong, and nobody reads more.
MAX_PROBLEMS = 8


def problems(value: Any, schema: Mapping[str, Any]) -> list[str]:
    """What is wrong with a value, in words with the place; empty when it fits."""
    found = []
    for problem in _visit(value, schema, schema, ""):
        found.append(problem)
        if len(found) == MAX_PROBLEMS:
            break
    return found


def follow(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema that a `$ref` names. Raises SchemaError when it leaves the document or points nowhere."""
    node: Any = root
    if reference == "#":
        return root
    if not reference.startswith("#/"):
        raise SchemaError(f"The reference {reference!r} leaves the schema.", "Copy what it names into $defs.")
    for step in reference[2:].split("/"):
        if not isinstance(node, Mapping) or step not in node:
            raise SchemaError(f"The reference {reference!r} points nowhere.")
        node = node[step]
    if not isinstance(node, Mapping):
        raise SchemaError(f"The reference {reference!r} names no schema.")
    return node


def is_kind(value: Any, kind: str) -> bool:
    """Whether a value is of a JSON type: true is no number, 3.0 is an integer."""
    if kind in ("integer", "number") and isinstance(value, bool):
        return False
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _KINDS[kind])


def _visit(value: Any, node: Mapping[str, Any], root: Mapping[str, Any], path: str) -> Iterator[str]:
    if "$ref" in node:
        yield from _visit(value, follow(node["$ref"], root), root, path)
        return
    place = path or "the answer"
    for union in ("anyOf", "oneOf"):
        if union in node and all(any(_visit(value, part, root, path)) for part in node[union]):
            yield f"{place} fits none of its alternatives"
            return
    if "const" in node and value != node["const"]:
        yield f"{place} is not {node['const']!r}"
    if "enum" in node and not any(value == one and type(value) is type(one) for one in node["enum"]):
        yield f"{place} is {_shown(value)}, not one of {', '.join(map(str, node['enum'][:20]))}"
    kinds = node.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(is_kind(value, kind) for kind in kinds):
        yield f"{place} is {_shown(value)}, not {' or '.join(kinds)}"
    elif isinstance(value, str):
        yield from _text(value, node, place)
    elif isinstance(value, Mapping):
        yield from _object(value, node, root, path)
    elif isinstance(value, (list, tuple)):
        yield from _array(value, node, root, path)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield from _number(value, node, place)


def _object(
    value: Mapping[str, Any], node: Mapping[str, Any], root: Mapping[str, Any], path: str
) -> Iterator[str]:
    dot = f"{path}." if path else ""
    for name in node.get("required", ()):
        if name not in value:
            yield f"{dot}{name} is missing"
    known = node.get("properties", {})
    for name, inner in value.items():
        if name in known:
            yield from _visit(inner, known[name], root, f"{dot}{name}")
        elif node.get("additionalProperties", True) is False:
            yield f"{dot}{name} is not asked for"


def _array(
    value: Sequence[Any], node: Mapping[str, Any], root: Mapping[str, Any], path: str
) -> Iterator[str]:
    place = path or "the answer"
    if len(value) > node.get("maxItems", len(value)):
        yield f"{place} has {len(value)} items, more than {node['maxItems']}"
    if len(value) < node.get("minItems", 0):
        yield f"{place} has {len(value)} items, fewer than {node['minItems']}"
    if node.get("uniqueItems") and any(one in value[:at] for at, one in enumerate(value)):
        yield f"{place} holds an item twice"
    if "items" in node:
        for at, item in enumerate(value):
            yield from _visit(item, node["items"], root, f"{path}[{at}]")


def _text(value: str, node: Mapping[str, Any], place: str) -> Iterator[str]:
    if len(value) > node.get("maxLength", len(value)):
        yield f"{place} is longer than {node['maxLength']} characters"
    if len(value) < node.get("minLength", 0):
        yield f"{place} is shorter than {node['minLength']} characters"
    if "pattern" in node and not re.search(node["pattern"], value):
        yield f"{place} is {_shown(value)}, which does not match {node['pattern']}"
    match node.get("format"):
        case "date" if iso_date.day(value) != (value, None):
            yield f"{place} is {_shown(value)}, not a date YYYY-MM-DD"
        case "time" if iso_date.clock(value[:5]) is None:
            yield f"{place} is {_shown(value)}, not a time HH:MM"
        case "date-time" if iso_date.day(value)[1] is None:
            yield f"{place} is {_shown(value)}, not a date with a time"
        case "email" if not email_address.is_address(value):
            yield f"{place} is {_shown(value)}, not an e-mail address"


def _number(value: float, node: Mapping[str, Any], place: str) -> Iterator[str]:
    if value < node.get("minimum", value) or value <= node.get("exclusiveMinimum", value - 1):
        yield f"{place} is {value:g}, too small"
    if value > node.get("maximum", value) or value >= node.get("exclusiveMaximum", value + 1):
        yield f"{place} is {value:g}, too large"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
