"""What fits: the best candidates within a token budget, counted by the model's own tokenizer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edge.errors import PromptTooLong


@dataclass(frozen=True, slots=True)
class Packed:
    """Indices of the candidates, `kept` in reading order, `dropped` with the reason; `tokens` of the whole
    prompt."""

    kept: list[int]
    dropped: dict[int, str]
    tokens: int


def pack(costs: Sequence[int], skeleton: int, budget: int, window: int, labels: int) -> Packed:
    """Keep candidates, given best first, while they fit.

    `costs`: tokens of each candidate's line. `skeleton`: tokens of everything else, the question with it: it
    always stays, so a long question takes room from the sentences down to one, and the budget may then be
    passed but never the window. Raises PromptTooLong when not even one candidate fits the window.
    """
    kept: list[int] = []
    dropped: dict[int, str] = {}
    used = skeleton
    for index, cost in enumerate(costs):
        if len(kept) == labels:
            dropped[index] = f"more than {labels} sentences"
        elif used + cost > window or (kept and used + cost > budget):
            dropped[index] = f"over the budget of {min(budget, window)} tokens"
        else:
            kept.append(index)
            used += cost
    if costs and not kept:
        raise PromptTooLong(
            f"Question and instructions have {skeleton} tokens: no sentence fits beside them in {window}.",
            "Ask something shorter, or enlarge the window (EDGE_GEMMA_WINDOW).",
        )
    return Packed(kept, dropped, used)
