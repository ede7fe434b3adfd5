"""The form that a model fills in for a message, as a bounded JSON schema."""

from __future__ import annotations

from typing import get_args

from edge.extract.llm.custom_type import CustomType
from edge.extract.llm.types import TYPES
from edge.records import Importance, MessageAction
from edge.records.extraction import WithdrawalReason
from edge.schema.closed import JsonSchema, choice_of, object_of, text_of
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


def room(chars: int) -> int:
    """Extractions that a form for so many characters of text has room for."""
    return min(max(chars // PER_EXTRACTION, FEWEST), MOST)


def answer(
    extractions: int, own: CustomType | None = None, *, context: bool = False, before: bool = False
) -> JsonSchema:
    """The form of one pass. Reasons come before what they are reasons for. `context`: something is shown that
    may have been used. `before`: there is an earlier reading, of which something may be taken back. Records
    of an own type are asked for besides.
    """
    fields: JsonSchema = {
        "entities": {"type": "array", "maxItems": 10, "items": text_of(40)},
        "extractions": {"type": "array", "maxItems": extractions, "items": _ITEM},
    }
    if own is not None:
        record = _own_item(own.form)
        fields["records"] = {"type": "array", "maxItems": max(extractions // 2, FEWEST), "items": record}
    if context:
        labels = [f"C{n + 1}" for n in range(LABELS)]
        fields["used"] = {"type": "array", "maxItems": 8, "items": choice_of(labels)}
    if before:
        fields[WITHDRAWN] = {"type": "array", "maxItems": 8, "items": _WITHDRAWAL}
        fields[EVIDENCE] = text_of(QUOTE)
    fields |= {
        "why": text_of(160),
        "action": choice_of(get_args(MessageAction)),
        "question": text_of(160),
        "strategic": {"type": "boolean"},
        "sure": choice_of(SURE),
    }
    return object_of(fields)


def shape(form: JsonSchema) -> Node:
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


#: The longest quote a form takes: one sentence or two.
QUOTE = 240

_WITHDRAWAL = object_of(
    {"quote": text_of(120), "reason": choice_of(get_args(WithdrawalReason)), "evidence": text_of(QUOTE)}
)

_ITEM = object_of(
    {
        "type": choice_of(TYPES),
        "quote": text_of(QUOTE),
        "info": text_of(120),
        "importance": choice_of(get_args(Importance)),
        "date": text_of(10),
        "time": text_of(5),
        "timezone": text_of(20),
        "minutes": text_of(5),
        "amount": text_of(16),
        "currency": text_of(3),
        "task": {"type": "boolean"},
        "calendar": {"type": "boolean"},
        "note": text_of(60),
        "note_action": choice_of(("none", "append", "create")),
        "required": {"type": "boolean"},
    }
)


def _own_item(form: JsonSchema) -> JsonSchema:
    return object_of(
        {
            "quote": text_of(QUOTE),
            "info": text_of(120),
            "importance": choice_of(get_args(Importance)),
            "data": form,
        }
    )
