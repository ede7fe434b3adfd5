"""Reasons to sentences, and records with codes to records with text."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from string import Formatter
from typing import Any, TypeVar

import msgspec

from edge.i18n import numerals
from edge.i18n.languages import table
from edge.records import Reason, Record, reasons

R = TypeVar("R")
T = TypeVar("T", bound=Record)


def render(reason: Reason, language: str) -> str:
    """The sentence. Raises KeyError for a code or a parameter that the language's file does not know."""
    template = _template(reason.code, language)
    if isinstance(template, dict):
        singular = reason.params["count"] in table("typography", language)["singular"]
        template = template["one" if singular else "other"]
    text: str = template
    if "{" not in text and "}" not in text:
        return text.rstrip()
    written = [
        said if name is None else said + _shown(reason.params[name], spec, language)
        for said, name, spec in _pieces(text)
    ]
    return "".join(written).rstrip()


@lru_cache(maxsize=1_024)
def _template(code: str, language: str) -> Any:
    """What the language's file holds for a code: a template, or one for each number."""
    name, dot, key = code.partition(".")
    return table(name if dot else "reason", language)[key or name]


def sentence(reason: Reason) -> str:
    """A reason as an error of edge: a whole sentence, in English as all of them."""
    text = render(reason, "en")
    return f"{text[:1].upper()}{text[1:]}."


#: What holds no record.
_PLAIN = frozenset({str, int, float, bool, dict, type(None)})


def rendered(value: R, language: str) -> R:
    """The record, and those in it, with every field that its `codes` name written in this language. A code
    that this edge does not know (an older or newer one wrote the record) leaves the text as it was.
    """
    if isinstance(value, list):
        return [rendered(item, language) for item in value]  # type: ignore[return-value]
    if not isinstance(value, Record):
        return value
    changes: dict[str, Any] = {}
    for name in value.__struct_fields__:
        before = getattr(value, name)
        if type(before) in _PLAIN:  # most fields, and there are many
            continue
        if isinstance(before, Record) or (
            isinstance(before, list) and before and isinstance(before[0], Record)
        ):
            changes[name] = rendered(before, language)
    for name, codes in getattr(value, "codes", {}).items():
        try:
            sentences = [render(code, language) for code in codes]
        except (KeyError, TypeError, ValueError):
            continue
        changes[name] = sentences if isinstance(getattr(value, name), list) else " ".join(sentences)
    return msgspec.structs.replace(value, **changes) if changes else value


def noted(record: T, notes: list[Reason], language: str) -> T:
    """The record with more to its `notes`."""
    if not notes:
        return record
    before: Any = record
    codes = before.codes | {"notes": [*reasons(record, "notes"), *notes]}
    more: T = msgspec.structs.replace(record, codes=codes)
    return rendered(more, language)


@lru_cache(maxsize=1_024)
def _pieces(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """What a template is made of: text, the name of the parameter behind it (None at the end), and how that
    is written: `{share:percent}`, `{bytes:number}`, `{grade:points}`, `{day:date}`. Read once, not
    with every sentence.
    """
    return tuple((text, name, spec or "") for text, name, spec, _ in Formatter().parse(template))


def _shown(value: Any, spec: str, language: str) -> str:
    """A parameter as it is written; lists are joined by commas."""
    if isinstance(value, str) and not spec:
        return value
    if isinstance(value, Reason):
        return render(value, language)
    if isinstance(value, list):
        return ", ".join(_shown(item, spec, language) for item in value)
    return _SPECS[spec](value, language) if spec in _SPECS else str(value)


def _number(value: Any, language: str) -> str:
    return numerals.decimal(value, language, 0 if float(value).is_integer() else 2)


#: How a value is written, by what stands behind the colon in a template.
_SPECS: dict[str, Callable[[Any, str], str]] = {
    "percent": numerals.percent, "number": _number, "points": numerals.points, "date": numerals.day,
}  # fmt: skip
