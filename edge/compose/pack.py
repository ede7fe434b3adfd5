"""Packing a context within its budget, and writing it down: blocks by rank, inside each in its own order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import ceil
from typing import Protocol

from edge.compose.item import Item
from edge.compose.room import Room
from edge.errors import UsageError
from edge.text.tokens import CHARS_PER_TOKEN

#: Counts the tokens of a text. Fractions are welcome: they are summed up before they are rounded.
TokenCounter = Callable[[str], float]

#: What a sum of fractions may be off by: thirds that make exactly the budget fit into it.
_ROUNDING = 1e-9


def characters(per_token: float = CHARS_PER_TOKEN) -> TokenCounter:
    """A counter without a tokenizer. Three characters a token is the most that French and English take."""
    return lambda text: len(text) / per_token


class Tokenizer(Protocol):
    """A model that counts by its own tokenizer."""

    def count_tokens(self, texts: Sequence[str]) -> Sequence[int]: ...


def counter(chosen: str, model: Callable[[], Tokenizer]) -> tuple[TokenCounter, str]:
    """The counter that `compose.tokenizer` names, and what it is called. Raises UsageError."""
    if chosen == "estimate":
        return characters(), f"characters/{CHARS_PER_TOKEN}"
    if chosen == "gemma":
        return cache(lambda text: float(model().count_tokens([text])[0])), "gemma"
    raise UsageError(f"compose.tokenizer is {chosen!r}.", "One of: estimate, gemma.")


class Packer:
    """What is in a context so far, and what it takes."""

    def __init__(self, max_tokens: int, count: TokenCounter) -> None:
        self._room = Room(max_tokens + _ROUNDING)
        self.max_tokens = max_tokens
        self._count = count
        self._items: dict[str, Item] = {}
        self._blocks: set[tuple[str, str]] = set()

    @property
    def used(self) -> float:
        """Tokens that are taken."""
        return self._room.used

    def __contains__(self, id: str) -> bool:
        return id in self._items

    @property
    def left(self) -> float:
        """Tokens that are free."""
        return self._room.left

    def cost(self, item: Item) -> float:
        """Tokens that an item would take, the heading of its block included where it is the first there."""
        text = f"{item.shown}\n"
        return self._count(text if _block(item) in self._blocks else f"{_heading(item)}\n{text}")

    def add(self, item: Item, most: float | None = None) -> bool:
        """Put an item in, whole, if it fits (and takes no more than `most`)."""
        if item.id in self._items:
            return False
        if not self._room.take(self.cost(item), most):
            return False
        self._items[item.id] = item
        self._blocks.add(_block(item))
        return True

    def text(self, order: str = "rank") -> str:
        """The context. Blocks stand in the order in which their first item came; `edges` puts the second
        best last, the third second, and so on: what stands in the middle is read worst.
        """
        return self._write(self._items.values(), order)

    def settle(self, order: str = "rank") -> tuple[str, int, list[str]]:
        """The context, its tokens counted once more as a whole, and the items that had to go for it: a
        tokenizer may make more of a whole than of its parts.
        """
        gone: list[str] = []
        while True:
            text = self.text(order)
            used = ceil(self._count(text) - _ROUNDING) if text else 0
            if used <= self.max_tokens or not self._items:
                return text, used, gone
            gone.append(self._items.popitem()[0])

    @staticmethod
    def _write(items: Iterable[Item], order: str) -> str:
        blocks: dict[tuple[str, str], list[Item]] = {}
        sources: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for item in items:
            block = _block(item)
            if block not in blocks:
                sources.setdefault((item.kind, item.source), []).append(block)
            blocks.setdefault(block, []).append(item)
        ordered = [
            block
            for inside in sources.values()
            for block in sorted(inside, key=lambda one: min(item.place for item in blocks[one]))
        ]
        if order == "edges":
            ordered = [*ordered[::2], *reversed(ordered[1::2])]
        lines: list[str] = []
        for block in ordered:
            inside = sorted(blocks[block], key=lambda item: (item.place, item.id))
            lines += [block[1], *(item.shown for item in inside)]
        return "\n".join(lines)


def _block(item: Item) -> tuple[str, str]:
    """What stands under one heading."""
    return item.source, _heading(item)


def _heading(item: Item) -> str:
    """What stands above an item: where it comes from, in as few words as tell it."""
    if item.kind == "turn":
        return f"[{item.day}]" if item.day else f"[{item.source}]"
    if item.kind == "chunk":
        return f"[{item.source}, page {item.index}]" if item.index else f"[{item.source}]"
    if item.kind == "summary":
        return "[summaries]"
    return f"[{item.id}, {item.day}]"
