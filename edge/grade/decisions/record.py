"""What a person decided, a line each, only ever added: the latest of an answer is in force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from edge.errors import StorageError
from edge.grade import kept_lines
from edge.grade.decisions.roster import CopyIdentity, Roster
from edge.records import SCHEMA, GradedCopy, GradedQuestion, Record

NAME = "decisions.jsonl"

#: The decisions of one copy by question.
CopyDecisions = dict[str, "GradeDecision"]


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """What a decision is held against: the grade settled without a person, the maximum and its steps,
    the digest of what stands in the copy.
    """

    grade: float | None
    max: float
    step: float
    digest: str

    @classmethod
    def of(cls, question: GradedQuestion) -> Self:
        return cls(question.grade, question.max, question.audit.step, question.answer_digest)


class GradeDecision(Record, frozen=True, kw_only=True):
    """A line of the file. `grade` None: the person takes back what they gave. `answer`: digest of what was
    graded; `edge`: what was settled then; `at`: ISO 8601.
    """

    schema: int = SCHEMA
    id: str
    student: str = ""
    source: str = ""
    question: str
    grade: float | None
    max: float
    comment: str = ""
    answer: str = ""
    edge: float | None = None
    at: str

    @property
    def whose(self) -> CopyIdentity:
        return CopyIdentity(self.id, self.student, self.source)

    def stands(self, answer: AnswerFacts) -> bool:
        """Whether an answer is still what was decided."""
        return self.answer == answer.digest and self.max == answer.max


class DecisionRecord:
    """The decisions that are kept in a folder of results. Raises StorageError."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        try:
            lines = [one for _, one in kept_lines.read(self.path, GradeDecision)]
        except OSError as error:
            raise StorageError(f"{self.path} cannot be read: {error}.", "Check its permissions.") from error
        self._latest: dict[tuple[str, str, str, str], GradeDecision] = {}
        self._take(lines)

    def keep(self, made: Sequence[GradeDecision]) -> None:
        """Add decisions, durably when this returns. Raises StorageError."""
        if not made:
            return
        try:
            kept_lines.mend(self.path)
        except OSError as error:
            raise StorageError(f"{self.path} cannot be mended: {error}.", "Check its permissions.") from error
        kept_lines.append(self.path, made)
        self._take(made)

    def settles(self, copy: GradedCopy) -> bool:
        """Whether nothing of a copy is left to ask judges about: what was absent was decided."""
        return all(
            one.status != "absent"
            or (
                (mine := self._latest.get((copy.id, copy.student, copy.source, name)))
                and mine.stands(AnswerFacts.of(one))
            )
            for name, one in copy.questions.items()
        )

    def of_copies(self, roster: Roster) -> tuple[list[CopyDecisions], list[GradeDecision]]:
        """(the decisions of each copy of a run, by its place; those that fit several copies of it)."""
        found: list[CopyDecisions] = [{} for _ in roster.copies]
        unclear: list[GradeDecision] = []
        for one in self._latest.values():
            places = roster.find(one.whose)
            if len(places) > 1:
                unclear.append(one)
            for at in places if len(places) == 1 else []:
                found[at][one.question] = one
        given = [{name: one for name, one in each.items() if one.grade is not None} for each in found]
        return given, [one for one in unclear if one.grade is not None]

    def _take(self, made: Iterable[GradeDecision]) -> None:
        for one in made:
            # Put last: of two that mean the same copy by other names the later is in force.
            place = (one.id, one.student, one.source, one.question)
            self._latest.pop(place, None)
            self._latest[place] = one
