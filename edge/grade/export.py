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
from edge.grade.report import alike_section, class_page, student_page
from edge.grade.report.frame import words
from edge.grade.summary import summary
from edge.records import SCHEMA, AlikeAnswers, ClassSummary, GradedCopy, MarkingScale
from edge.text.tokens import fold

_NOT_NAME = re.compile(r"[^a-z0-9]+")


def write(
    folder: Path, copies: Iterable[GradedCopy], scale: MarkingScale, failures: Sequence[UnreadCopy],
    views: Callable[[int], Mapping[int, bytes]] = lambda _: {}, *,
    alike: Sequence[AlikeAnswers] | None = None,
) -> ClassSummary:  # fmt: skip
    """grades.csv, grades.json, index.html and students/*.html. `copies` is gone through several times, one
    copy in memory at a time; `views` gives the pages of one, by its number, that were pictures;
    `alike`: what was found to be nearly the same, None where nobody asked. Raises StorageError.
    """
    try:
        figures = summary(copies)
        (folder / "students").mkdir(exist_ok=True)
        with (folder / "grades.csv").open("w", encoding="utf-8-sig", newline="") as file:
            grades_table.write(file, copies, scale, failures, scale.language or figures.language)
        with (folder / "grades.json").open("wb") as data:
            _json(data, copies, figures, failures, alike)
        addresses: dict[int, str] = {}
        for number, one in enumerate(copies, start=1):
            addresses[number] = f"students/{file_name(number, one)}"
            page = student_page.page(one, scale, views(number))
            (folder / "students" / file_name(number, one)).write_text(page, encoding="utf-8")
        page = class_page.page(
            ((one, addresses[number]) for number, one in enumerate(copies, start=1)),
            scale, figures, failures,
            alike_section.section(alike or [], addresses, words(scale.language or figures.language)),
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
    failures: Sequence[UnreadCopy], alike: Sequence[AlikeAnswers] | None,
) -> None:  # fmt: skip
    file.write(f'{{"schema":{SCHEMA},"summary":'.encode())
    file.write(msgspec.json.encode(figures) + b',"failed":' + msgspec.json.encode(list(failures)))
    if alike is not None:
        file.write(b',"alike":' + msgspec.json.encode(list(alike)))
    file.write(b',"results":[')
    for number, one in enumerate(copies):
        file.write((b",\n" if number else b"\n") + msgspec.json.encode(one))
    file.write(b"\n]}\n")
