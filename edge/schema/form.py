"""The form of an object's schema: the same object, bounded so that a model's answer is sure to end.

Strings and lists get bounds, numbers become text, every property is required and may be null where the schema
does not require it. So a grammar can hold a model to it; `parse_form` reads back what was filled in.
"""

from __future__ import annotations

from typing import Any

import msgspec

from edge.errors import SchemaError
from edge.schema.node import Node, bound

MAX_FORM = 40_000  # bytes of JSON
MAX_DEPTH = 5
MAX_PROPERTIES = 32
#: Where the schema has no bound of its own, and the most it may ask for.
STRING, MAX_STRING = 160, 1_000
ITEMS, MAX_ITEMS = 8, 50
NUMBER = 24


def form_of(node: Node) -> dict[str, Any]:
    """The form as a JSON schema. Raises SchemaError, which names the place, for what asks for too much."""
    form = _form(node, 0)
    try:
        size = len(msgspec.json.encode(form))
    except UnicodeEncodeError as error:  # a lone surrogate, in a schema that Python made
        raise SchemaError(f"The schema {node.at} is no text: {error.reason}.", "Mend its names.") from error
    if size > MAX_FORM:
        raise SchemaError(f"The schema {node.at} asks for too much: {size} bytes as a form.", "Shorten it.")
    return form


def _form(node: Node, depth: int) -> dict[str, Any]:
    if depth > MAX_DEPTH:
        raise SchemaError(f"The schema nests deeper than {MAX_DEPTH} at {node.at}.", "Make it flatter.")
    form: dict[str, Any] = {"type": node.kind}
    if node.parts:
        form = {"anyOf": [_form(part, depth + 1) for part in node.parts]}
    elif node.values:
        form = {"enum": list(node.values)}
    elif node.kind == "string":
        form["maxLength"] = bound(node, MAX_STRING, STRING)
    elif node.kind in ("number", "integer"):
        form = {"type": "string", "maxLength": NUMBER}
    elif node.items is not None:
        form |= {"maxItems": bound(node, MAX_ITEMS, ITEMS), "items": _form(node.items, depth + 1)}
    elif node.kind == "object":
        form |= _properties(node, depth)
    return form | ({"description": node.description} if node.description else {})


def _properties(node: Node, depth: int) -> dict[str, Any]:
    if not 0 < len(node.properties) <= MAX_PROPERTIES:
        hint = "Name what it holds, and not more."
        raise SchemaError(f"The object at {node.at} needs 1 to {MAX_PROPERTIES} properties.", hint)
    properties = {}
    for name, field in node.properties.items():
        form = _form(field, depth + 1)
        nullable = any(option.kind == "null" or None in option.values for option in field.options)
        properties[name] = form if nullable or name in node.required else {"anyOf": [form, {"type": "null"}]}
    return {"properties": properties, "required": list(properties), "additionalProperties": False}
