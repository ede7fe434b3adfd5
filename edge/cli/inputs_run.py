"""A run of a command over several inputs: results as they come, what could not be read, what ended it.
Whatever ends it, what was done before is told.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from edge.cli import failure
from edge.errors import EdgeError

Done = TypeVar("Done")
Unread = TypeVar("Unread")


@dataclass
class InputsRun(ABC, Generic[Done, Unread]):
    """`told`: each result is printed for people as it comes. `failures`: inputs that could not be read.
    `stop`: what ended the run before its end.
    """

    told: bool
    quiet: bool = False
    failures: list[Unread] = field(default_factory=list)
    stop: EdgeError | KeyboardInterrupt | None = None

    def follow(self, found: Iterable[Done | Unread]) -> None:
        """Take results as they come. Raises what ends it where there is nothing to tell yet."""
        try:
            for item in found:
                self.take(item)
        except (EdgeError, KeyboardInterrupt) as error:
            self.ended(error)

    @abstractmethod
    def take(self, item: Done | Unread) -> None:
        """Keep a result or a failure, and print it where it is told."""

    def ended(self, error: EdgeError | KeyboardInterrupt) -> None:
        """Keep what ended the run; raised where there is nothing to tell yet."""
        if self.nothing:
            raise error
        self.stop = error

    @property
    @abstractmethod
    def results(self) -> Sequence[Any]:
        """The results that are kept in memory, in order."""

    @property
    @abstractmethod
    def nothing(self) -> bool:
        """Nothing was read, and nothing failed."""

    def single(self, *, alone: bool) -> bool:
        """Whether the run has the one result that was asked for (`alone`: one input was named)."""
        return alone and len(self.results) == 1 and not self.failures and self.stop is None

    def document(self, *, alone: bool) -> Any:
        """What --json prints: the result of the one input that was named, else a list."""
        if self.single(alone=alone):
            return self.results[0]
        told: dict[str, Any] = {"schema": 1, "results": self.results, "failed": self.failures}
        told |= self.beside()
        if self.stop is not None:
            told["error"] = failure.detail(self.stop)
        return told

    def beside(self) -> dict[str, Any]:
        """What the list has besides results and failures."""
        return {}
