"""Which rows of filled sheets are news, and which cannot be taken in.

A row knows what was decided when it was written (its base). So what a person wrote since is told from what
only stands there again, a sheet can be read twice, and an older one never overwrites a later decision: the
usual merge of three.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from edge.grade import answer_labels
from edge.grade.decisions.filled import FilledRow
from edge.grade.decisions.record import AnswerFacts, CopyDecisions, GradeDecision
from edge.grade.decisions.roster import CopyIdentity, Roster, same_name
from edge.grade.decisions.sheet import SheetRow, answer_key, base_of, key_of, plain
from edge.records import Reason

#: In the cell of a grade: what was decided is taken back.
TAKE_BACK = "?"
_FIGURES = frozenset("0123456789.")
_COMMENT = 2_000


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row that was not taken in, and why. `number` counts from 1, the header's."""

    file: str
    number: int
    row: SheetRow
    why: Reason
    answer: tuple[int, str] | None = None  # place of the copy and question, where they are known


@dataclass
class TakenRows:
    """`made`: what is new. `typed`: what stands in a row that waits for something, by copy and question."""

    made: list[GradeDecision] = field(default_factory=list)
    refused: list[RefusedRow] = field(default_factory=list)
    typed: dict[tuple[int, str], SheetRow] = field(default_factory=dict)


class SheetTaker:
    """Takes rows against the answers of a run: `answers` of each copy by question, `given` what was decided
    of them, which takes in what is new; `now`: ISO 8601.
    """

    def __init__(
        self, roster: Roster, answers: Sequence[Mapping[str, AnswerFacts]], given: Sequence[CopyDecisions],
        now: Callable[[], str],
    ) -> None:  # fmt: skip
        self._roster, self._answers, self._given, self._now = roster, answers, given, now
        self._names = {answer_labels.key(name): name for one in answers for name in one}
        self.taken = TakenRows()

    def take(self, rows: Sequence[FilledRow], file: str) -> None:
        """Go through the rows of one file."""
        for one in rows:
            self._row(one, file)

    def _row(self, filled: FilledRow, file: str) -> None:
        row, cell = filled.row, filled.row.grade.strip()
        if _says_nothing(row):
            return
        found = self._answer(row)
        if isinstance(found, Reason):
            self.taken.refused.append(RefusedRow(file, filled.number, row, found))
            return
        question = self._answers[found[0]][found[1]]
        if not cell:
            self.taken.typed[found] = row  # a comment that waits for its grade
            return
        had = self._in_force(found)
        value = _number(cell)
        if (value is None and cell == TAKE_BACK and had is None) or (
            value is not None and base_of(value, row.comment) == _base(had)
        ):
            return
        if why := self._objection(row, found, had):
            self.taken.refused.append(RefusedRow(file, filled.number, row, why, found))
        elif cell == TAKE_BACK or _fits(value, question, cell):
            self._made(*found, question, None if cell == TAKE_BACK else value, row.comment)
        else:
            self.taken.typed[found] = row
            given, name = _shown(row), found[1]
            if value is None or "/" in cell:
                why = Reason("decision.no_number", {"grade": given, "question": name, "max": question.max})
            else:
                why = Reason(
                    "decision.off_scale",
                    {"grade": given, "question": name, "max": question.max, "step": question.step},
                )
            self.taken.refused.append(RefusedRow(file, filled.number, row, why, found))

    def _in_force(self, answer: tuple[int, str]) -> GradeDecision | None:
        """What was decided of an answer, where it stands."""
        had = self._given[answer[0]].get(answer[1])
        return had if had is not None and had.stands(self._answers[answer[0]][answer[1]]) else None

    def _objection(self, row: SheetRow, answer: tuple[int, str], had: GradeDecision | None) -> Reason | None:
        """Why a grade may not be taken for this answer: something newer stands, or another was graded."""
        key = key_of(row.key)
        if had is not None and had.grade is not None and (key is None or key.base != _base(had)):
            return Reason("decision.already", {"grade": _shown(row), "given": had.grade})
        digest = self._answers[answer[0]][answer[1]].digest
        if key is not None and key.answer != answer_key(answer[1], digest):
            return Reason("decision.changed", {"grade": _shown(row)})
        return None

    def _made(self, at: int, name: str, question: AnswerFacts, grade: float | None, comment: str) -> None:
        whose = self._roster.copies[at]
        made = GradeDecision(
            id=whose.id, student=whose.student, source=whose.source, question=name, grade=grade,
            max=question.max, comment=plain(comment)[:_COMMENT], answer=question.digest,
            edge=question.grade, at=self._now(),
        )  # fmt: skip
        self.taken.made.append(made)
        self._given[at].pop(name, None)
        if grade is not None:
            self._given[at][name] = made

    def _answer(self, row: SheetRow) -> tuple[int, str] | Reason:
        """The place of the copy and the question of a row, or why there is none."""
        at = self._whose(row)
        if isinstance(at, Reason):
            return at
        name = self._names.get(answer_labels.key(row.question)) if row.question.strip() else None
        if name is None or name not in self._answers[at]:
            known = ", ".join(list(self._answers[at])[:20])
            return Reason("decision.no_question", {"question": row.question[:40], "known": known})
        return at, name

    def _whose(self, row: SheetRow) -> int | Reason:
        key = key_of(row.key)
        shown = (row.student or row.id)[:80]
        if key is not None and (at := self._roster.by_key(key.copy)) is not None:
            whose = self._roster.copies[at]
            if row.student.strip() and not same_name(row.student, whose.student):
                return Reason("decision.other_student", {"student": shown, "known": whose.shown})
            return at
        places = self._roster.find(CopyIdentity(row.id.strip(), row.student.strip()))
        if len(places) != 1:
            return Reason(
                "decision.which_copy" if places else "decision.no_copy",
                {"student": shown, "count": len(places)},
            )
        return places[0]


def _says_nothing(row: SheetRow) -> bool:
    """Whether a row is as edge wrote it, or empty."""
    key, cell = key_of(row.key), row.grade.strip()
    value = _number(cell)
    if not cell and not row.comment.strip():
        return True
    return key is not None and (value is not None or not cell) and base_of(value, row.comment) == key.base


def _base(had: GradeDecision | None) -> str:
    return base_of(had.grade, had.comment) if had else base_of(None, "")


def _shown(row: SheetRow) -> str:
    return row.grade.strip()[:40]


def _number(cell: str) -> float | None:
    """The number in a cell: 1.5, 1,5 or 1,5 / 2; None where there is none."""
    figures = "".join(cell.partition("/")[0].split()).replace(",", ".")
    if not figures or not set(figures) <= _FIGURES or figures.count(".") > 1 or len(figures) > 12:
        return None
    return float(figures) if figures != "." else None


def _fits(value: float | None, question: AnswerFacts, cell: str) -> bool:
    """Whether a number is a grade of a question; where a maximum stands behind it, of its own."""
    step = question.step
    return (
        value is not None
        and ("/" not in cell or _number(cell.partition("/")[2]) == question.max)
        and 0 <= value <= question.max + 1e-9
        and math.isclose(value / step, round(value / step), abs_tol=1e-6)
    )
