"""A schema as a grammar for llama.cpp (GBNF), if it is sure to end.

The converter that comes with llama-cpp-python lets raw control characters into strings (which JSON forbids),
ignores the bounds of numbers and can build grammars that its own parser does not survive. This one accepts a
smaller language and refuses the rest: every string has a `maxLength`, every array a `maxItems`, every
property is required, numbers are enums. So whatever a model does, the text ends, and `json.loads` reads it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from edge.errors import SchemaError
from edge.schema.node import LIMITS, Node, bound

MAX_STRING = 1_000
MAX_ITEMS = 100
MAX_INTEGERS = 1_000

_ENFORCED = {keyword for keywords in LIMITS.values() for keyword in keywords}
#: One character of a JSON string: no raw control characters, no \u escapes (a lone surrogate is not text).
_CHARACTER = r'char ::= [^"\\\x7F\x00-\x1F] | "\\" ["\\/bfnrt]'


@dataclass(slots=True)
class Grammar:
    """`text` in GBNF, root rule `root`. `bytes` is the longest text it allows, in UTF-8 bytes: a bound on its
    tokens."""

    text: str
    bytes: int


def from_schema(node: Node) -> Grammar:
    """The grammar of every compact JSON text of this schema: no spaces, so the fewest tokens.

    Raises SchemaError, naming the place, for a schema that has no bounds or cannot be enforced.
    """
    builder = _Builder()
    root, longest = builder.visit(node)
    return Grammar("\n".join((f"root ::= {root}", *builder.rules, _CHARACTER)) + "\n", longest)


@dataclass(slots=True)
class _Builder:
    """Each method gives (GBNF expression, longest length in bytes)."""

    rules: list[str] = field(default_factory=list)

    def rule(self, body: str) -> str:
        """Add a rule and return its name."""
        self.rules.append(f"r{len(self.rules)} ::= {body}")
        return f"r{len(self.rules) - 1}"

    def visit(self, node: Node) -> tuple[str, int]:
        if unenforced := sorted(set(node.limits) - _ENFORCED):
            raise SchemaError(
                f"The schema at {node.at} uses {', '.join(unenforced)}, which a grammar cannot enforce.",
                "Leave it out and check the value afterwards.",
            )
        if node.parts:
            return _choice([self.visit(part) for part in node.parts])
        if node.values or node.kind in ("boolean", "null", "integer"):
            return _choice([_literal(value) for value in node.values or _values(node)])
        match node.kind:
            case "string":
                length = bound(node, MAX_STRING)
                return f'"\\"" char{{{int(node.least or 0)},{length}}} "\\""', 4 * length + 2
            case "array":
                return self.array(node)
            case "object":
                return self.object(node)
        raise SchemaError(f"The {node.kind} at {node.at} cannot be bounded.", "List its values with enum.")

    def array(self, node: Node) -> tuple[str, int]:
        assert node.items is not None
        least, most = int(node.least or 0), bound(node, MAX_ITEMS)
        body, longest = self.visit(node.items)
        if most == 0:
            return '"[]"', 2
        item = self.rule(body)
        some = f'"[" {item} ("," {item}){{{max(least - 1, 0)},{most - 1}}} "]"'
        return (some if least else f'("[]" | {some})'), 2 + most * (longest + 2)

    def object(self, node: Node) -> tuple[str, int]:
        if not node.properties:
            raise SchemaError(f"The object at {node.at} names no properties.", "Name what it holds.")
        if optional := sorted(set(node.properties) - node.required):
            raise SchemaError(
                f"Properties of {node.at} are not required: {', '.join(optional)}.",
                "Require them and allow null instead.",
            )
        parts, total = [], 2
        for name, value in node.properties.items():
            body, longest = self.visit(value)
            key, width = _literal(name)
            parts.append(f'{key} ":" {self.rule(body)}')
            total += width + 2 + longest + 2
        return '"{" ' + ' "," '.join(parts) + ' "}"', total


def _values(node: Node) -> Sequence[Any]:
    """All values of a type that has few."""
    if node.kind != "integer":
        return (True, False) if node.kind == "boolean" else (None,)
    low, high = node.least, node.most
    if low is None or high is None or not math.ceil(low) <= math.floor(high) < low + MAX_INTEGERS:
        raise SchemaError(
            f"The integer at {node.at} needs minimum and maximum, less than {MAX_INTEGERS} apart.",
            "Or list its values with enum.",
        )
    return range(math.ceil(low), math.floor(high) + 1)


def _literal(value: Any) -> tuple[str, int]:
    text = json.dumps(value, ensure_ascii=False)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    # What json.dumps leaves raw but GBNF would not read back as written.
    escaped = re.sub(r"[\x7f-\x9f]", lambda m: f"\\x{ord(m[0]):02X}", escaped)
    return f'"{escaped}"', len(text.encode("utf-8", "replace"))


def _choice(options: list[tuple[str, int]]) -> tuple[str, int]:
    texts, widths = zip(*options, strict=True)
    return texts[0] if len(texts) == 1 else f"({' | '.join(texts)})", max(widths)
