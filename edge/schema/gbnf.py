"""JSON schema to GBNF, for schemas that are sure to end.

The converter that comes with llama-cpp-python lets raw control characters into strings (which JSON forbids),
ignores the bounds of numbers and can build grammars that its own parser does not survive. This one accepts a
smaller language and refuses the rest: every string has a `maxLength`, every array a `maxItems`, every
property is required, numbers are enums. So whatever a model does, the text ends, and `json.loads` reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from edge.errors import SchemaError

MAX_STRING = 1_000
MAX_ITEMS = 100
MAX_INTEGERS = 1_000
MAX_DEPTH = 16

#: One character of a JSON string: no raw control characters, no \u escapes (a lone surrogate is not text).
_CHARACTER = r'char ::= [^"\\\x7F\x00-\x1F] | "\\" ["\\/bfnrt]'
#: Keywords that change nothing here.
_IGNORED = {
    "title",
    "description",
    "$schema",
    "$id",
    "examples",
    "default",
    "minLength",
    "minItems",
    "$defs",
    "definitions",
}
_KNOWN = {"type", "enum", "const", "properties", "required", "additionalProperties", "items", "maxLength",
          "maxItems", "minimum", "maximum", "anyOf", "oneOf", "$ref"} | _IGNORED  # fmt: skip


@dataclass(slots=True)
class Grammar:
    """`text` in GBNF, root rule `root`. `bytes` is the longest text it allows, in UTF-8 bytes: a bound on its
    tokens."""

    text: str
    bytes: int


@dataclass(slots=True)
class _Builder:
    schema: Mapping[str, Any]
    rules: list[str] = field(default_factory=list)

    def rule(self, name: str, body: str) -> str:
        """Add a rule and return its name. GBNF names take letters, digits and dashes."""
        unique = f"{re.sub(r'[^a-zA-Z0-9]+', '-', name).strip('-') or 'r'}-{len(self.rules)}"
        self.rules.append(f"{unique} ::= {body}")
        return unique

    def visit(  # noqa: PLR0911, PLR0912  one branch per kind of schema
        self, node: Any, path: str, depth: int
    ) -> tuple[str, int]:
        """(GBNF expression, longest length in bytes) of one schema."""
        if depth > MAX_DEPTH:
            raise SchemaError(
                f"The schema nests deeper than {MAX_DEPTH} at {path}.",
                "A schema that refers to itself cannot end.",
            )
        if not isinstance(node, Mapping):
            raise SchemaError(f"The schema at {path} is {node!r}, not an object.")
        if unknown := sorted(set(node) - _KNOWN):
            raise SchemaError(
                f"The schema at {path} uses {', '.join(unknown)}, which cannot be enforced.",
                "Leave it out and check the value afterwards.",
            )
        if "$ref" in node:
            return self.visit(self.follow(str(node["$ref"]), path), path, depth + 1)
        if "const" in node:
            return _literal(node["const"])
        if "enum" in node:
            return _choice([_literal(value) for value in node["enum"]], path)
        for union in ("anyOf", "oneOf"):
            if union in node:
                return _choice(
                    [self.visit(part, f"{path}/{n}", depth + 1) for n, part in enumerate(node[union])], path
                )
        kinds = node.get("type")
        if isinstance(kinds, list):
            return _choice([self.visit({**node, "type": kind}, path, depth + 1) for kind in kinds], path)
        match kinds:
            case "string":
                length = _bound(node, "maxLength", MAX_STRING, path)
                return (
                    f'"\\"" char{{{min(_least(node, "minLength"), length)},{length}}} "\\""',
                    4 * length + 2,
                )
            case "boolean":
                return '("true" | "false")', 5
            case "null":
                return '"null"', 4
            case "integer":
                low, high = node.get("minimum"), node.get("maximum")
                if (
                    not isinstance(low, int)
                    or not isinstance(high, int)
                    or not 0 <= high - low < MAX_INTEGERS
                ):
                    raise SchemaError(
                        f"The integer at {path} needs minimum and maximum, less than {MAX_INTEGERS} apart.",
                        "Or list its values with enum.",
                    )
                return _choice([_literal(value) for value in range(low, high + 1)], path)
            case "array":
                return self.array(node, path, depth)
            case "object":
                return self.object(node, path, depth)
        raise SchemaError(
            f"The type {kinds!r} at {path} cannot be bounded.", "Numbers: list their values with enum."
        )

    def array(self, node: Mapping[str, Any], path: str, depth: int) -> tuple[str, int]:
        most = _bound(node, "maxItems", MAX_ITEMS, path)
        least = min(_least(node, "minItems"), most)
        if "items" not in node:
            raise SchemaError(f"The array at {path} does not say what its items are.")
        body, longest = self.visit(node["items"], f"{path}/items", depth + 1)
        if most == 0:
            return '"[]"', 2
        item = self.rule(f"{path}-item", body)
        some = f'"[" {item} ("," {item}){{{max(least - 1, 0)},{most - 1}}} "]"'
        return (some if least else f'("[]" | {some})'), 2 + most * (longest + 2)

    def object(self, node: Mapping[str, Any], path: str, depth: int) -> tuple[str, int]:
        properties = node.get("properties")
        if not isinstance(properties, Mapping) or not properties:
            raise SchemaError(f"The object at {path} names no properties.")
        if node.get("additionalProperties", False) is not False:
            raise SchemaError(
                f"The object at {path} allows further properties: set additionalProperties to false."
            )
        if optional := sorted(set(properties) - set(node.get("required", []))):
            raise SchemaError(
                f"Properties of {path} are not required: {', '.join(optional)}.",
                "Require them and allow null instead.",
            )
        parts, total = [], 2
        for name, value in properties.items():
            body, longest = self.visit(value, f"{path}/{name}", depth + 1)
            key, width = _literal(name)
            parts.append(f'{key} ":" {self.rule(f"{path}-{name}", body)}')
            total += width + 2 + longest + 2
        return '"{" ' + ' "," '.join(parts) + ' "}"', total

    def follow(self, reference: str, path: str) -> Any:
        node: Any = self.schema
        if not reference.startswith("#/"):
            raise SchemaError(f"The reference {reference!r} at {path} leaves the schema.")
        for step in reference[2:].split("/"):
            if not isinstance(node, Mapping) or step not in node:
                raise SchemaError(f"The reference {reference!r} at {path} points nowhere.")
            node = node[step]
        return node


def from_schema(schema: Mapping[str, Any]) -> Grammar:
    """The grammar of every compact JSON text of this schema: no spaces, so the fewest tokens.

    Raises SchemaError, naming the place, for a schema that has no bounds or uses a keyword that cannot be
    enforced.
    """
    builder = _Builder(schema)
    root, longest = builder.visit(schema, "root", 0)
    return Grammar("\n".join((f"root ::= {root}", *builder.rules, _CHARACTER)) + "\n", longest)


def _literal(value: Any) -> tuple[str, int]:
    text = json.dumps(value, ensure_ascii=False)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    # What json.dumps leaves raw but GBNF would not read back as written.
    escaped = re.sub(r"[\x7f-\x9f]", lambda m: f"\\x{ord(m[0]):02X}", escaped)
    return f'"{escaped}"', len(text.encode("utf-8", "replace"))


def _choice(options: list[tuple[str, int]], path: str) -> tuple[str, int]:
    if not options:
        raise SchemaError(f"There is nothing to choose from at {path}.")
    return "(" + " | ".join(text for text, _ in options) + ")", max(width for _, width in options)


def _bound(node: Mapping[str, Any], name: str, most: int, path: str) -> int:
    value = node.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise SchemaError(
            f"{path} needs {name} between 0 and {most}, and has {value!r}.",
            "Without a bound a model may never stop.",
        )
    return value


def _least(node: Mapping[str, Any], name: str) -> int:
    value = node.get(name, 0)
    return value if isinstance(value, int) and value > 0 else 0
