"""What every engine that chooses sentences can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from edge.records import Draft, Passage


class Chooser(Protocol):
    """Chooses, among the sentences and table rows of passages, those that answer a question.

    `name` is the engine (`lexical`, `gemma`, `claude`), `model` what it runs (a file, a weights version),
    `budget` the most tokens of passages it reads.
    """

    name: str
    model: str
    budget: int

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        """Candidate quotes best first, with the probability of "not in the passages"."""
        ...
