"""An order of results by somebody who reads them: what `Searcher.search` may be given."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from edge.records import Hit, Reason

#: Results that are found for it, if fewer are asked for, and that it reads. With 14 no more questions had
#: their answer among the first five.
POOL = 10


class Reordered(NamedTuple):
    """The same results, ranked from 1; and why they are as they were, where they are."""

    hits: list[Hit]
    note: Reason | None = None


#: (query, results) -> the results in their new order.
Reorder = Callable[[str, list[Hit]], Reordered]


def reordered(query: str, k: int, reorder: Reorder | None, find: Callable[[int], list[Hit]]) -> Reordered:
    """The best `k` results. `find` gives as many as it is asked for, in the order that they have so far."""
    if reorder is None or k == 0:
        return Reordered(find(k))
    found = reorder(query, find(max(k, POOL)))
    return found._replace(hits=found.hits[:k])
