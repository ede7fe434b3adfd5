"""Packs passages into an engine's token budget, best first, and says what it left out.

The question is never cut: its tokens are taken off the budget first. A passage goes in whole or not at all,
since a cut one could lose the sentence that answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edge.compose.room import Room
from edge.records import Dropped, Passage, Reason, coded
from edge.text.tokens import estimate


@dataclass(frozen=True, slots=True)
class ComposedContext:
    """What an engine is given to read. `tokens` counts passages and question."""

    passages: list[Passage]
    dropped: list[Dropped]
    tokens: int


def compose_passages(question: str, passages: Sequence[Passage], budget: int) -> ComposedContext:
    """Passages that fit `budget` tokens together with the question, in their given order.

    Repeated passages (the same text again) are left out, the first one stays.
    """
    room = Room(budget)
    room.reserve(estimate(question))
    fitting: list[Passage] = []
    dropped: list[Dropped] = []
    seen: dict[str, Passage] = {}
    for passage in passages:
        first = seen.setdefault(passage.text, passage)
        if first is not passage:
            why = Reason("same_text", {"source": first.source, "page": first.page})
            if not first.paged:
                why = Reason("same_text_section", {"source": first.source, "section": first.heading})
        elif room.take(estimate(passage.text)):
            fitting.append(passage)
            continue
        else:
            why = Reason("over_budget", {"tokens": budget})
        dropped.append(
            Dropped(
                source=passage.source,
                page=passage.page if passage.paged else None,
                chunk=passage.chunk,
                codes=coded(why=why),
            )
        )
    return ComposedContext(fitting, dropped, int(room.used))
