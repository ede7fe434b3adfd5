"""Write `assets/signed_product.onnx`, a product of bytes that is wrong where signed weights saturate.

    python build/signed_product.py

`edge.engines.onnx.saturation` runs it: 64 times 255 × 127, in 32 columns.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper

OUT = Path(__file__).resolve().parent.parent / "assets" / "signed_product.onnx"


def product() -> bytes:
    """The graph: `bytes` (1, 64), of which each is 255, times weights that are all 127."""
    node = helper.make_node("MatMulInteger", ["bytes", "weights"], ["product"])
    graph = helper.make_graph(
        [node],
        "signed_product",
        [helper.make_tensor_value_info("bytes", TensorProto.UINT8, [1, 64])],
        [helper.make_tensor_value_info("product", TensorProto.INT32, [1, 32])],
        [numpy_helper.from_array(np.full((64, 32), 127, np.int8), "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    checker.check_model(model)
    data: bytes = model.SerializeToString(deterministic=True)
    return data


if __name__ == "__main__":
    OUT.write_bytes(product())
