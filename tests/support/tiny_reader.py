"""A reader of random weights with a real ONNX file, a real tokenizer file and a real card: shapes without
sense.
"""

from __future__ import annotations

import hashlib
import string
from pathlib import Path

from places import recipe
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

HEADS = 2


def tokenizer() -> Tokenizer:
    """Word pieces of one character: every text of ASCII letters and digits has tokens with exact places."""
    pieces = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        *string.ascii_lowercase,
        *string.digits,
        *string.punctuation,
    ]
    vocabulary = {piece: n for n, piece in enumerate(pieces)}
    vocabulary |= {
        f"##{c}": len(vocabulary) + n for n, c in enumerate(string.ascii_lowercase + string.digits)
    }
    made = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=200))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return made


def write(folder: Path, *, seed: int = 1, version: int = 1) -> Path:
    """The card of a tiny reader written into `folder`."""
    onnx_recipe = recipe("reader_onnx")
    network, words = folder / "tiny.onnx", folder / "tiny.tokenizer.json"
    network.write_bytes(
        onnx_recipe.build(onnx_recipe.random_weights(seed, vocabulary=110), HEADS).SerializeToString()
    )
    tokenizer().save(str(words))
    card = folder / "tiny.toml"
    files = []
    for path in (network, words):
        data = path.read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        files.append(
            f'{{ path = "{path.name}", bytes = {len(data)}, sha256 = "{digest}", digest = "verified" }}'
        )
    lines = [
        'name = "tiny"\nkind = "reader"\ntitle = "Tiny"\nlicence = "Apache-2.0"',
        'licence_url = "https://example.org"\narchitecture = "bert"\nparameters = "0"\ncontext = 320',
        f"shared = [{files[1]}]",
        '[[variants]]\nname = "int8"\nquantisation = "int8"\nmemory_mb = 1\ndefault = true',
        f"files = [{files[0]}]",
        f'[reading]\nversion = {version}\nlanguages = ["en"]',
    ]
    card.write_text("\n".join(lines), encoding="utf-8")
    return card
