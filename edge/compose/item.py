"""What can stand in a context, and what every kind of source answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ItemKind = Literal["chunk", "turn", "memory", "summary"]


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that can be read. `source`: the document, the conversation, or "memories"; `place` its order
    there; `day` when it was said or kept, as YYYY-MM-DD, where that tells something.
    """

    id: str
    kind: ItemKind
    source: str
    place: int
    text: str
    role: str = ""
    day: str = ""
    level: int = 0
    index: int = 0  # of a turn: its number in the conversation; of a chunk: its page, 0 where there are none
    title: str = ""

    @property
    def shown(self) -> str:
        """As it stands in the context."""
        return f"{self.role}: {self.text}" if self.role else self.text


def id_numbers(ids: Sequence[str]) -> str:
    """The numbers in ids of one kind (c31, c4) as a JSON list: what a statement binds."""
    return msgspec.json.encode([int(id[1:]) for id in ids]).decode()


@dataclass(frozen=True, slots=True)
class ContextCandidate:
    """Something found. `score`: 1 for the best of its source; `channels`: what gave it."""

    id: str
    score: float
    channels: dict[str, float]


class ContextSource(Protocol):
    """One kind of thing that contexts are made of. Bound to a principal: nothing that they may not read
    comes out, nor sways a score.
    """

    @property
    def name(self) -> str: ...

    def candidates(self, query: str, fetch_k: int) -> list[ContextCandidate]:
        """The best for a query, best first, ties by id."""
        ...

    def get(self, ids: Sequence[str]) -> dict[str, Item]:
        """Items by id; those that are not there are left out."""
        ...

    def children(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """What each covers: a section its chunks, a summary its turns, a pattern its episodes."""
        ...

    def parents(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """What covers each."""
        ...

    def neighbours(self, ids: Sequence[str], n: int) -> dict[str, list[str]]:
        """What stands within `n` places of each in its own source, the nearest first."""
        ...

    def summaries(self, query: str, fetch_k: int) -> list[ContextCandidate]:
        """The best summaries for a query; none where the source has none."""
        ...

    def vectors(self, ids: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Unit vectors of items, as far as there are any."""
        ...
