"""An int8 reader back as weights that can be trained on, under Hugging Face's names. numpy and onnx only.

What was rounded stays rounded (a mean error of about .2 of a logit); nothing else is lost but the head for
exact words, which never ships.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from bert import Shape
from numpy.typing import NDArray
from onnx import numpy_helper
from onnx_graph import Floats

PATH = Path(__file__).resolve().parent.parent / "models" / "fr-en" / "reader-fr-en.onnx"
SHAPE = Shape(layers=6, heads=12)
_ROLES = ("query", "key", "value")
_PRODUCTS = ("", "attention.output.dense", "intermediate.dense", "output.dense")

Arrays = dict[str, NDArray[np.generic]]


def shipped_reader(path: Path = PATH, shape: Shape = SHAPE) -> dict[str, Floats]:
    """The weights of a graph that `bert.reader` made in int8 with a small table."""
    graph = onnx.load(path).graph
    held = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    words, places, types = _tables(graph, held)
    found = {
        "embeddings.word_embeddings.weight": words,
        "embeddings.position_embeddings.weight": places,
        "embeddings.token_type_embeddings.weight": types,
    }
    layers = [f"encoder.layer.{n}." for n in range(shape.layers)]
    above = [f"{layer}{part}" for layer in layers for part in ("attention.output.", "output.")]
    for name, (weight, bias) in zip(["embeddings.", *above], _norms(graph, held), strict=True):
        found |= {f"{name}LayerNorm.weight": weight, f"{name}LayerNorm.bias": bias}
    products = [(layer, part) for layer in layers for part in _PRODUCTS]
    for (layer, part), (weight, bias) in zip(
        [*products, ("", "evidence")], _linears(graph, held), strict=True
    ):
        if part:
            found |= {f"{layer}{part}.weight": weight.T, f"{layer}{part}.bias": bias}
            continue
        root = np.sqrt(
            np.float32(weight.shape[0] // shape.heads)
        )  # the query carries the scale of the attention
        thirds = zip(_ROLES, np.split(weight, 3, axis=1), np.split(bias, 3), (root, 1, 1), strict=True)
        for role, own, offset, factor in thirds:
            name = f"{layer}attention.self.{role}"
            found |= {f"{name}.weight": own.T * factor, f"{name}.bias": offset * factor}
    return {name: np.ascontiguousarray(value, np.float32) for name, value in found.items()}


def _linears(graph: onnx.GraphProto, held: Arrays) -> list[tuple[Floats, Floats]]:
    """(weight (in, out), bias) of each product with a constant, in the order they are computed."""
    found: list[tuple[Floats, Floats]] = []
    smooth: Floats | None = None  # what the inputs of the next product are multiplied by
    whole: Floats | None = None
    weight: Floats | None = None
    for node in graph.node:
        constant = next((held[name] for name in node.input if name in held), None)
        if constant is None:
            continue
        values = constant.astype(np.float32)
        if node.op_type == "MatMulInteger":
            whole = values
        elif node.op_type == "MatMul":
            weight = values
        elif node.op_type == "Mul" and whole is not None:
            weight, whole = whole * values, None
            weight, smooth = (weight * smooth[:, None] if smooth is not None else weight), None
        elif node.op_type == "Mul" and found and constant.ndim == 1:
            smooth = values
        elif node.op_type == "Add" and weight is not None:
            found.append((weight, values))
            weight = None
    return found


def _norms(graph: onnx.GraphProto, held: Arrays) -> list[tuple[Floats, Floats]]:
    return [
        (held[node.input[1]].astype(np.float32), held[node.input[2]].astype(np.float32))
        for node in graph.node
        if node.op_type == "LayerNormalization"
    ]


def _tables(graph: onnx.GraphProto, held: Arrays) -> tuple[Floats, Floats, Floats]:
    """Words (4 bits unpacked), places, types."""
    cut = next(node for node in graph.node if node.op_type == "Slice")
    packed, scale, types = (
        held[node.input[0]]
        for node in graph.node
        if node.op_type == "Gather" and node.input[1] in ("input_ids", "token_type_ids")
    )
    whole = np.concatenate([packed & 15, packed >> 4], axis=1).astype(np.float32) - 8
    words = whole * np.repeat(scale.astype(np.float32), whole.shape[1] // scale.shape[1], axis=1)
    return words, held[cut.input[0]].astype(np.float32), types.astype(np.float32)
