"""The order of what was found: by the channels, and by how far a memory's own context speaks to the query.

    score = .6 x fused (first in every channel: 1) + .4 x share of the query, by weight, met in the context

The weight of a word is its rarity among the candidates: what all of them hold decides nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import log
from typing import NamedTuple

from edge.memory.stem_finder import StemFinder
from edge.records.memory import Memory
from edge.state import full_text
from edge.text import tokens

#: Fields of a memory's context that speak to a query.
CONTEXT = ("situation", "solution", "trigger_keywords", "what_failed", "error_messages")
_CONTEXT_SHARE = 0.4
#: What two ranks of difference are in every channel.
_HARDLY = 0.02


class WeighedMemory(NamedTuple):
    """A memory with what each channel gave, the query's stems by field, and the score: 0 to 1, the sum of
    what the channels gave.
    """

    memory: Memory
    channels: dict[str, float]
    held: dict[str, frozenset[str]]
    score: float


class Ordered(NamedTuple):
    """The best, best first; the stems that were asked for, each with its word and its weight."""

    best: list[WeighedMemory]
    asked: dict[str, str]
    rarity: dict[str, float]


def ordered(
    memories: Mapping[int, Memory], fused: Mapping[int, dict[str, float]], words: Sequence[str],
    around: Sequence[str], k: int, *, with_context: bool, dated: AbstractSet[str] = frozenset(),
) -> Ordered:  # fmt: skip
    """The best `k`. `around`: words of what is going on, which count half as much as the query's; `dated`:
    those of a date, which is met whole or not at all.
    """
    asked = {full_text.stem(word): word for word in words}
    background = {full_text.stem(word): word for word in around if full_text.stem(word) not in asked}
    everything = asked | background
    day = frozenset(map(full_text.stem, dated))
    finder = StemFinder(everything)
    held = {item: finder.fields(_texts(memory)) for item, memory in memories.items()}
    inside = {item: frozenset().union(*fields.values()) for item, fields in held.items()}
    rarity = {
        stem: _rarity(sum(stem in found for found in inside.values()), len(held)) for stem in everything
    }
    scored = []
    for item, memory in memories.items():
        channels = dict(fused[item])
        if with_context:
            known = frozenset().union(*(held[item][name] for name in CONTEXT))
            if not day <= known:
                known -= day
            share = _share(asked, known, rarity)
            if background:
                share = (2 * share + _share(background, known, rarity)) / 3
            channels = {name: value * (1 - _CONTEXT_SHARE) for name, value in channels.items()}
            channels["context"] = share * _CONTEXT_SHARE
        scored.append(WeighedMemory(memory, channels, held[item], round(sum(channels.values()), 6)))
    # Of equals the newer: what was learnt later is likelier to hold still.
    best = sorted(
        _updated(scored), key=lambda one: (one.score, one.memory.created_at, _row(one)), reverse=True
    )
    return Ordered(best[:k], everything, rarity)


def _updated(scored: Sequence[WeighedMemory]) -> list[WeighedMemory]:
    """With those that say anew what a hardly better one says as good as that: of one type, the title of the
    older all in the newer's, and the older's context with no more of the query.
    """
    by_score = sorted(scored, key=lambda one: one.score)
    scores = [one.score for one in by_score]
    titles: dict[str, frozenset[str]] = {}
    made = []
    for one in by_score:
        better = by_score[bisect_right(scores, one.score) : bisect_right(scores, one.score + _HARDLY)]
        # Of those that it says anew the best.
        said = next((other for other in reversed(better) if _says_anew(one, other, titles)), one)
        if said is not one:
            channels = one.channels | {"newer": round(said.score - one.score, 6)}
            made.append(one._replace(channels=channels, score=said.score))
        else:
            made.append(one)
    return made


def _says_anew(new: WeighedMemory, old: WeighedMemory, titles: dict[str, frozenset[str]]) -> bool:
    if old.memory.created_at >= new.memory.created_at or old.memory.type != new.memory.type:
        return False
    if old.channels.get("context", 0.0) > new.channels.get("context", 0.0):
        return False
    words = _title(old, titles)
    return bool(words) and words <= _title(new, titles)


def _title(one: WeighedMemory, known: dict[str, frozenset[str]]) -> frozenset[str]:
    """The stems of a title, each found once."""
    if (found := known.get(one.memory.id)) is None:
        found = known[one.memory.id] = frozenset(tokens.stems(one.memory.title))
    return found


def _row(one: WeighedMemory) -> int:
    return int(one.memory.id[1:])


def _texts(memory: Memory) -> dict[str, str]:
    context = memory.context
    return {
        "title": memory.title, "content": memory.content, "situation": context.situation,
        "solution": context.solution, "trigger_keywords": " ".join(context.trigger_keywords),
        "what_failed": context.what_failed, "error_messages": "\n".join(context.error_messages),
    }  # fmt: skip


def _rarity(count: int, total: int) -> float:
    return log(1 + (total - count + 0.5) / (count + 0.5))


def _share(asked: dict[str, str], inside: frozenset[str], rarity: dict[str, float]) -> float:
    total = sum(rarity[stem] for stem in asked)
    return sum(rarity[stem] for stem in asked if stem in inside) / total if total else 0.0
