"""The knowledge base that ships, asked all its own questions: quotes, citations, abstention."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import edge
from edge import paths
from edge.records import Answer

Asked = list[tuple[dict[str, Any], Answer]]


@pytest.fixture(scope="module")
def asked() -> Iterator[tuple[edge.Edge, Asked]]:
    lines = paths.asset("handbook", "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    with edge.open(knowledge=paths.shipped_knowledge()) as session:
        yield session, [(question, session.ask(question["question"])) for question in questions]


def test_every_quote_is_on_its_page(asked: tuple[edge.Edge, Asked]) -> None:
    """Character for character, for citations and for for the nearest sentences."""
    session, answers = asked
    quotes = [citation for _, answer in answers for citation in [*answer.citations, *answer.candidates]]
    assert len(quotes) > len(answers)
    for quote in quotes:
        assert session.page_text(quote.source, quote.page)[quote.start : quote.end] == quote.quote


def test_what_is_cited_is_an_expected_page(asked: tuple[edge.Edge, Asked]) -> None:
    """At least 85 % of the answered questions cite an expected page, and a third are answered."""
    answerable = [(question, answer) for question, answer in asked[1] if question["answerable"]]
    answered = [(question, answer) for question, answer in answerable if not answer.abstained]
    right = [
        any([citation.source, citation.page] in question["expected"] for citation in answer.citations)
        for question, answer in answered
    ]
    assert len(answered) >= len(answerable) / 3
    assert sum(right) >= 0.85 * len(right)


def test_what_is_not_in_the_handbook_is_not_answered(asked: tuple[edge.Edge, Asked]) -> None:
    """At least three quarters of the questions it does not answer are abstained from."""
    outside = [answer for question, answer in asked[1] if not question["answerable"]]
    assert sum(answer.abstained for answer in outside) >= 0.75 * len(outside)
