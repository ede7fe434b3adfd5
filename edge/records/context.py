"""A composed context: what went in, what stayed out and why, and how much of the budget it took.

The names in camel case are those of the specification that the format comes from.
"""

from __future__ import annotations

import msgspec

from edge.records.base import SCHEMA, Record
from edge.records.reason import Codes


class ComposeParams(Record, frozen=True, kw_only=True):
    """How a context is composed. `lambda_mult` 1: relevance alone; `similarity_threshold` 1: only equal texts
    are left out; `window_size` 0: no neighbours. With the last three so, items come in plain rank.
    """

    max_tokens: int = 2_048
    recent_turns: int = 12
    fetch_k: int = 60
    top_k: int = 0  # 0: as many as fit
    lambda_mult: float = 1.0
    similarity_threshold: float = 0.92
    window_size: int = 1
    merge_threshold: float = 0.5
    max_gap: int = 0
    summaries: int = 2
    order: str = "rank"  # or "edges": the best first and last
    rerank_seconds: float = 5.0


class ContextMessage(Record, frozen=True, kw_only=True):
    """A turn as a chat engine takes it. `index`: its number in the conversation."""

    id: str
    index: int
    role: str
    content: str
    conversation: str = ""


class ContextSummary(Record, frozen=True, kw_only=True):
    """A summary that stands in the context, or that led to turns there. `sim`: its share of the query's words
    or its cosine, 0 to 1.
    """

    id: str
    score: float
    sim: float
    covers: list[str] = []
    text: str = ""


class ContextEntry(Record, frozen=True, kw_only=True):
    """One candidate, kept or not. `why`: recent, hit, "hit, shortened", neighbour of X, child of X, gap,
    summary; or what it was dropped for: budget, budget for recent turns, duplicate of X, rank.
    """

    id: str
    kind: str
    source: str = ""
    score: float
    kept: bool
    why: str
    tokens: int = 0
    channels: dict[str, float] = {}


class ExpandedContext(Record, frozen=True, kw_only=True, rename="camel"):
    """Every turn that the chosen items lead to, in the order of the conversations."""

    total_messages: int = 0
    messages: list[ContextMessage] = []


class ContextBudget(Record, frozen=True, kw_only=True, rename="camel"):
    """Tokens: what was allowed, and what the context takes."""

    input_tokens: int
    used: int
    counter: str = ""


class ContextMetrics(Record, frozen=True, kw_only=True, rename="camel"):
    """`mmr_lambda`: the specification's penalty, (1 - lambda_mult) / lambda_mult; `overlap`: the share of the
    query's content words that the context holds.
    """

    latency_ms: float = 0.0
    mmr_lambda: float = 0.0
    lambda_mult: float = 1.0
    candidates: int = 0
    duplicates: int = 0
    expanded: int = 0
    overlap: float = 0.0
    reranked: bool = False


class ComposedResult(Record, frozen=True, kw_only=True):
    """A context, ready to be read by an engine (`text`), and how it came about. `trace`: its id."""

    schema: int = SCHEMA
    query: str
    text: str = ""
    turns: list[ContextMessage] = []
    l2_summaries: list[ContextSummary] = []
    l1_selected: list[ContextSummary] = []
    expanded: ExpandedContext = msgspec.field(default_factory=ExpandedContext)
    items: list[ContextEntry] = []
    budget: ContextBudget
    metrics: ContextMetrics = msgspec.field(default_factory=ContextMetrics)
    params: ComposeParams = msgspec.field(default_factory=ComposeParams)
    trace: str | None = None
    notes: list[str] = []
    codes: Codes = {}  # of `notes`


class TurnImport(Record, frozen=True, kw_only=True):
    """What became of an import of turns: of how many conversations, and the lines that cannot be kept."""

    schema: int = SCHEMA
    added: int = 0
    known: int = 0
    conversations: int = 0
    refused: list[str] = []
