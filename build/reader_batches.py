"""Batches of the reader's examples, alike lengths together, a function of the seed and their number."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from reader_examples import Example, Maker
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

POOL = 8  # batches that are made together and sorted by length


class Batch(NamedTuple):
    """ids, types, mask, line (batch, length), line -1 for none; gold (batch, 1 + lines), where column 0 is
    "none of them"; first, last (batch,) of the exact words; known (batch,): whether those are.
    """

    ids: Tensor
    types: Tensor
    mask: Tensor
    line: Tensor
    gold: Tensor
    first: Tensor
    last: Tensor
    known: Tensor

    def to(self, device: torch.device) -> Batch:
        """The same there."""
        return Batch(*(one.to(device, non_blocking=True) for one in self))


def collate(examples: Sequence[Example]) -> Batch:
    """Examples side by side, padded with zeros."""
    count = len(examples)
    longest = (max(len(one.ids) for one in examples) + 7) // 8 * 8
    ids, types = (np.zeros((count, longest), np.int64) for _ in range(2))
    mask, line = np.zeros((count, longest), bool), np.full((count, longest), -1, np.int64)
    gold = np.zeros((count, 2 + max(max(one.line) for one in examples)), bool)
    span, known = np.zeros((2, count), np.int64), np.zeros(count, bool)
    for n, one in enumerate(examples):
        length = len(one.ids)
        ids[n, :length], line[n, :length], mask[n, :length] = one.ids, one.line, True
        types[n, one.begin : length] = 1
        gold[n, [number + 1 for number in one.gold] or [0]] = True
        known[n] = one.span is not None
        span[:, n] = one.span or (0, 0)
    return Batch(*map(torch.from_numpy, (ids, types, mask, line, gold, *span, known)))


class Pools(Dataset[list[Batch]]):
    """Each item POOL batches in random order, so that a window of 60 tokens is not padded to 256."""

    def __init__(self, maker: Maker, size: int) -> None:
        self.maker, self.size = maker, size

    def __len__(self) -> int:
        return 2**40

    def __getitem__(self, number: int) -> list[Batch]:
        torch.set_num_threads(1)
        first = number * POOL * self.size
        made = sorted(
            map(self.maker.at, range(first, first + POOL * self.size)), key=lambda one: len(one.ids)
        )
        groups = [made[at : at + self.size] for at in range(0, len(made), self.size)]
        random.Random(f"{self.maker.seed} pool {number}").shuffle(groups)
        return [collate(group) for group in groups]


def batches(
    maker: Maker, size: int, start: int, steps: int, workers: int, *, pinned: bool
) -> Iterator[Batch]:
    """The batches of step `start` up to `steps`, made by that many processes, in the same order with any
    number.
    """
    numbers = range(start // POOL, -(-steps // POOL))
    loader = DataLoader(
        Pools(maker, size),
        batch_size=None,
        sampler=numbers,
        num_workers=workers,
        pin_memory=pinned,
        prefetch_factor=2 if workers else None,
    )
    skip = start % POOL
    for pool in loader:
        yield from pool[skip:]
        skip = 0
