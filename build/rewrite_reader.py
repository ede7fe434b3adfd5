"""Write the reader that ships in the form that `bert.reader` gives one today, and its digest into its entry.

    python build/rewrite_reader.py [--check]

For a change of the graph alone: the checkpoint is not in the repository, and to read weights back and round
them again would move some. Every constant of the file stays as it is, to the last bit; what was fitted with
the file of before stays good (`fitted` in the entry). `--check`: only says how far apart the two are, on
windows of random tokens, where that is more than on text.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import sys
from pathlib import Path

import bert
import numpy as np
import onnx
import onnx_graph
from numpy.typing import NDArray
from onnx import numpy_helper
from shipped_reader import PATH, SHAPE, shipped_reader

#: Constants up to this many bytes are the graph's own: shapes, axes, places.
SMALL = 64
EXACT = frozenset({0})  # as in export_networks.py, which needs torch
WINDOWS, MAX_TOKENS = 40, 256
ENTRY = PATH.parents[1] / "reader-fr-en.toml"
ENCODER = PATH.with_name("encoder-fr-en.onnx")


def main() -> int:
    """Write both files, or compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing")
    given = parser.parse_args()
    fresh = PATH.with_name(PATH.name + ".new")
    onnx_graph.save(rewritten(PATH), fresh)
    mean, worst = apart(PATH, fresh)
    print(f"evidence apart: {mean:.4f} on the mean of a token, {worst:.4f} at most")
    if given.check:
        fresh.unlink()
        return 0
    before, text = digest(PATH), ENTRY.read_text(encoding="utf-8")
    told = f'bytes = {fresh.stat().st_size}, sha256 = "{digest(fresh)}"'
    text, count = re.subn(rf'bytes = \d+, sha256 = "{before}"', told, text)
    if "\nfitted = " not in text:
        text = re.sub(r"^(version = \d+)$", rf'\1\nfitted = "{before}"', text, flags=re.M)
    if count != 1:
        fresh.unlink()
        sys.exit(f"{ENTRY} does not name the file as it is: nothing was changed")
    fresh.replace(PATH)
    ENTRY.write_text(text, encoding="utf-8")
    return 0


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def rewritten(path: Path) -> onnx.ModelProto:
    """Today's graph with the constants of the file."""
    model = bert.reader(shipped_reader(path), SHAPE, "int8", exact=EXACT, small_table=True)
    held = [a for a in map(numpy_helper.to_array, onnx.load(path).graph.initializer) if a.nbytes > SMALL]
    places = [one for one in model.graph.initializer if numpy_helper.to_array(one).nbytes > SMALL]
    for place, array in zip(places, held, strict=True):
        made = numpy_helper.to_array(place)
        if (made.shape, made.dtype) != (array.shape, array.dtype):
            sys.exit(f"{path} has other constants than bert.reader writes, or in another order")
        place.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(array), place.name))
    onnx_graph.borrow(model, ENCODER)
    return model


def apart(one: Path, other: Path) -> tuple[float, float]:
    """How far apart the evidence of two readers is on windows of random tokens: the mean, and the most."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    sessions = [onnxruntime.InferenceSession(p, providers=["CPUExecutionProvider"]) for p in (one, other)]
    rng = np.random.default_rng(1)
    found: list[NDArray[np.float32]] = []
    for length in rng.integers(8, MAX_TOKENS, WINDOWS):
        feed = {
            "input_ids": rng.integers(4, 32_000, (1, length)),
            "attention_mask": np.ones((1, length), np.int64),  # of graphs up to version 3
            "token_type_ids": (np.arange(length) > 6).astype(np.int64)[None],
        }
        said = [
            session.run(["evidence"], {each.name: feed[each.name] for each in session.get_inputs()})[0]
            for session in sessions
        ]
        found.append(np.abs(said[0] - said[1]).ravel())
    every = np.concatenate(found)
    return float(every.mean()), float(every.max())


if __name__ == "__main__":
    raise SystemExit(main())
