"""The one reader of JSON schemas: Draft 2020-12, as far as edge can hold a model to it.

What it does not know it refuses, by place and keyword: a constraint that nobody checks is worse than none.
The work is bounded, whatever the schema: its depth, and its nodes with every reference followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import msgspec

from edge.errors import SchemaError
from edge.schema import patterns
from edge.schema.node import LIMITS, TYPES, Node, child, is_kind

Schema = Mapping[str, Any]

MAX_DEPTH = 16
MAX_NODES = 5_000
MAX_VALUES = 100
FORMATS = ("date", "time", "date-time", "email", "uuid", "uri", "duration", "decimal")

_NUMBER = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
#: What may stand beside each type, and what may stand anywhere and checks nothing.
_BESIDE: dict[str, set[str]] = {
    "string": {"minLength", "maxLength", "pattern", "format"}, "number": _NUMBER, "integer": _NUMBER,
    "array": {"items", "minItems", "maxItems", "uniqueItems"},
    "object": {"properties", "required", "additionalProperties"},
}  # fmt: skip
_NOTES = {
    "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$schema", "$id",
    "$defs", "definitions", "$comment",
}  # fmt: skip


def read(schema: Any, name: str = "") -> Node:
    """The tree of a schema. `name` says in errors whose schema it is.

    Raises SchemaError, which names the place as a JSON pointer, the keyword and the next step.
    """
    return _Reader(schema, name).node(schema, f"{name}#", 0, ())


@dataclass
class _Reader:
    root: Any
    name: str
    count: int = 0

    def node(self, schema: Any, at: str, depth: int, followed: tuple[str, ...]) -> Node:
        """`followed` are the references that led here."""
        self.count += 1
        if depth > MAX_DEPTH or self.count > MAX_NODES:
            raise SchemaError(
                f"The schema at {at} nests deeper than {MAX_DEPTH}, or has more than {MAX_NODES} parts.",
                "Make it flatter, or shorter.",
            )
        if not isinstance(schema, Mapping):
            raise SchemaError(f"The schema at {at} is {schema!r:.60}, not an object.", 'Write {"type": …}.')
        below = (depth + 1, followed)
        if "$ref" in schema:
            _only(schema, {"$ref"}, at)
            node = self.target(schema["$ref"], at, *below)
        elif "enum" in schema or "const" in schema:
            node = _enum(schema, at)
        elif union := next((keyword for keyword in ("anyOf", "oneOf") if keyword in schema), None):
            # Whether two alternatives of oneOf fit at once is not looked at.
            _only(schema, {union}, at)
            parts = schema[union]
            if not isinstance(parts, list) or not parts:
                raise SchemaError(f"{union} at {at} is no list of schemas.", "Name at least one.")
            node = _union([self.node(part, f"{at}/{union}/{n}", *below) for n, part in enumerate(parts)])
        else:
            if "type" not in schema:
                _only(schema, set().union(*_BESIDE.values()), at)
                raise SchemaError(f"The schema at {at} has no type.", f"Give it one: {', '.join(TYPES)}.")
            kinds = _kinds(schema, at)
            _only(schema, {"type"}.union(*(_BESIDE.get(kind, ()) for kind in kinds)), at)
            node = _union([self.typed(kind, schema, at, *below) for kind in kinds])
        notes = {key: schema[key] for key in ("title", "description") if isinstance(schema.get(key), str)}
        return msgspec.structs.replace(node, **notes, at=node.at or at)

    def target(self, reference: Any, at: str, depth: int, followed: tuple[str, ...]) -> Node:
        """What a `$ref` names."""
        place = f"The reference {reference!r} at {at}"
        if reference in followed:
            raise SchemaError(f"{place} is to itself: it nests deeper than any answer.", "Write it out.")
        if not isinstance(reference, str) or not f"{reference}/".startswith("#/"):
            raise SchemaError(f"{place} leaves the schema.", "Copy what it names into $defs.")
        schema = self.root
        for step in unquote(reference).split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            if isinstance(schema, list):
                schema = dict(zip(map(str, range(len(schema))), schema, strict=True))
            if not isinstance(schema, Mapping) or name not in schema:
                raise SchemaError(f"{place} points nowhere.", "Put what it names into $defs.")
            schema = schema[name]
        return self.node(schema, self.name + reference, depth, (*followed, reference))

    def typed(self, kind: str, schema: Schema, at: str, depth: int, followed: tuple[str, ...]) -> Node:
        """A schema read as that of one type."""
        least, most = _limits(schema, *LIMITS.get(kind, ("", "")), at, counted=kind in ("string", "array"))
        node = Node(kind=kind, at=at, least=least, most=most)
        more: dict[str, Any] = {}
        if kind == "string":
            more = {"pattern": _pattern(schema, at), "format": schema.get("format", "")}
            if more["format"] not in ("", *FORMATS):
                hint = f"Leave it out, or use {', '.join(FORMATS)}."
                raise SchemaError(f"The format {more['format']!r} at {at} is none that edge checks.", hint)
        elif kind in ("number", "integer"):
            more["above"], more["below"] = _limits(schema, "exclusiveMinimum", "exclusiveMaximum", at)
        elif kind == "array":
            if "items" not in schema:
                raise SchemaError(f"The array at {at} does not say what its items are.", "Add items.")
            more["items"] = self.node(schema["items"], f"{at}/items", depth, followed)
            more["unique"] = schema.get("uniqueItems") is True
        elif kind == "object":
            more = _properties(schema, at)
            for name, field in more["properties"].items():
                more["properties"][name] = self.node(field, child(f"{at}/properties", name), depth, followed)
        return msgspec.structs.replace(node, **more)


def _only(schema: Schema, known: set[str], at: str) -> None:
    """Refuse every keyword that does not belong here."""
    if others := sorted(map(str, set(schema) - known - _NOTES)):
        beside = ", ".join(sorted(known & set(schema)))
        raise SchemaError(
            f"The schema at {at} uses {', '.join(others)}, which edge does not check"
            + (f" beside {beside}." if beside else "."),
            "Leave it out, or write it where it belongs.",
        )


def _union(parts: list[Node]) -> Node:
    """Alternatives of alternatives are alternatives."""
    options = tuple(option for part in parts for option in part.options)
    return options[0] if len(options) == 1 else Node(parts=options)


def _kinds(schema: Schema, at: str) -> list[str]:
    kinds = schema.get("type")
    kinds = kinds if isinstance(kinds, list) and kinds else [kinds]
    for kind in kinds:
        if not isinstance(kind, str) or kind not in TYPES:
            hint = f"Use {', '.join(TYPES)}."
            raise SchemaError(f"The type {kind!r} at {at} is none that edge knows.", hint)
    return kinds


def _enum(schema: Schema, at: str) -> Node:
    _only(schema, {"enum" if "enum" in schema else "const", "type"}, at)
    values = schema.get("enum", [schema.get("const")])
    kinds = _kinds(schema, at) if "type" in schema else ["string", "number", "boolean", "null"]
    if not isinstance(values, list) or not 0 < len(values) <= MAX_VALUES:
        problem = f"There is nothing to choose from: the enum at {at} needs 1 to {MAX_VALUES} values."
        raise SchemaError(problem, "Shorten it, or use a string.")
    for value in values:
        if not any(is_kind(value, kind) for kind in kinds):
            hint = f"No list or object can be chosen, and here only: {', '.join(kinds)}."
            raise SchemaError(f"The enum at {at} holds {value!r:.60}.", hint)
    return Node(kind=kinds[0] if len(kinds) == 1 else "", values=tuple(values))


def _limits(schema: Schema, low: str, high: str, at: str, *, counted: bool = False) -> tuple[Any, Any]:
    """The values of two keywords, None where there are none. `counted`: they are whole and not below 0."""
    for name in (low, high):
        value = schema.get(name, 0)
        if not is_kind(value, "integer" if counted else "number") or (counted and value < 0):
            kind = "count" if counted else "number"
            raise SchemaError(f"{name} at {at} is {value!r:.60}, not a {kind}.", "Mend it.")
    least, most = schema.get(low), schema.get(high)
    if least is not None and most is not None and least > most:
        raise SchemaError(f"No value fits at {at}: {low} is {least}, {high} is {most}.", "Mend one of them.")
    return least, most


def _pattern(schema: Schema, at: str) -> str:
    pattern = schema.get("pattern", "")
    if reason := patterns.refused(pattern):
        raise SchemaError(f"The pattern at {at} {reason}.", "Mend it, or do without.")
    return str(pattern)


def _properties(schema: Schema, at: str) -> dict[str, Any]:
    fields, required = schema.get("properties", {}), schema.get("required", [])
    if not isinstance(fields, Mapping) or not all(isinstance(name, str) for name in fields):
        raise SchemaError(f"properties at {at} is not an object of schemas.", "Name what the object holds.")
    if schema.get("additionalProperties", False) is not False:
        problem = f"The object at {at} allows further properties, without names: additionalProperties."
        raise SchemaError(problem, "Name them all, and set it to false or leave it out.")
    if not isinstance(required, list) or any(
        not isinstance(name, str) or name not in fields for name in required
    ):
        raise SchemaError(f"required at {at} names what is no property.", "Mend it.")
    closed = "additionalProperties" in schema
    return {"properties": dict(fields), "required": frozenset(required), "closed": closed}
