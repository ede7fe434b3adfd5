"""What int8 buys: a query through MiniLM here beside the same weights in torch fp32. One thread, CPU time.

    PYTHONPATH=. python bench/int8_torch.py WEIGHTS/model.safetensors FOLDER [--file model_int8.onnx]

FOLDER is what build/minilm.py wrote. torch is no dependency of edge: run it where torch and safetensors are.
The torch side is bare functions over the weights, no transformers: the kernels without a library's overhead.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from edge.engines.onnx.session import OnnxSession

LAYERS, HEADS, ROUNDS, WARM = 6, 12, 60, 10
EPSILON = 1e-12


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("weights", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--file", default="model_int8.onnx")
    given = parser.parse_args()
    try:
        import torch
        from safetensors.torch import load_file
    except ImportError as error:
        sys.exit(f"int8_torch: skipped, {error}")
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    session = OnnxSession(given.folder / given.file, threads=1)
    reference = in_torch(torch, load_file(given.weights))

    def ours(ids: list[int]) -> Any:
        array = np.array([ids], np.int64)
        return session.run("sentence_embedding", {"input_ids": array, "attention_mask": np.ones_like(array)})[
            0
        ]

    print(f"torch {torch.__version__}, kernels for {torch.backends.cpu.get_cpu_capability()}")
    for length in (8, 12, 24, 64, 128, 256):
        ids = [101, *range(2000, 1998 + length), 102]
        fast, slow = interleaved(ours, reference, ids)
        cosine = float(ours(ids) @ reference(ids))
        print(
            f"{length:4} tokens: torch fp32 {slow:6.2f} cpu-ms, {given.file} {fast:6.2f},"
            f" ratio {slow / fast:.2f}, cosine {cosine:.4f}",
            flush=True,
        )
    return 0


def interleaved(
    one: Callable[[list[int]], Any], other: Callable[[list[int]], Any], ids: list[int]
) -> tuple[float, ...]:
    """Median processor time of each in milliseconds; turn by turn, so that both meet the same load."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for call, held in zip((one, other), times, strict=True):
            began = time.process_time()
            call(ids)
            held.append(time.process_time() - began)
    return tuple(statistics.median(held[WARM:]) * 1e3 for held in times)


def in_torch(torch: Any, w: dict[str, Any]) -> Callable[[list[int]], Any]:
    """The encoder, mean and unit length over weights with the names of Hugging Face's BertModel."""
    f = torch.nn.functional

    def norm(name: str, x: Any) -> Any:
        return f.layer_norm(x, (x.shape[-1],), w[name + ".weight"], w[name + ".bias"], EPSILON)

    def dense(name: str, x: Any) -> Any:
        return f.linear(x, w[name + ".weight"], w[name + ".bias"])

    def run(ids: list[int]) -> Any:
        count = len(ids)
        x = w["embeddings.word_embeddings.weight"][torch.tensor(ids)]
        x = x + w["embeddings.position_embeddings.weight"][:count]
        x = norm("embeddings.LayerNorm", x + w["embeddings.token_type_embeddings.weight"][0])
        for n in range(LAYERS):
            p = f"encoder.layer.{n}."
            q, k, v = (
                dense(f"{p}attention.self.{name}", x).view(1, count, HEADS, -1).transpose(1, 2)
                for name in ("query", "key", "value")
            )
            mixed = f.scaled_dot_product_attention(q, k, v)[0].transpose(0, 1).reshape(count, -1)
            x = norm(p + "attention.output.LayerNorm", x + dense(p + "attention.output.dense", mixed))
            inner = f.gelu(dense(p + "intermediate.dense", x))
            x = norm(p + "output.LayerNorm", x + dense(p + "output.dense", inner))
        return f.normalize(x.mean(0), dim=0).numpy()

    return run


if __name__ == "__main__":
    sys.exit(main())
