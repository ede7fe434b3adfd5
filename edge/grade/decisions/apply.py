"""A graded copy with what a person decided of it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from edge import i18n
from edge.grade.decisions.record import AnswerFacts, GradeDecision
from edge.records import GradedCopy, GradedQuestion, PersonDecision, Reason, coded


def decided(copy: GradedCopy, decisions: Mapping[str, GradeDecision]) -> GradedCopy:
    """The copy with a person's grades, total and open questions after them. What was decided of another
    answer is open: a person had taken it over.
    """
    if not decisions:
        return copy
    questions = {
        name: _question(one, made, copy.language) if (made := decisions.get(name)) else one
        for name, one in copy.questions.items()
    }
    left = [name for name, one in questions.items() if one.grade is None]
    partial = round(sum(one.grade for one in questions.values() if one.grade is not None), 6)
    return msgspec.structs.replace(
        copy, questions=questions, total=None if left else partial, partial=partial, open=left
    )


def _question(one: GradedQuestion, made: GradeDecision, language: str) -> GradedQuestion:
    assert made.grade is not None
    stands = made.stands(AnswerFacts.of(one))
    kept = PersonDecision(grade=made.grade, at=made.at, comment=made.comment, edge=one.grade, stands=stands)
    if not stands:
        grade, most = i18n.points(made.grade, language), i18n.points(made.max, language)
        why = coded(feedback=Reason("grade.decided_before", {"grade": grade, "max": most}))
        open_ = msgspec.structs.replace(
            one, grade=None, status="absent", decision=kept, feedback="", codes=why
        )
        return i18n.rendered(open_, language)
    said = Reason("verbatim", {"text": made.comment}) if made.comment else Reason("grade.person_graded")
    graded = msgspec.structs.replace(
        one, grade=made.grade, status="final", method="person", decision=kept, feedback="",
        codes=coded(feedback=said),
    )  # fmt: skip
    return i18n.rendered(graded, language)
