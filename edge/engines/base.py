"""What every engine that chooses sentences can do, and what one that writes can do besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import msgspec

from edge.records import Draft, Passage


class Chooser(Protocol):
    """Chooses, among the sentences and table rows of passages, those that answer a question.

    `name` is the engine (`lexical`, `gemma`, `claude`), `model` what it runs (a file, a weights version),
    `budget` the most tokens of passages it reads.
    """

    @property
    def name(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def budget(self) -> int: ...

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        """Candidate quotes best first, with the probability of "not in the passages"."""
        ...


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """Text from the model. `logprobs`: of each token, natural logarithm. `tokens`: prompt, reused,
    written."""

    text: str
    logprobs: list[float]
    tokens: dict[str, int]


@runtime_checkable
class ClosedBook(Protocol):
    """An engine that can speak without any document."""

    def blind(self, question: str) -> Written:
        """A closed-book draft. Raises ModelError, OutputCut when it has no end."""
        ...


class Writer(Chooser, ClosedBook, Protocol):
    """An engine that also writes, and can be asked how far its words hang on the quotes."""

    def grounds(self, draft: Draft) -> list[str]:
        """The quotes of a draft that an answer is written from."""
        ...

    def context_gain(self, question: str, quotes: Sequence[str], answer: str) -> float:
        """Mean log P(answer | quotes) - mean log P(answer | nothing), per token."""
        ...

    def reordered(self, question: str, passages: Sequence[Passage]) -> Draft:
        """A second reading with the passages in the opposite order; nothing is written."""
        ...
