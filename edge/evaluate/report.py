"""What a measurement says: the JSON of `edge eval retrieval` and `edge eval answers`."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from edge.evaluate.gold import Gold, Page
from edge.records import SCHEMA


class Miss(msgspec.Struct, frozen=True, kw_only=True):
    """A question that went wrong, with what came instead of what was expected."""

    id: str
    question: str
    why: str
    expected: list[Page]
    got: list[Page]


def missed(item: Gold, why: str, got: Sequence[Page]) -> Miss:
    """A question that went wrong; `got`: the pages that came."""
    return Miss(id=item.id, question=item.question, why=why, expected=item.expected, got=list(got))


class Latency(msgspec.Struct, frozen=True, kw_only=True):
    """Wall-clock milliseconds a question, by nearest rank."""

    p50: float
    p95: float


class RetrievalFigures(msgspec.Struct, frozen=True, kw_only=True):
    """`recall` by k in percent of `questions`; `mrr` over ranks 1 to 10."""

    questions: int
    recall: dict[str, float]
    mrr: float


class RetrievalReport(msgspec.Struct, frozen=True, kw_only=True):
    schema: int = SCHEMA
    kind: str = "retrieval"
    figures: RetrievalFigures
    tolerance: int = 0  # pages that an expected one may be away
    groups: dict[str, RetrievalFigures] = {}
    skipped: int  # no expected page, so recall says nothing about them
    latency_ms: Latency
    misses: list[Miss] = []  # no expected page among the first 5
    notes: list[str] = []


class AnswerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Shares are percentages, None where there is nothing to divide by.

    `balanced` is the mean of `answered` (of answerable questions) and `abstained` (of unanswerable ones).
    `cited` counts answered answerable questions of which any quote stands on an expected page, `first_cited`
    those whose first quote does, `cited_of_answerable` sets the former against all answerable questions.
    `auroc`: how well the confidence ranks right answers above all the rest. `outcomes`: how many answerable
    questions (`there`) and others (`gone`) were answered, called unsure, and called absent; `near`: of the
    answerable ones called unsure, those with an expected page among what is shown. `risk`: share of wrong
    among the surest tenth, fifth, … of all questions, had each been answered.
    """

    answerable: int
    unanswerable: int
    answered: float | None
    abstained: float | None
    balanced: float | None
    cited: float | None
    first_cited: float | None
    cited_of_answerable: float | None
    auroc: float | None
    outcomes: dict[str, dict[str, float | None]] = {}
    near: float | None = None
    risk: dict[str, float] = {}


class AnswersReport(msgspec.Struct, frozen=True, kw_only=True):
    schema: int = SCHEMA
    kind: str = "answers"
    figures: AnswerFigures
    groups: dict[str, AnswerFigures] = {}
    spoke: dict[str, int] = {}  # questions by the engine that decided them
    beside: dict[str, AnswerFigures] = {}  # the same questions by one engine alone, for comparison
    quotes: int
    quotes_valid: float | None  # percent of quotes that are on their page, character for character
    errors: int
    latency_ms: Latency
    misses: list[Miss] = []
    notes: list[str] = []
