"""Grades against those of people: how far they agree, and labels for a calibration.

Quadratic weighted kappa (Cohen 1968) over grades as shares of the maximum: 1 is full agreement, 0 that of
chance. Intervals: percentile bootstrap over answers, seeded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from edge.cascade.calibration_labels import CalibrationLabel
from edge.cascade.reliability import Interval, interval
from edge.errors import UsageError
from edge.grade.pipeline import calibration_key
from edge.records import SCHEMA, GradedCopy, GradedQuestion, Record

RESAMPLES = 1_000
_SHAPE = 'A line is {"id": the copy\'s, "question": "Q1", "grade": 1.5}.'

#: (a person's grade, the grade that is measured), as shares of the maximum.
Pairs = Sequence[tuple[float, float]]


class PersonGrade(Record, frozen=True, kw_only=True):
    """What a person gave for one answer. `at`: when, in a record of decisions, of which the latest of an
    answer counts; without a grade it was taken back.
    """

    id: str
    question: str
    grade: float | None
    at: str = ""


class Agreement(Record, frozen=True, kw_only=True):
    """Of one judge, or of what both settled. `kappa` is None where one side always gives the same grade.
    `within`: share not further off than allowed.
    """

    name: str
    answers: int
    kappa: Interval | None
    mean_error: float
    within: float


class GradesReport(Record, frozen=True, kw_only=True):
    """`settled` beside each judge's first word on the same answers, and on all. `unmatched`: copies and
    questions that a person graded, and edge did not.
    """

    schema: int = SCHEMA
    answers: int
    open: int
    agreements: list[Agreement]
    unmatched: list[str]


def read(lines: Iterable[bytes]) -> dict[tuple[str, str], float]:
    """Grades of people, by copy and question. Raises UsageError, which names the line."""
    found: dict[tuple[str, str], float] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            one = msgspec.json.decode(line, type=PersonGrade)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise UsageError(f"Line {number} is no grade: {error}.", _SHAPE) from error
        if one.grade is None and not one.at:
            raise UsageError(f"Line {number} has no grade.", _SHAPE)
        if (one.id, one.question) in found and not one.at:
            raise UsageError(f"Line {number} grades {one.id} {one.question} a second time.", "Keep one.")
        found.pop((one.id, one.question), None)
        if one.grade is not None:
            found[one.id, one.question] = one.grade
    if not found:
        raise UsageError("There are no grades.", _SHAPE)
    return found


def compare(
    copies: Iterable[GradedCopy], people: dict[tuple[str, str], float], within: float
) -> tuple[GradesReport, list[CalibrationLabel]]:
    """How results agree with people, and a label for each question that the judges settled. `within`: the
    largest difference that still counts as right, as a share of the maximum.
    """
    settled: list[tuple[float, float]] = []
    same: tuple[list[tuple[float, float]], ...] = ([], [])
    every: tuple[list[tuple[float, float]], ...] = ([], [])
    labels: list[CalibrationLabel] = []
    names, left = ["", ""], 0
    unmatched = dict.fromkeys(people)
    for copy, name, question, truth in _graded(copies, people):
        unmatched.pop((copy.id, name), None)
        names = [judge.name for judge in question.audit.judges]
        grade = question.audit.suggestion if question.status == "uncertified" else question.grade
        words = [_first(question, judge) for judge in (0, 1)]
        for judge, said in enumerate(words):
            if said is not None:
                every[judge].append((truth, said))
        if grade is None:
            left += 1
            continue
        settled.append((truth, grade / question.max))
        for judge, said in enumerate(words):
            if said is not None:
                same[judge].append((truth, said))
        key = calibration_key(question.audit.judges, copy.language)
        labels.append(
            CalibrationLabel(
                id=f"{copy.id} {name}", raw=question.confidence.raw, verb=key.verb, engine=key.engine,
                model=key.model, version=key.version, language=key.language, kind=key.kind,
                signals=question.signals,
                right=abs(grade / question.max - truth) <= within + 1e-9,
            )
        )  # fmt: skip
    groups = [("settled", settled)]
    groups += [(f"{names[judge]}, on the same", same[judge]) for judge in (0, 1)]
    groups += [(f"{names[judge]}, on all", every[judge]) for judge in (0, 1)]
    agreements = [_agreement(name, pairs, within) for name, pairs in groups if pairs]
    report = GradesReport(
        answers=len(settled) + left, open=left, agreements=agreements,
        unmatched=[f"{copy} {name}" for copy, name in unmatched],
    )  # fmt: skip
    return report, labels


def weighted_kappa(pairs: Pairs) -> float | None:
    """Quadratic weighted kappa; None where chance alone would agree fully."""
    ours, theirs = [one for one, _ in pairs], [two for _, two in pairs]
    count = len(pairs)
    observed = sum((one - two) ** 2 for one, two in pairs) / count
    means = sum(ours) / count, sum(theirs) / count
    # The mean over all pairings of (a - b)² has a closed form: no table of grades is needed.
    squares = sum(one * one for one in ours) / count + sum(two * two for two in theirs) / count
    expected = squares - 2 * means[0] * means[1]
    return 1 - observed / expected if expected > 1e-12 else None


def _graded(
    copies: Iterable[GradedCopy], people: dict[tuple[str, str], float]
) -> Iterator[tuple[GradedCopy, str, GradedQuestion, float]]:
    """Questions that a person graded too, with that grade as a share of the maximum. Raises UsageError."""
    found = False
    for copy in copies:
        for name, question in copy.questions.items():
            truth = people.get((copy.id, name))
            if truth is None:
                continue
            if not 0 <= truth <= question.max:
                raise UsageError(
                    f"The grade {truth:g} of {copy.id} {name} is not between 0 and {question.max:g}.", _SHAPE
                )
            found = True
            yield copy, name, question, truth / question.max
    if not found:
        raise UsageError("No answer was graded by a person and by edge.", _SHAPE)


def _first(question: GradedQuestion, judge: int) -> float | None:
    """A judge's first word, as a share of the maximum."""
    for opinion in question.audit.opinions:
        if opinion.judge == judge and opinion.judgement is not None:
            return opinion.judgement.grade / question.max
    return None


def _agreement(name: str, pairs: Pairs, within: float) -> Agreement:
    return Agreement(
        name=name, answers=len(pairs), kappa=interval(pairs, weighted_kappa, RESAMPLES),
        mean_error=sum(abs(one - two) for one, two in pairs) / len(pairs),
        within=sum(abs(one - two) <= within + 1e-9 for one, two in pairs) / len(pairs),
    )  # fmt: skip
