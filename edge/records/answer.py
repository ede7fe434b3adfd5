"""A question's way: choices, drafts, the answer."""

from __future__ import annotations

from typing import Literal

from edge.records.base import SCHEMA, Record
from edge.records.passage import Citation
from edge.records.passes import Confidence, Escalation, PassRecord
from edge.records.reason import Codes

#: An answer with its quotes; the likeliest places, said to be unsure; or "not in your documents".
AnswerOutcome = Literal["answer", "unsure", "absent"]


class EarlierTurn(Record, frozen=True, kw_only=True):
    """A question asked before in the same conversation, with the quotes that were shown as its answer.
    `sources`: the documents in which they stand, or the likeliest ones where nothing was sure.
    """

    question: str
    quotes: list[str] = []
    sources: list[str] = []


class Choice(Record, frozen=True, kw_only=True):
    """A candidate quote: a span of one passage's page with the probability that it holds the answer."""

    passage: int  # index into the passages the engine was given
    start: int
    end: int
    text: str
    probability: float
    context: str = ""
    span: tuple[int, int] | None = None  # exact words of the answer inside the quote, offsets into the page


class Dropped(Record, frozen=True, kw_only=True):
    """Something left out of the context on purpose, and why."""

    source: str
    page: int | None  # None: the document has no pages
    chunk: int
    why: str = ""
    codes: Codes = {}


class Draft(Record, frozen=True, kw_only=True):
    """What one pass proposes. `choices` best first; empty means "not in the passages"."""

    choices: list[Choice] = []
    none: float = 1.0  # probability of "not in the passages"
    answer: str | None = None  # written answer, when the engine writes
    entities: list[str] = []
    signals: dict[str, float] = {}
    tokens: dict[str, int] = {}
    cost_usd: float = 0.0
    answered_by: str = ""  # the model that proposed it, where another was asked for
    dropped: list[Dropped] = []  # candidates that did not fit the engine's own budget


class Answer(Record, frozen=True, kw_only=True):
    """The answer to a question, the likeliest places of one, or an honest "not in your documents".

    `abstained` is `outcome` other than `answer`.
    """

    schema: int = SCHEMA
    question: str
    answer: str | None
    outcome: AnswerOutcome
    abstained: bool
    reason: str = ""
    confidence: Confidence
    citations: list[Citation] = []
    passes: list[PassRecord] = []
    stopped_because: str = ""
    escalation: Escalation = Escalation()
    dropped: list[Dropped] = []
    timings_ms: dict[str, float] = {}
    candidates: list[Citation] = []  # when unsure: where it may be; when absent: the nearest, not an answer
    notes: list[str] = []  # e.g. which engine spoke, when it is not the one that was wanted
    codes: Codes = {}  # of `reason`, `stopped_because` and `notes`, which are in the question's language
    id: str | None = None
