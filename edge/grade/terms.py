"""The terms of a scale in an answer: `a|b` is either, in the sense that the scale means, denied or not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from edge.grade import formula
from edge.grade.compare import lacking
from edge.grade.parsed_text import ParsedClause, ParsedText, parse
from edge.grade.yes_or_no import verdict
from edge.records import Criterion, ScaleQuestion
from edge.text import tokens

#: Begins a clause, and stands for what the question is about.
_PRONOUN = re.compile(r"(?:it|they|he|she|this|that|il|elle|ils|elles|ce|c'|cela|ca)(?![a-z])")


@dataclass(frozen=True, slots=True)
class Alternative:
    """One wording of a term. `negated`: a clause that says it in the sense that is expected denies it, as the
    term or the model answer does. `verdict`: the yes or no that it is, None for any other.
    """

    text: str
    stems: frozenset[str]
    words: frozenset[str]
    negated: bool
    verdict: bool | None


@lru_cache(maxsize=1_024)
def _wordings(term: str, model_answer: str, language: str) -> tuple[Alternative, ...]:
    """The alternatives of a term, beside the model answer of its question."""
    return tuple(_wording(one, parse(model_answer, language), language) for one in term.split("|"))


def _wording(text: str, model: ParsedText, language: str) -> Alternative:
    parsed = parse(text.strip(), language)
    denied = any(part.negated for part in parsed.clauses)
    expected = next((part for part in model.clauses if parsed.stems <= part.stems), None)
    negated = denied or (bool(parsed.stems) and expected is not None and expected.negated)
    meant = verdict(text) if len(text.split()) == 1 else None
    return Alternative(text, parsed.stems, frozenset(map(tokens.stem, tokens.words(text))), negated, meant)


def clause_of(term: str, answer: ParsedText, question: ScaleQuestion, language: str, *, wide: bool) -> str:
    """The clause that says a term, or one of its alternatives, in the sense that is expected; else empty.

    A term in a clause that denies it does not count, unless the term or the model answer denies it too.
    """
    for one in _wordings(term, question.model_answer, language):
        if one.verdict is not None and verdict(answer.text, short=True) is one.verdict:
            return answer.clauses[0].text
        for clause in answer.clauses:
            if clause.negated == one.negated and _says(clause, one, wide=wide):
                return clause.text
    return ""


def _says(clause: ParsedClause, term: Alternative, *, wide: bool) -> bool:
    """Whether a clause has the content words of a term; where it has none, its words, or it as a formula."""
    if term.stems:
        return not lacking(term.stems, clause.stems, wide=wide)
    worded = bool(term.words) and not lacking(term.words, clause.every_stem, wide=wide)
    return worded or formula.stands_in(term.text, clause.text)


def with_pronouns(
    places: list[str], criterion: Criterion, question: ScaleQuestion, language: str
) -> list[str]:
    """The places of terms, of the question's own words too that a pronoun stands for: it gets smaller."""
    clause = next((one for one in places if _PRONOUN.match(tokens.fold(one))), "")
    if not clause:
        return places
    asked = parse(question.text, language).stems
    return [
        found or (clause if _is_asked(term, question, language, asked) else "")
        for term, found in zip(criterion.terms, places, strict=True)
    ]


def _is_asked(term: str, question: ScaleQuestion, language: str, asked: frozenset[str]) -> bool:
    """Whether all content words of a term, of one alternative that has any, stand in the question."""
    wordings = _wordings(term, question.model_answer, language)
    return any(one.stems and one.stems <= asked for one in wordings)
