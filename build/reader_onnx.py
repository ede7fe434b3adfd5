"""The reader as a plain ONNX graph, from named weights: only standard operators, no exporter, no torch.

Names of weights are those of `reader_model.Reader`. The query's scale is folded into its weights. Quantised
form: weights of every MatMul int8 per output channel with activations scaled per call (onnxruntime's
dynamic quantisation), and the word table int8 with one scale a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Weights = Mapping[str, NDArray[np.float32]]

OPSET = 17
EPSILON = 1e-12


class _Graph:
    """Nodes and constants, with names given in order so that the same weights give the same bytes."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}

    def constant(self, name: str, value: NDArray[Any]) -> str:
        self.constants.setdefault(name, numpy_helper.from_array(np.asarray(value, order="C"), name))
        return name

    def integers(self, *values: int) -> str:
        return self.constant("i" + "_".join(map(str, values)), np.array(values, np.int64))

    def add(self, kind: str, *inputs: str, outputs: int = 1, **attributes: Any) -> Any:
        names = [f"{kind.lower()}{len(self.nodes)}" + (f"_{n}" if n else "") for n in range(outputs)]
        self.nodes.append(
            helper.make_node(kind, list(inputs), names, name=f"n{len(self.nodes)}", **attributes)
        )
        return names[0] if outputs == 1 else names

    def linear(self, x: str, weights: Weights, name: str) -> str:
        kernel = self.constant(f"{name}.kernel", weights[f"{name}.weight"].T)
        return self.add(
            "Add", self.add("MatMul", x, kernel), self.constant(f"{name}.bias", weights[f"{name}.bias"])
        )  # type: ignore[no-any-return]

    def norm(self, x: str, weights: Weights, name: str) -> str:
        scale = self.constant(f"{name}.weight", weights[f"{name}.weight"])
        bias = self.constant(f"{name}.bias", weights[f"{name}.bias"])
        return self.add("LayerNormalization", x, scale, bias, axis=-1, epsilon=EPSILON)  # type: ignore[no-any-return]


def build(weights: Weights, heads: int, *, int8_table: bool = False) -> onnx.ModelProto:
    """(ids, types, mask), int64 (batch, length) -> start, end (batch, length), answerable (batch,),
    float32.
    """
    hidden = weights["words.weight"].shape[1]
    layers = sum(name.endswith("qkv.weight") for name in weights)
    width = hidden // heads
    g = _Graph()
    x = g.add("Add", _words(g, weights["words.weight"], int8_table), _places(g, weights["places.weight"]))
    x = g.add("Add", x, g.add("Gather", g.constant("types.weight", weights["types.weight"]), "types"))
    x = g.norm(x, weights, "norm")
    one = g.constant("one", np.array(1.0, np.float32))
    wall = g.constant("wall", np.array(-1e4, np.float32))
    hidden_from = g.add("Mul", g.add("Sub", one, g.add("Cast", "mask", to=TensorProto.FLOAT)), wall)
    bias = g.add("Unsqueeze", hidden_from, g.integers(1, 2))
    split, join = g.integers(0, 0, heads, width), g.integers(0, 0, hidden)
    for n in range(layers):
        at = f"layers.{n}."
        qkv = g.linear(x, _scaled(weights, at, hidden, width), f"{at}qkv")
        q, k, v = g.add("Split", qkv, g.integers(hidden, hidden, hidden), outputs=3, axis=-1)
        q = g.add("Transpose", g.add("Reshape", q, split), perm=[0, 2, 1, 3])
        k = g.add("Transpose", g.add("Reshape", k, split), perm=[0, 2, 3, 1])
        v = g.add("Transpose", g.add("Reshape", v, split), perm=[0, 2, 1, 3])
        share = g.add("Softmax", g.add("Add", g.add("MatMul", q, k), bias), axis=-1)
        mixed = g.add("Transpose", g.add("MatMul", share, v), perm=[0, 2, 1, 3])
        x = g.norm(
            g.add("Add", x, g.linear(g.add("Reshape", mixed, join), weights, f"{at}out")),
            weights,
            f"{at}norm1",
        )
        inner = _gelu(g, g.linear(x, weights, f"{at}up"))
        x = g.norm(g.add("Add", x, g.linear(inner, weights, f"{at}down")), weights, f"{at}norm2")
    start, end = g.add("Split", g.linear(x, weights, "span"), g.integers(1, 1), outputs=2, axis=-1)
    first = g.add("Gather", x, g.constant("zero", np.array(0, np.int64)), axis=1)
    for source, name in (
        (start, "start"),
        (end, "end"),
        (g.linear(first, weights, "answerable"), "answerable"),
    ):
        g.nodes.append(helper.make_node("Squeeze", [source, g.integers(-1)], [name], name=name))
    shape = ["batch", "length"]
    graph = helper.make_graph(
        g.nodes, "reader",
        [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in ("ids", "types", "mask")],
        [
            helper.make_tensor_value_info("start", TensorProto.FLOAT, shape),
            helper.make_tensor_value_info("end", TensorProto.FLOAT, shape),
            helper.make_tensor_value_info("answerable", TensorProto.FLOAT, ["batch"]),
        ],
        list(g.constants.values()),
    )  # fmt: skip
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="edge")
    model.ir_version = 9
    onnx.checker.check_model(model)
    return model


def _scaled(weights: Weights, at: str, hidden: int, width: int) -> Weights:
    kernel, bias = weights[f"{at}qkv.weight"].copy(), weights[f"{at}qkv.bias"].copy()
    kernel[:hidden] *= width**-0.5
    bias[:hidden] *= width**-0.5
    return {f"{at}qkv.weight": kernel, f"{at}qkv.bias": bias}


def _words(g: _Graph, table: NDArray[np.float32], int8: bool) -> str:
    if not int8:
        return g.add("Gather", g.constant("words.weight", table), "ids")  # type: ignore[no-any-return]
    scale = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-8) / 127.0
    whole = g.add("Gather", g.constant("words.int8", np.rint(table / scale).astype(np.int8)), "ids")
    row = g.add("Gather", g.constant("words.scale", scale.astype(np.float32)), "ids")
    return g.add("Mul", g.add("Cast", whole, to=TensorProto.FLOAT), row)  # type: ignore[no-any-return]


def _places(g: _Graph, table: NDArray[np.float32]) -> str:
    length = g.add("Slice", g.add("Shape", "ids"), g.integers(1), g.integers(2))
    return g.add("Slice", g.constant("places.weight", table), g.integers(0), length)  # type: ignore[no-any-return]


def _gelu(g: _Graph, x: str) -> str:
    root = g.constant("root2", np.array(np.sqrt(2.0), np.float32))
    one, half = g.constant("one", np.array(1.0, np.float32)), g.constant("half", np.array(0.5, np.float32))
    share = g.add("Add", g.add("Erf", g.add("Div", x, root)), one)
    return g.add("Mul", g.add("Mul", x, share), half)  # type: ignore[no-any-return]


def quantise(
    weights: Weights, heads: int, target: Path, *, reduce_range: bool = False, unsigned: bool = False
) -> None:
    """Write the quantised reader: MatMuls by onnxruntime, per channel; the word table by row."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    target.unlink(missing_ok=True)
    quantize_dynamic(
        build(weights, heads, int8_table=True), target, op_types_to_quantize=["MatMul"], per_channel=True,
        reduce_range=reduce_range, weight_type=QuantType.QUInt8 if unsigned else QuantType.QInt8,
        extra_options={"DefaultTensorType": TensorProto.FLOAT},
    )  # fmt: skip


def random_weights(
    seed: int = 1,
    *,
    layers: int = 2,
    hidden: int = 16,
    inner: int = 32,
    vocabulary: int = 100,
    positions: int = 512,
) -> dict[str, NDArray[np.float32]]:
    """Weights of the right shapes and no sense, for tests."""
    rng = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = {
        "words.weight": (vocabulary, hidden), "places.weight": (positions, hidden),
        "types.weight": (2, hidden),
        "norm.weight": (hidden,), "norm.bias": (hidden,), "span.weight": (2, hidden), "span.bias": (2,),
        "answerable.weight": (1, hidden), "answerable.bias": (1,),
    }  # fmt: skip
    for n in range(layers):
        for name, shape in (
            ("qkv", (3 * hidden, hidden)), ("out", (hidden, hidden)), ("up", (inner, hidden)),
            ("down", (hidden, inner)), ("norm1", (hidden,)), ("norm2", (hidden,)),
        ):  # fmt: skip
            shapes[f"layers.{n}.{name}.weight"] = shape
            shapes[f"layers.{n}.{name}.bias"] = shape[:1]
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
