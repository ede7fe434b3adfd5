"""A small writer of ONNX graphs: no exporter, no torch, the same bytes for the same weights.

`linear` and `embedding` come in three kinds:
- fp32: MatMul + Add, Gather;
- int8: weights signed 8 bit with one scale per output channel, activations quantised per call by
  DynamicQuantizeLinear, product by MatMulInteger; the embedding table signed 8 bit with one scale a row,
  or (`small_table`) 4 bit with one scale for each 64 columns, two in a byte: half the file of a small model.
  ONNX Runtime fuses these standard operators into its own kernels at load;
- w8: weights 8 bit in blocks of 32 with a scale each, activations fp32 (MatMulNBits, an operator of ONNX
  Runtime's own); the table as in int8. Nearer to fp32, and about half as fast as int8 without AVX512.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

#: Whoever compares a graph loads ONNX Runtime after this: it is not to tell its makers.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

KINDS = ("fp32", "int8", "w8")
_BLOCK = 32  # weights that share a scale in w8
OWN = "com.microsoft"  # the domain of ONNX Runtime's own operators
_COLUMNS = 64  # of a table of 4 bits that share a scale

#: What a graph that heeds padding is given.
MASKED = ("input_ids", "attention_mask")

#: 20 brings Gelu; every onnxruntime since 1.17 reads it.
OPSET = 20
IR_VERSION = 9

Floats = NDArray[np.float32]


class Graph:
    """Nodes and constants in the order they were added; names are counters: two runs give the same bytes."""

    def __init__(self, kind: str, *, small_table: bool = False, unsigned: bool = False) -> None:
        if kind not in KINDS:
            raise ValueError(f"kind {kind!r}: one of {', '.join(KINDS)}")
        self.kind = kind
        self.small_table = small_table
        self.unsigned = unsigned
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []
        self._small: dict[tuple[str, tuple[int, ...], bytes], str] = {}

    def const(self, value: NDArray[np.generic] | list[int] | float, dtype: type | None = None) -> str:
        """A constant; small ones that are equal are stored once."""
        array = np.asarray(value, dtype or (np.int64 if isinstance(value, list) else None))
        if array.dtype == np.float64:
            array = array.astype(np.float32)
        key = (array.dtype.str, array.shape, array.tobytes() if array.nbytes <= 64 else b"")
        if array.nbytes <= 64 and key in self._small:
            return self._small[key]
        name = f"c{len(self._constants)}"
        self._constants.append(
            numpy_helper.from_array(np.ascontiguousarray(array).reshape(array.shape), name)
        )
        if array.nbytes <= 64:
            self._small[key] = name
        return name

    def add(self, operator: str, *inputs: str, outputs: int = 1, name: str = "", **attributes: object) -> str:
        """Append a node; returns its first output. The others are that name with `_1`, `_2`, …"""
        first = name or f"n{len(self._nodes)}"
        names = [first, *(f"{first}_{i}" for i in range(1, outputs))]
        self._nodes.append(helper.make_node(operator, inputs, names, name=first, **attributes))
        return first

    def linear(self, x: str, weight: Floats, bias: Floats | None, *, exact: bool = False) -> str:
        """`x @ weight + bias`, weight (in, out); `exact` keeps it fp32."""
        if exact or self.kind == "fp32":
            y = self.add("MatMul", x, self.const(weight))
        elif self.kind == "w8":
            y = self._blocks(x, weight)
        else:
            quantised, scale = quantise(weight, axis=0)
            xq = self.add("DynamicQuantizeLinear", x, outputs=3)
            if self.unsigned:
                shifted = (quantised.astype(np.int16) + 128).astype(np.uint8)
                given = (self.const(shifted), f"{xq}_2", self.const(np.uint8(128)))
            else:
                given = (self.const(quantised), f"{xq}_2")
            product = self.add("MatMulInteger", xq, *given)
            scales = self.add("Mul", f"{xq}_1", self.const(scale.reshape(-1)))
            y = self.add("Mul", self.add("Cast", product, to=TensorProto.FLOAT), scales)
        return y if bias is None else self.add("Add", y, self.const(bias))

    def _blocks(self, x: str, weight: Floats) -> str:
        inner, outer = weight.shape
        count = -(-inner // _BLOCK)
        padded = np.zeros((outer, count * _BLOCK), np.float32)
        padded[:, :inner] = weight.T
        quantised, scale = quantise(padded.reshape(outer, count, _BLOCK), axis=2)
        unsigned = (quantised.astype(np.int16) + 128).astype(np.uint8)  # 128 is the operator's own zero
        # Level 4 lets the kernel round activations block by block; without it a query took 10 times as long.
        sizes = {"K": inner, "N": outer, "bits": 8, "block_size": _BLOCK, "accuracy_level": 4}
        return self.add(
            "MatMulNBits",
            x,
            self.const(unsigned),
            self.const(scale.reshape(outer, count)),
            domain=OWN,
            **sizes,
        )

    def embedding(self, ids: str, table: Floats) -> str:
        """Rows of `table` (entries, width) for int64 `ids`."""
        if self.kind == "fp32":
            return self.add("Gather", self.const(table), ids)
        if self.small_table:
            return self._nibbles(ids, table)
        quantised, scale = quantise(table, axis=1)
        rows = self.add("Cast", self.add("Gather", self.const(quantised), ids), to=TensorProto.FLOAT)
        return self.add("Mul", rows, self.add("Gather", self.const(scale), ids))

    def _nibbles(self, ids: str, table: Floats) -> str:
        entries, width = table.shape
        blocks = table.reshape(entries, -1, _COLUMNS)
        quantised, scale = quantise(blocks, axis=2, most=7)
        unsigned = (quantised + np.int8(8)).astype(np.uint8).reshape(entries, width)
        half = width // 2  # a byte holds column n below and column n + half above
        packed = self.add("Gather", self.const(unsigned[:, :half] | (unsigned[:, half:] << 4)), ids)
        low = self.add("BitwiseAnd", packed, self.const(np.uint8(15)))
        high = self.add("BitShift", packed, self.const(np.uint8(4)), direction="RIGHT")
        whole = self.add("Cast", self.add("Concat", low, high, axis=-1), to=TensorProto.FLOAT)
        rows = self.add("Sub", whole, self.const(8.0))
        apart = self.add("Reshape", rows, self.const([0, 0, width // _COLUMNS, _COLUMNS]))
        held = self.const(scale.reshape(entries, -1).astype(np.float16))
        scales = self.add("Cast", self.add("Gather", held, ids), to=TensorProto.FLOAT)
        scaled = self.add("Mul", apart, self.add("Unsqueeze", scales, self.const([-1])))
        return self.add("Reshape", scaled, self.const([0, 0, width]))

    def l2_normalise(self, x: str) -> str:
        """Rows of unit length (rows of zeros stay)."""
        norm = self.add("ReduceL2", x, self.const([-1]), keepdims=1)
        return self.add("Div", x, self.add("Max", norm, self.const(1e-12)))

    def mean_pool(self, x: str, mask: str) -> str:
        """Mean over positions whose mask is 1: (batch, sequence, width) -> (batch, width)."""
        weight = self.add("Unsqueeze", self.add("Cast", mask, to=TensorProto.FLOAT), self.const([-1]))
        total = self.add("ReduceSum", self.add("Mul", x, weight), self.const([1]), keepdims=0)
        return self.add("Div", total, self.add("ReduceSum", weight, self.const([1]), keepdims=0))

    def model(
        self, outputs: dict[str, list[str | int]], *, inputs: tuple[str, ...] = MASKED
    ) -> onnx.ModelProto:
        """The finished model: int64 inputs (batch, sequence), float outputs."""
        shape: list[str | int] = ["batch", "sequence"]
        given = [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in inputs]
        results = [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in outputs.items()]
        graph = helper.make_graph(self._nodes, "edge", given, results, self._constants)
        sets = [helper.make_opsetid("", OPSET)]
        if any(node.domain == OWN for node in self._nodes):
            sets.append(helper.make_opsetid(OWN, 1))
        model = helper.make_model(graph, producer_name="edge", ir_version=IR_VERSION, opset_imports=sets)
        onnx.checker.check_model(model)
        return model


def quantise(weight: Floats, axis: int, most: int = 127) -> tuple[NDArray[np.int8], Floats]:
    """Symmetric, in -most..most: `weight` is about `quantised * scale`, a scale per slice across `axis`."""
    largest = np.maximum(np.abs(weight).max(axis=axis, keepdims=True), 1e-12).astype(np.float32)
    scale = largest / np.float32(most)
    quantised = np.clip(np.rint(weight / scale), -most, most).astype(np.int8)
    return quantised, scale


def borrow(model: onnx.ModelProto, lender: Path, least: int = 1 << 16) -> int:
    """Constants that stand in another file too are read from there: returns how many bytes are.

    `lender` must lie beside the model and may not change afterwards: it is read by position.
    """
    held = lender.read_bytes()
    borrowed = 0
    for tensor in model.graph.initializer:
        size, place = len(tensor.raw_data), held.find(tensor.raw_data)
        if size < least or place < 0:
            continue
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in (("location", lender.name), ("offset", place), ("length", size)):
            tensor.external_data.add(key=key, value=str(value))
        borrowed += size
    return borrowed


def save(model: onnx.ModelProto, path: Path, *, external: bool = False) -> None:
    """Write the model.

    `external` puts the constants into `<name>_data` beside it, as hosted files have it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    data = path.with_name(path.name + "_data")
    data.unlink(missing_ok=True)  # onnx appends to a data file that exists
    if external:
        onnx.save_model(
            model,
            path,
            save_as_external_data=True,
            all_tensors_to_one_file=True,
            location=data.name,
            size_threshold=1024,
        )
        data.chmod(0o644)  # onnx creates it for the owner only
    else:
        path.write_bytes(model.SerializeToString(deterministic=True))
