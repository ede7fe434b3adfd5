"""A schema as the cloud takes it: what it cannot enforce becomes words in a description.

The same as the `anthropic` SDK's own `transform_schema` (2.12) does, which only its own calls go through. The
answer is checked here against the full schema all the same.
"""

from __future__ import annotations

from typing import Any

from edge.schema.node import Node


def to_cloud(node: Node) -> dict[str, Any]:
    """JSON schema with closed objects and without bounds, lengths and patterns, which are said in words."""
    limits = node.limits
    out: dict[str, Any] = {"type": node.kind} if node.kind else {}
    if node.format != "decimal" and "format" in limits:
        out["format"] = limits.pop("format")
    if limits.get("minItems") in (0, 1):
        out["minItems"] = limits.pop("minItems")
    if node.values:
        out["enum"] = list(node.values)
    if node.parts:
        out["anyOf"] = [to_cloud(part) for part in node.parts]
    if node.items is not None:
        out["items"] = to_cloud(node.items)
    if node.kind == "object":
        out["properties"] = {name: to_cloud(field) for name, field in node.properties.items()}
        out["required"] = [name for name in node.properties if name in node.required]
        out["additionalProperties"] = False
    if node.title:
        out["title"] = node.title
    words = ", ".join(f"{key}: {value}" for key, value in limits.items())
    if node.description or words:
        out["description"] = "\n\n".join(filter(None, (node.description, words and f"{{{words}}}")))
    return out
