"""Does a JSON value fit a schema?

The answer of a model is checked here whoever wrote it: a grammar makes the shape certain, a service's word
for it does not, and neither knows minimum, pattern or format.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from edge.schema import patterns
from edge.schema.node import Node, child, is_kind, written
from edge.text import iso_date
from edge.text.email_address import EMAIL
from edge.text.one_line import one_line

#: What is reported of one value; the rest is as wrong, and nobody reads more.
MAX_PROBLEMS = 8

_DIGITS = r"\d+(?:\.\d+)?"
#: A time with seconds or an offset; others are read by `iso_date`.
_TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?")
#: Formats whose shape says enough.
_SHAPES = {
    "email": (EMAIL, "an e-mail address"),
    "uuid": (r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", "a UUID"),
    "uri": (r"(?i)[a-z][a-z0-9+.-]*:\S+", "a URI"),
    "decimal": (rf"-?{_DIGITS}", "a decimal number"),
    "duration": (rf"-?P(?=.)(?:{_DIGITS}[YMWD])*(?:T(?:{_DIGITS}[HMS])+)?", "a duration like PT1H30M"),
}


def problems(value: Any, node: Node, path: str = "") -> list[str]:
    """What is wrong with a value, in words that begin with the place as a JSON pointer (below `path`); empty
    when it fits.
    """
    return list(islice(_visit(value, node, path), MAX_PROBLEMS))


def _visit(value: Any, node: Node, path: str) -> Iterator[str]:
    place = path or "the answer"
    if node.parts:
        yield from _union(value, node, path)
    elif node.values:
        if not any(value == one and isinstance(value, bool) == isinstance(one, bool) for one in node.values):
            choices = ", ".join(map(written, node.values[:20]))
            yield f"{_shown(value, place)}, not one of {choices}"
    elif not is_kind(value, node.kind):
        yield f"{_shown(value, place)}, not {node.kind}"
    elif node.kind == "object":
        yield from _object(value, node, path)
    elif node.kind == "string":
        yield from _size(len(value), node, f"{place} has {len(value)} characters")
        yield from _text(value, node, place)
    elif node.items is not None:
        yield from _size(len(value), node, f"{place} has {len(value)} items")
        if node.unique and any(item in value[:at] for at, item in enumerate(value)):
            yield f"{place} holds an item twice"
        for at, item in enumerate(value):
            yield from _visit(item, node.items, child(path, at))
    elif node.kind in ("number", "integer"):
        yield from _size(value, node, _shown(value, place))


def _shown(value: Any, place: str) -> str:
    return f"{place} is {one_line(repr(value), 60)}"


def _object(value: Mapping[str, Any], node: Node, path: str) -> Iterator[str]:
    for name, field in node.properties.items():
        if name in value:
            yield from _visit(value[name], field, child(path, name))
        elif name in node.required:
            yield f"{child(path, name)} is missing"
    for name in value if node.closed else ():
        if name not in node.properties:
            yield f"{child(path, name)} is not asked for"


def _union(value: Any, node: Node, path: str) -> Iterator[str]:
    """Where one alternative alone is of the value's kind, the problem lies inside it."""
    closest = []
    for part in node.parts:
        inner = problems(value, part, path)
        if not inner:
            return
        if part.values or is_kind(value, part.kind):
            closest.append(inner)
    neither = f"{_shown(value, path or 'the answer')}, which fits none of its alternatives"
    yield from closest[0] if len(closest) == 1 else [neither]


def _size(size: float, node: Node, words: str) -> Iterator[str]:
    limits = (
        (node.least, "at least", operator.ge), (node.most, "at most", operator.le),
        (node.above, "more than", operator.gt), (node.below, "less than", operator.lt),
    )  # fmt: skip
    for limit, name, holds in limits:
        if limit is not None and not holds(size, limit):
            yield f"{words}, not {name} {limit}"


def _text(value: str, node: Node, place: str) -> Iterator[str]:
    if node.pattern and not (found := patterns.matches(node.pattern, value)):
        lacks = "does not match" if found is False else "takes too long to compare with"
        yield f"{_shown(value, place)}, which {lacks} {node.pattern}"
    match node.format:
        case "date" if iso_date.day(value) != (value, None):
            yield f"{_shown(value, place)}, not a date YYYY-MM-DD"
        case "time" if iso_date.clock(value) is None and not _TIME.fullmatch(value):
            yield f"{_shown(value, place)}, not a time HH:MM"
        case "date-time" if iso_date.day(value)[1] is None:
            yield f"{_shown(value, place)}, not a date with a time"
        case form if form in _SHAPES and not re.fullmatch(_SHAPES[form][0], value):
            yield f"{_shown(value, place)}, not {_SHAPES[form][1]}"
