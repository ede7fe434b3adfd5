"""What proposes for a message."""

from __future__ import annotations

from typing import Protocol

from edge.records import Context, Message, PassKind, Proposal


class Drafter(Protocol):
    """Reads one message and proposes what to do with it: rules, or a language model."""

    @property
    def name(self) -> str: ...
    @property
    def model(self) -> str: ...

    def draft(self, message: Message, kind: PassKind, context: Context, before: Proposal | None) -> Proposal:
        """One pass. `before` is what the pass before it proposed. Raises EdgeError: the pass has failed."""
        ...
