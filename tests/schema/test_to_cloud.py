"""A schema as the cloud takes it."""

from __future__ import annotations

from edge.schema.read import read
from edge.schema.to_cloud import to_cloud


def test_a_schema_loses_what_the_cloud_cannot_enforce_to_words() -> None:
    """As the SDK's own transformation does: closed objects, bounds as description."""
    full = {
        "$schema": "x",
        "type": "object",
        "properties": {
            "n": {"type": "integer", "minimum": 1, "maximum": 5, "description": "count"},
            "s": {"type": "string", "maxLength": 9, "pattern": "a+"},
            "d": {"type": "string", "format": "date"},
            "l": {"type": "array", "items": {"enum": ["x", "y"]}, "maxItems": 3, "minItems": 1},
            "o": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/t"}]},
        },
        "required": ["n"],
        "$defs": {"t": {"type": "object", "properties": {}}},
    }
    empty = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    assert to_cloud(read(full)) == {
        "type": "object",
        "properties": {
            "n": {"type": "integer", "description": "count\n\n{minimum: 1, maximum: 5}"},
            "s": {"type": "string", "description": "{maxLength: 9, pattern: a+}"},
            "d": {"type": "string", "format": "date"},
            "l": {
                "type": "array",
                "items": {"enum": ["x", "y"]},
                "minItems": 1,
                "description": "{maxItems: 3}",
            },
            "o": {"anyOf": [{"type": "null"}, empty]},
        },
        "required": ["n"],
        "additionalProperties": False,
    }
