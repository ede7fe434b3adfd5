"""What an answer is compared with."""

from __future__ import annotations

from edge.records import ScaleQuestion


def reference(question: ScaleQuestion) -> str:
    """The model answer, else what the criteria say."""
    if question.model_answer.strip():
        return question.model_answer
    parts = []
    for one in question.criteria:
        terms = [term.split("|")[0].strip() for term in one.terms]
        parts.append(" ".join([*terms, *one.numbers]) or one.text)
    return ". ".join(parts)
