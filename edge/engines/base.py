"""What every engine that chooses sentences can do, and what one that writes or fills in forms can do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from edge.records import Completed, Draft, PagePicture, Passage


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


class Completer(Protocol):
    """A language model that fills in a form: Gemma behind its worker, Claude behind the gate.

    `name` is the engine (`gemma`, `claude`), `model` what it runs, `chars` how many characters of text it can
    read at once beside the instructions.
    """

    @property
    def name(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def chars(self) -> int: ...

    def complete(self, prompt: str, schema: Mapping[str, Any], *, instructions: str = "") -> Completed:
        """A value of a bounded JSON schema. `instructions` come first and never change.

        Raises PromptTooLong, OutputCut and CloudBroken, which can be mended by asking in another way, and
        other kinds of ModelError, CloudError or NotPermitted, which cannot.
        """
        ...


@runtime_checkable
class SeeingCompleter(Protocol):
    """A Completer that may also be shown pictures of pages.

    `sees`: pixels each way of the squares it is shown; 0: it has no eyes now. `eyes` names what it sees with;
    `picture_chars`: characters of text whose room a picture takes.
    """

    @property
    def sees(self) -> int: ...
    @property
    def eyes(self) -> str: ...
    @property
    def picture_chars(self) -> int: ...

    def complete(
        self, prompt: str, schema: Mapping[str, Any], *, instructions: str = "",
        pictures: Sequence[PagePicture] = (),
    ) -> Completed:  # fmt: skip
        """As `Completer.complete`; the pictures come before the prompt, in their order."""
        ...
