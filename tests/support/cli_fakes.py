"""Results of commands, and a session with known answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

from edge import config, paths
from edge.errors import QuestionError
from edge.i18n import language, rendered
from edge.memory.service import MemoryService
from edge.records import (
    Answer,
    AnswerOutcome,
    Citation,
    Confidence,
    Hit,
    IndexReport,
    Reason,
    SearchResponse,
    SourceReport,
    coded,
)
from edge.records.context import ComposedResult, ContextBudget


@dataclass
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Result]


def citation(**changes: Any) -> Citation:
    given: dict[str, Any] = {
        "source": "rules.pdf", "page": 12, "quote": "A touched piece must be moved.", "start": 3, "end": 33,
        "chunk": 7, "heading": "Moves > Touched pieces", "score": 0.9,
    }  # fmt: skip
    return Citation(**{**given, **changes})


def answer(question: str, **changes: Any) -> Answer:
    """An answer with its sentences in the question's language, as the pipeline writes them."""
    given: dict[str, Any] = {
        "question": question, "answer": "A touched piece must be moved.", "abstained": False,
        "outcome": "answer", "confidence": Confidence(raw=0.7, calibrated=0.91, source="lexical"),
        "citations": [citation()],
        "codes": coded(stopped_because=Reason("clear_sentence")),
        "timings_ms": {"search": 3.0, "choose": 9.0},
    }  # fmt: skip
    return rendered(Answer(**{**given, **changes}), language(question))


def abstention(question: str, outcome: AnswerOutcome = "absent") -> Answer:
    why = Reason("no_fitting_sentence")
    return answer(
        question,
        answer=None,
        outcome=outcome,
        abstained=True,
        codes=coded(reason=why, stopped_because=why),
        citations=[],
        candidates=[citation(quote="The arbiter wears a badge.", page=3)],
        confidence=Confidence(raw=0.2),
    )


@dataclass
class FakeEdge:
    """A session that remembers what it was asked. A question with "unknown" in it is not in its documents."""

    flags: dict[str, Any] = field(default_factory=dict)
    calls: list[tuple[Any, ...]] = field(default_factory=list)
    opened: int = 0
    report: IndexReport | None = None
    said: list[tuple[str, str]] = field(default_factory=list)
    stopping: Event = field(default_factory=Event)

    @property
    def memory(self) -> MemoryService:
        """The real one, of the test's own home."""
        return MemoryService(paths.state_file(), config.load({"memory.vectors": "none"}, environ={}))

    def __enter__(self) -> FakeEdge:
        self.opened += 1
        return self

    def __exit__(self, *details: object) -> None:
        self.opened -= 1

    def ready(self) -> None:
        """Nothing to open."""

    def refresh(self) -> None:
        """Nothing was indexed meanwhile."""

    def ask(
        self,
        question: str,
        *,
        sources: Sequence[str] = (),
        engine: str | None = None,
        history: Sequence[Any] = (),
    ) -> Answer:
        self.calls.append(("ask", question, tuple(sources), engine, tuple(history)))
        if not question.strip():
            raise QuestionError("The question is empty.", "Type one.")
        if "crash" in question:
            raise ZeroDivisionError("by design of the test")
        return abstention(question) if "unknown" in question else answer(question)

    def compose(self, query: str, **params: Any) -> ComposedResult:
        return ComposedResult(query=query, budget=ContextBudget(input_tokens=1, used=0))

    def say(self, conversation: str, question: str, answer: Answer) -> list[str]:
        self.said.append((conversation, question))
        return []

    def search(self, query: str, k: int | None = None, *, sources: Sequence[str] = ()) -> SearchResponse:
        self.calls.append(("search", query, k, tuple(sources)))
        hit = Hit(
            rank=1, source="rules.pdf", page=12, pages=[12], score=1.0, channels={"words": 0.8, "grams": 0.2},
            text="A touched piece\nmust be moved.", heading="Moves", chunk=7,
        )  # fmt: skip
        return SearchResponse(query=query, results=[] if "unknown" in query else [hit], ms=2.0)

    def index(
        self, paths: Sequence[Path], *, prune: bool = False, rebuild: bool = False, **_: Any
    ) -> IndexReport:
        self.calls.append(("index", list(paths), prune, rebuild))
        return self.report or index_report("added")


def index_report(*statuses: Any) -> IndexReport:
    return IndexReport(
        knowledge="my.db", sha256="ab" * 32, bytes=1_000_000, pages=4, chunks=9, tables=1,
        sources=[SourceReport(source=f"{n}.pdf", status=s, reason="because" if s == "failed" else "")
                 for n, s in enumerate(statuses)],
        ms=1500.0,
    )  # fmt: skip
