"""Give the reader that ships its second output, `states`, and write the new digest into its entry.

    python build/reader_states.py

The file was exported before there was such an output, and its checkpoint is not in the repository; what
`export_networks.py` makes has it from the start. Nothing else changes: the same evidence to the last bit
(checked on random windows), so weights that were fitted with the file of before stay good (`fitted` in the
entry).
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

MODELS = Path(__file__).resolve().parent.parent / "models"
WINDOWS, WIDTH, MAX_TOKENS = 40, 384, 256


def main() -> int:
    """Write both files."""
    file, entry = MODELS / "fr-en" / "reader-fr-en.onnx", MODELS / "reader-fr-en.toml"
    before = digest(file)
    model = onnx.load(str(file), load_external_data=False)
    if any(output.name == "states" for output in model.graph.output):
        sys.exit(f"{file} has the output already")
    (last,) = (node for node in model.graph.node if node.output[0] == "evidence")
    made = {node.output[0]: node for node in model.graph.node}
    add = made[last.input[0]]
    held = made[add.input[0]].input[0]
    model.graph.node.append(helper.make_node("Identity", [held], ["states"], name="states"))
    shape = ["batch", "sequence", WIDTH]
    model.graph.output.append(helper.make_tensor_value_info("states", TensorProto.FLOAT, shape))
    fresh = file.with_name(file.name + ".new")
    fresh.write_bytes(model.SerializeToString(deterministic=True))
    if not same(file, fresh):
        sys.exit("the evidence is not what it was: nothing was changed")
    fresh.replace(file)
    told = f'bytes = {file.stat().st_size}, sha256 = "{digest(file)}"'
    text, count = re.subn(rf'bytes = \d+, sha256 = "{before}"', told, entry.read_text(encoding="utf-8"))
    text, versions = re.subn(r"^version = \d+$", f'version = 3\nfitted = "{before}"', text, flags=re.M)
    if (count, versions) != (1, 1):
        sys.exit(f"{entry} does not name the file as it was: write bytes and sha256 by hand ({told})")
    entry.write_text(text, encoding="utf-8")
    return 0


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def same(one: Path, other: Path) -> bool:
    """Whether both files say the same of windows of random tokens."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    sessions = [
        onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"]) for path in (one, other)
    ]
    rng = np.random.default_rng(1)
    for length in rng.integers(8, MAX_TOKENS, WINDOWS):
        given = {
            "input_ids": rng.integers(4, 32_000, (1, length)),
            "attention_mask": np.ones((1, length), np.int64),
            "token_type_ids": (np.arange(length) > 6).astype(np.int64)[None],
        }
        evidence = [session.run(["evidence"], given)[0] for session in sessions]
        if not np.array_equal(*evidence):
            return False
    return True


if __name__ == "__main__":
    raise SystemExit(main())
