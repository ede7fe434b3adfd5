"""The grades of a class as a table for spreadsheets: in French as those of French systems open it, with
semicolons and decimal commas.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from edge import i18n
from edge.grade.copies import UnreadCopy
from edge.grade.spreadsheet_cell import guarded
from edge.records import GradedCopy, MarkingScale


def write(
    file: TextIO, copies: Iterable[GradedCopy], scale: MarkingScale, failures: Sequence[UnreadCopy],
    language: str,
) -> None:  # fmt: skip
    """A row for each copy, those too that could not be graded, in a file opened with newline=""."""
    words = i18n.table("grade_columns", language)
    rows = csv.writer(file, delimiter=";" if language == "fr" else ",")
    columns = [part for one in scale.questions for part in (one.id, f"{one.id} {words['status']}")]
    last = [words[name] for name in ("total", "so_far", "max", "open")]
    rows.writerow(map(guarded, ["id", words["student"], "source", *columns, *last]))
    rows.writerows(_row(one, scale, words, language) for one in copies)
    rows.writerows(_unread(one, scale, words) for one in failures)


def _row(one: GradedCopy, scale: MarkingScale, words: Mapping[str, str], language: str) -> list[str]:
    cells = [guarded(one.id), guarded(one.student), guarded(one.source)]
    for question in scale.questions:
        graded = one.questions[question.id]
        status = "person" if graded.method == "person" else graded.status
        cells += [_number(graded.grade, language), words[status]]
    sums = [_number(value, language) for value in (one.total, one.partial, one.max)]
    return [*cells, *sums, guarded(" ".join(one.open))]


def _unread(one: UnreadCopy, scale: MarkingScale, words: Mapping[str, str]) -> list[str]:
    cells = [guarded(one.id), guarded(one.student), guarded(one.source)]
    return [*cells, *(["", words["unread"]] * len(scale.questions)), "", "", "", guarded(one.error)]


def _number(value: float | None, language: str) -> str:
    text = "" if value is None else f"{value:g}"
    return text.replace(".", ",") if language == "fr" else text
