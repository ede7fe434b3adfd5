"""An engine that says what it is told to."""

from __future__ import annotations

from collections.abc import Sequence

from edge.errors import EdgeError
from edge.records import Draft, Passage


class FakeEngine:
    """Returns `drafts` one after the other (the last again and again); an EdgeError among them is raised."""

    def __init__(
        self,
        drafts: Sequence[Draft | EdgeError],
        *,
        name: str = "fake",
        model: str = "scripted",
        budget: int = 8_000,
    ) -> None:
        self.name = name
        self.model = model
        self.budget = budget
        self.calls: list[tuple[str, list[Passage]]] = []
        self._drafts = list(drafts)

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        """The next scripted draft; records what it was given in `calls`."""
        draft = self._drafts[min(len(self.calls), len(self._drafts) - 1)]
        self.calls.append((question, list(passages)))
        if isinstance(draft, EdgeError):
            raise draft
        return draft
