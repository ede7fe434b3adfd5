"""A class graded into a folder: results kept as they come, decisions taken in, tables and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edge.cli.grade.run import GradeRun
from edge.cli.terminal import output
from edge.grade.copies import UnreadCopy, found_in
from edge.grade.decisions.take import RefusedRow
from edge.grade.grader import CopyGrader
from edge.records import ClassSummary, GradedCopy

Found = Iterable[GradedCopy | UnreadCopy]


@dataclass
class _Sheet:
    """What became of the sheet: rows `waiting` for a grade, decisions `taken`, rows `refused`."""

    path: Path
    waiting: int = 0
    taken: int = 0
    refused: Sequence[RefusedRow] = ()
    unclear: int = 0


def grade_into(
    out: Path, grader: CopyGrader, paths: list[str], run: GradeRun, *, decisions: Path | None, sample: int,
    alike: bool, course: list[Path], json: bool, quiet: bool,
    counted: Callable[[Found], Iterator[GradedCopy | UnreadCopy]],
) -> int:  # fmt: skip
    """Grade copies into a folder; its tables and pages at the end, also of a run cut short, which leaves the
    sheet of decisions as it was. `alike`: look for answers that are nearly the same, apart from what `course`
    says. The exit code.
    """
    from edge.grade import export
    from edge.grade.alike import answers
    from edge.grade.alike.course import texts
    from edge.grade.decisions.class_decisions import ClassDecisions, FilledSheets
    from edge.grade.results import ResultsFolder

    with ResultsFolder(out, grader) as kept, grader.reader() as reader:
        sheets, taught = FilledSheets(out, decisions), texts(course)
        run.follow(counted(kept.grade(reader.read_all([Path(name) for name in paths], out))))
        class_ = ClassDecisions(kept, grader.scale)
        sheet = _Sheet(sheets.own, unclear=len(class_.unclear))
        if run.stop is None:
            taken = class_.take(sheets)
            sheet.taken, sheet.refused = len(taken.made), taken.refused
        pairs = answers.find(class_, grader.scale, taught) if alike else None
        figures = export.write(out, class_, grader.scale, kept.failures, kept.views, alike=pairs)
        if run.stop is None:
            language = grader.scale.language or figures.language
            sheet.waiting = class_.write_sheet(sheets, taken, language, sample)
        if json:
            output.pretty(
                {"schema": 1, "folder": str(out), "summary": figures, "failed": run.failures,
                 "decisions": _document(sheet), **({} if pairs is None else {"alike": pairs})}
            )  # fmt: skip
        elif not quiet:
            _told(out, figures, kept.reused, sheet)
            if pairs:
                noun = "pair of answers is" if len(pairs) == 1 else "pairs of answers are"
                output.text(f"{len(pairs)} {noun} nearly alike, a hint and no verdict: see the page")
            elif pairs is not None:
                output.text("no two long answers are nearly alike")
        _warn(sheet, quiet=quiet)
    return run.code(alone=False) or int(bool(sheet.refused))


def count(paths: list[str]) -> int:
    """About how many copies there will be."""
    from edge.paths import is_folder

    named = [Path(name) for name in paths]
    return sum(sum(1 for _ in found_in(path)) if is_folder(path) else 1 for path in named)


def _document(sheet: _Sheet) -> dict[str, Any]:
    from edge.i18n import sentence

    refused = [
        {"file": one.file, "row": one.number, "student": one.row.student, "id": one.row.id,
         "question": one.row.question, "grade": one.row.grade, "code": one.why.code,
         "error": sentence(one.why)}
        for one in sheet.refused
    ]  # fmt: skip
    return {"sheet": str(sheet.path), "waiting": sheet.waiting, "taken": sheet.taken, "refused": refused}


def _told(out: Path, figures: ClassSummary, reused: int, sheet: _Sheet) -> None:
    noun = "copy" if figures.copies == 1 else "copies"
    output.text(f"{figures.copies} {noun}, {reused} of them from earlier runs: {out / 'index.html'}")
    if sheet.taken:
        output.text(f"{sheet.taken} of your decisions taken in")
    if figures.open:
        output.text(f"{figures.open} with open questions")
    if sheet.waiting:
        rows = "1 answer waits" if sheet.waiting == 1 else f"{sheet.waiting} answers wait"
        output.text(f"{rows} for your grade: fill {sheet.path}, then run this again")
    if (one := figures.agreement) is not None:
        noun = "grade" if one.compared == 1 else "grades"
        way = "less" if one.mean_difference < 0 else "more"
        average = f"on average {100 * abs(one.mean_difference):.0f} % of the maximum {way}"
        output.text(f"of {one.compared} settled {noun} you gave {one.equal} the same, {average}")


def _warn(sheet: _Sheet, *, quiet: bool) -> None:
    from edge.cli.terminal.style import safe
    from edge.i18n import sentence

    for one in sheet.refused[:20]:
        who = ", ".join(filter(None, (one.row.student or one.row.id, one.row.question)))
        output.note(safe(f"error: {one.file}, row {one.number} ({who}): {sentence(one.why)}"))
    if len(sheet.refused) > 20:
        output.note(f"error: {len(sheet.refused) - 20} more rows were not taken in: see --json")
    if sheet.unclear and not quiet:
        output.note(f"{sheet.unclear} decisions fit several copies: give these copies ids, and decide again")
