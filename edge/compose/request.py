"""What is asked of the composer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from edge.compose.candidates import Scorer
from edge.compose.item import ContextSource
from edge.compose.pack import TokenCounter, characters
from edge.records import Reason
from edge.records.context import ComposeParams


@dataclass(frozen=True)
class CompositionRequest:
    """What is asked of the composer. `recent`: ids of the turns just said, in order, and where they are
    found; `count`: the tokens of a text, by the generator's own tokenizer where there is one.
    """

    query: str
    sources: Sequence[ContextSource]
    params: ComposeParams = field(default_factory=ComposeParams)
    recent: Sequence[str] = ()
    recent_source: ContextSource | None = None
    count: TokenCounter = field(default_factory=characters)
    counter: str = "characters/3"
    scorer: Callable[[], Scorer] | None = None
    notes: Sequence[Reason] = ()
