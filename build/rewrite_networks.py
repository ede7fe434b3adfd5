"""Write the encoder and the reader that ship in the form that `bert` gives them today, and their digests into
their entries.

    python build/rewrite_networks.py [--check]

For a change of the graphs alone: the checkpoints are not in the repository, and to read weights back and
round them again would move some. Every constant of a file stays as it is, to the last bit; what was fitted
with the files of before and the vectors that they made stay good (`weights` in the entries). `--check`: only
says how far apart they are, on random tokens, where that is more than on text.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
ENCODER = PATH.with_name("encoder-fr-en.onnx")
Make = Callable[..., Any]


def main() -> int:
    """Write the files, or compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=PATH.parents[2]) as folder:
        fresh = {path: Path(folder, path.name) for path in (ENCODER, PATH)}
        weights = shipped_reader(PATH)
        onnx_graph.save(rewritten(ENCODER, bert.graph, weights, masked=False), fresh[ENCODER])
        reader = rewritten(PATH, bert.reader, weights)
        onnx_graph.borrow(reader, fresh[ENCODER])
        onnx_graph.save(reader, fresh[PATH])
        for path, output in ((ENCODER, "sentence_embedding"), (PATH, "evidence")):
            mean, worst = apart(path, fresh[path], output)
            print(f"{output} apart: {mean:.4f} on the mean of a number, {worst:.4f} at most")
        if not given.check:
            for path, new in fresh.items():
                enter(path, new)
    return 0


def rewritten(path: Path, make: Make, weights: bert.Weights, **how: bool) -> onnx.ModelProto:
    """Today's graph with the constants of the file. `weights`: of the same shapes, which the graph is made
    of; for the reader its own, for its small constants.
    """
    model = make(weights, SHAPE, "int8", exact=EXACT, small_table=True, **how)
    held = [a for a in map(numpy_helper.to_array, onnx.load(path).graph.initializer) if a.nbytes > SMALL]
    places = [one for one in model.graph.initializer if numpy_helper.to_array(one).nbytes > SMALL]
    for place, array in zip(places, held, strict=True):
        made = numpy_helper.to_array(place)
        if (made.shape, made.dtype) != (array.shape, array.dtype):
            sys.exit(f"{path} has other constants than {make.__name__} writes, or in another order")
        place.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(array), place.name))
    return model


def enter(path: Path, fresh: Path) -> None:
    """The new file in place of the old one, and in its entry."""
    entry = path.parents[1] / f"{path.stem}.toml"
    before, after, text = digest(path), digest(fresh), entry.read_text(encoding="utf-8")
    line = rf'bytes = \d+, sha256 = "{before}", digest = "verified"(, weights = "[0-9a-f]+")?'
    found = re.search(line, text)
    if found is None:
        sys.exit(f"{entry} does not name the file as it is: nothing of it was changed")
    first = found[1] or f', weights = "{before}"'
    told = f'bytes = {fresh.stat().st_size}, sha256 = "{after}", digest = "verified"{first}'
    fresh.replace(path)
    for each in path.parents[1].glob("*-fr-en.toml"):  # the reader's names the encoder too
        text = each.read_text(encoding="utf-8")
        shared = rf'bytes = \d+\nsha256 = "{before}"'
        text = re.sub(shared, f'bytes = {path.stat().st_size}\nsha256 = "{after}"', text)
        each.write_text(re.sub(line, told, text), encoding="utf-8")


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def apart(one: Path, other: Path, output: str) -> tuple[float, float]:
    """How far apart an output of two files is on windows of random tokens: the mean, and the most."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    sessions = [onnxruntime.InferenceSession(p, providers=["CPUExecutionProvider"]) for p in (one, other)]
    rng = np.random.default_rng(1)
    found: list[NDArray[np.float32]] = []
    for length in rng.integers(8, MAX_TOKENS, WINDOWS):
        feed = {
            "input_ids": rng.integers(4, 32_000, (1, length)),
            "attention_mask": np.ones((1, length), np.int64),
            "token_type_ids": (np.arange(length) > 6).astype(np.int64)[None],
        }
        said = [
            session.run([output], {each.name: feed[each.name] for each in session.get_inputs()})[0]
            for session in sessions
        ]
        found.append(np.abs(said[0] - said[1]).ravel())
    every = np.concatenate(found)
    return float(every.mean()), float(every.max())


if __name__ == "__main__":
    raise SystemExit(main())
