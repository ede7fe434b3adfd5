"""Batches for the encoder's training: sentences with their targets, and searches among paragraphs."""

from __future__ import annotations

import random
from typing import NamedTuple

import torch
from encoder_data import Pools, Searches
from encoder_model import cut
from encoder_teacher import LONGEST
from tokenizers import Tokenizer
from torch import Tensor

PAGES, QUESTIONS_EACH = 10, 3  # of a search


class Batch(NamedTuple):
    """Ids of texts, and which target each has: a teacher's vector, or with `pages` one of these texts."""

    rows: list[list[int]]
    which: Tensor
    pages: list[list[int]]


class Batches:
    """The batches of each pool, a pure function of (seed, pool)."""

    def __init__(
        self, tokenizer: Tokenizer, *, seed: int, tokens: int, searches: int, search_from: int
    ) -> None:
        self.tokenizer, self.seed, self.tokens = tokenizer, seed, tokens
        self.searches, self.search_from = searches, search_from
        self.pools = Pools(seed)
        self.asked = Searches(seed, PAGES, QUESTIONS_EACH)

    def at(self, number: int) -> list[Batch]:
        """A pool's batches in random order, its searches among them."""
        found = self._sentences(number)
        if number >= self.search_from:
            for n in range(self.searches):
                it = self.asked.at(number * self.searches + n)
                found.append(
                    Batch(self._ids(it.questions), torch.tensor(it.answers), self._ids(it.paragraphs))
                )
        random.Random(f"{self.seed} order {number}").shuffle(found)
        return found

    def _ids(self, texts: list[str]) -> list[list[int]]:
        return [cut(one.ids, LONGEST) for one in self.tokenizer.encode_batch_fast(texts)]

    def _sentences(self, number: int) -> list[Batch]:
        """Alike lengths together, about as many tokens in each."""
        rng = random.Random(f"{self.seed} batches {number}")
        items = self.pools.at(number).items
        rows = self._ids([text for text, _ in items])
        groups, chosen = list[list[int]](), list[int]()
        for n in sorted(range(len(rows)), key=lambda n: len(rows[n]) + rng.random() * 3):
            longest = max(len(rows[m]) for m in [*chosen[-8:], n])
            if chosen and (len(chosen) + 1) * longest > self.tokens:
                groups.append(chosen)
                chosen = []
            chosen.append(n)
        groups.append(chosen)
        return [
            Batch([rows[n] for n in group], torch.tensor([items[n][1] for n in group]), [])
            for group in groups
        ]
