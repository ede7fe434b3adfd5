"""A class in a table: a row for each student, a column for each question, as forms and learning platforms
export it and as teachers type it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edge.errors import CopyError
from edge.grade import answer_labels, names
from edge.indexing.structure.document import Document, Page, Table
from edge.indexing.structure.page_builder import CELL
from edge.records import ScaleQuestion
from edge.text.one_line import one_line
from edge.text.tokens import fold

#: Kinds of files that are such tables.
KINDS = ("table", "sheets")
_IDENTITIES = frozenset({
    "id", "identifiant", "numero", "n", "no", "matricule", "numero d'identification", "id number",
    "student id", "student number", "candidate number", "numero de candidat", "numero d'etudiant", "username",
    "nom d'utilisateur", "e-mail", "email", "mail", "adresse e-mail", "adresse mail", "email address",
    "e-mail address", "adresse de courriel", "courriel",
})  # fmt: skip
#: What a header says besides: Prénom(s), Q1 (2 pts).
_ASIDE = re.compile(r"\(s\)|[(\[]\s*[\d.,]+\s*(?:pts?|points?|marks?)\s*[)\]]")
_ENDS = " \t*_:?!.…()[]°#"
_HINT = "Name its columns as the scale does, by id (Q1) or by the question's text."


@dataclass(frozen=True, slots=True)
class ClassRow:
    """What stands in one row: whose it is, the answers by question, and an id, "" where no column has one."""

    student: str
    id: str
    answers: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Columns:
    """Which column is what: of questions by their id, of names by their kind."""

    width: int
    questions: dict[str, int]
    names: dict[str, int]
    identity: int | None


def rows(document: Document, questions: Sequence[ScaleQuestion], source: str) -> Iterator[ClassRow]:
    """The rows of every sheet that has columns for the questions. Raises CopyError where no sheet has, where
    a question has no column or several, and where a block of rows does not fit those above it.
    """
    headers: list[str] = []
    found = False
    for page in document.pages:
        columns: _Columns | None = None
        for table in page.tables:
            headers += [one_line(cell, 40) for cell in table.header if cell]
            own = _columns(table, questions, source)
            columns, found = own or columns, found or own is not None
            if columns is None:
                continue
            if len(table.header) != columns.width or _row_apart(page, table):
                raise CopyError(f"{source} has an empty row between the others.", "Take it out.")
            # A block below an empty row has no header of its own.
            lines = [] if own else [table.header]
            for cells in [*lines, *(row.cells for row in table.rows)]:
                yield _row(cells, columns)
    if not found:
        named = ", ".join(dict.fromkeys(headers[:12])) or "none"
        raise CopyError(f"No column of {source} is a question of the scale. Its columns: {named}.", _HINT)


def _row_apart(page: Page, table: Table) -> bool:
    """A single row stands alone behind a table: it was read as text."""
    following = min((one.start for one in page.tables if one.start > table.end), default=len(page.text))
    return CELL in page.text[table.end : following]


def _columns(table: Table, questions: Sequence[ScaleQuestion], source: str) -> _Columns | None:
    """What the columns of a table are by its header; None where no question is among them."""
    heads = [_plain(cell) for cell in table.header]
    places: dict[str, int] = {}
    for question in questions:
        if rated := [(rate, at) for at, head in enumerate(heads) if (rate := _fit(head, question))]:
            best = max(rate for rate, _ in rated)
            fitting = [at for rate, at in rated if rate == best]
            if len(fitting) > 1:
                raise CopyError(f"{source} has {len(fitting)} columns for {question.id}.", "Rename one.")
            places[question.id] = fitting[0]
    if not places:
        return None
    if left := [question.id for question in questions if question.id not in places]:
        raise CopyError(f"{source} has no column for {', '.join(left[:8])}.", _HINT)
    others = [(at, head) for at, head in enumerate(heads) if at not in places.values()]
    kinds = {kind: at for at, head in reversed(others) if (kind := names.kind_of(head))}
    identity = next((at for at, head in others if head in _IDENTITIES), None)
    return _Columns(len(heads), places, kinds, identity)


def _fit(head: str, question: ScaleQuestion) -> int:
    """How well the header of a column names a question: 3 as its answer ("Response 1" beside "Question 1"), 2
    by its id, 1 by its text, 0 not at all.
    """
    if not head:
        return 0
    if answer_labels.key(head) == answer_labels.key(question.id):
        return 3 if head.startswith(("repons", "respons", "answer")) else 2
    text = _plain(question.text)
    return int(len(text) > 3 and (head == text or head.endswith(f" {text}")))


def _plain(cell: str) -> str:
    return " ".join(_ASIDE.sub(" ", fold(cell).replace("’", "'")).split()).strip(_ENDS)


def _row(cells: Sequence[str], columns: _Columns) -> ClassRow:
    parts = {kind: cells[at] for kind, at in columns.names.items() if any(map(str.isalpha, cells[at]))}
    student = parts.get("whole") or " ".join(filter(None, (parts.get("first"), parts.get("last"))))
    return ClassRow(
        student=one_line(student, names.LONGEST),
        id="" if columns.identity is None else one_line(cells[columns.identity], 200),
        answers={name: cells[at] for name, at in columns.questions.items()},
    )
