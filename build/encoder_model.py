"""The bilingual encoder as a network: MiniLM's shape, mean pooling, unit length. Torch, build time only.

Weights have the reader's names (its layers are these layers), and `bert_names` gives them Hugging Face's
names again for the export. Base: all-MiniLM-L6-v2, whose digests `reader_model.base_folder` checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from reader_model import HEADS, HIDDEN, INNER, LAYERS, POSITIONS, VOCABULARY, Layer, base_folder
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

_WHERE = (
    ("words.weight", "embeddings.word_embeddings.weight"),
    ("places.weight", "embeddings.position_embeddings.weight"),
    ("types.weight", "embeddings.token_type_embeddings.weight"),
    ("norm.weight", "embeddings.LayerNorm.weight"),
    ("norm.bias", "embeddings.LayerNorm.bias"),
)
_IN_LAYER = (
    ("out", "attention.output.dense"),
    ("norm1", "attention.output.LayerNorm"),
    ("up", "intermediate.dense"),
    ("down", "output.dense"),
    ("norm2", "output.LayerNorm"),
)
_ROLES = ("query", "key", "value")


class Encoder(nn.Module):
    """(ids, mask), int64 (batch, length) -> unit vectors (batch, 384)."""

    def __init__(self, vocabulary: int = VOCABULARY) -> None:
        super().__init__()
        self.words = nn.Embedding(vocabulary, HIDDEN)
        self.places = nn.Embedding(POSITIONS, HIDDEN)
        self.types = nn.Embedding(2, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.layers = nn.ModuleList([Layer(HIDDEN, HEADS, INNER) for _ in range(LAYERS)])

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.places(places) + self.types.weight[0])
        bias = ((1.0 - mask.to(x.dtype)) * -1e4)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, bias, 0.0)
        weight = mask.to(x.dtype).unsqueeze(-1)
        pooled = (x * weight).sum(1).float() / weight.sum(1).float()
        return functional.normalize(pooled, dim=-1)


def load_teacher() -> tuple[Encoder, Tokenizer]:
    """MiniLM as published."""
    from safetensors.torch import load_file

    folder = base_folder()
    held = load_file(folder / "model.safetensors")
    weights = {ours: held[theirs] for ours, theirs in _WHERE}
    for n in range(LAYERS):
        old, new = f"encoder.layer.{n}.", f"layers.{n}."
        for part in ("weight", "bias"):
            roles = [held[f"{old}attention.self.{role}.{part}"] for role in _ROLES]
            weights[f"{new}qkv.{part}"] = torch.cat(roles)
            for ours, theirs in _IN_LAYER:
                weights[f"{new}{ours}.{part}"] = held[f"{old}{theirs}.{part}"]
    teacher = Encoder()
    teacher.load_state_dict(weights)
    return teacher.eval(), _plain(folder / "tokenizer.json")


def load_student(folder: Path) -> tuple[Encoder, Tokenizer]:
    """The teacher's layers under the new word table that build/bilingual_vocabulary.py wrote."""
    table = folder / "table.npy"
    if not table.is_file():
        raise SystemExit(f"{table} is absent: python build/bilingual_vocabulary.py")
    rows = torch.from_numpy(np.load(table))
    teacher, _ = load_teacher()
    student = Encoder(len(rows))
    student.load_state_dict({**teacher.state_dict(), "words.weight": rows})
    return student, _plain(folder / "tokenizer.json")


def _plain(path: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def bert_names(encoder: Encoder) -> dict[str, NDArray[np.float32]]:
    """The weights under Hugging Face's names."""
    held = {name: value.detach().float().numpy() for name, value in encoder.state_dict().items()}
    weights = {theirs: held[ours] for ours, theirs in _WHERE}
    for n in range(LAYERS):
        old, new = f"encoder.layer.{n}.", f"layers.{n}."
        for part in ("weight", "bias"):
            thirds = np.split(held[f"{new}qkv.{part}"], 3)
            for role, value in zip(_ROLES, thirds, strict=True):
                weights[f"{old}attention.self.{role}.{part}"] = value
            for ours, theirs in _IN_LAYER:
                weights[f"{old}{theirs}.{part}"] = held[f"{new}{ours}.{part}"]
    return weights


def padded(rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """Ids and mask of texts of several lengths."""
    longest = max(map(len, rows))
    ids = torch.zeros(len(rows), longest, dtype=torch.int64)
    mask = torch.zeros(len(rows), longest, dtype=torch.int64)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = torch.tensor(row)
        mask[number, : len(row)] = 1
    return ids, mask


def cut(ids: list[int], longest: int) -> list[int]:
    """At most that many ids; the closing mark stays."""
    return ids if len(ids) <= longest else [*ids[: longest - 1], ids[-1]]


def embed(
    encoder: Encoder, tokenizer: Tokenizer, texts: list[str], *, longest: int = 256, tokens: int = 4096
) -> Tensor:
    """Vectors of texts (texts, 384), alike lengths together; bfloat16 where the processor has it."""
    rows = [cut(one.ids, longest) for one in tokenizer.encode_batch_fast(texts)]
    order = sorted(range(len(rows)), key=lambda number: len(rows[number]))
    found = torch.empty(len(rows), HIDDEN)
    first = 0
    with torch.inference_mode(), torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_bf16()):
        while first < len(order):
            last = first + 1
            while last < len(order) and (last + 1 - first) * len(rows[order[last]]) <= tokens:
                last += 1
            chosen = order[first:last]
            found[chosen] = encoder(*padded([rows[number] for number in chosen]))
            first = last
    return found


def has_bf16() -> bool:
    """Whether the processor has bfloat16 matrix tiles (AMX). AVX512-BF16 alone is slower than float32: 774
    against 1,313 tokens a second in training (measured on a Xeon whose AMX is hidden).
    """
    info = Path("/proc/cpuinfo")
    return info.is_file() and "amx_bf16" in info.read_text(encoding="utf-8")
