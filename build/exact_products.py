"""Give the weights of the int8 networks that ship a zero point, so that every processor computes the same.

    python build/exact_products.py

Signed 8-bit weights saturate on processors without VNNI: there two products of bytes are added in 16 bits.
Unsigned ones (the same whole numbers, 128 higher, and 128 as their zero point) run in kernels that do not:
what comes out is what a processor with VNNI makes of the signed ones, so whatever was fitted with these stays
good (`fitted` in the entries). `export_networks.py` writes such files from the start.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

MODELS = Path(__file__).resolve().parent.parent / "models"
NAMES = ("encoder-fr-en", "reader-fr-en")  # the second reads a table out of the first one's file
ZERO = "zero_point_128"


def main() -> int:
    """Write both files, and their digests into the entries."""
    signs = {}
    lender = MODELS / "fr-en" / f"{NAMES[0]}.onnx"
    before = lender.read_bytes()
    for name in NAMES:
        file = MODELS / "fr-en" / f"{name}.onnx"
        old = digest(file)
        model = onnx.load(str(file), load_external_data=False)
        count = shifted(model)
        if not count:
            sys.exit(f"{file} has no signed weights: nothing to do")
        moved(model, before, lender.read_bytes())
        fresh = file.with_suffix(".new")
        fresh.write_bytes(model.SerializeToString(deterministic=True))
        fresh.replace(file)
        signs[file.name] = (file.stat().st_size, digest(file), old)
        print(f"{file.name}: {count} products, {file.stat().st_size} bytes")
    for name in NAMES:
        entry = MODELS / f"{name}.toml"
        entry.write_text(entered(entry.read_text(encoding="utf-8"), signs, f"{name}.onnx"), encoding="utf-8")
    return 0


def shifted(model: onnx.ModelProto) -> int:
    """Signed weights of MatMulInteger made unsigned; how many products had some."""
    held = {one.name: one for one in model.graph.initializer}
    count = 0
    for node in model.graph.node:
        if node.op_type != "MatMulInteger" or len(node.input) != 3:
            continue
        weight = held[node.input[1]]
        if weight.data_type == TensorProto.INT8:
            values = numpy_helper.to_array(weight).astype(np.int16) + 128
            weight.CopyFrom(numpy_helper.from_array(values.astype(np.uint8), weight.name))
        node.input.append(ZERO)
        count += 1
    if count:
        model.graph.initializer.append(numpy_helper.from_array(np.array(128, np.uint8), ZERO))
    return count


def moved(model: onnx.ModelProto, before: bytes, now: bytes) -> None:
    """What is read out of the other file is looked up where it stands there now."""
    for tensor in model.graph.initializer:
        if tensor.data_location != TensorProto.EXTERNAL:
            continue
        place = {one.key: one for one in tensor.external_data}
        offset, length = int(place["offset"].value), int(place["length"].value)
        found = now.find(before[offset : offset + length])
        if found < 0:
            sys.exit(f"{tensor.name} is not in the other file any more")
        place["offset"].value = str(found)


def entered(text: str, signs: dict[str, tuple[int, str, str]], own: str) -> str:
    """An entry with the files' bytes and digests of now, and what its own file's weights were fitted with."""
    for name, (size, sign, _) in signs.items():
        path = rf'(path = "[^"]*{re.escape(name)}"[^}}\[]*?bytes = )\d+([^}}\[]*?sha256 = ")[0-9a-f]{{64}}'
        text, count = re.subn(path, rf"\g<1>{size}\g<2>{sign}", text)
        if count > 1 or (name == own and count != 1):
            sys.exit(f"{count} lines for {name}: write bytes and sha256 by hand")
    if not re.search(r"^fitted = ", text, flags=re.M):
        text = text.replace("shipped = true\n", f'shipped = true\nfitted = "{signs[own][2]}"\n', 1)
    return text


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main())
