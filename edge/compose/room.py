"""The room of a context: whole things go in while there is some left, whatever they are counted in."""

from __future__ import annotations


class Room:
    """What a budget still has. Every prompt is packed against one: passages, items, lines of context."""

    def __init__(self, most: float) -> None:
        self.most = most
        self.used = 0.0

    @property
    def left(self) -> float:
        """What is free; below nought where more was reserved than there is."""
        return self.most - self.used

    def reserve(self, cost: float) -> None:
        """Take what has to be in, fit or not: the question, a heading."""
        self.used += cost

    def take(self, cost: float, most: float | None = None) -> bool:
        """Take `cost` if it is free (and no more than `most`)."""
        if cost > self.left or (most is not None and cost > most):
            return False
        self.used += cost
        return True
