"""Search measured: at what rank the first expected page of each question comes.

Recall@k: at least one expected (source, page) among the first k results. MRR: the mean of 1 / rank, 0 for
what is not among the first ten.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Protocol

from edge.evaluate.gold import Gold, Page, grouped, nfc, warnings
from edge.evaluate.report import Latency, Miss, RetrievalFigures, RetrievalReport, missed
from edge.rates import latency, percent, rank_of
from edge.records import Hit, SearchResponse

CUTS = (1, 3, 5, 10)


class Searches(Protocol):
    """What is measured: anything that searches (`edge.open(...)`)."""

    def search(self, query: str, k: int | None = None) -> SearchResponse: ...


def measure(edge: Searches, gold: Iterable[Gold], by: str = "", tolerance: int = 0) -> RetrievalReport:
    """Search every question that has expected pages; `by` names a field to group by. A page of an expected
    document at most `tolerance` pages away counts as well.
    """
    ranks: list[tuple[Gold, int]] = []
    times: list[float] = []
    misses: list[Miss] = []
    skipped = 0
    seen: set[Page] = set()
    for item in gold:
        if not item.expected or not item.answerable:
            skipped += 1
            continue
        begun = time.perf_counter()
        response = edge.search(item.question, max(CUTS))
        times.append(1000 * (time.perf_counter() - begun))
        pages = [_pages_of(hit) for hit in response.results]
        seen.update(page for result in pages for page in result)
        rank = rank_of(item.expected, pages, tolerance)
        ranks.append((item, rank))
        if not 1 <= rank <= 5:
            got = [result[0] for result in pages[:5]]
            why = f"expected page at rank {rank}" if rank else "no expected page among the first 10"
            misses.append(missed(item, why, got))
    return RetrievalReport(
        figures=_recall(ranks),
        tolerance=tolerance,
        groups={name: _recall(part) for name, part in grouped(ranks, by).items()},
        skipped=skipped,
        latency_ms=Latency(**latency(times)),
        misses=misses,
        notes=warnings([item for item, _ in ranks], seen),
    )


def _pages_of(hit: Hit) -> list[Page]:
    """The pages of a result; the document alone where it has none."""
    return [(nfc(hit.source), page) for page in hit.pages] or [(nfc(hit.source), hit.page)]


def _recall(ranks: Sequence[tuple[Gold, int]]) -> RetrievalFigures:
    count = len(ranks)
    return RetrievalFigures(
        questions=count,
        recall={str(k): percent(sum(1 <= rank <= k for _, rank in ranks), count) or 0.0 for k in CUTS},
        mrr=round(sum(1 / rank for _, rank in ranks if 1 <= rank <= 10) / count, 4) if count else 0.0,
    )
