"""A Gemma of 60 kB with random quantised weights, written in plain Python.

It means nothing; it is what a build of llama.cpp is proved on. A faulty build (an illegal instruction on
processors with AMX) runs F16 files and single tokens well, and ends its process at the first prompt of a
quantised file. Its vocabulary is the bytes and the space, so a prompt has as many tokens as characters.
"""

from __future__ import annotations

import math
import random
import struct
from pathlib import Path

LAYERS, HIDDEN, FFN, HEADS, HEAD, WINDOW = 2, 64, 128, 2, 32, 64
_F32, _Q4_0 = 0, 2
_UINT32, _FLOAT, _TEXT, _ARRAY, _INT32 = 4, 6, 8, 9, 5
_ALIGNMENT = 32
_SPECIALS = ("<pad>", "<eos>", "<bos>", "<unk>", "<mask>", "<start_of_turn>", "<end_of_turn>")
_CONTROL, _NORMAL, _UNKNOWN, _BYTE, _UNUSED = 3, 1, 2, 6, 5


def write(path: Path) -> None:
    """Write the file. The same bytes each time. Raises OSError."""
    infos, data = b"", b""
    rng = random.Random(20_260)
    tensors = _tensors()
    for name, dims in tensors:
        data += b"\0" * (-len(data) % _ALIGNMENT)
        kind = _F32 if len(dims) == 1 else _Q4_0
        infos += _text(name) + struct.pack(f"<I{len(dims)}QIQ", len(dims), *dims, kind, len(data))
        if kind == _F32:
            data += struct.pack("<f", 1.0) * dims[0]
        else:
            scale = struct.pack("<e", 0.2 / math.sqrt(dims[0]))
            data += b"".join(scale + rng.randbytes(16) for _ in range(math.prod(dims) // 32))
    keys = _keys()
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(keys)) + b"".join(keys) + infos
    path.write_bytes(head + b"\0" * (-len(head) % _ALIGNMENT) + data)


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
    """Entries and their types: control tokens, the bytes, and padding to a multiple of 32."""
    entries = [(name, _UNKNOWN if name == "<unk>" else _CONTROL) for name in _SPECIALS]
    entries += [(f"<0x{byte:02X}>", _BYTE) for byte in range(256)]
    # The tokenizer turns each space into this character, of three bytes.
    entries.append(("\u2581", _NORMAL))
    return entries + [(f"<unused{n}>", _UNUSED) for n in range(-len(entries) % 32)]


def _keys() -> list[bytes]:
    vocabulary = _vocabulary()
    numbers = {
        "gemma3.context_length": 4_096, "gemma3.embedding_length": HIDDEN, "gemma3.block_count": LAYERS,
        "gemma3.feed_forward_length": FFN, "gemma3.attention.head_count": HEADS,
        "gemma3.attention.head_count_kv": 1, "gemma3.attention.key_length": HEAD,
        "gemma3.attention.value_length": HEAD, "gemma3.attention.sliding_window": WINDOW,
        "general.file_type": 2, "tokenizer.ggml.padding_token_id": 0, "tokenizer.ggml.eos_token_id": 1,
        "tokenizer.ggml.bos_token_id": 2, "tokenizer.ggml.unknown_token_id": 3,
        "tokenizer.ggml.eot_token_id": 6,
    }  # fmt: skip
    texts = {
        "general.architecture": "gemma3", "general.name": "proof of a build, random weights",
        "tokenizer.ggml.model": "llama", "tokenizer.ggml.pre": "default",
    }  # fmt: skip
    floats = {"gemma3.attention.layer_norm_rms_epsilon": 1e-6, "gemma3.rope.freq_base": 1e6}
    keys = [_text(name) + struct.pack("<I", _TEXT) + _text(value) for name, value in texts.items()]
    keys += [_text(name) + struct.pack("<II", _UINT32, value) for name, value in numbers.items()]
    keys += [_text(name) + struct.pack("<If", _FLOAT, value) for name, value in floats.items()]
    size = len(vocabulary)
    lists = {
        "tokens": (_TEXT, b"".join(_text(name) for name, _ in vocabulary)),
        "scores": (_FLOAT, struct.pack(f"<{size}f", *[0.0] * size)),
        "token_type": (_INT32, struct.pack(f"<{size}i", *(kind for _, kind in vocabulary))),
    }
    for name, (kind, packed) in lists.items():
        keys.append(_text(f"tokenizer.ggml.{name}") + struct.pack("<IIQ", _ARRAY, kind, size) + packed)
    return keys


def _text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data
