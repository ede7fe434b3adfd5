"""A Gemma of 60 kB with random quantised weights, written in plain Python.

It means nothing; it is what a build of llama.cpp is proved on. A faulty build (an illegal instruction on
processors with AMX) runs F16 files and single tokens well, and ends its process at the first prompt of a
quantised file. Its vocabulary is the bytes and the space, so a prompt has as many tokens as characters.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Iterator
from pathlib import Path

from edge.engines.gemma import gguf_writer

LAYERS, HIDDEN, FFN, HEADS, HEAD, WINDOW = 2, 64, 128, 2, 32, 64
_SPECIALS = ("<pad>", "<eos>", "<bos>", "<unk>", "<mask>", "<start_of_turn>", "<end_of_turn>")
_PICTURE = ("<start_of_image>", "<end_of_image>")
_CONTROL, _NORMAL, _UNKNOWN, _BYTE, _UNUSED = 3, 1, 2, 6, 5


def write(path: Path) -> None:
    """Write the file. The same bytes each time. Raises OSError."""
    gguf_writer.write(path, _keys(), _filled(random.Random(20_260)))


def _filled(rng: random.Random) -> Iterator[gguf_writer.Tensor]:
    for name, dims in _tensors():
        if len(dims) == 1:
            yield name, dims, gguf_writer.F32, struct.pack("<f", 1.0) * dims[0]
        else:
            scale = struct.pack("<e", 0.2 / math.sqrt(dims[0]))
            blocks = b"".join(scale + rng.randbytes(16) for _ in range(math.prod(dims) // 32))
            yield name, dims, gguf_writer.Q4_0, blocks


def _tensors() -> list[tuple[str, tuple[int, ...]]]:
    """Names and dims, innermost first."""
    block: dict[str, tuple[int, ...]] = {
        "attn_norm": (HIDDEN,), "attn_q": (HIDDEN, HEADS * HEAD), "attn_k": (HIDDEN, HEAD),
        "attn_v": (HIDDEN, HEAD), "attn_q_norm": (HEAD,), "attn_k_norm": (HEAD,),
        "attn_output": (HEADS * HEAD, HIDDEN), "post_attention_norm": (HIDDEN,), "ffn_norm": (HIDDEN,),
        "ffn_gate": (HIDDEN, FFN), "ffn_up": (HIDDEN, FFN), "ffn_down": (FFN, HIDDEN),
        "post_ffw_norm": (HIDDEN,),
    }  # fmt: skip
    rest = [(f"blk.{n}.{name}.weight", dims) for n in range(LAYERS) for name, dims in block.items()]
    return [("token_embd.weight", (HIDDEN, len(_vocabulary()))), ("output_norm.weight", (HIDDEN,)), *rest]


def _vocabulary() -> list[tuple[str, int]]:
    """Entries and their types: control tokens, the bytes, the marks of a picture, and padding to a multiple
    of 32.
    """
    entries = [(name, _UNKNOWN if name == "<unk>" else _CONTROL) for name in _SPECIALS]
    entries += [(f"<0x{byte:02X}>", _BYTE) for byte in range(256)]
    # The tokenizer turns each space into this character, of three bytes.
    entries.append(("\u2581", _NORMAL))
    entries += [(name, _CONTROL) for name in _PICTURE]
    return entries + [(f"<unused{n}>", _UNUSED) for n in range(-len(entries) % 32)]


def _keys() -> dict[str, gguf_writer.Value]:
    vocabulary = _vocabulary()
    return {
        "general.architecture": "gemma3", "general.name": "proof of a build, random weights",
        "tokenizer.ggml.model": "llama", "tokenizer.ggml.pre": "default",
        "gemma3.context_length": 4_096, "gemma3.embedding_length": HIDDEN, "gemma3.block_count": LAYERS,
        "gemma3.feed_forward_length": FFN, "gemma3.attention.head_count": HEADS,
        "gemma3.attention.head_count_kv": 1, "gemma3.attention.key_length": HEAD,
        "gemma3.attention.value_length": HEAD, "gemma3.attention.sliding_window": WINDOW,
        "general.file_type": 2, "tokenizer.ggml.padding_token_id": 0, "tokenizer.ggml.eos_token_id": 1,
        "tokenizer.ggml.bos_token_id": 2, "tokenizer.ggml.unknown_token_id": 3,
        "tokenizer.ggml.eot_token_id": 6,
        "gemma3.attention.layer_norm_rms_epsilon": 1e-6, "gemma3.rope.freq_base": 1e6,
        "tokenizer.ggml.tokens": [name for name, _ in vocabulary],
        "tokenizer.ggml.scores": [0.0] * len(vocabulary),
        "tokenizer.ggml.token_type": [kind for _, kind in vocabulary],
    }  # fmt: skip
