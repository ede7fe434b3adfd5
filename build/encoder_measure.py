"""How good an encoder is, by its vectors alone: paragraphs for questions, translations and their nearness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from corpus import pairs, paragraphs
from network import Encoder, Rows, embed
from tokenizers import Tokenizer
from torch import Tensor

Model = tuple[Encoder, Tokenizer]


def ids_of(tokenizer: Tokenizer, texts: Sequence[str], longest: int = 256) -> list[list[int]]:
    """Token ids of each text between its marks, at most `longest`; the closing mark stays."""
    found = []
    for first in range(0, len(texts), 20_000):  # one call for all would hold gigabytes of encodings
        for one in tokenizer.encode_batch_fast(list(texts[first : first + 20_000])):
            found.append(one.ids if len(one.ids) <= longest else [*one.ids[: longest - 1], one.ids[-1]])
    return found


def rows_of(tokenizer: Tokenizer, texts: Sequence[str], device: torch.device) -> Rows:
    """The same on the device."""
    return Rows(ids_of(tokenizer, texts), device)


def shares(similarity: Tensor, wanted: Tensor) -> list[float]:
    """Percent of rows whose wanted column is the most similar, and among the five most similar."""
    rank = (similarity > similarity.gather(1, wanted[:, None])).sum(1)
    return [round(100 * float((rank < depth).float().mean()), 1) for depth in (1, 5)]


class Measure:
    """The development data, tokenised once. Called: the figures of the encoder as it is."""

    def __init__(self, model: Model, teacher: Model, device: torch.device) -> None:
        self.encoder, tokenizer = model
        self.sets = {}
        for name in ("piaf", "squad"):
            held = paragraphs(f"{name}/dev.jsonl")
            asked = [(one.question, n) for n, it in enumerate(held) for one in it.questions if one.answerable]
            self.sets[name] = (
                rows_of(tokenizer, [question for question, _ in asked], device),
                torch.tensor([number for _, number in asked], device=device),
                rows_of(tokenizer, [it.text for it in held], device),
            )
        apart = pairs("dev")
        english = [pair.english for pair in apart]
        self.english = rows_of(tokenizer, english, device)
        self.french = rows_of(tokenizer, [pair.french for pair in apart], device)
        self.wanted = embed(teacher[0], rows_of(teacher[1], english, device))

    def __call__(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, (questions, answers, pages) in self.sets.items():
            found[name] = shares(embed(self.encoder, questions) @ embed(self.encoder, pages).T, answers)
        french, english = embed(self.encoder, self.french), embed(self.encoder, self.english)
        found["fr_en"] = shares(french @ english.T, torch.arange(len(french), device=french.device))[0]
        for name, vectors in (("cos_fr", french), ("cos_en", english)):
            found[name] = round(float((vectors * self.wanted).sum(1).mean()), 4)
        return found
