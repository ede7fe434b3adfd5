"""The knowledge base around a message: passages that share its names or words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from edge.context.finding import ContextFindings, limited
from edge.context.lookup import LookupTerms
from edge.context.relevance import relevant
from edge.records import ContextItem, Hit
from edge.text import tokens
from edge.text.one_line import one_line
from edge.text.truncate import truncate, unique

#: Finds the best hits for words: `lambda query, k: searcher.search(query, k).results`.
Search = Callable[[str, int], Sequence[Hit]]

#: Hits asked for, for each that is shown: most share too little with the message.
_WIDER = 4


class Knowledge:
    """Passages of a knowledge base, through a search function that is given."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def look(self, sought: LookupTerms, most: int) -> ContextFindings:
        """Passages that hold a name of the message, or two words of its subject; at most `most`, by rank.

        Raises what the search function raises.
        """
        if most <= 0 or not tokens.terms(sought.query):
            return ContextFindings()
        hits = self._search(sought.query, most * _WIDER)
        near = [hit for hit in hits if relevant(f"{hit.heading} {hit.text}", sought)]
        names = unique(f"passage: {one_line(hit.heading, 60) or _page(hit)}" for hit in near)

        def item(near: tuple[str, Hit], score: float) -> ContextItem:
            name, hit = near
            source = hit.source if hit.page is None else f"{hit.source}, page {hit.page}"
            return ContextItem(kind="passage", name=name, text=truncate(hit.text), source=source, score=score)

        ranked = enumerate(zip(names, near, strict=True), 1)
        return limited([(pair, 1 / rank) for rank, pair in ranked], most, item)


def _page(hit: Hit) -> str:
    return "text" if hit.page is None else f"page {hit.page}"
