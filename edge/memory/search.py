"""Hybrid search: words over title, content, keywords, situation and solution, vectors where there are any,
fused by reciprocal ranks, and the best of them ordered anew by how far their own context speaks to the query.

    score = .6 x fused (first in every channel: 1) + .4 x share of the query, by weight, met in the context

The weight of a word is its rarity among the candidates: what all of them hold decides nothing. Where a query
names days gone by, memories of those days have a share of the fused score, and what names them has none.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from math import log
from typing import TYPE_CHECKING

from edge.memory import days, rows
from edge.memory.stem_finder import StemFinder
from edge.records import Reason
from edge.records.memory import Memory, MemoryHit, MemoryMatch, MemorySearch
from edge.state import full_text
from edge.state.access import Principal
from edge.text import tokens
from edge.text.one_line import one_line
from edge.text.query_text import clean_query
from edge.text.sentences import split

if TYPE_CHECKING:
    import apsw

    from edge.memory.likeness import Nearest

#: Weights of title, text, keywords, situation and solution in BM25; the same without the context.
WEIGHTS = (3.0, 1.0, 3.0, 2.0, 2.0)
PLAIN = (3.0, 1.0, 0.0, 0.0, 0.0)
#: Candidates of each channel that are looked at closely, and the constant of reciprocal rank fusion.
FETCH_K, RRF_K = 60, 60
#: How much further each channel is read where a query names days.
_FURTHER = 10
#: Memories of the days that a query names, at most.
_OF_DAYS = 10_000
#: Candidates whose context is read.
POOL = 15
_CONTEXT_SHARE = 0.4
#: What two ranks of difference are in every channel.
_HARDLY = 0.02

#: Characters of the part that is shown.
_PART = 160


def search(
    db: apsw.Connection,
    principal: Principal,
    query: str,
    k: int,
    *,
    context: str = "",
    type: str = "",
    project: str = "",
    nearest: Nearest | None = None,
    with_context: bool = True,
    notes: Sequence[Reason] = (),
    now: datetime | None = None,
) -> MemorySearch:
    """The best `k` memories for a query. Any text is safe; one without words finds nothing.

    `context`: what is going on where it is asked; it orders, and finds nothing by itself. `with_context`
    False leaves the memories' own context out, for comparison. `now`: what "last week" is counted from.
    """
    began = time.perf_counter()
    past = days.past_days(query, now or datetime.now().astimezone())
    words = past.words if past else full_text.query_words(query)
    conditions = [f"{name} = :{name}" for name, value in (("type", type), ("project", project)) if value]
    fetch = max(FETCH_K, k) * (_FURTHER if past else 1)  # words alike on many days
    found = full_text.ranked(
        db, "memory_fts", words, principal, weights=WEIGHTS if with_context else PLAIN, limit=fetch,
        where=" AND ".join(conditions), values={"type": type, "project": project} if conditions else None,
    )  # fmt: skip
    # A weight of nought still lets a row match.
    found = [(item, score) for item, score in found if score > 0 or with_context]
    channels: list[tuple[str, list[tuple[int, float]]]] = [("words", found)]
    if nearest is not None and words:
        channels.append(("vectors", nearest(past.rest if past else query, fetch)))
    learnt = past.learnt(db, principal, type=type, project=project, limit=_OF_DAYS) if past else []
    if past and not words:  # it asks for nothing but what was learnt then
        channels.append(("days", [(item, -float(place)) for place, item in enumerate(learnt[:fetch])]))
    fused = _fused(channels)
    if words:
        fused = days.gained(fused, learnt)
    # Only the best are read closely: that is what a search costs.
    best = sorted(fused, key=lambda item: (-sum(fused[item].values()), -item))[: max(k + k // 2, POOL)]
    memories = rows.read(db, principal, best)
    kept = {
        item: memory
        for item, memory in memories.items()
        if memory.superseded_by is None and memory.deleted_at is None
        and (not type or memory.type == type) and (not project or memory.project == project)
    }  # fmt: skip
    around = full_text.query_words(context)
    hits = _ordered(kept, fused, words, around, max(0, k), with_context=with_context)
    if hits and nearest is not None and not past and _says_little(hits[0], words):
        notes = [*notes, Reason("memory_little")]
    ms = round((time.perf_counter() - began) * 1e3, 3)
    response = MemorySearch(query=clean_query(query), results=hits, ms=ms)
    if not notes:
        return response
    from edge import i18n

    return i18n.noted(response, list(notes), i18n.language(response.query))


def _says_little(best: MemoryHit, words: Sequence[str]) -> bool:
    """Whether the best that was found is not like the query and has but half of its content words or less."""
    asked = frozenset(words) - tokens.stop_words()
    met = asked.intersection(word for found in best.why.matched.values() for word in found)
    return "vectors" not in best.why.channels and len(asked) > 1 and 2 * len(met) <= len(asked)


def _fused(channels: Sequence[tuple[str, list[tuple[int, float]]]]) -> dict[int, dict[str, float]]:
    """What each channel gives: reciprocal ranks, first in all of them 1. Equal scores share a rank."""
    share = (RRF_K + 1) / len([found for _, found in channels if found] or [()])
    given: dict[int, dict[str, float]] = {}
    for name, found in channels:
        rank, before = 0, None
        for place, (item, score) in enumerate(found):
            if score != before:
                rank, before = place, score
            given.setdefault(item, {})[name] = share / (RRF_K + 1 + rank)
    return given


def _ordered(
    memories: dict[int, Memory],
    fused: dict[int, dict[str, float]],
    words: Sequence[str],
    around: Sequence[str],
    k: int,
    *,
    with_context: bool,
) -> list[MemoryHit]:
    asked = {full_text.stem(word): word for word in words}
    background = {full_text.stem(word): word for word in around if full_text.stem(word) not in asked}
    everything = asked | background
    finder = StemFinder(everything)
    held = {item: finder.fields(_texts(memory)) for item, memory in memories.items()}
    inside = {item: frozenset().union(*fields.values()) for item, fields in held.items()}
    rarity = {
        stem: _rarity(sum(stem in found for found in inside.values()), len(held)) for stem in everything
    }
    scored: list[tuple[float, str, int, dict[str, float]]] = []
    for item, memory in memories.items():
        channels = dict(fused[item])
        if with_context:
            known = frozenset().union(*(held[item][name] for name in _CONTEXT))
            share = _share(asked, known, rarity)
            if background:
                share = (2 * share + _share(background, known, rarity)) / 3
            channels = {name: value * (1 - _CONTEXT_SHARE) for name, value in channels.items()}
            channels["context"] = share * _CONTEXT_SHARE
        scored.append((round(sum(channels.values()), 6), memory.created_at, item, channels))
    # Of equals the newer: what was learnt later is likelier to hold still.
    best = sorted(_updated(scored, memories), key=lambda one: one[:3], reverse=True)[:k]
    return [_hit(memories[item], channels, held[item], everything, rarity) for *_, item, channels in best]


def _updated(
    scored: list[tuple[float, str, int, dict[str, float]]], memories: dict[int, Memory]
) -> list[tuple[float, str, int, dict[str, float]]]:
    """With those that say anew what a hardly better one says as good as that: of one type, the title of the
    older all in the newer's, and the older's context with no more of the query.
    """
    made = []
    for score, learnt, item, channels in scored:
        memory, words = memories[item], frozenset(tokens.stems(memories[item].title))
        gain = max(
            (
                better - score
                for better, before, other, given in scored
                if 0 < better - score <= _HARDLY and before < learnt and memories[other].type == memory.type
                and given.get("context", 0.0) <= channels.get("context", 0.0)
                and words.issuperset(older := tokens.stems(memories[other].title)) and older
            ),
            default=0.0,
        )  # fmt: skip
        made.append((round(score + gain, 6), learnt, item, channels | {"newer": gain} if gain else channels))
    return made


_CONTEXT = ("situation", "solution", "trigger_keywords", "what_failed", "error_messages")


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


def _hit(
    memory: Memory, channels: dict[str, float], fields: dict[str, frozenset[str]], asked: dict[str, str],
    rarity: dict[str, float],
) -> MemoryHit:  # fmt: skip
    matched = {name: [word for stem, word in asked.items() if stem in held] for name, held in fields.items()}
    weight = {name: sum(rarity[full_text.stem(word)] for word in matched[name]) for name in _CONTEXT}
    # Keywords are taken from the context: they decide only where its sentences do not.
    decided = max(weight, key=lambda name: (name != "trigger_keywords" and weight[name] > 0, weight[name]))
    part = ""
    if weight[decided]:
        value = getattr(memory.context, decided)
        part = _part(value if isinstance(value, str) else "; ".join(value), StemFinder(asked))
    return MemoryHit(
        id=memory.id, type=memory.type, title=memory.title, content=memory.content, project=memory.project,
        score=round(sum(channels.values()), 6), context=memory.context, created_at=memory.created_at,
        why=MemoryMatch(
            channels={name: round(value, 6) for name, value in channels.items()},
            matched={name: found for name, found in matched.items() if found},
            decided_by=decided if weight[decided] else "", part=part,
        ),
    )  # fmt: skip


def _part(text: str, finder: StemFinder) -> str:
    """The sentence of a text with most words of the query."""
    if len(text) <= _PART:
        return one_line(text, _PART)
    sentences = [text[unit.start : unit.end] for unit in split(text)] or [text]
    return one_line(max(sentences, key=lambda sentence: len(finder.stems(sentence))), _PART)
