"""What proposes for a message, and what fills in a form for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from edge.records import Completed, Context, Message, PassKind, Proposal


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


class Drafter(Protocol):
    """Reads one message and proposes what to do with it: rules, or a language model."""

    @property
    def name(self) -> str: ...
    @property
    def model(self) -> str: ...

    def draft(self, message: Message, kind: PassKind, context: Context, before: Proposal | None) -> Proposal:
        """One pass. `before` is what the pass before it proposed. Raises EdgeError: the pass has failed."""
        ...
