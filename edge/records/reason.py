"""What is said to a person, as a code with parameters: `edge.i18n` writes the sentence, nobody parses one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from edge.records.base import Record


class Reason(Record, frozen=True):
    """`code` is a key of `[reason]` in `assets/i18n/*.toml`, or `table.key` of another table there. A
    parameter may be a reason itself, or a list of them: they are written in the same language.
    """

    code: str
    params: dict[str, str | int | float | Reason | Sequence[str | Reason]] = {}


#: Beside the text of a record: the reasons behind each of its fields, by the field's name, in order.
Codes = dict[str, list[Reason]]


def coded(**fields: Reason | list[Reason] | None) -> Codes:
    """The codes of a record, without the fields that have nothing to tell."""
    return {
        name: reasons if isinstance(reasons, list) else [reasons]
        for name, reasons in fields.items()
        if reasons
    }


def reasons(record: Any, field: str) -> list[Reason]:
    """The reasons behind a field of a record; where it has none, its text: a model's own words, or a sentence
    kept by an older edge.
    """
    codes: list[Reason] = record.codes.get(field, [])
    text = getattr(record, field)
    sentences = text if isinstance(text, list) else [text] if text else []
    return codes or [Reason("verbatim", {"text": sentence}) for sentence in sentences]
