"""A JSON schema once it is read: a small tree in which nothing is left to look up."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import msgspec

from edge.errors import SchemaError

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,), "boolean": (bool,), "null": (type(None),), "array": (list, tuple),
    "object": (Mapping,), "integer": (int, float), "number": (int, float),
}  # fmt: skip
#: The keywords of `least` and `most` by type.
LIMITS = {
    "string": ("minLength", "maxLength"), "array": ("minItems", "maxItems"),
    "integer": ("minimum", "maximum"), "number": ("minimum", "maximum"),
}  # fmt: skip


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """What one value may be. A union has `parts`, none of which is a union, and nothing else; an enum has
    `values`, of whatever type where `kind` is empty.

    References are resolved, several types are a union, `const` is an enum of one. `at` is the place in the
    schema, as a JSON pointer. `least` and `most` bound a number, a string's characters or a list's items,
    `above` and `below` a number exclusively. `closed`: further properties are wrong, not just passed over.
    """

    kind: str = ""
    at: str = ""
    title: str = ""
    description: str = ""
    values: tuple[Any, ...] = ()
    parts: tuple[Node, ...] = ()
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    pattern: str = ""
    format: str = ""
    items: Node | None = None
    unique: bool = False
    properties: dict[str, Node] = {}
    required: frozenset[str] = frozenset()
    closed: bool = False

    @property
    def options(self) -> tuple[Node, ...]:
        """The alternatives of a union; any other node is its own only one."""
        return self.parts or (self,)

    @property
    def limits(self) -> dict[str, Any]:
        """Every bound and pattern that it has, by keyword."""
        low, high = LIMITS.get(self.kind, ("", ""))
        keywords = {
            low: self.least, high: self.most, "exclusiveMinimum": self.above, "exclusiveMaximum": self.below,
            "pattern": self.pattern or None, "format": self.format or None,
            "uniqueItems": self.unique or None,
        }  # fmt: skip
        return {keyword: value for keyword, value in keywords.items() if value is not None}


def bound(node: Node, highest: int, default: int | None = None) -> int:
    """The most characters or items, where there is one or a default, and it is not too high."""
    most = node.most
    if most is None and default is not None:
        most = max(default, node.least or 0)  # what the schema asks for at least has room
    if most is None or most > highest:
        least, highest_of = LIMITS[node.kind]
        keyword = least if node.most is None and most is not None else highest_of
        raise SchemaError(
            f"{keyword} at {node.at} is {most}, not 0 to {highest}.",
            "Without a bound a model may never stop.",
        )
    return int(most)


def is_kind(value: Any, kind: str) -> bool:
    """Whether a value is of a JSON type: true is no number, 3.0 is an integer, infinity is nothing."""
    if isinstance(value, bool):
        return kind == "boolean"
    if isinstance(value, float) and not (value.is_integer() if kind == "integer" else math.isfinite(value)):
        return False
    return isinstance(value, TYPES.get(kind, ()))


def written(value: Any) -> str:
    """A value of an enum for people and models: null and true as JSON has them, a text without marks."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def child(path: str, name: str | int) -> str:
    """The JSON pointer of what stands under a name (RFC 6901)."""
    return f"{path}/{str(name).replace('~', '~0').replace('/', '~1')}"
