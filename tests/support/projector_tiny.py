"""A projector of 60 kB with random weights: Gemma 3's vision tower in every tensor, only small.

It means nothing: the way of a page into a model is what it tests.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Iterator
from pathlib import Path

from edge.engines.gemma import gguf_writer

#: Pixels each way, pixels of a patch, patches each way that become one token: 4 x 4 / (2 x 2) = 4 tokens.
SIDE, PATCH, MERGED = 56, 14, 2
LAYERS, HIDDEN, FFN, HEADS = 2, 32, 64, 2


def write(path: Path, width: int, *, kind: str = "gemma3", side: int = SIDE, seed: int = 20_260) -> None:
    """Write a projector for a model of this width (`embedding_length`). The same bytes for the same seed.

    Another `kind` makes a file that edge must refuse. Raises OSError.
    """
    keys: dict[str, gguf_writer.Value] = {
        "general.architecture": "clip", "general.name": "proof of a build, random weights",
        "general.file_type": 0, "clip.has_vision_encoder": True, "clip.projector_type": kind,
        "clip.use_gelu": True, "clip.vision.image_size": side, "clip.vision.patch_size": PATCH,
        "clip.vision.embedding_length": HIDDEN, "clip.vision.feed_forward_length": FFN,
        "clip.vision.block_count": LAYERS, "clip.vision.projection_dim": width,
        "clip.vision.attention.head_count": HEADS, "clip.vision.attention.layer_norm_epsilon": 1e-6,
        "clip.vision.image_mean": [0.5] * 3, "clip.vision.image_std": [0.5] * 3,
        "clip.vision.projector.scale_factor": MERGED,
    }  # fmt: skip
    gguf_writer.write(path, keys, _filled(width, side, random.Random(seed)))


def _filled(width: int, side: int, rng: random.Random) -> Iterator[gguf_writer.Tensor]:
    for name, dims in _tensors(width, side):
        size = math.prod(dims)
        if len(dims) == 1:
            values = [float(name.endswith(("norm.weight", "ln1.weight", "ln2.weight", "ln.weight")))] * size
        else:
            values = [rng.gauss(0.0, 1.0 / math.sqrt(dims[0])) for _ in range(size)]
        yield name, dims, gguf_writer.F32, struct.pack(f"<{size}f", *values)


def _tensors(width: int, side: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Names and dims, innermost first."""
    yield "v.patch_embd.weight", (PATCH, PATCH, 3, HIDDEN)
    yield "v.patch_embd.bias", (HIDDEN,)
    yield "v.position_embd.weight", (HIDDEN, (side // PATCH) ** 2)
    for layer in range(LAYERS):
        for name in ("attn_q", "attn_k", "attn_v", "attn_out"):
            yield f"v.blk.{layer}.{name}.weight", (HIDDEN, HIDDEN)
            yield f"v.blk.{layer}.{name}.bias", (HIDDEN,)
        for name in ("ln1", "ln2"):
            yield f"v.blk.{layer}.{name}.weight", (HIDDEN,)
            yield f"v.blk.{layer}.{name}.bias", (HIDDEN,)
        yield f"v.blk.{layer}.ffn_up.weight", (HIDDEN, FFN)
        yield f"v.blk.{layer}.ffn_up.bias", (FFN,)
        yield f"v.blk.{layer}.ffn_down.weight", (FFN, HIDDEN)
        yield f"v.blk.{layer}.ffn_down.bias", (HIDDEN,)
    yield "v.post_ln.weight", (HIDDEN,)
    yield "v.post_ln.bias", (HIDDEN,)
    yield "mm.input_projection.weight", (width, HIDDEN)
    yield "mm.soft_emb_norm.weight", (HIDDEN,)
