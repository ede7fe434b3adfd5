"""Finding memories: BM25 over title, content, keywords, situation and solution, vectors where there are any,
fused by reciprocal ranks, and the best of them ordered anew by their own context (`context_order`).

Where a query names days, memories that were learnt then have a share of the fused score; words that say how
long ago they were are not looked for.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from edge.memory import days, rows
from edge.memory.context_order import Ordered, ordered
from edge.memory.hits import hits
from edge.records import Reason
from edge.records.memory import MemoryHit, MemorySearch
from edge.state import full_text
from edge.state.access import Principal
from edge.text import tokens
from edge.text.query_text import clean_query

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


def search(
    db: apsw.Connection, principal: Principal, query: str, k: int, *, context: str = "", type: str = "",
    project: str = "", nearest: Nearest | None = None, with_context: bool = True,
    notes: Sequence[Reason] = (), now: datetime | None = None,
) -> MemorySearch:  # fmt: skip
    """The best `k` memories for a query. Any text is safe; one without words finds nothing.

    `context`: what is going on where it is asked; it orders, and finds nothing by itself. `with_context`
    False leaves the memories' own context out, for comparison. `now`: what "last week" is counted from.
    """
    began = time.perf_counter()
    past = days.past_days(query, now or datetime.now().astimezone())
    found = _found(
        db, principal, query, k, past, context=context, type=type, project=project, nearest=nearest,
        with_context=with_context,
    )  # fmt: skip
    results = hits(found)
    if results and nearest is not None and not past and _says_little(results[0], query):
        notes = [*notes, Reason("memory_little")]
    ms = round((time.perf_counter() - began) * 1e3, 3)
    response = MemorySearch(query=clean_query(query), results=results, ms=ms)
    if not notes:
        return response
    from edge import i18n

    return i18n.noted(response, list(notes), i18n.language(response.query))


def ranked(
    db: apsw.Connection, principal: Principal, query: str, k: int, *, nearest: Nearest | None = None,
    now: datetime | None = None,
) -> Ordered:  # fmt: skip
    """The same memories in the same order, with nothing told of them: what a context is made of."""
    past = days.past_days(query, now or datetime.now().astimezone())
    return _found(db, principal, query, k, past, nearest=nearest)


def _found(
    db: apsw.Connection, principal: Principal, query: str, k: int, past: days.PastDays | None, *,
    context: str = "", type: str = "", project: str = "", nearest: Nearest | None = None,
    with_context: bool = True,
) -> Ordered:  # fmt: skip
    words = past.words if past else full_text.query_words(query)
    about = past.subject if past else words
    conditions = [f"{name} = :{name}" for name, value in (("type", type), ("project", project)) if value]
    fetch = max(FETCH_K, k) * (_FURTHER if past else 1)  # words alike on many days
    by_words = full_text.ranked(
        db, "memory_fts", words, principal, weights=WEIGHTS if with_context else PLAIN, limit=fetch,
        where=" AND ".join(conditions), values={"type": type, "project": project} if conditions else None,
    )  # fmt: skip
    # A weight of nought still lets a row match.
    channels = [("words", [(item, score) for item, score in by_words if score > 0 or with_context])]
    if nearest is not None and about:
        channels.append(("vectors", nearest(past.rest if past else query, fetch)))
    learnt = past.learnt(db, principal, type=type, project=project, limit=_OF_DAYS) if past else {}
    if past and not about:  # it asks for nothing but what was learnt then
        channels.append(("days", [(item, -float(place)) for place, item in enumerate(list(learnt)[:fetch])]))
    fused = _fused(channels)
    if about:
        fused = days.gained(fused, learnt)
    # Only the best are read closely: that is what a search costs.
    best = sorted(fused, key=lambda item: (-sum(fused[item].values()), -item))[: max(k + k // 2, POOL)]
    kept = {
        item: memory
        for item, memory in rows.read(db, principal, best).items()
        if memory.superseded_by is None and memory.deleted_at is None
        and type in ("", memory.type) and project in ("", memory.project)
    }  # fmt: skip
    around = full_text.query_words(context)
    dated = past.dated if past else frozenset()
    return ordered(kept, fused, words, around, max(0, k), with_context=with_context, dated=dated)


def _says_little(best: MemoryHit, query: str) -> bool:
    """Whether the best that was found is not like the query and has but half of its content words or less."""
    asked = frozenset(full_text.query_words(query)) - tokens.stop_words()
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
