"""JSON schema to GBNF: only what is sure to end."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.errors import SchemaError
from edge.schema.gbnf import from_schema
from edge.schema.read import read

leaves = st.one_of(
    st.builds(lambda n: {"type": "string", "maxLength": n}, st.integers(0, 1000)),
    st.builds(
        lambda a, n: {"type": "integer", "minimum": a, "maximum": a + n},
        st.integers(-50, 50),
        st.integers(0, 99),
    ),
    st.just({"type": "boolean"}),
    st.just({"type": "null"}),
    st.builds(
        lambda v: {"enum": v},
        st.lists(st.one_of(st.text(max_size=5), st.integers(), st.none()), min_size=1, max_size=4),
    ),
)


def _object(inner: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": inner, "required": list(inner), "additionalProperties": False}


LIST = {"type": "array", "maxItems": 2}

schemas = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(lambda i, n: {"type": "array", "items": i, "maxItems": n}, inner, st.integers(0, 100)),
        st.builds(_object, st.dictionaries(st.text(min_size=1, max_size=8), inner, min_size=1, max_size=4)),
        st.builds(lambda a: {"anyOf": a}, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=6,
)


@settings(deadline=None)  # the machine may be busy
@given(schemas)
def test_every_bounded_schema_has_a_grammar(schema: dict[str, Any]) -> None:
    """A bounded schema gives rules that are all defined once, with no quantifier without an upper bound."""
    made = from_schema(read(schema))
    names = [line.split(" ::= ")[0] for line in made.text.splitlines()]
    assert len(names) == len(set(names))
    assert names[0] == "root" and names[-1] == "char"
    literals = r'"(?:[^"\\]|\\.)*"'  # a property may be called ",}"
    assert ",}" not in re.sub(literals, "", made.text)
    assert made.bytes > 0


@settings(deadline=None)  # the machine may be busy
@given(st.text(max_size=40))
def test_literals_survive_escaping(text: str) -> None:
    """A constant is written so that undoing GBNF's escapes gives its JSON back."""
    root = from_schema(read({"const": text})).text.split("\n", 1)[0].removeprefix('root ::= "')[:-1]
    undone = root.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass").replace('\\"', '"')
    assert (
        json.dumps(text, ensure_ascii=False).replace("\\", "\\\\").replace('"', '\\"') == root
        or "\\x" in root
    )
    assert undone.count('"') >= 2


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ({"type": "string"}, "maxLength"),
        ({"type": "string", "maxLength": 1500}, "1500"),
        ({"type": "number"}, "number"),
        ({"type": "number", "minimum": 0, "maximum": 1}, "number"),
        ({"type": "integer"}, "minimum"),
        ({"type": "integer", "minimum": 0, "maximum": 10**9}, "apart"),
        ({"type": "array", "items": {"type": "null"}}, "maxItems"),
        ({"type": "array", "maxItems": 3}, "items"),
        ({"type": "object", "properties": {"a": {"type": "null"}}}, "not required"),
        ({"type": "object"}, "no properties"),
        ({**_object({"a": {"type": "null"}}), "additionalProperties": True}, "further"),
        ({"type": "string", "maxLength": 5, "pattern": "a+"}, "pattern"),
        ({"$ref": "#/$defs/none", "$defs": {}}, "nowhere"),
        ({"$ref": "#"}, "to itself"),
        ({"$ref": "#/$defs/a", "$defs": {"a": {**LIST, "items": {"$ref": "#/$defs/a"}}}}, "deeper"),
        ({"enum": []}, "nothing to choose"),
        (_object({"a": {**LIST, "items": {"type": "string"}}}), "#/properties/a/items"),
    ],
)  # fmt: skip
def test_refused_by_name(schema: dict[str, Any], says: str) -> None:
    """What could run on for ever, or cannot be enforced, is refused with its place and reason."""
    with pytest.raises(SchemaError, match=says):
        from_schema(read(schema))
