"""The results of a search as the reader of the default engine reads them.

Words and vectors find the pages that speak of the same; the reader tells which of them answers. Its evidence
is added to the score that a page has, as two opinions are pooled whose mistakes differ, and the part of a
page with its best line is what is shown (`bench/LOG.md`).
"""

from __future__ import annotations

from importlib.util import find_spec

from edge.cascade.factory import EngineFactory
from edge.compose.passages import compose_passages
from edge.engines.lines import shown
from edge.engines.reading_order import reading_order
from edge.errors import ModelError
from edge.records import Passage, Reason
from edge.search.reorder import BestLine, PagesRead, Reader
from edge.text.language import is_foreign

#: Tokens of passages that are looked through for windows, at most: ten full pages have about ten thousand.
BUDGET = 16_000


def by_reader(factory: EngineFactory) -> Reader | None:
    """What reads results with the reader that answers questions; None where the settings or the libraries
    that are here leave it out.
    """
    settings = factory.settings.search
    if settings.reader == "none" or settings.rerank:
        return None
    if not (find_spec("onnxruntime") and find_spec("tokenizers")):
        return None

    def read(query: str, passages: list[Passage]) -> PagesRead:
        if is_foreign(query) or len({one.rank for one in passages}) < 2:
            return PagesRead({})
        try:
            return PagesRead(_best_lines(factory, query, passages))
        except ModelError as error:
            return PagesRead({}, Reason("search_unread", {"error": error.message.rstrip(".")}))

    return read


def _best_lines(factory: EngineFactory, query: str, passages: list[Passage]) -> dict[int, BestLine]:
    """The windows that promise most are read, whichever page they are of."""
    passages = compose_passages(query, passages, BUDGET).passages
    measured, utility = factory.lexical.measure(query, passages)
    order = reading_order(utility, measured.candidates, passages)
    said = dict[int, BestLine]()
    for odds, line in factory.reader.glances(query, shown(passages), order):
        best = measured.candidates[line.candidates[0]]
        rank = passages[best.passage].rank
        if rank not in said or odds > said[rank].odds:
            said[rank] = BestLine(odds, (best.start, best.end))
    return said
