"""Contexts against what a person said of their items: labelled traces, composed once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from edge.records import Record
from edge.records.context import ComposedResult


class ComposeScore(Record, frozen=True, kw_only=True):
    """Of labelled items: how many helped and stand in the context, how many did not and stand there all the
    same. `precision`: helpful among the labelled ones that are in; None where nothing is to be shared.
    """

    contexts: int
    useful: int
    useful_kept: int
    useless: int
    useless_kept: int
    tokens: float  # mean, as used

    @property
    def recall(self) -> float | None:
        """Helpful items that are in, of all of them."""
        return self.useful_kept / self.useful if self.useful else None

    @property
    def precision(self) -> float | None:
        """Helpful items of the labelled ones that are in."""
        kept = self.useful_kept + self.useless_kept
        return self.useful_kept / kept if kept else None


def as_kept(traces: Iterable[Mapping[str, Any]]) -> ComposeScore:
    """The contexts as they were composed then."""
    return _score(
        (trace, {item["id"] for item in trace["items"] if item["kept"]}, trace["budget"]["used"])
        for trace in traces
    )


def composed_anew(
    traces: Iterable[Mapping[str, Any]], compose: Callable[[str, int], ComposedResult], max_tokens: int = 0
) -> ComposeScore:
    """The same queries with the settings of today, within `max_tokens` (0: each its own budget). What was
    deleted since can no longer be in: it counts as left out.
    """
    made = []
    for trace in traces:
        result = compose(trace["query"], max_tokens or trace["budget"]["inputTokens"])
        made.append((trace, {entry.id for entry in result.items if entry.kept}, result.budget.used))
    return _score(made)


def _score(made: Iterable[tuple[Mapping[str, Any], set[str], int]]) -> ComposeScore:
    counts = dict.fromkeys(("useful", "useful_kept", "useless", "useless_kept"), 0)
    used: list[int] = []
    for trace, kept, tokens in made:
        used.append(tokens)
        for label in trace["labels"]:
            kind = "useful" if label.useful else "useless"
            counts[kind] += 1
            counts[f"{kind}_kept"] += label.item in kept
    return ComposeScore(contexts=len(used), tokens=sum(used) / len(used) if used else 0.0, **counts)
