"""Check, grammar, form and cloud read every schema alike: they are functions over one tree."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from edge.errors import SchemaError
from edge.schema.check import problems
from edge.schema.form import form_of
from edge.schema.gbnf import from_schema
from edge.schema.node import Node, child
from edge.schema.parse_form import parse_form
from edge.schema.read import read
from edge.schema.to_cloud import to_cloud

TEXT = st.characters(exclude_categories=("Cc", "Cs"))  # a grammar has no \u escapes
NAMES = st.text(st.sampled_from('ab/~é "\\'), min_size=1, max_size=3)
STRINGS = st.builds(
    lambda low, more: {"type": "string", "minLength": low, "maxLength": low + more},
    st.integers(0, 3),
    st.integers(1, 9),
)
INTEGERS = st.builds(
    lambda low, more: {"type": "integer", "minimum": low, "maximum": low + more},
    st.integers(-9, 9),
    st.integers(0, 20),
)
ENUMS = st.lists(
    st.one_of(st.text(TEXT, max_size=4), st.integers(-99, 99), st.none(), st.booleans()),
    min_size=1,
    max_size=4,
).map(lambda values: {"enum": values})
#: What a grammar can hold a model to.
BOUNDED = st.one_of(STRINGS, INTEGERS, ENUMS, st.sampled_from([{"type": "boolean"}, {"type": "null"}]))
#: What is checked afterwards.
FREE = st.one_of(
    BOUNDED,
    st.sampled_from([
        {"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$"}, {"type": "string", "format": "date"},
        {"type": "string", "format": "time"}, {"type": "string", "format": "date-time"},
        {"type": "string", "format": "email"}, {"type": "number", "exclusiveMinimum": 0, "maximum": 2.5},
        {"type": "number"}, {"type": "integer"}, {"$ref": "#/$defs/a~1b"},
    ]),
)  # fmt: skip
VALID = {"date": "2026-05-03", "time": "14:30", "date-time": "2026-05-03T14:30", "email": "a@b.fr"}


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def grown(
    leaves: st.SearchStrategy[dict[str, Any]], *, all_required: bool
) -> st.SearchStrategy[dict[str, Any]]:
    def deeper(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
        def of(fields: dict[str, Any], optional: int) -> dict[str, Any]:
            required = list(fields)[0 if all_required else optional :]
            return {
                "type": "object",
                "properties": fields,
                "required": required,
                "additionalProperties": False,
            }

        arrays = st.builds(
            lambda items, low, most: {"type": "array", "items": items, "minItems": low, "maxItems": most},
            inner, st.integers(0, 2), st.integers(2, 4),
        )  # fmt: skip
        objects = st.builds(of, st.dictionaries(NAMES, inner, min_size=1, max_size=3), st.integers(0, 2))
        return st.one_of(arrays, objects, inner.map(nullable))

    return st.recursive(leaves, deeper, max_leaves=6)


def schemas(
    leaves: st.SearchStrategy[dict[str, Any]], *, all_required: bool
) -> st.SearchStrategy[dict[str, Any]]:
    shared = {"a/b": {"type": "array", "items": {"type": "boolean"}, "maxItems": 2}}
    return grown(leaves, all_required=all_required).map(lambda schema: {**schema, "$defs": shared})


def values(node: Node) -> st.SearchStrategy[Any]:  # noqa: PLR0911  one for each kind
    """Values that fit a node."""
    if node.parts:
        return st.one_of(*map(values, node.parts))
    if node.values:
        return st.sampled_from(node.values)
    low, high = node.least, node.most
    match node.kind:
        case "string" if node.pattern:
            return st.from_regex(node.pattern, fullmatch=True, alphabet=TEXT)
        case "string" if node.format:
            return st.just(VALID[node.format])
        case "string":
            return st.text(TEXT, min_size=int(low or 0), max_size=int(high or 0))
        case "integer":
            return st.integers(None if low is None else int(low), None if high is None else int(high))
        case "number":
            return st.floats(0.5, 2.5) if node.most else st.floats(allow_nan=False, allow_infinity=False)
        case "boolean":
            return st.booleans()
        case "array":
            assert node.items is not None
            return st.lists(values(node.items), min_size=int(low or 0), max_size=int(high or 3))
        case "object":
            fields = {name: values(field) for name, field in node.properties.items()}
            needed = {name: fields.pop(name) for name in node.required}
            ordered = st.fixed_dictionaries(needed, optional=fields)
            return ordered.map(lambda value: {name: value[name] for name in node.properties if name in value})
    return st.none()


def places(value: Any, node: Node, path: str = "") -> list[tuple[str, list[Any], Node]]:
    """(pointer, steps, node) of every value inside a value."""
    return _places(value, node, path, [])


def _places(value: Any, node: Node, path: str, steps: list[Any]) -> list[tuple[str, list[Any], Node]]:
    found = [(path, steps, node)]
    kind = "object" if isinstance(value, dict) else "array" if isinstance(value, list) else ""
    for option in node.options if kind else ():
        if option.kind == "object" == kind:
            for name, inner in value.items():
                found += _places(inner, option.properties[name], child(path, name), [*steps, name])
        elif option.items is not None and kind == "array":
            for at, inner in enumerate(value):
                found += _places(inner, option.items, child(path, at), [*steps, at])
    return found


def changed(value: Any, steps: list[Any], new: Any) -> Any:
    if not steps:
        return new
    whole = copy.deepcopy(value)
    inner = whole
    for step in steps[:-1]:
        inner = inner[step]
    inner[steps[-1]] = new
    return whole


def matches(grammar: str, text: str) -> bool:
    """Whether a text is in the language of a grammar of ours, which is regular: its rules never recur."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.splitlines())
    tokens = re.compile(r'"(?:[^"\\]|\\.)*"|\[(?:[^]\\]|\\.)*\]|\{\d+,\d+\}|[a-zA-Z0-9-]+|[()|]|\s+')

    def regex(name: str) -> str:
        out = []
        for token in tokens.findall(rules[name]):
            if token[0] == '"':
                literal = re.sub(
                    r"\\(?:x([0-9A-F]{2})|(.))", lambda m: chr(int(m[1], 16)) if m[1] else m[2], token[1:-1]
                )
                out.append(re.escape(literal))
            elif token[0] in "[{)|":
                out.append(token)
            elif token == "(":
                out.append("(?:")
            elif not token.isspace():
                out.append(f"(?:{regex(token)})")
        return "".join(out)

    return re.fullmatch(regex("root"), text) is not None


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_a_value_of_the_schema_fits_everywhere(data: st.DataObject) -> None:
    """What a schema allows passes the check, is in the language of its grammar within the length it promises,
    and fits the schema that the cloud gets.
    """
    node = read(data.draw(schemas(BOUNDED, all_required=True)))
    value = data.draw(values(node))
    assert problems(value, node) == []
    assert problems(value, read(to_cloud(node))) == []
    grammar = from_schema(node)
    order = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert matches(grammar.text, order), (grammar.text, order)
    assert len(order.encode()) <= grammar.bytes


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_a_schema_without_bounds_is_checked_alike(data: st.DataObject) -> None:
    """Patterns, formats, optional properties and references: check and cloud agree on every value."""
    node = read(data.draw(schemas(FREE, all_required=False)))
    value = data.draw(values(node))
    assert problems(value, node) == []
    assert problems(value, read(to_cloud(node))) == []


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_a_wrong_value_is_named_by_its_pointer(data: st.DataObject) -> None:
    """One value replaced by one of another kind: the first problem is there, and nowhere else."""
    node = read(data.draw(schemas(FREE, all_required=False)))
    value = data.draw(values(node))
    pointer, steps, inside = data.draw(st.sampled_from(places(value, node)))
    wrong = data.draw(st.sampled_from([None, True, -(10**6), "?" * 2_000, [[[]]] * 60, {"?": 1}]))
    assume(problems(wrong, inside))
    reported = problems(changed(value, steps, wrong), node)
    assert reported
    for problem in reported:
        # There, or inside the wrong value.
        assert not pointer or problem.startswith((f"{pointer} ", f"{pointer}/")), (pointer, problem)


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_a_form_filled_in_with_what_fits_is_read_back(data: st.DataObject) -> None:
    """Every schema of an object has a form that a grammar holds a model to; a value that fits the schema is
    read back as it is, its numbers out of text.
    """
    record = st.builds(
        lambda fields: {"type": "object", "properties": fields, "$defs": {"a/b": {"type": "null"}}},
        st.dictionaries(NAMES, grown(FREE, all_required=False), min_size=1, max_size=3),
    )
    node = read(data.draw(record))
    try:
        form = read(form_of(node))
    except SchemaError as error:  # too deep for a form: said by place
        assert "deeper than 5 at #/" in str(error)
        return
    assert from_schema(form).bytes > 0
    value = data.draw(values(node))
    assert parse_form(value, node) == (value, [])


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ({"type": "string", "maxlength": 3}, "at record# uses maxlength"),
        ({"type": "string", "minimum": 3}, "uses minimum, .* beside type"),
        ({"type": ["string", "null"], "minItems": 3}, "uses minItems"),
        ({"type": "array", "items": {"allOf": []}}, "#/items"),
        ({"anyOf": [{"type": "null"}], "type": "string"}, "uses type, .* beside anyOf"),
        ({"$ref": "#/$defs/a", "minLength": 1, "$defs": {"a": {"type": "string"}}}, "beside .ref"),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"type": "strin"}}}, r"'strin' at record#/\$defs/a"),
        ({"type": "object", "properties": {"a/~": {}}}, "#/properties/a~1~0"),
        ({"type": "object", "properties": {1: {"type": "null"}}}, "properties at record#"),
        ({"type": "string", "format": "hostname"}, "'hostname'"),
        ({"type": "string", "pattern": "(?=a)"}, r"uses \(\?"),
        ({"type": "string", "pattern": r"(a)\1"}, "pattern"),
        ({"type": "string", "pattern": "([a-z]+)*$"}, "pattern"),
        ({"type": "string", "pattern": r"^(\w+\s?)*$"}, "pattern"),
        ({"type": "string", "pattern": "^(?: ?[A-Z]+ ?-*)+$"}, "pattern"),
        ({"type": "string", "pattern": "(?:a{1000}){1000}"}, "pattern at record# repeats"),
        ({"type": "string", "pattern": "((a|b){60000}){60000}"}, "pattern at record# repeats"),
        ({"type": "string", "pattern": "[a"}, "cannot be compiled"),
        ({"allOf": [{"type": "string"}]}, "at record# uses allOf, which edge does not check[.]"),
        ({"properties": {"a": {"type": "null"}}}, "at record# has no type"),
        ({"$ref": "#/$defs/1", "$defs": [{"type": "null"}]}, "points nowhere"),
        ({"type": "string", "pattern": 5}, "pattern"),
        ({"type": "string", "minLength": 5, "maxLength": 3}, "No value fits"),
        ({"type": "string", "maxLength": -1}, "not a count"),
        ({"type": "number", "minimum": float("nan")}, "not a number"),
        ({"type": "string", "enum": ["a", None]}, "holds None"),
        ({"enum": list(range(101))}, "1 to 100"),
        (True, "record# is True"),
    ],
)  # fmt: skip
def test_what_is_not_read_is_refused_by_place(schema: Any, says: str) -> None:
    """Every keyword is checked, or refused with the place, the keyword and what to do."""
    with pytest.raises(SchemaError, match=says) as refused:
        read(schema, "record")
    assert refused.value.hint


@pytest.mark.parametrize("width", [2, 40])
def test_the_work_is_bounded(width: int) -> None:
    """References that multiply, and schemas that never end, are refused before they cost anything."""
    shared = {f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"}] * width} for n in range(30)}
    with pytest.raises(SchemaError, match="deeper than 16, or has more than"):
        read({"$ref": "#/$defs/d0", "$defs": shared | {"d30": {"type": "null"}}})


@pytest.mark.parametrize(
    "pattern",
    [
        r"^\d+(\.\d+)*$",
        r"^(?:FR|BE)[0-9]{2}$",
        r"\\1",
        "[A-Z]+-?",
        "^(a|b)+$",
        r"^([A-Z]+\d+)*$",
        r"^\w+( \w+)*$",
        "[[a]",
        r"^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$",
    ],
)
def test_usual_patterns_are_read(pattern: str) -> None:
    """Groups, alternatives and repetitions are."""
    assert read({"type": "string", "pattern": pattern}).pattern == pattern


@pytest.mark.parametrize("pattern", ["^(a|a)*$", "^(a|aa)+$", "^(?:a|(?:a|b)a)*$", "^(a?){40}a{40}$"])
def test_a_pattern_that_never_ends_is_stopped(pattern: str) -> None:
    """Two ways to read the same letters double with each letter, and no look at the pattern tells them all:
    a value that cannot be compared in time does not fit, and one that can is read as ever.
    """
    node = read({"type": "string", "pattern": pattern})
    [problem] = problems("a" * 60 + "!" * ("40" not in pattern), node) or ["does not match"]
    assert "takes too long" in problem or "does not match" in problem
    assert problems("a" * 40, node) == []


def test_what_only_annotates_is_passed_over() -> None:
    """Keywords that check nothing, as generators of schemas write them, refuse no schema."""
    plain = {"type": "string"}
    assert read({**plain, "deprecated": True, "readOnly": True, "writeOnly": False}) == read(plain)


@pytest.mark.parametrize(
    "reference", ["#/$defs/%C3%A9tat%20civil", "#/$defs/état civil", "#/$defs/all/anyOf/1"]
)
def test_a_reference_is_a_pointer_in_a_fragment(reference: str) -> None:
    """RFC 6901, 6: names may be percent-encoded, and a number leads into a list."""
    defined = {"état civil": {"type": "boolean"}, "all": {"anyOf": [{"type": "null"}, {"type": "boolean"}]}}
    assert read({"$ref": reference, "$defs": defined}).kind == "boolean"


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string", "minLength": 300}, "a" * 300),
        ({"type": "array", "items": {"type": "boolean"}, "minItems": 20}, [True] * 20),
    ],
)
def test_a_form_has_room_for_the_least_that_fits(schema: dict[str, Any], value: Any) -> None:
    """A bound that the schema leaves open is never below the one that it sets: else nothing would fit."""
    form = form_of(read({"type": "object", "properties": {"x": schema}, "required": ["x"]}))
    assert problems({"x": value}, read(form)) == []


def test_a_least_beyond_every_form_is_named() -> None:
    """It is told by its own keyword."""
    with pytest.raises(SchemaError, match="minLength at #/properties/x is 2000"):
        form_of(read({"type": "object", "properties": {"x": {"type": "string", "minLength": 2_000}}}))


def test_a_schema_that_is_no_text_is_refused() -> None:
    """A lone surrogate in a name has no bytes: told, not raised from the encoder."""
    with pytest.raises(SchemaError, match="is no text"):
        form_of(read({"type": "object", "properties": {"\ud800": {"type": "null"}}}))


def test_what_fits_is_left_as_it_is() -> None:
    """An empty text that may be chosen stays, also where null would do; elsewhere it means null."""
    empty = {"anyOf": [{"enum": ["", "a"]}, {"type": "null"}]}
    assert parse_form("", read(empty)) == ("", [])
    assert parse_form("", read({"type": ["integer", "null"]})) == (None, [])


def test_of_several_objects_the_one_that_it_is() -> None:
    """A value of a union is read as the alternative it fits, whichever comes last."""

    def tagged(tag: str, **fields: Any) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {"tag": {"const": tag}, **fields},
            "required": ["tag", *fields],
        }

    union = read(
        {"anyOf": [tagged("sum", total={"type": "number"}), tagged("note", text={"type": "string"})]}
    )
    assert parse_form({"tag": "sum", "total": "12"}, union) == ({"tag": "sum", "total": 12.0}, [])


@pytest.mark.parametrize(
    ("value", "fits"),
    [("14:30", True), ("8:05", True), ("14:30:15", True), ("14:30:15.250Z", True), ("14:30+02:00", True),
     ("25:00", False), ("14:30x", False), ("14:30 or so", False), ("14:30:99", False), ("14", False)],
)  # fmt: skip
def test_a_time_is_one_to_its_end(value: str, fits: bool) -> None:
    """What follows a time is part of the value: a seconds' figure or an offset, and nothing else."""
    assert (problems(value, read({"type": "string", "format": "time"})) == []) is fits
