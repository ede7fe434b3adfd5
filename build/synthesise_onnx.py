"""Models with random weights for ONNX Runtime: small ones for tests, real shapes for measuring.

    python build/synthesise_onnx.py SHAPE --out FOLDER [--kind fp32|int8] [--unpooled] [--labels N]

- bert, gemma: embedders; a second to make, under 1 MB; `--unpooled` leaves pooling to the reader (bert only);
- cross-encoder: a BERT of that size that reads a pair, with `--labels` 1 or 2 logits;
- minilm-cross-encoder: 30,522 tokens, 6 layers, 24 MB in int8: the shape of ms-marco-MiniLM-L6-v2;
- embeddinggemma: 262,144 tokens, 24 layers, 310 MB in int8.

Speed and memory do not depend on the weights' values. Gemma's layout and names are those of the public
repository: `onnx/model_quantized.onnx` with its `.onnx_data`, tokenizer.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import bert
import gemma_encoder
import numpy as np
import onnx_graph

SEED = 20260101
TINY = gemma_encoder.Shape(
    vocabulary=512, width=64, layers=6, heads=3, head=32, inner=96, dense=128, window=9
)
TINY_BERT = {"vocabulary": 512, "width": 48, "inner": 96, "layers": 2, "positions": 64}
MINILM = {"vocabulary": 30_522, "width": 384, "inner": 1_536, "layers": 6, "positions": 512}
TINY_HEADS = bert.Shape(2, 4)
SHAPES = ("bert", "cross-encoder", "minilm-cross-encoder", "gemma", "embeddinggemma")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("shape", choices=SHAPES)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kind", choices=("fp32", "int8"), default="int8")
    parser.add_argument("--unpooled", action="store_true", help="bert: give last_hidden_state only")
    parser.add_argument("--labels", type=int, choices=(1, 2), default=1, help="logits of a cross-encoder")
    given = parser.parse_args()
    if given.shape == "bert":
        weights = bert.random_weights(**TINY_BERT, seed=SEED)
        model = bert.graph(weights, TINY_HEADS, given.kind, pooled=not given.unpooled)
        onnx_graph.save(model, given.out / "model_int8.onnx")
        tokenizer = word_pieces(TINY_BERT["vocabulary"])
    elif given.shape.endswith("cross-encoder"):
        size, shape = (
            (TINY_BERT, TINY_HEADS) if given.shape == "cross-encoder" else (MINILM, bert.Shape(6, 12))
        )
        weights = bert.random_weights(**size, seed=SEED, labels=given.labels)
        onnx_graph.save(bert.cross_encoder(weights, shape, given.kind), given.out / "onnx" / "model.onnx")
        tokenizer = word_pieces(size["vocabulary"])
    else:
        shape = TINY if given.shape == "gemma" else gemma_encoder.Shape()
        random = gemma_encoder.random_weights(shape, SEED)
        model = gemma_encoder.graph(random, shape, given.kind)
        name = "model_quantized.onnx" if given.kind == "int8" else "model.onnx"
        onnx_graph.save(model, given.out / "onnx" / name, external=True)
        tokenizer = gemma_pieces(shape.vocabulary)
    place = given.out / "tokenizer.json"
    place.write_text(json.dumps(tokenizer, ensure_ascii=False), encoding="utf-8")
    return 0


def word_pieces(size: int) -> dict[str, Any]:
    """A WordPiece tokenizer of `size` tokens with BERT's frame: [PAD] 0, [UNK] 1, [CLS] 2, [SEP] 3."""
    letters = [chr(c) for c in range(33, 127)]
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *letters, *(f"##{c}" for c in letters)]
    pieces += [f"filler{i}" for i in range(size - len(pieces))]
    special = [_special(i, name) for i, name in enumerate(pieces[:4])]
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": special,
        "normalizer": {
            "type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": _frame("[CLS]", 2, "[SEP]", 3),
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": {piece: i for i, piece in enumerate(pieces)},
        },
    }  # fmt: skip


def gemma_pieces(size: int) -> dict[str, Any]:
    """A byte-fallback BPE tokenizer of `size` tokens with Gemma's frame: <pad> 0, <eos> 1, <bos> 2, <unk> 3.

    A large one is filled with made-up words and the merges that reach them: it costs as much as Gemma's.
    """
    pieces = ["<pad>", "<eos>", "<bos>", "<unk>", *(f"<0x{b:02X}>" for b in range(256)), "▁"]
    pieces += [chr(c) for c in range(33, 127)]
    merges: list[list[str]] = []
    if size > 10_000:
        rng, known = np.random.default_rng(SEED), set(pieces)
        letters = [chr(c) for c in range(97, 123)]
        words = ["▁", *letters]
        while len(pieces) < size:
            left, right = words[rng.integers(len(words))], letters[rng.integers(26)]
            if left + right not in known and len(left) < 12:
                known.add(left + right)
                pieces.append(left + right)
                words.append(left + right)
                merges.append([left, right])
    pieces += [f"filler{i}" for i in range(size - len(pieces))]
    return {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [_special(i, name) for i, name in enumerate(pieces[:4])],
        "normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
        "pre_tokenizer": None,
        "post_processor": _frame("<bos>", 2, "<eos>", 1),
        "decoder": {"type": "Sequence", "decoders": [
            {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"},
            {"type": "Fuse"},
        ]},
        "model": {
            "type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None,
            "end_of_word_suffix": None, "fuse_unk": True, "byte_fallback": True, "ignore_merges": False,
            "vocab": {piece: i for i, piece in enumerate(pieces)}, "merges": merges,
        },
    }  # fmt: skip


def _special(number: int, name: str) -> dict[str, Any]:
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return {"id": number, "content": name, "special": True, **flags}


def _frame(first: str, first_id: int, last: str, last_id: int) -> dict[str, Any]:
    def special(name: str, kind: int = 0) -> dict[str, Any]:
        return {"SpecialToken": {"id": name, "type_id": kind}}

    def text(name: str, kind: int = 0) -> dict[str, Any]:
        return {"Sequence": {"id": name, "type_id": kind}}

    return {
        "type": "TemplateProcessing",
        "single": [special(first), text("A"), special(last)],
        "pair": [special(first), text("A"), special(last), text("B", 1), special(last, 1)],
        "special_tokens": {
            name: {"id": name, "ids": [number], "tokens": [name]}
            for name, number in ((first, first_id), (last, last_id))
        },
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
