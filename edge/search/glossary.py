"""Pages whose glossary has the term that a question wants defined: they gain, as the specification of the
retrieval asks (x 3.5).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from edge.text.definition import Heads, heads, term_of

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]

BOOST = 3.5
CHANNEL = "glossary"


class Glossary:
    """The terms of one knowledge base's glossaries. Read once, by the first question for a definition."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    @cached_property
    def _terms(self) -> list[tuple[Heads, int]]:
        """Terms as they are compared, with the ids of their pages."""
        rows = self._db.execute("SELECT term, page_id FROM glossary")
        return [(heads(str(term)), int(page)) for term, page in rows]

    def gain(self, typed: str, score: Scores, page_id: NDArray[np.uint32]) -> Scores | None:
        """What each page gains, shape (pages,); None where no definition is asked for, or none is there."""
        term = term_of(typed)
        if term is None:
            return None
        pages = [page for said, page in self._terms if term.is_one_of(said)]
        return (BOOST - 1) * score * np.isin(page_id, pages) if pages else None
