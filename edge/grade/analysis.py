"""Do two judgements of one answer settle it? Three tests of the specification: grades, readings, found."""

from __future__ import annotations

from edge.cascade import differences
from edge.records import Flag, GradeLimits, Judgement, JudgePhase, Reason, coded

#: Grades that floating point brings apart are not apart.
_SLACK = 1e-9


def apart(one: float, other: float, most: float, limits: GradeLimits) -> bool:
    """Whether two grades differ by more than either limit. A limit of 0 is not used, unless both are."""
    difference = abs(one - other)
    given = [limits.threshold, limits.relative_threshold * most]
    used = [limit for limit in given if limit > 0] or [0.0]
    return any(difference > limit + _SLACK for limit in used)


def flags(
    one: Judgement, other: Judgement, most: float, limits: GradeLimits, phase: JudgePhase
) -> list[Flag]:
    """Why a question is not settled by these two; empty when it is."""
    found: list[tuple[str, Reason]] = []
    if one.found != other.found:
        found.append(("found_conflict", Reason("grade.found_conflict")))
    elif one.found == "illegible":
        found.append(("illegible", Reason("grade.illegible")))
    if apart(one.grade, other.grade, most, limits):
        reason = Reason("grade.grades_apart", {"first": one.grade, "second": other.grade})
        found.append(("grade_difference", reason))
    if one.found == other.found == "yes":
        found += [
            ("reading_difference", reason)
            for reason in differences.differences(one.student_answer_read, other.student_answer_read, limits)
        ]
    return [Flag(phase=phase, kind=kind, codes=coded(text=reason)) for kind, reason in found]


def swapped(
    before: tuple[Judgement, Judgement], after: tuple[Judgement, Judgement], most: float, limits: GradeLimits
) -> bool:
    """Whether the judges changed places: each took the other's side, and they are as far apart as before."""
    was, now = before[0].grade - before[1].grade, after[0].grade - after[1].grade
    return (
        was * now < 0
        and apart(before[0].grade, before[1].grade, most, limits)
        and apart(after[0].grade, after[1].grade, most, limits)
    )
