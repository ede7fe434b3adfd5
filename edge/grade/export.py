"""A graded class as files: a table for spreadsheets, JSON for programs, pages for people."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from edge.errors import StorageError
from edge.grade import grades_table
from edge.grade.copies import UnreadCopy
from edge.grade.report import class_page, student_page
from edge.grade.summary import summary
from edge.records import SCHEMA, ClassSummary, GradedCopy, MarkingScale
from edge.text.tokens import fold

_NOT_NAME = re.compile(r"[^a-z0-9]+")


def write(
    folder: Path, copies: Iterable[GradedCopy], scale: MarkingScale, failures: Sequence[UnreadCopy],
    views: Callable[[int], Mapping[int, bytes]] = lambda _: {},
) -> ClassSummary:  # fmt: skip
    """grades.csv, grades.json, index.html and students/*.html. `copies` is gone through several times, one
    copy in memory at a time; `views` gives the pages of one, by its number, that were pictures. Raises
    StorageError.
    """
    try:
        figures = summary(copies)
        (folder / "students").mkdir(exist_ok=True)
        with (folder / "grades.csv").open("w", encoding="utf-8-sig", newline="") as file:
            grades_table.write(file, copies, scale, failures, scale.language or figures.language)
        with (folder / "grades.json").open("wb") as data:
            _json(data, copies, figures, failures)
        for number, one in enumerate(copies, start=1):
            page = student_page.page(one, scale, views(number))
            (folder / "students" / file_name(number, one)).write_text(page, encoding="utf-8")
        page = class_page.page(
            ((one, f"students/{file_name(number, one)}") for number, one in enumerate(copies, start=1)),
            scale, figures, failures,
        )  # fmt: skip
        (folder / "index.html").write_text(page, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"The pages of {folder} cannot be written: {error}.", "Run it again.") from error
    return figures


def file_name(number: int, one: GradedCopy) -> str:
    """A student's page: a number, and what of the name any file system takes."""
    slug = _NOT_NAME.sub("-", fold(one.student or one.id)).strip("-")[:40]
    return f"{number:04d}-{slug or 'copy'}.html"


def _json(
    file: io.BufferedWriter, copies: Iterable[GradedCopy], figures: ClassSummary,
    failures: Sequence[UnreadCopy],
) -> None:  # fmt: skip
    file.write(f'{{"schema":{SCHEMA},"summary":'.encode())
    file.write(msgspec.json.encode(figures) + b',"failed":' + msgspec.json.encode(list(failures)))
    file.write(b',"results":[')
    for number, one in enumerate(copies):
        file.write((b",\n" if number else b"\n") + msgspec.json.encode(one))
    file.write(b"\n]}\n")
