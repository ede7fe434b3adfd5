"""A JSON schema as the cloud takes it: what it cannot enforce becomes words in a description.

The same as the `anthropic` SDK's own `transform_schema` (2.12) does, which only its own calls go through. The
answer is checked here against the full schema all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_FORMATS = {"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"}
_KEPT = {"$ref", "type", "enum", "const", "title", "description", "required"}


def to_cloud(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A copy with closed objects and without bounds, lengths and patterns, which are said in words."""
    out: dict[str, Any] = {}
    left: dict[str, Any] = {}
    for key, value in schema.items():
        known = (key == "minItems" and value in (0, 1)) or (key == "format" and value in _FORMATS)
        if key in _KEPT or known:
            out[key] = value
        elif key in ("$defs", "properties"):
            out[key] = {name: to_cloud(one) for name, one in value.items()}
        elif key in ("anyOf", "oneOf", "allOf"):
            out["allOf" if key == "allOf" else "anyOf"] = [to_cloud(one) for one in value]
        elif key == "items" and isinstance(value, Mapping):
            out[key] = to_cloud(value)
        elif key not in ("additionalProperties", "$schema", "$id"):
            left[key] = value
    if schema.get("type") == "object":
        out["additionalProperties"] = False
    if left:
        words = "{" + ", ".join(f"{key}: {value}" for key, value in left.items()) + "}"
        out["description"] = f"{out['description']}\n\n{words}" if "description" in out else words
    return out
