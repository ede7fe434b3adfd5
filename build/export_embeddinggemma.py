"""An EmbeddingGemma checkpoint as ONNX, without torch: the graph is written from the safetensors.

    python build/export_embeddinggemma.py CHECKPOINT --out FOLDER [--kind fp32|int8|w8] [--tokens 600]

CHECKPOINT is the published folder: config.json, model.safetensors, 2_Dense and 3_Dense with one each,
tokenizer.json. The result is compared with a numpy reference of the same weights, also on a text longer than
the sliding window: below it a wrong window cannot be seen. Pooling, dense layers and unit length are inside.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import gemma_encoder
import numpy as np
import onnx_graph
from onnx_graph import Floats

#: Least cosine to the reference: fp32 must agree, 8 bits may lose a little.
PARITY = {"fp32": 0.9999, "int8": 0.985, "w8": 0.998}
#: The names of the public repository, and one of our own.
NAMES = {"fp32": "model.onnx", "int8": "model_quantized.onnx", "w8": "model_w8.onnx"}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kind", choices=tuple(PARITY), default="int8")
    parser.add_argument("--tokens", type=int, default=600, help="length of the longest text compared")
    given = parser.parse_args()
    shape = shape_of(json.loads((given.checkpoint / "config.json").read_text(encoding="utf-8")))
    weights = load(given.checkpoint, shape)
    target = given.out / "onnx" / NAMES[given.kind]
    onnx_graph.save(gemma_encoder.graph(weights, shape, given.kind), target, external=True)
    shutil.copyfile(given.checkpoint / "tokenizer.json", given.out / "tokenizer.json")
    worst = parity(target, weights, shape, given.tokens)
    print(f"{target}: worst cosine to the numpy reference {worst:.4f}")
    if worst < PARITY[given.kind]:
        sys.exit(f"export: {worst:.4f} is below {PARITY[given.kind]}: these files must not be used")
    return 0


def shape_of(config: dict[str, Any]) -> gemma_encoder.Shape:
    """The shape a configuration describes. Exits for one that this graph does not hold."""
    if config.get("num_key_value_heads", 1) != 1:
        sys.exit("export: this graph holds models with one key and value head only")
    if not config.get("use_bidirectional_attention", True):
        sys.exit("export: this configuration reads in one direction: it is a generator, not an embedder")
    pattern = config.get("sliding_window_pattern") or config.get("_sliding_window_pattern") or 6
    return gemma_encoder.Shape(
        vocabulary=config["vocab_size"],
        width=config["hidden_size"],
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        head=config["head_dim"],
        inner=config["intermediate_size"],
        # Both directions share the window: half of it to each side, itself included. Some versions of the
        # library that wrote the file have halved it already; the published value is 512.
        window=config["sliding_window"] // 2 + 1,
        every=pattern,
        theta=config.get("rope_theta", 1e6),
        local_theta=config.get("rope_local_base_freq", 1e4),
        epsilon=config.get("rms_norm_eps", 1e-6),
    )


def load(checkpoint: Path, shape: gemma_encoder.Shape) -> dict[str, Floats]:
    """All weights in fp32 under the names of `gemma_encoder`. Exits naming what is missing."""
    held = {
        name.removeprefix("model."): value
        for name, value in tensors(checkpoint / "model.safetensors").items()
    }
    for number, name in ((2, "dense1"), (3, "dense2")):
        held[f"{name}.weight"] = tensors(checkpoint / f"{number}_Dense" / "model.safetensors")[
            "linear.weight"
        ]
    small = shape._replace(vocabulary=8)
    wanted = gemma_encoder.random_weights(small._replace(dense=held["dense1.weight"].shape[0]), 0)
    for name, example in wanted.items():
        if name not in held:
            sys.exit(f"export: the checkpoint has no {name}")
        if name != "embed_tokens.weight" and held[name].shape != example.shape:
            sys.exit(f"export: {name} has shape {held[name].shape}, not {example.shape}")
    if held["embed_tokens.weight"].shape != (shape.vocabulary, shape.width):
        sys.exit(f"export: the table has shape {held['embed_tokens.weight'].shape}")
    return held


def tensors(path: Path) -> dict[str, Floats]:
    """A safetensors file in fp32. bfloat16, which numpy lacks, is the upper half of a float32."""
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    held: dict[str, Floats] = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        start, end = (8 + size + offset for offset in entry["data_offsets"])
        if entry["dtype"] == "BF16":
            values = (np.frombuffer(data[start:end], "<u2").astype(np.uint32) << 16).view(np.float32)
        else:
            values = np.frombuffer(data[start:end], {"F32": "<f4", "F16": "<f2"}[entry["dtype"]]).astype(
                np.float32
            )
        held[name] = values.reshape(entry["shape"])
    return held


def parity(path: Path, weights: dict[str, Floats], shape: gemma_encoder.Shape, longest: int) -> float:
    """Worst cosine between the files as written and the reference, over texts of 2 to `longest` tokens."""
    import onnxruntime

    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(0)
    worst = 1.0
    for length in (2, 16, 64, longest):
        ids = [2, *rng.integers(4, shape.vocabulary, length - 2).tolist(), 1]
        array = np.array([ids], np.int64)
        given = {"input_ids": array, "attention_mask": np.ones_like(array)}
        (got,) = session.run(["sentence_embedding"], given)
        worst = min(worst, float(got[0] @ gemma_encoder.reference(weights, shape, ids)))
    return worst


if __name__ == "__main__":
    sys.exit(main())
