"""Types of the user's own: their forms, and what comes back from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import SchemaError
from edge.extract.llm import custom_type
from edge.schema import gbnf
from edge.schema.check import problems
from edge.schema.read import read

INVOICE: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "facture",
    "type": "object",
    "properties": {
        "number": {"type": "string", "pattern": "^F[0-9]+$", "description": "as printed"},
        "total": {"type": "number", "minimum": 0},
        "pages": {"type": ["integer", "null"]},
        "due": {"type": "string", "format": "date"},
        "kind": {"enum": ["invoice", "credit note"]},
        "lines": {
            "type": "array",
            "items": {"$ref": "#/$defs/line"},
        },
    },
    "required": ["number", "total"],
    "$defs": {
        "line": {
            "type": "object",
            "properties": {"text": {"type": "string"}, "price": {"type": "number"}},
            "required": ["text"],
        }
    },
}


class Order(msgspec.Struct):
    """What a user may write in Python."""

    reference: str
    total: float
    paid: bool = False
    due: str | None = None
    tags: list[str] = []


def test_the_form_is_bounded_for_a_local_grammar() -> None:
    """Every form can be turned into a grammar: strings and lists bounded, all required, numbers as text."""
    form = custom_type.load(INVOICE).form
    assert gbnf.from_schema(read(form)).bytes > 0
    assert form["required"] == list(INVOICE["properties"])
    assert form["properties"]["number"]["maxLength"] == own_form_string()
    assert form["properties"]["total"] == {"type": "string", "maxLength": 24}
    assert {"type": "null"} in form["properties"]["due"]["anyOf"]
    assert gbnf.from_schema(read(custom_type.load(Order).form)).bytes > 0


def own_form_string() -> int:
    from edge.schema.form import STRING

    return STRING


def test_what_was_filled_in_is_read_as_the_schema_has_it() -> None:
    """Numbers come out of text, null and wrong optional parts go, what is left fits the schema."""
    kind = custom_type.load(INVOICE)
    filled = {
        "number": "F77", "total": "1 284,50 €", "pages": "3", "due": "le 3 mai", "kind": None,
        "lines": [{"text": "Vis", "price": "2.50"}, {"text": "Clou", "price": None}, {"price": "1"}],
    }  # fmt: skip
    data, wrong = kind.read(filled)
    assert data == {
        "number": "F77", "total": 1284.5, "pages": 3,
        "lines": [{"text": "Vis", "price": 2.5}, {"text": "Clou"}],
    }  # fmt: skip
    assert problems(data, read(INVOICE)) == []
    assert len(wrong) == 2 and "due" in wrong[0] and "text is missing" in wrong[1]


@pytest.mark.parametrize(
    "filled",
    [{"number": "77", "total": "5"}, {"number": "F77", "total": "-3"}, {"number": "F77", "total": "much"},
     {"number": "F77"}, "F77", None, []],
)  # fmt: skip
def test_without_what_is_required_there_is_no_data(filled: object) -> None:
    """A required value that is wrong or missing is never made up, and is named."""
    data, wrong = custom_type.load(INVOICE).read(filled)
    assert data is None and wrong


def test_a_struct() -> None:
    """A msgspec Struct is read the same way, directly and as module:Class."""
    for source in (Order, f"{__name__}:Order"):
        kind = custom_type.load(source)
        data, wrong = kind.read(
            {"reference": "A1", "total": "12,5", "paid": True, "due": None, "tags": ["x"]}
        )
        assert kind.name == "Order" and not wrong
        assert msgspec.convert(data, Order) == Order("A1", 12.5, True, None, ["x"])


def test_a_file(tmp_path: Path) -> None:
    """A file of JSON schema: its title is the type, else its name."""
    path = tmp_path / "échéancier.json"
    path.write_text(json.dumps({**INVOICE, "title": ""}), encoding="utf-8")
    assert custom_type.load(str(path)).name == custom_type.load(path).name == "échéancier"
    assert custom_type.load(INVOICE).name == "facture"


def test_fields_are_described_for_the_prompt() -> None:
    """A line each, with the type and the schema's own words."""
    lines = custom_type.load(INVOICE).described().splitlines()
    assert lines[0] == "- number (string): as printed"
    assert lines[2:5] == ["- pages (integer)", "- due (date)", "- kind (one of invoice, credit note)"]
    nullable = {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}
    assert custom_type.load(field(**nullable)).described() == "- x (date)"


def test_choices_are_written_as_json() -> None:
    """A prompt, and what is said of a wrong value, name null and true as an answer has to write them."""
    own = custom_type.load(field(enum=["a", None, True, 2]))
    assert own.described() == "- x (one of a, null, true, 2)"
    assert problems({"x": "b"}, own.schema) == ["/x is 'b', not one of a, null, true, 2"]


def field(**schema: object) -> dict[str, Any]:
    return {"type": "object", "properties": {"x": schema}}


TREE = {"type": "object", "properties": {"below": {"$ref": "#"}}}


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"type": "array", "items": {"type": "string"}}, "not that of an object"),
        ({"type": "object"}, "not that of an object"),
        ({"type": "object", "properties": {}}, "1 to 32 properties"),
        (field(type="string", maxLength=100_000), "maxLength at record#/properties/x"),
        (field(type="string", contentEncoding="base64"), "contentEncoding"),
        (field(type="string", pattern="("), "pattern at record#/properties/x"),
        (field(type="array"), "does not say what its items are"),
        (field(type="date"), "'date' at record#/properties/x"),
        (field(), "record#/properties/x has no type"),
        (field(enum=[]), "enum at record#/properties/x"),
        (field(enum=[[1]]), "No list or object"),
        (field(anyOf=[]), "no list of schemas"),
        (field(type="number", minimum="0"), "minimum at record#/properties/x"),
        (field(type="object", additionalProperties={}, properties={"y": {}}), "without names"),
        ({"type": "object", "properties": {"x": True}}, "record#/properties/x is True"),
        ({**field(type="string"), "required": ["y"]}, "no property"),
        ({**field(type="string"), "required": [["x"]]}, "no property"),
        (field(**{"$ref": "#/$defs/no"}), "points nowhere"),
        (field(**{"$ref": "https://example.org/x"}), "leaves the schema"),
        (TREE, "nests deeper"),
    ],
)  # fmt: skip
def test_a_schema_that_cannot_be_held_to_is_refused(schema: dict[str, Any], told: str) -> None:
    """Each refusal names the place in the schema: before any model is asked."""
    with pytest.raises(SchemaError, match=told.replace("(", r"\(")):
        custom_type.load(schema)


@pytest.mark.parametrize("source", ["no.such:Class", "json:loads", "builtins:int", "missing.json"])
def test_a_source_that_is_none(source: str) -> None:
    """A class or file that is not there, or is no Struct, is named."""
    with pytest.raises(SchemaError, match=source.rpartition(":")[2].partition(".")[0]):
        custom_type.load(source)


@pytest.mark.parametrize("text", ["", "{", "[1]", "\udcff", "[" * 5_000])
def test_a_file_that_is_no_schema(text: str, tmp_path: Path) -> None:
    """Broken JSON, no JSON at all, another value."""
    path = tmp_path / "s.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(SchemaError, match=r"s\.json"):
        custom_type.load(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_a_file_is_read_as_editors_of_windows_write_it(encoding: str, tmp_path: Path) -> None:
    """A byte-order mark, UTF-16 and line ends of Windows are no fault of a schema."""
    path = tmp_path / "s.json"
    path.write_bytes(json.dumps(INVOICE, indent=1).replace("\n", "\r\n").encode(encoding))
    assert custom_type.load(path).schema.properties.keys() == INVOICE["properties"].keys()


def test_a_file_that_is_not_there_is_told_in_words(tmp_path: Path) -> None:
    """Without the number of the error and the name a second time."""
    with pytest.raises(SchemaError, match=r"s\.json cannot be read: No such file or directory\.\n"):
        custom_type.load(tmp_path / "s.json")


def test_a_name_is_one_line_without_controls() -> None:
    """The title becomes the type that is printed: no escape of it reaches a terminal."""
    assert custom_type.load({**INVOICE, "title": " facture\n\x1b[31mrouge "}).name == "facture [31mrouge"


ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=12)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(
        st.sampled_from([*INVOICE["properties"], "text", "price", "z"]), inner, max_size=6)),
    max_leaves=12,
)  # fmt: skip


@given(ANYTHING)
def test_whatever_a_model_fills_in_the_data_fit(filled: object) -> None:
    """There is data that fits the schema, or none and a reason: never an exception, never something else."""
    data, wrong = custom_type.load(INVOICE).read(filled)
    assert (data is None and wrong) or problems(data, read(INVOICE)) == []
