"""What vectors may find by themselves: memories that are like enough to the query."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import apsw

    from edge.compose.embedder import ItemEmbedder
    from edge.state.access import Principal

#: The best items by meaning: (query, how many) -> (row, cosine), best first; None where it cannot be had.
Nearest = Callable[[str, int], list[tuple[int, float]]]

#: By encoder, the cosine below which a memory is not like the query. Something is always nearest; without a
#: floor it is found however unlike it is.
#:
#: encoder-fr-en, 272 memories of three months in French and English, 164 questions: of 31,743 pairs of a
#: question and a memory of something else the median is .05, the 95th percentile .23, the 99th .33. Of 120
#: right memories the median is .61; of the 27 that share no word with their question six lie below .33, five
#: of which were no better than fifth by meaning. With the floor 93 right ones come first (92 without) and 111
#: among the first three (112); of 44 questions about nothing that is kept 17 find nothing (none without).
FLOOR = {"encoder-fr-en": 0.33}


def nearest(embedder: ItemEmbedder, db: apsw.Connection, principal: Principal) -> Nearest:
    """The memories that an encoder finds like a query. One whose cosines were not measured finds any."""
    floor = FLOOR.get(embedder.name, -1.0)

    def found(query: str, limit: int) -> list[tuple[int, float]]:
        near = embedder.nearest(db, principal, kind="memory", query=query, limit=limit)
        return [(item, cosine) for item, cosine in near if cosine >= floor]

    return found
