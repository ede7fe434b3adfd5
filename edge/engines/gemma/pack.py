"""What fits: the best candidates within a token budget, counted by the model's own tokenizer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edge.errors import PromptTooLong
from edge.records import Choice, Passage, Reason


@dataclass(frozen=True, slots=True)
class PackedCandidates:
    """Indices of the candidates, `kept` in reading order, `dropped` with the reason; `tokens` of the whole
    prompt."""

    kept: list[int]
    dropped: dict[int, Reason]
    tokens: int


def spread(candidates: Sequence[Choice], passages: Sequence[Passage]) -> list[Choice]:
    """The best candidate of every page before the second of any, the rest in their given order.

    A page that was found then always has a sentence in the prompt: five of about 25 tokens each.
    """
    first: dict[tuple[str, int], Choice] = {}
    for candidate in candidates:
        passage = passages[candidate.passage]
        first.setdefault((passage.source, passage.page), candidate)
    heads = list(first.values())
    taken = {id(candidate) for candidate in heads}
    return [*heads, *(candidate for candidate in candidates if id(candidate) not in taken)]


def pack(costs: Sequence[int], skeleton: int, budget: int, window: int, labels: int) -> PackedCandidates:
    """Keep candidates, given best first, while they fit.

    `costs`: tokens of each candidate's line. `skeleton`: tokens of everything else, the question with it: it
    always stays, so a long question takes room from the sentences down to one, and the budget may then be
    passed but never the window. Raises PromptTooLong when not even one candidate fits the window.
    """
    chosen: list[int] = []
    dropped: dict[int, Reason] = {}
    used = skeleton
    for index, cost in enumerate(costs):
        if len(chosen) == labels:
            dropped[index] = Reason("over_labels", {"most": labels})
        elif used + cost > window or (chosen and used + cost > budget):
            dropped[index] = Reason("over_budget", {"tokens": min(budget, window)})
        else:
            chosen.append(index)
            used += cost
    if costs and not chosen:
        raise PromptTooLong(
            f"Question and instructions have {skeleton} tokens: no sentence fits beside them in {window}.",
            "Ask something shorter, or enlarge the window (EDGE_GEMMA_WINDOW).",
        )
    return PackedCandidates(chosen, dropped, used)
