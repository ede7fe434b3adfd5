"""Checkpoint -> models/reader-en/reader-en.onnx (int8), its tokenizer and its entry in the catalog; parity
and the cost of int8 are measured.

python build/export_reader.py [--checkpoint FILE] [--questions 300]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
from pathlib import Path

import numpy as np
import onnxruntime
import reader_onnx
import torch
from mine_negatives import cache_folder
from reader_data import read
from reader_metrics import encode, exact, f1
from reader_model import HEADS, Reader, base_folder
from tokenizers import Tokenizer
from train_reader import best_span

MODELS = Path(__file__).resolve().parents[1] / "models" / "reader-en"
NAME = "reader-en"
LARGEST = 25_000_000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--checkpoint", type=Path, default=cache_folder() / "last.pt")
    parser.add_argument(
        "--questions", type=int, default=300, help="answerable questions of dev.jsonl to compare on"
    )
    parser.add_argument("--folder", type=Path, default=MODELS)
    given = parser.parse_args()
    held = torch.load(given.checkpoint, weights_only=True)
    reader = Reader()
    reader.load_state_dict(held["reader"])
    weights = {name: value.numpy() for name, value in reader.state_dict().items()}
    given.folder.mkdir(parents=True, exist_ok=True)
    target = given.folder / f"{NAME}.onnx"
    # Unsigned weights: without VNNI, pairs of signed 8-bit products are added in 16 bits, which saturates.
    # 7 signed bits avoid that too and are faster, but cost two points of F1 (bench/LOG.md).
    reader_onnx.quantise(weights, HEADS, target, unsigned=True)
    tokenizer = given.folder / f"{NAME}.tokenizer.json"
    shutil.copyfile(base_folder() / "tokenizer.json", tokenizer)
    if target.stat().st_size > LARGEST:
        raise SystemExit(f"{target} has {target.stat().st_size} bytes, more than {LARGEST}.")
    catalog = MODELS.parent / f"{NAME}.toml"
    entry = _entry(catalog.read_text(encoding="utf-8"), target, tokenizer)
    (given.folder.parent / f"{NAME}.toml").write_text(entry, encoding="utf-8")
    figures = compare(
        reader.eval(), reader_onnx.build(weights, HEADS).SerializeToString(), target, given.questions
    )
    print(
        json.dumps(
            {"position": held["state"]["position"], "bytes": target.stat().st_size, **figures}, indent=1
        )
    )


def compare(reader: Reader, plain: bytes, quantised: Path, count: int) -> dict[str, float]:
    """Largest difference of the fp32 graph from torch, and EM / F1 of fp32 and int8 forced to answer."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    sessions = {
        "fp32": onnxruntime.InferenceSession(plain, options),
        "int8": onnxruntime.InferenceSession(str(quantised), options),
    }
    words = Tokenizer.from_file(str(base_folder() / "tokenizer.json"))
    words.no_truncation()
    words.no_padding()
    asked = [(p, q) for p in read("dev.jsonl") for q in p.questions if q.answerable]
    asked = asked[:: max(1, len(asked) // count)][:count]
    sums = {f"{name}_{what}": 0.0 for name in sessions for what in ("em", "f1")}
    worst = 0.0
    for number, (paragraph, question) in enumerate(asked):
        it = encode(words, question.question, paragraph.text, 384, 64)
        ids = np.array([it.ids], np.int64)
        feed = {
            "ids": ids,
            "types": (np.arange(len(it.ids)) >= it.begin).astype(np.int64)[None],
            "mask": np.ones_like(ids),
        }
        for name, session in sessions.items():
            start, end, _ = session.run(None, feed)
            a, b, _ = best_span(start[0].tolist(), end[0].tolist(), it)
            said = paragraph.text[it.offsets[a - it.begin][0] : it.offsets[b - it.begin][1]]
            sums[f"{name}_em"] += exact(said, question.answers)
            sums[f"{name}_f1"] += f1(said, question.answers)
            if name == "fp32" and number < 10:
                with torch.inference_mode():
                    theirs = reader(*(torch.tensor(feed[key]) for key in ("ids", "types", "mask")))
                worst = max(
                    worst,
                    *(float(np.abs(x - y.numpy()).max()) for x, y in zip((start, end), theirs, strict=False)),
                )
    return {
        "parity": worst,
        "questions": len(asked),
        **{k: round(100 * v / len(asked), 1) for k, v in sums.items()},
    }


def _entry(entry: str, *paths: Path) -> str:
    """The catalog's entry with the bytes and digests of the files that were written."""
    for path in paths:
        data = path.read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        place = re.compile(
            rf'(path = "[^"]*{re.escape(path.name)}",?\s+bytes = )\d+(,?\s+sha256 = ")[0-9a-f]*"'
        )
        entry, count = place.subn(rf'\g<1>{len(data)}\g<2>{digest}"', entry)
        if count != 1:
            raise SystemExit(f"models/{NAME}.toml does not name {path.name} once.")
    return entry


if __name__ == "__main__":
    main()
