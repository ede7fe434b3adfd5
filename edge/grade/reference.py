"""What an answer is compared with."""

from __future__ import annotations

from functools import lru_cache

from edge.grade.parsed_text import ParsedText, parse
from edge.records import Criterion, ScaleQuestion


def reference(question: ScaleQuestion) -> str:
    """The model answer, else what the criteria say."""
    return question.model_answer if question.model_answer.strip() else _of_criteria(question.criteria)


def parsed_reference(question: ScaleQuestion, language: str) -> ParsedText:
    return parse(reference(question), language)


@lru_cache(maxsize=1_024)
def _of_criteria(criteria: tuple[Criterion, ...]) -> str:
    parts = []
    for one in criteria:
        terms = [term.split("|")[0].strip() for term in one.terms]
        parts.append(" ".join([*terms, *one.numbers]) or one.text)
    return ". ".join(parts)


@lru_cache(maxsize=512)
def known_stems(question: ScaleQuestion, language: str) -> frozenset[str]:
    """The stems of all that a question and its scale say."""
    texts = [reference(question), question.text]
    for one in question.criteria:
        texts += [one.text, *one.terms, *one.without]
    return frozenset[str]().union(*(parse(text.replace("|", " "), language).stems for text in texts))
