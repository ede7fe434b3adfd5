"""What of an answer a person is shown."""

from __future__ import annotations

from edge.records import GradedQuestion, Judgement


def reading(one: GradedQuestion) -> Judgement | None:
    """The first judge's latest reading that found one."""
    found = [it.judgement for it in one.audit.opinions if it.judgement and it.judgement.found == "yes"]
    return next((it for it in reversed(found) if it.student_answer_read.strip()), None)


def text_of(one: GradedQuestion) -> str:
    """What a judge read, else what stands in the copy."""
    read = reading(one)
    return (read.student_answer_read if read else one.answer).strip()
