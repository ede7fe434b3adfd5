"""The trained encoder and reader as int8 ONNX files under `models/`, their digests in the two entries beside.

    python build/export_networks.py [--out FOLDER]
    python build/export_networks.py --tuned         the reader alone, as tune_reader.py left it

The graphs are written as MiniLM's is (bert.py, onnx_graph.py): no exporter. The reader's file holds no table
of words: it reads the encoder's, which lies beside it. Each is compared with the numpy
reference on development texts of both languages, one text at a time. With `--out` the files go there and no
entry changes.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

import bert
import numpy as np
import onnx_graph
from checkpoint import finished
from corpus import asked, encoder_folder, pairs
from encoder_measure import ids_of
from network import HEADS, LAYERS
from numpy.typing import NDArray
from pretrained import plain, published_names
from tokenizers import Tokenizer

MODELS = Path(__file__).resolve().parent.parent / "models"
SHAPE = bert.Shape(layers=LAYERS, heads=HEADS)
ENCODER = functools.partial(bert.graph, masked=False)  # a text is embedded by itself, without padding
EXACT = frozenset({0})  # as in minilm.py
MAX_TOKENS, QUESTION = 256, 48
FOLDER = "fr-en"  # both files in one: the reader reads the table of words where the encoder has it
LARGEST = {"encoder": 20_000_000, "reader": 14_000_000}
COSINE = 0.97  # least cosine of the encoder to the reference
LOGIT = 1.0  # most that the reader's logits may be off, on the mean over a window

Weights = dict[str, NDArray[np.float32]]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--tuned", action="store_true", help="the reader alone, from tune_reader.py")
    given = parser.parse_args()
    tokenizer = plain(encoder_folder() / "tokenizer.json")
    wrong = []
    tuned = [("reader", bert.reader, finished("tuned", "tune_reader.py"))] if given.tuned else []
    for name, make, held in tuned or [
        (name, make, finished(name)) for name, make in (("encoder", ENCODER), ("reader", bert.reader))
    ]:
        weights = published_names(held)
        places = "embeddings.position_embeddings.weight"
        weights[places] = weights[places][:MAX_TOKENS]
        target = given.out / FOLDER / f"{name}-fr-en.onnx"
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = target.with_name(target.name + ".new")
        model = make(weights, SHAPE, "int8", exact=EXACT, small_table=True)
        if name == "reader":  # it has learnt with the encoder's table of words, and leaves it as it was
            onnx_graph.borrow(model, given.out / FOLDER / "encoder-fr-en.onnx")
        onnx_graph.save(model, fresh)
        fresh.replace(target)
        figures = parity(name, weights, tokenizer, target)
        wrong += [name] if not figures.pop("good") or target.stat().st_size > LARGEST[name] else []
        print(json.dumps({"name": name, "bytes": target.stat().st_size, "sha256": digest(target), **figures}))
        if given.out == MODELS:
            enter(MODELS / f"{name}-fr-en.toml", target, weights if name == "encoder" else None, tokenizer)
    if not given.tuned:
        pieces = given.out / FOLDER / "encoder-fr-en.tokenizer.json"
        shutil.copyfile(encoder_folder() / "tokenizer.json", pieces)
    if wrong:
        sys.exit(
            f"export_networks: {', '.join(wrong)} is over its {LARGEST} bytes or too far from the reference"
        )
    return 0


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def parity(name: str, weights: Weights, tokenizer: Tokenizer, model: Path) -> dict[str, Any]:
    """How near the file's figures are to the reference's, and whether that is near enough."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    found = []
    for ids, types in windows(tokenizer) if name == "reader" else texts(tokenizer):
        feed = {"input_ids": np.array([ids], np.int64)}
        if name == "reader":
            feed["token_type_ids"] = np.array([types], np.int64)
            got, wanted = session.run(None, feed)[0][0], bert.reader_reference(weights, SHAPE, ids, types)
            found.append(float(np.abs(got - wanted).mean()))
        else:
            found.append(float(session.run(None, feed)[0][0] @ bert.reference(weights, SHAPE, ids)))
    worst = max(found) if name == "reader" else min(found)
    good = worst <= LOGIT if name == "reader" else worst >= COSINE
    told = {"compared": len(found), "worst": round(worst, 4), "mean": round(float(np.mean(found)), 4)}
    return {"measure": "logit" if name == "reader" else "cosine", **told, "good": good}


def texts(tokenizer: Tokenizer) -> list[tuple[list[int], list[int]]]:
    """Sentences, questions and paragraphs that were never learnt from, and very short texts."""
    held = pairs("dev")[:40]
    sample = [text for pair in held for text in (pair.english, pair.french)]
    for name in ("piaf/dev.jsonl", "squad/dev.jsonl"):
        one = asked(name)
        sample += one.questions[::50][:20] + one.paragraphs[::25][:8]
    return [(ids, [0] * len(ids)) for ids in ids_of(tokenizer, [*sample, "x", "42", "où", "Bonjour !"])]


def windows(tokenizer: Tokenizer) -> list[tuple[list[int], list[int]]]:
    """Questions with paragraphs as the reader sees them."""
    found = []
    for name in ("piaf/dev.jsonl", "squad/dev.jsonl"):
        one = asked(name)
        for question, paragraph in zip(one.questions[::60][:20], one.paragraphs[::20], strict=False):
            first = ids_of(tokenizer, [question], QUESTION + 2)[0]
            rest = ids_of(tokenizer, [paragraph], MAX_TOKENS - len(first) + 1)[0][1:]
            found.append(([*first, *rest], [0] * len(first) + [1] * len(rest)))
    return found


def enter(entry: Path, target: Path, weights: Weights | None, tokenizer: Tokenizer) -> None:
    """Bytes and digest of the file into its entry; of the encoder also what its golden texts must score."""
    old = entry.read_text(encoding="utf-8")
    size, sign = target.stat().st_size, digest(target)
    line = rf'(path = "[^"]*{re.escape(target.name)}", bytes = )\d+(, sha256 = ")[0-9a-f]{{64}}([^}}]*)'
    new, count = re.subn(line, rf"\g<1>{size}\g<2>{sign}\g<3>", old)
    new = re.sub(r', weights = "[0-9a-f]{64}"', "", new)  # new: nothing was made by these
    if count != 1:
        sys.exit(f"{entry} has {count} lines for {target.name}, not one: write bytes and sha256 by hand")
    if weights is not None:
        for golden in tomllib.loads(old)["embedding"]["golden"]:
            asked_for, *pages = [
                bert.reference(weights, SHAPE, ids)
                for ids in ids_of(tokenizer, [golden["query"], *golden["documents"]])
            ]
            scores = ", ".join(str(round(float(asked_for @ page), 4)) for page in pages)
            before = ", ".join(map(str, golden["scores"]))
            new = new.replace(f"scores = [{before}]", f"scores = [{scores}]")
    fresh = entry.with_suffix(".new")
    fresh.write_text(new, encoding="utf-8")
    fresh.replace(entry)


if __name__ == "__main__":
    sys.exit(main())
