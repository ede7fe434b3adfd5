"""The two networks of edge: MiniLM's trunk, an encoder on it and a reader on it. Torch, build time only.

BERT with six layers (Devlin et al. 2018; Wang et al. 2020 for its size). The encoder is the mean over the
tokens at unit length. The reader is one logit a token, and a head for the exact words that is learnt from
and does not ship.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

LAYERS, HIDDEN, HEADS, INNER, POSITIONS = 6, 384, 12, 1536, 512
EPSILON = 1e-12
FAR = -1e4  # added to what is not there; fits bfloat16
COLUMNS, MOST = 64, 7  # of the word table in 4 bits: columns that share a scale, largest whole number


class Layer(nn.Module):
    """One transformer layer, normalised after each sum (BERT's order)."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(HIDDEN, 3 * HIDDEN)
        self.out = nn.Linear(HIDDEN, HIDDEN)
        self.norm1 = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.up = nn.Linear(HIDDEN, INNER)
        self.down = nn.Linear(INNER, HIDDEN)
        self.norm2 = nn.LayerNorm(HIDDEN, eps=EPSILON)

    def forward(self, x: Tensor, bias: Tensor, dropout: float) -> Tensor:
        batch, length, _ = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias, dropout_p=dropout)
        mixed = self.out(mixed.transpose(1, 2).reshape(batch, length, HIDDEN))
        x = self.norm1(x + functional.dropout(mixed, dropout))
        wide = functional.dropout(self.down(functional.gelu(self.up(x))), dropout)
        found: Tensor = self.norm2(x + wide)
        return found


class Trunk(nn.Module):
    """(ids, mask, types), (batch, length) each -> hidden states (batch, length, 384)."""

    def __init__(self, vocabulary: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.words = nn.Embedding(vocabulary, HIDDEN)
        self.places = nn.Embedding(POSITIONS, HIDDEN)
        self.types = nn.Embedding(2, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self.dropout = dropout

    def hidden(self, ids: Tensor, mask: Tensor, types: Tensor | None = None) -> Tensor:
        dropout = self.dropout if self.training else 0.0
        places = self.places(torch.arange(ids.shape[1], device=ids.device))
        kinds = self.types.weight[0] if types is None else self.types(types)
        x = functional.dropout(self.norm(self.words(ids) + places + kinds), dropout)
        bias = ((1.0 - mask.to(x.dtype)) * FAR)[:, None, None, :]
        if torch.is_autocast_enabled(x.device.type):
            bias = bias.to(torch.bfloat16)
        for layer in self.layers:
            x = layer(x, bias, dropout)
        return x


class Encoder(Trunk):
    """(ids, mask), (batch, length) -> unit vectors (batch, 384)."""

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        x = self.hidden(ids, mask).float()
        weight = mask.to(x.dtype).unsqueeze(-1)
        return functional.normalize((x * weight).sum(1) / weight.sum(1), dim=-1)


class Reader(Trunk):
    """(ids, mask, types), (batch, length) -> logits of evidence, first and last word (batch, length) each."""

    def __init__(self, vocabulary: int, dropout: float = 0.0) -> None:
        super().__init__(vocabulary, dropout)
        self.evidence = nn.Linear(HIDDEN, 1)
        self.span = nn.Linear(HIDDEN, 2)

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x = self.hidden(ids, mask, types).float()
        with torch.autocast(x.device.type, enabled=False):  # the heads stay in float32
            first, last = self.span(x).unbind(-1)
            return self.evidence(x).squeeze(-1), first, last


def four_bits(table: Tensor) -> Tensor:
    """The word table as the exported graph holds it: 4 bits, a float16 scale for each 64 columns."""
    blocks = table.view(len(table), -1, COLUMNS)
    scale = blocks.abs().amax(2, keepdim=True).clamp(min=1e-12) / MOST
    whole = (blocks / scale).round().clamp(-MOST, MOST)
    return (whole * scale.half().float()).view_as(table)


class Rows:
    """Token ids of many texts, flat on the device, so that a batch is made without the processor."""

    def __init__(self, rows: Sequence[Sequence[int]], device: torch.device) -> None:
        self.device = device
        self.lengths = torch.tensor([len(row) for row in rows], device=device)
        self.starts = torch.cumsum(self.lengths, 0) - self.lengths
        flat = np.fromiter((one for row in rows for one in row), np.int32, count=int(self.lengths.sum()))
        self.flat = torch.from_numpy(flat).to(device)

    def __len__(self) -> int:
        return len(self.lengths)

    def batch(self, chosen: Tensor, longest: int) -> tuple[Tensor, Tensor]:
        """(ids, mask) of the texts with these numbers, (texts, length), each cut to `longest`."""
        length = self.lengths[chosen].clamp(max=longest)
        at = torch.arange((int(length.max()) + 7) // 8 * 8, device=self.device)
        mask = at < length[:, None]
        place = (self.starts[chosen][:, None] + at).clamp(max=len(self.flat) - 1)
        return torch.where(mask, self.flat[place].long(), 0), mask


def device_of(name: str) -> torch.device:
    """`auto`: the GPU where there is one, else the processor."""
    return torch.device(("cuda" if torch.cuda.is_available() else "cpu") if name == "auto" else name)


def mixed(device: torch.device) -> AbstractContextManager[None]:
    """bfloat16 on a GPU; float32 on a processor, most of which are slower in bfloat16."""
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda")


@torch.inference_mode()
def embed(encoder: Encoder, rows: Rows, *, longest: int = 256, tokens: int = 65_536) -> Tensor:
    """Vectors (texts, 384) of all texts, alike lengths together, about `tokens` of them at a time."""
    training = encoder.training
    encoder.eval()
    order = torch.argsort(rows.lengths)
    lengths = rows.lengths[order].clamp(max=longest).tolist()
    found = torch.empty(len(rows), HIDDEN, device=rows.device)
    first = 0
    while first < len(order):
        last = first + 1
        while last < len(order) and (last + 1 - first) * lengths[last] <= tokens:
            last += 1
        with mixed(rows.device):
            found[order[first:last]] = encoder(*rows.batch(order[first:last], longest)).float()
        first = last
    encoder.train(training)
    return found
