"""The form of a user's own schema: the same object, bounded so that a model's answer is sure to end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from edge.errors import SchemaError
from edge.schema.check import Schema, follow

MAX_FORM = 40_000  # bytes of JSON
MAX_DEPTH = 5
MAX_PROPERTIES = 32
#: Where the schema has no bound of its own, and the most it may ask for.
STRING, MAX_STRING = 160, 1_000
ITEMS, MAX_ITEMS = 8, 50
NUMBER = 24

#: Keywords that are checked, and keywords that check nothing.
_READ = {
    "type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf", "oneOf",
    "$ref", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "pattern", "format",
}  # fmt: skip
_SAID = {"title", "description", "default", "examples", "$schema", "$id", "$defs", "definitions", "$comment"}
_TYPES = {"string", "number", "integer", "boolean", "null", "array", "object"}


def form_of(schema: Schema, name: str) -> dict[str, Any]:
    """The form of an object's schema. Strings and lists get bounds, numbers become text, every property is
    required and may be null where the schema does not require it.

    Raises SchemaError, which names the place, for what cannot be bounded or is not understood.
    """
    form = _form(schema, schema, name, 0)
    size = len(msgspec.json.encode(form))
    if size > MAX_FORM:
        raise SchemaError(f"The schema {name!r} asks for too much: {size} bytes as a form.", "Shorten it.")
    return form


def _form(node: Any, root: Schema, path: str, depth: int) -> dict[str, Any]:
    if depth > MAX_DEPTH:
        raise SchemaError(f"The schema nests deeper than {MAX_DEPTH} at {path}.", "Make it flatter.")
    if not isinstance(node, Mapping):
        raise SchemaError(f"The schema at {path} is {node!r}, not an object.", "Mend it.")
    if unknown := sorted(set(node) - _READ - _SAID):
        raise SchemaError(
            f"The schema at {path} uses {', '.join(unknown)}, which edge does not check.", "Leave it out."
        )
    if "$ref" in node:
        return _form(follow(str(node["$ref"]), root), root, path, depth + 1)
    if "const" in node or "enum" in node:
        return _enum_form(node.get("enum", [node.get("const")]), path)
    parts = node.get("anyOf", node.get("oneOf"))
    if isinstance(kinds := node.get("type"), list):
        parts = [{**node, "type": kind} for kind in kinds]
    if parts is not None:
        if not isinstance(parts, list) or not parts:
            raise SchemaError(f"The alternatives at {path} are no list of schemas.", "Mend it.")
        return {"anyOf": [_form(part, root, path, depth + 1) for part in parts]}
    return _simple_form(node, root, path, depth)


def _simple_form(node: Schema, root: Schema, path: str, depth: int) -> dict[str, Any]:
    said = {"description": node["description"]} if isinstance(node.get("description"), str) else {}
    match node.get("type"):
        case "string":
            _pattern(node, path)
            return {"type": "string", "maxLength": _most(node, "maxLength", STRING, MAX_STRING, path)} | said
        case "number" | "integer":
            _limits(node, path)
            return {"type": "string", "maxLength": NUMBER} | said
        case "boolean" | "null" as kind:
            return {"type": kind} | said
        case "array":
            if "items" not in node:
                raise SchemaError(f"The array at {path} does not say what its items are.", "Add items.")
            items = _form(node["items"], root, f"{path}[]", depth + 1)
            most = _most(node, "maxItems", ITEMS, MAX_ITEMS, path)
            return {"type": "array", "maxItems": most, "items": items}
        case "object":
            return _object_form(node, root, path, depth)
        case kind:
            raise SchemaError(
                f"The type {kind!r} at {path} is none that edge knows.", f"Use {', '.join(sorted(_TYPES))}."
            )


def _object_form(node: Schema, root: Schema, path: str, depth: int) -> dict[str, Any]:
    fields = node.get("properties")
    if not isinstance(fields, Mapping) or not 0 < len(fields) <= MAX_PROPERTIES:
        raise SchemaError(
            f"The object at {path} needs 1 to {MAX_PROPERTIES} properties.", "Name what it holds."
        )
    if node.get("additionalProperties", False) not in (True, False):
        raise SchemaError(f"The object at {path} holds properties without names.", "Name them all.")
    required = node.get("required", [])
    if not isinstance(required, list) or any(
        not isinstance(name, str) or name not in fields for name in required
    ):
        raise SchemaError(f"required at {path} names what is no property.", "Mend it.")
    made = {}
    for name, field in fields.items():
        form = _form(field, root, f"{path}.{name}", depth + 1)
        made[name] = form if name in required or _nullable(form) else {"anyOf": [form, {"type": "null"}]}
    return {"type": "object", "properties": made, "required": list(made), "additionalProperties": False}


def _enum_form(values: Any, path: str) -> dict[str, Any]:
    if not isinstance(values, list) or not 0 < len(values) <= 100:
        raise SchemaError(f"The enum at {path} needs 1 to 100 values.", "Shorten it, or use a string.")
    if not all(isinstance(one, (str, int, float, bool, type(None))) for one in values):
        raise SchemaError(f"The enum at {path} holds a list or object.", "Use plain values.")
    return {"enum": values}


def _nullable(form: Schema) -> bool:
    if "anyOf" in form:
        return any(_nullable(part) for part in form["anyOf"])
    return form.get("type") == "null" or None in form.get("enum", ())


def _most(node: Schema, name: str, default: int, most: int, path: str) -> int:
    value = node.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= most:
        raise SchemaError(
            f"{name} at {path} is {value!r}, not 1 to {most}.", "Without a bound a model may never stop."
        )
    return value


def _limits(node: Schema, path: str) -> None:
    for name in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        value = node.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise SchemaError(f"{name} at {path} is {value!r}, not a number.", "Mend it.")


def _pattern(node: Schema, path: str) -> None:
    try:
        re.compile(str(node.get("pattern", "")))
    except re.error as error:
        raise SchemaError(f"The pattern at {path} cannot be compiled: {error}.", "Mend it.") from error
