"""The documents of a knowledge base as a source of contexts: chunks, sections, and what stands beside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from edge.compose.item import ContextCandidate, Item, id_numbers

if TYPE_CHECKING:
    import apsw
    import numpy as np
    from numpy.typing import NDArray

    from edge.records import SearchResponse

_CHUNKS = """
    SELECT chunks.id, sources.name, sources.paged, pages.number, chunks.start, chunks."end", pages.text,
        chunks.heading
    FROM chunks JOIN pages ON pages.id = page_id JOIN sources ON sources.id = pages.source_id
    WHERE chunks.id IN (SELECT value FROM json_each(?))
"""
_SECTION = "SELECT id, section_id FROM chunks WHERE id IN (SELECT value FROM json_each(?)) AND section_id > 0"
_INSIDE = "SELECT section_id, id FROM chunks WHERE section_id IN (SELECT value FROM json_each(?)) ORDER BY id"
# Ids follow places: neighbours of one section have neighbouring ids.
_BESIDE = """
    SELECT here.id, there.id FROM chunks AS here JOIN chunks AS there
        ON there.section_id = here.section_id AND there.id BETWEEN here.id - ?2 AND here.id + ?2
        AND there.id != here.id
    WHERE here.id IN (SELECT value FROM json_each(?1))
    ORDER BY here.id, abs(there.id - here.id), there.id DESC
"""


class DocumentSource:
    """The chunks of one knowledge base. `search` finds pages, each by its best chunk."""

    name = "documents"

    def __init__(self, db: apsw.Connection, search: Callable[[str, int], SearchResponse]) -> None:
        self._db = db
        self._search = search

    def candidates(self, query: str, fetch_k: int) -> list[ContextCandidate]:
        """The best chunks of the best pages."""
        hits = [hit for hit in self._search(query, fetch_k).results if hit.chunk]
        top = max((hit.score for hit in hits), default=1.0) or 1.0
        return [ContextCandidate(f"c{hit.chunk}", hit.score / top, hit.channels) for hit in hits]

    def summaries(self, query: str, fetch_k: int) -> list[ContextCandidate]:
        """Documents have none."""
        return []

    def get(self, ids: Sequence[str]) -> dict[str, Item]:
        """Chunks, as they stand on their pages."""
        found = {}
        for chunk, name, paged, page, start, end, text, heading in self._db.execute(
            _CHUNKS, (id_numbers(ids),)
        ):
            # By place in the document: pages first.
            found[f"c{chunk}"] = Item(
                id=f"c{chunk}", kind="chunk", source=name, place=page * 10_000_000 + start,
                text=text[start:end].strip(), index=page if paged else 0, title=heading,
            )  # fmt: skip
        return found

    def children(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """The chunks of sections."""
        found: dict[str, list[str]] = {}
        for section, chunk in self._db.execute(_INSIDE, (id_numbers(ids),)):
            found.setdefault(f"p{section}", []).append(f"c{chunk}")
        return found

    def parents(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """The section of each chunk."""
        rows = self._db.execute(_SECTION, (id_numbers(ids),))
        return {f"c{chunk}": [f"p{section}"] for chunk, section in rows}

    def neighbours(self, ids: Sequence[str], n: int) -> dict[str, list[str]]:
        """Chunks of the same section."""
        found: dict[str, list[str]] = {}
        for here, there in self._db.execute(_BESIDE, (id_numbers(ids), n)):
            found.setdefault(f"c{here}", []).append(f"c{there}")
        return found

    def vectors(self, ids: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """None: chunks are told apart by their words."""
        return {}
