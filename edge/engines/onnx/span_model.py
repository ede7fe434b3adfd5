"""The reader's network: a question and a text in, span logits out. ONNX on one thread, one window a run.

One window at a time, because dynamic int8 scales activations per call: in a batch, a text's logits would
depend on its neighbours (measured: cosine 0.99 only).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from edge import paths
from edge.engines.onnx.session import parsed
from edge.errors import ModelError
from edge.records.catalog import CatalogModel, ModelFile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Integers = NDArray[np.int64]

#: Version of the graph's inputs and outputs.
VERSION = 1

#: Tokens of one window with the question and three marks; windows of a longer text overlap by half.
WINDOW = 320

#: A longer question is cut: its first words carry it.
QUESTION_TOKENS = 64

_MEND = "Get the file again (pip install --force-reinstall edge-answers), or ask with --engine lexical."


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text as token ids with the characters `[start, end)` of each: int64 (n,) and (n, 2)."""

    ids: Integers
    offsets: Integers


@dataclass(frozen=True, slots=True)
class Logits:
    """Of one window: `start` and `end` (n,) over its tokens, less those of "no answer"; `answerable` a
    scalar.
    """

    start: Floats
    end: Floats
    answerable: float


class SpanModel:
    """A loaded reader. `sha` is the digest of its network, which confidence is tied to."""

    def __init__(self, card: CatalogModel, session: Any, tokenizer: Any) -> None:
        self.card = card
        self.sha = card.variant().files[0].sha256
        self._session = session
        self._tokenizer = tokenizer
        self._cls, self._sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")

    def tokens(self, text: str) -> TokenizedText:
        """Token ids and character spans of a text, uncut."""
        encoded = self._tokenizer.encode(text, add_special_tokens=False)
        offsets = np.array(encoded.offsets, np.int64).reshape(-1, 2)
        return TokenizedText(np.array(encoded.ids, np.int64), offsets)

    def room(self, question: TokenizedText) -> int:
        """Tokens of text that fit a window beside a question."""
        return WINDOW - 3 - min(len(question.ids), QUESTION_TOKENS)

    def read(self, question: TokenizedText, ids: Integers) -> Logits:
        """Logits of a window's tokens (at most `room(question)`)."""
        words = question.ids[:QUESTION_TOKENS]
        row = np.concatenate([[self._cls], words, [self._sep], ids, [self._sep]]).astype(np.int64)[None]
        begin = len(words) + 2
        types = (np.arange(row.shape[1]) >= begin).astype(np.int64)[None]
        start, end, answerable = self._session.run(
            ("start", "end", "answerable"), {"ids": row, "types": types, "mask": np.ones_like(row)}
        )
        inside = slice(begin, begin + len(ids))
        return Logits(start[0, inside] - start[0, 0], end[0, inside] - end[0, 0], float(answerable[0]))


@lru_cache(maxsize=2)
def load(card: Path | None = None) -> SpanModel:
    """The reader of an entry of the catalog (the shipped one), every byte checked before a parser sees it.

    Raises ModelError when a file is missing, damaged, of another version, or a library for it is not
    installed.
    """
    entry, network, tokenizer = verify(card or paths.model("reader-en.toml"))
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError as error:
        raise ModelError(
            f"The reader needs a library that cannot be imported: {error}.",
            "pip install 'edge-answers[embed]'",
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # two were slower on a loaded machine, and threads that wait spin
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    # By path: handed over as bytes, the file would stay twice in memory while it is parsed.
    session = onnxruntime.InferenceSession(str(network), options, providers=["CPUExecutionProvider"])
    return SpanModel(entry, session, parsed(Tokenizer, tokenizer))


def verify(card: Path) -> tuple[CatalogModel, Path, Path]:
    """A reader's entry with the files of its network and its tokenizer, which lie beside it, size and digest
    checked. Raises ModelError.
    """
    entry = _entry(card)
    network, tokenizer = (_checked(card.parent, file) for file in entry.files_of(entry.variant()))
    return entry, network, tokenizer


def _entry(path: Path) -> CatalogModel:
    try:
        entry = msgspec.toml.decode(path.read_bytes(), type=CatalogModel)
    except OSError as error:
        raise ModelError(f"The reader is not here: {path} ({error.strerror}).", _MEND) from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise ModelError(f"The reader's card {path} is damaged: {error}.", _MEND) from error
    version = entry.reading.version if entry.reading else 0
    if version != VERSION:
        raise ModelError(
            f"The reader {path} is of version {version}; this edge reads version {VERSION}.", _MEND
        )
    return entry


def _checked(folder: Path, file: ModelFile) -> Path:
    path = folder / file.path
    try:
        with path.open("rb") as stream:
            size, digest = path.stat().st_size, hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(f"The reader's file {path} cannot be read: {error.strerror}.", _MEND) from error
    if size != file.bytes or digest != file.sha256:
        raise ModelError(f"The reader's file {path} is damaged: its bytes are not those of its card.", _MEND)
    return path
