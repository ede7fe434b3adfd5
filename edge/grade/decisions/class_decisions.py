"""A class with what a person decided of it: grades taken over, sheets taken in, a new sheet written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from edge import durable, i18n
from edge.errors import StorageError, UsageError
from edge.grade import open_reasons, shown_answer
from edge.grade.decisions import filled, sheet
from edge.grade.decisions.apply import decided
from edge.grade.decisions.record import AnswerFacts
from edge.grade.decisions.roster import CopyIdentity, Roster
from edge.grade.decisions.sheet import RowKey, SheetRow, answer_key, base_of
from edge.grade.decisions.take import SheetTaker, TakenRows
from edge.grade.reference import reference
from edge.grade.results import ResultsFolder
from edge.records import GradedCopy, GradedQuestion, MarkingScale, Reason

_OWN = "Put it right, or move it away: it is written anew."


class FilledSheets:
    """The sheets of a run, read before anything is graded: that of the folder, then another where one is
    named. Raises UsageError for a file that is none.
    """

    def __init__(self, folder: Path, other: Path | None = None) -> None:
        self.own = folder / sheet.NAME
        self.found: list[tuple[Path, list[filled.FilledRow]]] = []
        try:
            self.before = self.own.read_bytes() if self.own.is_file() else None
            if self.before is not None and self.before.strip(b"\xef\xbb\xbf \r\n"):
                self.found.append((self.own, filled.read(self.own)))
        except OSError as error:
            raise StorageError(f"{self.own} cannot be read: {error.strerror}.", _OWN) from error
        except UsageError as error:
            raise UsageError(error.message, _OWN) from error
        if other is not None and not _same_file(other, self.own):
            self.found.append((other, filled.read(other)))


class ClassDecisions:
    """The copies of a run, each as a person decided. Going through it reads one copy at a time."""

    def __init__(self, kept: ResultsFolder, scale: MarkingScale) -> None:
        self._kept, self._scale = kept, scale
        self._roster = Roster(CopyIdentity.of(one) for one in kept)
        self._given, self.unclear = kept.decisions.of_copies(self._roster)

    def __iter__(self) -> Iterator[GradedCopy]:
        for at, one in enumerate(self._kept):
            yield decided(one, self._given[at])

    def take(self, sheets: FilledSheets) -> TakenRows:
        """Take filled sheets in. What is new is on the disk when this returns."""
        if not sheets.found:
            return TakenRows()
        answers = [{name: AnswerFacts.of(one) for name, one in copy.questions.items()} for copy in self._kept]
        moment = datetime.now().astimezone().isoformat(timespec="seconds")
        taker = SheetTaker(self._roster, answers, self._given, lambda: moment)
        for path, rows in sheets.found:
            taker.take(rows, str(path))
        self._kept.decisions.keep(taker.taken.made)
        return taker.taken

    def write_sheet(self, sheets: FilledSheets, taken: TakenRows, language: str, sample: int = 0) -> int:
        """Write the folder's sheet anew: what is open, `sample` settled answers drawn by chance, what was
        decided. How many rows wait for a grade. Raises StorageError, also where the file changed meanwhile.
        """
        rows = self._rows(taken, language, sample)
        lost = [one.row for one in taken.refused if one.answer is None and Path(one.file) == sheets.own]
        waiting = sum(not decided_ for (decided_, _, _), _ in rows)
        data = sheet.written([*(row for _, row in sorted(rows, key=lambda it: it[0])), *lost], language)
        try:
            if (sheets.own.read_bytes() if sheets.own.is_file() else None) != sheets.before:
                raise StorageError(f"{sheets.own} was changed meanwhile.", "Run it again: nothing is lost.")
            if data != sheets.before:
                durable.write_whole(sheets.own, data)
        except OSError as error:
            raise StorageError(
                f"{sheets.own} cannot be written: {error.strerror}.",
                "Close it where it is open, and run it again: nothing is lost.",
            ) from error
        return waiting

    def _rows(
        self, taken: TakenRows, language: str, sample: int
    ) -> list[tuple[tuple[int, int, int], SheetRow]]:
        """Rows with their place: question by question, what is decided last."""
        notes = {one.answer: i18n.render(one.why, language) for one in taken.refused if one.answer}
        drawn = self._drawn(sample)
        rows = []
        for at, copy in enumerate(self):
            for number, question in enumerate(self._scale.questions):
                one = copy.questions[question.id]
                place = (at, question.id)
                is_decided = one.decision is not None and one.decision.stands
                if one.grade is not None and not is_decided and place not in drawn and place not in notes:
                    continue
                typed = taken.typed.get(place, SheetRow())
                said = one.decision.comment if is_decided and one.decision else ""
                row = SheetRow(
                    student=copy.student, id=copy.id, question=question.id, asked=question.text,
                    expected=reference(question), answer=shown_answer.text_of(one),
                    reason=notes.get(place) or _reason(one, language), max=_number(question.max, language),
                    grade=_number(one.grade or 0.0, language) if is_decided else typed.grade,
                    comment=typed.comment or said,
                    key=self._key(at, question.id, one).text,
                )  # fmt: skip
                rows.append(((int(is_decided), number, at), row))
        return rows

    def _key(self, at: int, name: str, one: GradedQuestion) -> RowKey:
        made = one.decision if one.decision is not None and one.decision.stands else None
        base = base_of(made.grade, made.comment) if made else base_of(None, "")
        return RowKey(self._roster.key(at), answer_key(name, one.answer_digest), base)

    def _drawn(self, sample: int) -> set[tuple[int, str]]:
        """Settled answers by chance, the same in every run, a larger sample holding a smaller one."""
        if not sample:
            return set()
        places = [
            (hashlib.sha256(f"{self._roster.key(at)} {name}".encode()).digest(), (at, name))
            for at, copy in enumerate(self._kept)
            for name, one in copy.questions.items()
            if one.grade is not None
        ]
        return {place for _, place in sorted(places)[:sample]}


def _reason(one: GradedQuestion, language: str) -> str:
    """Why a row is there; of a sample not what was settled, which would sway the person."""
    if one.decision is not None:
        return one.feedback if not one.decision.stands else i18n.table("graded", language)["person"]
    if one.grade is not None:
        return i18n.render(Reason("decision.sample"), language)
    return "; ".join(open_reasons.told(one, language))


def _number(value: float, language: str) -> str:
    text = f"{value:.12g}"
    return text.replace(".", ",") if language == "fr" else text


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
