"""The sheet that a person fills: a row for each answer, an empty cell for its grade. In French as French
spreadsheets open it, with semicolons and decimal commas.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable
from dataclasses import dataclass

from edge import i18n
from edge.grade.spreadsheet_cell import guarded
from edge.text.sanitise import line_feeds
from edge.text.tokens import fold

NAME = "decisions.csv"

#: What its columns hold, in order; their names are `[decision_columns]`.
COLUMNS = (
    "student", "id", "question", "asked", "expected", "answer", "reason", "max", "grade", "comment", "key",
)  # fmt: skip
LANGUAGES = ("en", "fr")
#: What teachers call these columns in a table of their own.
_ALSO = {
    "name": "student", "nom": "student", "mark": "grade", "marks": "grade", "points": "grade",
    "score": "grade", "remark": "comment", "remarque": "comment", "appreciation": "comment",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row, each cell as text. `grade` and `comment` are a person's."""

    student: str = ""
    id: str = ""
    question: str = ""
    asked: str = ""
    expected: str = ""
    answer: str = ""
    reason: str = ""
    max: str = ""
    grade: str = ""
    comment: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class RowKey:
    """What a row was written for: `copy` (`Roster.key`), `answer` with its question, and `base`, what was
    decided of it then. What differs from its base a person wrote since.
    """

    copy: str
    answer: str
    base: str

    @property
    def text(self) -> str:
        # A letter first: a spreadsheet takes none of it for a number or a date.
        return f"k{self.copy}-{self.answer}-{self.base}"


def key_of(text: str) -> RowKey | None:
    """The key in a cell, None where there is none."""
    parts = text.strip().removeprefix("k").split("-")
    return RowKey(*parts) if len(parts) == 3 and text.strip().startswith("k") else None


def answer_key(question: str, digest: str) -> str:
    """Of a question and what stands in the copy for it."""
    return hashlib.sha256(f"{question}\0{digest}".encode()).hexdigest()[:10]


def base_of(grade: float | None, comment: str) -> str:
    """Of what a person gave."""
    said = "" if grade is None else repr(float(grade))
    return hashlib.sha256(f"{said}\0{plain(comment)}".encode()).hexdigest()[:8]


def plain(comment: str) -> str:
    """A comment as a table gives it back."""
    return " ".join(comment.split())


def written(rows: Iterable[SheetRow], language: str) -> bytes:
    """The sheet as a file."""
    names = i18n.table("decision_columns", language)
    out = io.StringIO(newline="")
    table = csv.writer(out, delimiter=";" if language == "fr" else ",")
    table.writerow([names[one] for one in COLUMNS])
    # A reader takes every sign that ends a line for one, and only the usual ones are quoted.
    table.writerows([guarded(line_feeds(getattr(row, one)).strip()) for one in COLUMNS] for row in rows)
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8", "replace")


def columns(header: Iterable[str]) -> dict[str, int]:
    """Where the columns are, by what they hold, whatever the language and order of the header."""
    known = _ALSO | {
        fold(i18n.table("decision_columns", tongue)[one]): one for tongue in LANGUAGES for one in COLUMNS
    }
    found: dict[str, int] = {}
    for at, cell in enumerate(header):
        if name := known.get(" ".join(fold(cell).replace("’", "'").split()).strip(" *_:.")):
            found.setdefault(name, at)
    return found
