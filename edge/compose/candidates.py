"""One list of candidates out of several sources, and a second opinion on the best of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from edge.compose.item import ContextCandidate, ContextSource, Item
from edge.errors import ModelError
from edge.records import Reason
from edge.text import tokens

#: Texts that are scored between two looks at the clock.
BATCH = 12

#: A scorer of passages: (query, texts) -> a score of each, lazily, higher is better.
Scorer = Callable[[str, Sequence[str]], Iterator[float]]


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate with its item and the source that it comes from."""

    candidate: ContextCandidate
    item: Item
    source: ContextSource


def gather(query: str, sources: Sequence[ContextSource], fetch_k: int) -> list[Found]:
    """The candidates of all sources, best first. A source whose best item holds less of the query than
    another's counts for less: its best may be nothing.
    """
    asked = frozenset(tokens.stems(query))
    lists: list[tuple[float, list[Found]]] = []
    for source in sources:
        candidates = source.candidates(query, fetch_k)
        items = source.get([candidate.id for candidate in candidates])
        found = [Found(one, items[one.id], source) for one in candidates if one.id in items]
        lists.append((max((_held(asked, one.item) for one in found[:3]), default=0.0), found))
    top = max((share for share, found in lists if found), default=0.0) or 1.0
    several = sum(bool(found) for _, found in lists) > 1
    merged = [
        replace(one, candidate=replace(one.candidate, score=one.candidate.score * share / top))
        if several
        else one
        for share, found in lists
        for one in found
    ]
    return sorted(merged, key=lambda one: -one.candidate.score)[:fetch_k]


def reranked(
    query: str, found: list[Found], scorer: Callable[[], Scorer], *, seconds: float, top_k: int
) -> tuple[list[Found], Reason | None]:
    """The `top_k` best in the order of a scorer, each with the score that its new place had; or all as they
    were, and why, when it cannot be asked or has no time.
    """
    began = monotonic()
    try:
        ask = scorer()
        scores: list[float] = []
        for start in range(0, len(found), BATCH):
            scores += ask(query, [one.item.shown for one in found[start : start + BATCH]])
            if monotonic() - began > seconds and len(scores) < len(found):
                ms = round(seconds * 1e3)
                return found, Reason(
                    "not_reranked_time", {"ms": ms, "read": len(scores), "passages": len(found)}
                )
    except ModelError as error:
        return found, Reason("not_reranked", {"error": f"{error.message} {error.hint}".rstrip()})
    order = sorted(range(len(found)), key=lambda at: -scores[at])[: top_k or None]
    return [
        replace(found[at], candidate=replace(found[at].candidate, score=found[place].candidate.score))
        for place, at in enumerate(order)
    ], None


def _held(asked: frozenset[str], item: Item) -> float:
    """The share of the query's content words that an item holds."""
    if not asked:
        return 1.0
    return len(asked & frozenset(tokens.stems(f"{item.title} {item.shown}"))) / len(asked)
