"""A clause of a message with the values that stand in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from edge.extract.rules.parsed_message import Clause

if TYPE_CHECKING:
    from edge.values.addresses import Address
    from edge.values.amounts import Amount
    from edge.values.dates import When
    from edge.values.identifiers import Identifier
    from edge.values.phones import Phone
    from edge.values.span import ValueSpan


@dataclass(slots=True)
class AnnotatedClause:
    """A clause with the values in it. Offsets of values are those of the text the clause is of."""

    clause: Clause
    french: bool
    whens: list[When] = field(default_factory=list)
    amounts: list[Amount] = field(default_factory=list)
    phones: list[Phone] = field(default_factory=list)
    identifiers: list[Identifier] = field(default_factory=list)
    addresses: list[Address] = field(default_factory=list)
    #: Days on which nothing is; in `whens` too where no other day stands for them.
    withdrawn: list[When] = field(default_factory=list)
    #: Labelled numbers, once `edge.extract.rules.references` has looked.
    labelled: list[tuple[str, str]] | None = None

    def cued(self, *names: str) -> bool:
        """Whether it has one of these cues."""
        return not self.clause.cues.isdisjoint(names)

    def before(self, value: ValueSpan) -> str:
        """Its text before a value."""
        return self.clause.text[: max(0, value.start - self.clause.start)]

    def behind(self, value: ValueSpan) -> str:
        """Its text behind a value."""
        return self.clause.text[max(0, value.end - self.clause.start) :]

    def between(self, first: ValueSpan, second: ValueSpan) -> str:
        """Its text from one value to the next."""
        return self.clause.text[first.end - self.clause.start : second.start - self.clause.start]
