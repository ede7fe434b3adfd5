"""The form that a model fills in for a message, as a bounded JSON schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from edge.extract.llm.custom_type import CustomType
from edge.extract.llm.types import TYPES
from edge.records import Importance, MessageAction
from edge.records.extraction import WithdrawalReason
from edge.schema.node import Node
from edge.schema.read import read

#: How sure a model says it is: a signal that is logged, never a confidence.
SURE = {"low": 0.0, "medium": 0.5, "high": 1.0}

#: Characters of text for each extraction that a form has room for, and the least and most of them.
PER_EXTRACTION = 300
FEWEST, MOST = 3, 20

#: Labels of what is known: C1, C2, ...
LABELS = 30

#: What is taken back of the reading before. Who says nothing of it takes nothing back.
WITHDRAWN = "withdrawn"
#: Words of the message for another action than before.
EVIDENCE = "evidence"
#: ... and who says nothing of these says that the text does not.
_SILENT = frozenset((WITHDRAWN, EVIDENCE, "timezone", "minutes"))

Schema = dict[str, Any]


def room(chars: int) -> int:
    """Extractions that a form for so many characters of text has room for."""
    return min(max(chars // PER_EXTRACTION, FEWEST), MOST)


def answer(
    extractions: int, own: CustomType | None = None, *, context: bool = False, before: bool = False
) -> Schema:
    """The form of one pass. Reasons come before what they are reasons for. `context`: something is shown that
    may have been used. `before`: there is an earlier reading, of which something may be taken back. Records
    of an own type are asked for besides.
    """
    fields: Schema = {
        "entities": {"type": "array", "maxItems": 10, "items": _text(40)},
        "extractions": {"type": "array", "maxItems": extractions, "items": _ITEM},
    }
    if own is not None:
        record = _own_item(own.form)
        fields["records"] = {"type": "array", "maxItems": max(extractions // 2, FEWEST), "items": record}
    if context:
        labels = [f"C{n + 1}" for n in range(LABELS)]
        fields["used"] = {"type": "array", "maxItems": 8, "items": _one_of(labels)}
    if before:
        fields[WITHDRAWN] = {"type": "array", "maxItems": 8, "items": _WITHDRAWAL}
        fields[EVIDENCE] = _text(QUOTE)
    fields |= {
        "why": _text(160),
        "action": _one_of(get_args(MessageAction)),
        "question": _text(160),
        "strategic": {"type": "boolean"},
        "sure": _one_of(SURE),
    }
    return _object(fields)


def shape(form: Schema) -> Node:
    """The same form for checking what came back: without lengths (what is too long is cut by code, and no
    reason to ask again), with any name of a type (see `types.named`); what nobody asked for is not looked at.
    """
    return _shape(read(form))


def _shape(node: Node) -> Node:
    return Node(
        kind=node.kind,
        values=() if node.values == TYPES else node.values,
        parts=tuple(map(_shape, node.parts)),
        items=node.items and _shape(node.items),
        properties={name: _shape(field) for name, field in node.properties.items()},
        required=node.required - _SILENT,
    )


def _text(length: int) -> Schema:
    return {"type": "string", "maxLength": length}


def _one_of(names: Iterable[str]) -> Schema:
    return {"type": "string", "enum": list(names)}


def _object(fields: Schema) -> Schema:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


#: The longest quote a form takes: one sentence or two.
QUOTE = 240

_WITHDRAWAL = _object(
    {"quote": _text(120), "reason": _one_of(get_args(WithdrawalReason)), "evidence": _text(QUOTE)}
)

_ITEM = _object(
    {
        "type": _one_of(TYPES),
        "quote": _text(QUOTE),
        "info": _text(120),
        "importance": _one_of(get_args(Importance)),
        "date": _text(10),
        "time": _text(5),
        "timezone": _text(20),
        "minutes": _text(5),
        "amount": _text(16),
        "currency": _text(3),
        "task": {"type": "boolean"},
        "calendar": {"type": "boolean"},
        "note": _text(60),
        "note_action": _one_of(("none", "append", "create")),
        "required": {"type": "boolean"},
    }
)


def _own_item(form: Schema) -> Schema:
    return _object(
        {
            "quote": _text(QUOTE),
            "info": _text(120),
            "importance": _one_of(get_args(Importance)),
            "data": form,
        }
    )
