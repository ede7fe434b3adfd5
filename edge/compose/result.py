"""A composition on its way, and the record that comes out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from edge.compose import mmr
from edge.compose.item import ContextCandidate, Item
from edge.compose.pack import Packer
from edge.compose.request import CompositionRequest
from edge.records import Reason, coded
from edge.records.context import (
    ComposedResult,
    ComposeParams,
    ContextBudget,
    ContextEntry,
    ContextMessage,
    ContextMetrics,
    ContextSummary,
    ExpandedContext,
)
from edge.text import tokens


@dataclass(slots=True)
class Placed:
    """An item in the context or out of it, and why."""

    item: Item
    score: float
    why: str
    kept: bool
    tokens: int
    channels: dict[str, float]


class FoundSummary(NamedTuple):
    """A summary that speaks of the query, and the ids of what it covers."""

    candidate: ContextCandidate
    item: Item
    covers: list[str]


@dataclass
class Composition:
    """What has been decided so far."""

    request: CompositionRequest
    packer: Packer
    entries: dict[str, Placed] = field(default_factory=dict)
    summaries: list[FoundSummary] = field(default_factory=list)
    notes: list[Reason] = field(default_factory=list)
    candidates: int = 0
    duplicates: int = 0
    reranked: bool = False

    @property
    def params(self) -> ComposeParams:
        return self.request.params

    def kept(self, item: Item, score: float, why: str, channels: dict[str, float] | None = None) -> None:
        """Note that an item is in the context."""
        cost = round(self.request.count(f"{item.shown}\n"))
        self.entries[item.id] = Placed(item, score, why, True, cost, channels or {})

    def dropped(self, item: Item, score: float, why: str, channels: dict[str, float] | None = None) -> None:
        """Note that an item was left out."""
        cost = round(self.request.count(f"{item.shown}\n"))
        self.entries.setdefault(item.id, Placed(item, score, why, False, cost, channels or {}))


def result(composition: Composition, ms: float) -> ComposedResult:
    """The record. The text is counted once more as a whole; what had to go for that is told."""
    params, request = composition.params, composition.request
    text, used, gone = composition.packer.settle(params.order)
    for id in gone:
        composition.entries[id].kept, composition.entries[id].why = False, "budget"
    inside = [entry for entry in composition.entries.values() if entry.kept]
    turns = [entry.item for entry in inside if entry.item.kind == "turn"]
    recent = [entry.item for entry in inside if entry.why == "recent"]
    others = sorted(
        (item for item in turns if item not in recent), key=lambda item: (item.day, item.source, item.place)
    )
    asked = frozenset(tokens.stems(request.query))
    held = asked & frozenset(tokens.stems(text))
    in_context = {entry.item.id for entry in inside}
    summaries = [_summary(one, in_context, asked) for one in composition.summaries]
    return ComposedResult(
        query=request.query, text=text,
        turns=[_message(item) for item in reversed(recent)],
        l2_summaries=[
            summary for one, summary in zip(composition.summaries, summaries, strict=True)
            if one.item.level >= 2 and one.item.id in in_context
        ],
        l1_selected=[
            summary for one, summary in zip(composition.summaries, summaries, strict=True)
            if one.item.level == 1
            and (one.item.id in in_context or not in_context.isdisjoint(one.covers))
        ],
        expanded=ExpandedContext(total_messages=len(others), messages=[_message(item) for item in others]),
        items=[_entry(entry) for entry in composition.entries.values()],
        budget=ContextBudget(input_tokens=params.max_tokens, used=used, counter=request.counter),
        metrics=ContextMetrics(
            latency_ms=round(ms, 3), lambda_mult=params.lambda_mult,
            mmr_lambda=round(mmr.penalty(params.lambda_mult), 6), candidates=composition.candidates,
            duplicates=composition.duplicates, reranked=composition.reranked,
            expanded=sum(entry.why.startswith(("neighbour", "child", "gap")) for entry in inside),
            overlap=round(len(held) / len(asked), 4) if asked else 0.0,
        ),
        params=params, codes=coded(notes=[*request.notes, *composition.notes]),
    )  # fmt: skip


def _message(item: Item) -> ContextMessage:
    return ContextMessage(
        id=item.id, index=item.index, role=item.role, content=item.text, conversation=item.source
    )


def _summary(found: FoundSummary, in_context: set[str], asked: frozenset[str]) -> ContextSummary:
    candidate, item, covers = found
    words = frozenset(tokens.stems(item.text))
    sim = len(asked & words) / len(asked) if asked else 0.0
    return ContextSummary(
        id=item.id, score=round(candidate.score, 6), sim=round(sim, 4), covers=covers,
        text=item.text if item.id in in_context else "",
    )  # fmt: skip


def _entry(entry: Placed) -> ContextEntry:
    return ContextEntry(
        id=entry.item.id, kind=entry.item.kind, source=entry.item.source, score=round(entry.score, 6),
        kept=entry.kept, why=entry.why, tokens=entry.tokens,
        channels={name: round(value, 6) for name, value in entry.channels.items()},
    )  # fmt: skip
