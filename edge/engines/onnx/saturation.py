"""Whether products of signed bytes saturate on this processor, by trying one.

Without VNNI, ONNX Runtime adds two products of bytes in 16 bits, where two large ones do not fit: the same
network then finds other sentences. Its precise mode makes such weights unsigned while it opens a file (the
same whole numbers). It does so on processors with VNNI too, where nothing is gained and a run takes twice as
long: so it is asked for only where a product comes out wrong.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from edge import paths

#: What 64 products of 255 and 127 add up to.
_EXACT = 64 * 255 * 127


@cache
def saturates(onnxruntime: Any) -> bool:
    """Multiplies once (some ms), with the library as it was loaded."""
    import numpy as np

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        str(paths.asset("signed_product.onnx")), options, providers=["CPUExecutionProvider"]
    )
    (product,) = session.run(None, {"bytes": np.full((1, 64), 255, np.uint8)})
    return bool((product != _EXACT).any())
