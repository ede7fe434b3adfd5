"""Text -> unit vectors, through ONNX Runtime and tokenizers; no torch.

Accepts the publicly hosted EmbeddingGemma files as they are (`sentence_embedding`, its task prompts,
Matryoshka
sizes) and BERT-type models (`sentence_embedding`, or mean over the mask of `last_hidden_state`). One
text a run:
the activation scale of an int8-dynamic graph is per tensor, so in a batch a text's vector would depend on its
neighbours (cosine 0.990 to itself, measured).
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from edge.engines import digests
from edge.engines.catalog import Embedding, Model, Variant
from edge.engines.onnx_file import external_data
from edge.errors import ModelDamaged, ModelError
from edge.records import EmbeddingSpace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}
_POOLED = "sentence_embedding"
_INSTALL = "pip install 'edge-answers[embed]'"


class Embedder:
    """One open model. `space` says which vectors its own may be compared with. For one thread at a time."""

    def __init__(
        self, model: Model, variant: Variant, paths: Sequence[Path], *, dims: int = 0, threads: int = 1
    ) -> None:
        """Open the files of a variant (the order of `Model.files_of`), already verified against the catalog.

        `dims`: one of the model's trained sizes, 0 for the full one. Raises ModelError.
        """
        self.space = space_of(model, variant, paths, dims)
        self._how = _how(model)
        self._path, tokenizer = paths[0], paths[-1]
        self._tokenizer = _tokenizer(tokenizer, self._how)
        self._session = _session(self._path, threads)
        self._inputs, self._output = self._names()
        self._probe()

    def query(self, text: str) -> Vector:
        """The unit vector of a question: float32 of shape (dims,)."""
        return self._embed(self._how.query_prompt.replace("{text}", text))

    def documents(self, texts: Iterable[tuple[str, str]]) -> Iterator[Vector]:
        """The unit vector of each (title, text), in order; lazily, so that a long run can stop anywhere."""
        for title, text in texts:
            # Both at once, by hand: a title may itself hold "{text}".
            before, _, after = self._how.document_prompt.partition("{text}")
            yield self._embed(before.replace("{title}", title or self._how.no_title) + text + after)

    def count_tokens(self, text: str) -> int:
        """Tokens that the model sees of a text, its frame included, at most the window."""
        return len(self._tokenizer.encode(text).ids)

    def _embed(self, text: str) -> Vector:
        ids = self._tokenizer.encode(text.encode("utf-8", "replace").decode("utf-8")).ids
        return self._run(ids)

    def _run(self, ids: list[int]) -> Vector:
        given = {"input_ids": np.array([ids], np.int64), "attention_mask": np.ones((1, len(ids)), np.int64)}
        given["token_type_ids"] = np.zeros_like(given["input_ids"])
        try:
            (out,) = self._session.run([self._output], {name: given[name] for name in self._inputs})
        except _runtime_errors() as error:
            raise ModelError(f"The model {self._path} failed: {str(error)[:300]}", _VERIFY) from error
        if self._output != _POOLED:
            out = out.mean(axis=1)  # one text, so nothing is masked
        vector: Vector = np.asarray(out[0], np.float32)
        if vector.shape != (self._how.dims[0],):
            raise ModelError(
                f"The model {self._path} gives vectors of shape {vector.shape}, not ({self._how.dims[0]},).",
                _VERIFY,
            )
        # Matryoshka: cut, then back to unit length (the norm falls to 0.40 at 128 of 768).
        vector = vector[: self.space.dims]
        norm = float(np.linalg.norm(vector))
        if not 0 < norm < float("inf"):
            raise ModelDamaged(f"The model {self._path} gives vectors without a length ({norm}).", _VERIFY)
        return vector / np.float32(norm)

    def _names(self) -> tuple[list[str], str]:
        inputs = [item.name for item in self._session.get_inputs()]
        outputs = [item.name for item in self._session.get_outputs()]
        if not {"input_ids", "attention_mask"} <= set(inputs) <= _INPUTS:
            raise ModelError(
                f"{self._path} is not a text embedder: its inputs are {', '.join(inputs)}.", _VERIFY
            )
        if _POOLED in outputs:
            return inputs, _POOLED
        # Gemma's two dense layers come after the mean: pooling `last_hidden_state` here would give other
        # vectors.
        if self._how.family == "bert" and "last_hidden_state" in outputs:
            return inputs, "last_hidden_state"
        raise ModelError(f"{self._path} has no output {_POOLED!r}, only {', '.join(outputs)}.", _VERIFY)

    def _probe(self) -> None:
        """The largest token of the vocabulary runs, so tokenizer and table fit; and the width is the
        right one.
        """
        last = min(self._tokenizer.get_vocab_size(), self._how.vocabulary) - 1
        self._run([self._how.first, last, self._how.last])


def space_of(model: Model, variant: Variant, paths: Sequence[Path], dims: int = 0) -> EmbeddingSpace:
    """The space of a variant's vectors, without opening it: only its files' digests. Raises ModelError."""
    how = _how(model)
    size = dims or how.dims[0]
    if size not in how.dims:
        trained = ", ".join(map(str, how.dims))
        raise ModelError(f"{model.name} was not trained for {size} dimensions.", f"Take one of: {trained}.")
    digest = _digest([paths[0], *external_data(paths[0]), paths[-1]])
    return EmbeddingSpace(
        name=model.name,
        revision=f"{variant.name}-{digest[:16]}",
        dims=size,
        query_prompt=how.query_prompt,
        document_prompt=how.document_prompt,
    )


def _how(model: Model) -> Embedding:
    if model.embedding is None:
        raise ModelError(f"{model.name} is a {model.kind}, not an embedder.", "See: edge models list")
    return model.embedding


def _digest(paths: Sequence[Path]) -> str:
    # Names do not count: the same bytes are the same model wherever they lie.
    return hashlib.sha256("".join(digests.sha256(path) for path in paths).encode()).hexdigest()


def _tokenizer(path: Path, how: Embedding) -> Any:
    try:
        import tokenizers
    except ImportError as error:
        raise ModelError(f"Vectors need the library tokenizers: {error}.", _INSTALL) from error
    found = _parsed(tokenizers.Tokenizer, path)
    found.no_padding()
    found.enable_truncation(how.max_tokens)
    framed = found.encode("edge").ids
    # A few spare ids are usual (Gemma's has one more than its table for images).
    fits = how.vocabulary * 0.9 <= found.get_vocab_size() <= how.vocabulary + 64
    if not fits or len(framed) < 3 or framed[0] != how.first or framed[-1] != how.last:
        raise ModelError(
            f"The tokenizer {path} does not fit the model: {found.get_vocab_size()} tokens, not"
            f" {how.vocabulary}, or frame {framed[:1]}…{framed[-1:]}, not [{how.first}]…[{how.last}].",
            "Put the tokenizer.json of the same repository beside the model.",
        )
    return found


def _parsed(tokenizer: Any, path: Path) -> Any:
    try:
        with _quiet():
            found = tokenizer.from_file(str(path))
    except BaseException as error:
        # The library has no error type of its own: it raises a plain `Exception` for a file it cannot parse.
        if type(error) is Exception:
            raise ModelDamaged(f"The tokenizer {path} cannot be read: {str(error)[:200]}", _VERIFY) from error
        raise
    _give_back()
    return found


def _give_back() -> None:
    """Parsing a vocabulary of 262,144 tokens leaves tens of megabytes that the C library keeps
    unless told.
    """
    import ctypes

    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc only
        if trim is not None:
            trim(0)


def _session(path: Path, threads: int) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise ModelError(f"Vectors need the library onnxruntime: {error}.", _INSTALL) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Waiting threads that spin cost a shared machine more than they win here (measured).
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 4
    try:
        with _quiet():
            return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except _runtime_errors() as error:
        raise ModelDamaged(f"ONNX Runtime cannot open {path}: {str(error)[:300]}", _VERIFY) from error


def _runtime_errors() -> tuple[type[BaseException], ...]:
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    named = [item for item in vars(state).values() if isinstance(item, type) and issubclass(item, Exception)]
    return (*named, RuntimeError, ValueError, MemoryError)


@contextmanager
def _quiet() -> Iterator[None]:
    """Native code that prints while loading must not reach stdout: that is where the JSON goes."""
    sys.stdout.flush()
    try:
        kept = os.dup(1)
    except OSError:  # no stdout at all
        yield
        return
    try:
        with suppress(OSError):
            os.dup2(2, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


_VERIFY = "Check it: edge models verify"
