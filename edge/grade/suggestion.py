"""What the judges leave for the person who decides an open question."""

from __future__ import annotations

from edge.records import GradedQuestion, Reason


def told(question: GradedQuestion, grade: str) -> Reason:
    """Whose word the suggestion is: the one judge's that said something, the mean of two in dispute, or what
    both settled on and nothing certifies. `grade`: it, as it is shown.
    """
    if question.status == "absent":
        return Reason("graded.one_judge", {"grade": grade})
    if question.status == "uncertified":
        return Reason("graded.both_judges", {"grade": grade})
    return Reason("graded.suggestion", {"grade": grade})
