"""The parts that bounded schemas are written with, so that what a model fills in is sure to end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

JsonSchema = dict[str, Any]


def text_of(length: int) -> JsonSchema:
    """A text of at most so many characters."""
    return {"type": "string", "maxLength": length}


def choice_of(values: Iterable[str]) -> JsonSchema:
    """One of these texts."""
    return {"type": "string", "enum": list(values)}


def object_of(fields: Mapping[str, JsonSchema]) -> JsonSchema:
    """An object with all of these fields, in this order, and no other."""
    return {
        "type": "object", "properties": dict(fields), "required": list(fields), "additionalProperties": False,
    }  # fmt: skip
