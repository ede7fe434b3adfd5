"""Types of the user's own: a JSON schema of an object, or a msgspec Struct.

A model fills in a *form* of it: the same object with every string and list bounded, every property required
(null where it may be missing) and numbers as text, so that a local grammar can hold a model to it and it is
sure to end. What was filled in is read back and checked against the schema as the user wrote it.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from edge import evident
from edge.errors import SchemaError
from edge.schema.check import problems
from edge.schema.form import MAX_PROPERTIES, form_of
from edge.schema.node import Node, written
from edge.schema.parse_form import parse_form
from edge.schema.read import Schema, read
from edge.text.one_line import one_line

MAX_BYTES = 100_000


@dataclass(frozen=True)
class CustomType:
    """`name` becomes the type of its extractions, `schema` is what their data must fit, `form` what a model
    fills in.
    """

    name: str
    schema: Node
    form: dict[str, Any]
    struct: type[msgspec.Struct] | None = None

    def read(self, filled: Any) -> tuple[dict[str, Any] | None, list[str]]:
        """(data, what was wrong with it). A wrong value that may be missing is left out; where one may not,
        there is no data.
        """
        data, wrong = parse_form(filled, self.schema)
        if not isinstance(data, dict):
            return None, wrong or [f"{self.name} is no object"]
        wrong += (left := problems(data, self.schema))
        if self.struct is not None and not left:
            try:
                msgspec.convert(data, self.struct)
            except msgspec.ValidationError as error:
                left = [str(error)]
                wrong += left
        return (None if left else data), wrong

    def described(self) -> str:
        """The fields for a prompt, a line each, with what the schema says of them."""
        lines = []
        for name, field in self.schema.properties.items():
            words = one_line(field.description, 160)
            lines.append(f"- {name} ({_kind(field)})" + (f": {words}" if words else ""))
        return "\n".join(lines)


def load(source: str | Path | Schema | type) -> CustomType:
    """An own type from a file of JSON schema, `module:Class`, a schema as a mapping, or a msgspec Struct.

    Raises SchemaError, which names the file or class, the place and the next step.
    """
    struct = None
    if isinstance(source, str) and re.fullmatch(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", source):
        try:
            source = pkgutil.resolve_name(source)
        except (ImportError, AttributeError) as error:
            hint = "Give module:Class of a module that Python can import."
            raise SchemaError(f"There is no class {source!r}: {error}.", hint) from error
        if not isinstance(source, type):
            raise SchemaError(f"{source!r} is not a class.", "Give a msgspec.Struct.")
    if isinstance(source, type):
        struct, name, schema = source, source.__name__, _of_struct(source)
    elif isinstance(source, Mapping):
        name, schema = "record", source
    else:
        name, schema = Path(source).stem, _of_file(Path(source))
    node = read(schema, name)
    if not node.properties:
        raise SchemaError(
            f"The schema {name!r} is not that of an object with 1 to {MAX_PROPERTIES} properties.",
            'Write {"type": "object", "properties": {…}}.',
        )
    return CustomType(one_line(node.title or name, 60), node, form_of(node), struct)


def _kind(node: Node) -> str:
    """What a field holds, for a prompt."""
    if node.values:
        return "one of " + ", ".join(map(written, node.values[:12]))
    kinds = [option.format or option.kind for option in node.options if option.kind not in ("", "null")]
    return " or ".join(dict.fromkeys(kinds)) or "value"


def _of_struct(struct: type) -> Schema:
    try:
        if issubclass(struct, msgspec.Struct):
            return msgspec.json.schema(struct)
    except TypeError as error:
        hint = "Use text, numbers, lists."
        raise SchemaError(f"{struct.__name__} has no JSON schema: {error}.", hint) from error
    raise SchemaError(f"{struct.__name__} is not a msgspec.Struct.", "Derive it from one.")


def _of_file(path: Path) -> Schema:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise SchemaError(f"The schema {path} has more than {MAX_BYTES} bytes.", "Shorten it.")
        return msgspec.json.decode(evident.text(data), type=dict[str, Any])
    except (OSError, msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        hint = "Give the path of a JSON object."
        reason = getattr(error, "strerror", "") or error
        raise SchemaError(f"The schema {path} cannot be read: {reason}.", hint) from error
