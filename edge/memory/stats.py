"""The measures of the store: how many memories know their why, how fast they are found, and whether that why
helps to find them.
"""

from __future__ import annotations

import time
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

from edge.memory.reader import MemoryReader
from edge.memory.search import search
from edge.records.memory import Memory, MemoryStats
from edge.state.access import READABLE, Principal
from edge.state.database import first
from edge.text import tokens

if TYPE_CHECKING:
    import apsw

#: Memories that are searched for, evenly spread, and the words of their situation that are typed.
SAMPLED, TYPED = 100, 4


def stats(db: apsw.Connection, principal: Principal, path: Path) -> MemoryStats:
    """What the principal may read, counted; the searches are made now."""
    store = MemoryReader(db, principal)
    live = store.many(store.ids())
    sample = live[:: max(1, len(live) // SAMPLED)][:SAMPLED]
    times: list[float] = []
    found = {True: 0, False: 0}
    for memory in sample:
        for with_context in (True, False):
            began = time.perf_counter()
            results = search(db, principal, _typed(memory), 1, with_context=with_context).results
            if with_context:
                times.append((time.perf_counter() - began) * 1e3)
            found[with_context] += bool(results) and results[0].id == memory.id
    by_type: dict[str, int] = {}
    for memory in live:
        by_type[memory.type] = by_type.get(memory.type, 0) + 1
    complete = sum(memory.complete for memory in live)
    return MemoryStats(
        memories=len(live),
        superseded=_count(db, principal, "superseded_by IS NOT NULL AND deleted_at IS NULL"),
        deleted=_count(db, principal, "deleted_at IS NOT NULL"),
        by_type=dict(sorted(by_type.items())), complete=complete,
        complete_share=complete / len(live) if live else None,
        sampled=len(sample), search_ms_p50=_quantile(times, 50), search_ms_p95=_quantile(times, 95),
        recall_at_1=found[True] / len(sample) if sample else None,
        recall_at_1_without_context=found[False] / len(sample) if sample else None,
        vectors=_count(db, principal, "live AND id IN (SELECT item FROM item_vectors)"),
        bytes=path.stat().st_size,
    )  # fmt: skip


def _typed(memory: Memory) -> str:
    """The title and a few words of the situation: what somebody who is in it again would type."""
    words = list(dict.fromkeys(tokens.terms(memory.context.situation)))
    return f"{memory.title} {' '.join(words[-TYPED:])}"


def _count(db: apsw.Connection, principal: Principal, where: str) -> int:
    sql = f"SELECT count(*) FROM items WHERE kind = 'memory' AND space IN {READABLE} AND {where}"
    found = first(db, sql, principal.bound())
    return int(found[0]) if found else 0


def _quantile(times: list[float], percent: int) -> float | None:
    if len(times) < 2:
        return round(times[0], 3) if times else None
    return round(quantiles(times, n=100, method="inclusive")[percent - 1], 3)
