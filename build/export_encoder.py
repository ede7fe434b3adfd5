"""The newest checkpoint of the bilingual encoder as an int8 ONNX file with its tokenizer.

    python build/export_encoder.py [--kind int8|w8] [--large] [--out FOLDER]

The graph is written as MiniLM's is (bert.py, onnx_graph.py): no exporter. Compared one text at a time with
the numpy reference, on texts of both languages that were never trained on.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

import bert
import numpy as np
import onnx_graph
from encoder_data import asked, encoder_folder, pairs
from encoder_model import bert_names, cut
from reader_model import HEADS, LAYERS
from tokenizers import Tokenizer
from train_encoder import newest

NAME = "encoder-fr-en"
SHAPE = bert.Shape(layers=LAYERS, heads=HEADS)
EXACT = frozenset({0})  # as in minilm.py
LARGEST = 20_000_000
MAX_TOKENS = 256
# Least cosine to the reference that is accepted; with a table of 4 bits the worst text is one of one letter.
PARITY = {"int8": 0.98, "w8": 0.998}
SMALL_PARITY = 0.97


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kind", choices=tuple(PARITY), default="int8", help="see onnx_graph.py")
    parser.add_argument("--large", action="store_true", help="the word table in 8 bits instead of 4")
    parser.add_argument("--out", type=Path, default=encoder_folder() / "export")
    given = parser.parse_args()
    encoder, tokenizer, state = newest(encoder_folder())
    weights = bert_names(encoder)
    places = "embeddings.position_embeddings.weight"
    weights[places] = weights[places][:MAX_TOKENS]
    given.out.mkdir(parents=True, exist_ok=True)
    target = given.out / f"model_{given.kind}.onnx"
    fresh = target.with_name(target.name + ".new")
    exact = EXACT if given.kind == "int8" else frozenset[int]()
    onnx_graph.save(bert.graph(weights, SHAPE, given.kind, exact=exact, small_table=not given.large), fresh)
    fresh.replace(target)
    tokenizer.save(str(given.out / "tokenizer.json"))
    cosines = parity(weights, tokenizer, target)
    told = {
        "name": NAME,
        "texts": state["texts"],
        "bytes": target.stat().st_size,
        "sha256": digest(target),
        "tokenizer_bytes": (given.out / "tokenizer.json").stat().st_size,
        "tokenizer_sha256": digest(given.out / "tokenizer.json"),
        "compared": len(cosines),
        "cosine_worst": round(min(cosines), 4),
        "cosine_mean": round(sum(cosines) / len(cosines), 4),
    }
    (given.out / "export.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(told, indent=1))
    least = PARITY[given.kind] if given.large else SMALL_PARITY
    if told["bytes"] > LARGEST or told["cosine_worst"] < least:
        sys.exit(f"export_encoder: over {LARGEST} bytes or worst cosine under {least}")
    return 0


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sample() -> list[str]:
    """Sentences, questions and paragraphs of the development data in both languages, and very short ones."""
    held = pairs("dev")[:40]
    found = [pair.english for pair in held] + [pair.french for pair in held]
    for name in ("piaf/dev.jsonl", "squad/dev.jsonl"):
        one = asked(name)
        found += one.questions[::50][:20] + one.paragraphs[::25][:8]
    return [*found, "x", "42", "où", "the", "Bonjour !"]


def parity(weights: dict[str, onnx_graph.Floats], tokenizer: Tokenizer, model: Path) -> list[float]:
    """Cosine of each sample text's vector to the numpy reference."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    cosines = []
    for text in sample():
        ids = cut(tokenizer.encode(text).ids, MAX_TOKENS)
        array = np.array([ids], np.int64)
        feed = {"input_ids": array, "attention_mask": np.ones_like(array)}
        (got,) = session.run(["sentence_embedding"], feed)
        cosines.append(float(got[0] @ bert.reference(weights, SHAPE, ids)))
    return cosines


if __name__ == "__main__":
    sys.exit(main())
