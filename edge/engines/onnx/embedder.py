"""Text -> unit vectors, through ONNX Runtime and tokenizers; no torch.

Accepts the publicly hosted EmbeddingGemma files as they are (`sentence_embedding`, its task prompts,
Matryoshka sizes) and BERT-type models (`sentence_embedding`, or the mean of `last_hidden_state`). One text a
run: the activation scale of an int8-dynamic graph is per tensor, so in a batch a text's vector would depend
on its neighbours (cosine 0.990 to itself, measured).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from edge.engines import digests
from edge.engines.onnx.file import external_data
from edge.engines.onnx.session import TEXT_INPUTS, VERIFY, OnnxSession, clean, tokenizer
from edge.errors import ModelDamaged, ModelError
from edge.records import EmbeddingSpace
from edge.records.catalog import CatalogModel, Embedding, Variant

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

_POOLED = "sentence_embedding"

#: Vectors that are kept with their texts: about 4 MB of the encoder that ships.
_KEPT = 2_048


class Embedder:
    """One open model. `space` says which vectors its own may be compared with. For one thread at a time."""

    def __init__(
        self,
        model: CatalogModel,
        variant: Variant,
        paths: Sequence[Path],
        *,
        dims: int = 0,
        threads: int = 1,
        tried: bool = False,
    ) -> None:
        """Open the files of a variant (the order of `files_of`), already verified against the catalog.

        `dims`: one of the model's trained sizes, 0 for the full one. `tried`: tokenizer and table are known
        to fit: no text is run to see. Raises ModelError.
        """
        self.space = space_of(model, variant, paths, dims)
        self._how = _how(model)
        self._path = paths[0]
        self._tokenizer = tokenizer(
            paths[-1], vocabulary=self._how.vocabulary, first=self._how.first, last=self._how.last
        )
        self._session = OnnxSession(self._path, threads)
        self._output = self._chosen_output()
        if not tried:
            self._probe()
        self._known: dict[str, Vector] = {}  # the last ones, the latest at the end

    def query(self, text: str) -> Vector:
        """The unit vector of a question, or of a sentence beside it: float32 of shape (dims,), not to be
        written to. The last ones are kept: search asks for a question's, then the engine that answers; and
        the same pages are read again and again.
        """
        vector = self._known.pop(text, None)
        if vector is None:
            vector = self._embed(self._how.query_prompt.replace("{text}", text))
            vector.setflags(write=False)
            if len(self._known) >= _KEPT:
                del self._known[next(iter(self._known))]
        self._known[text] = vector
        return vector

    def documents(self, texts: Iterable[tuple[str, str]]) -> Iterator[Vector]:
        """The unit vector of each (title, text), in order; lazily, so that a long run can stop anywhere."""
        for title, text in texts:
            # Both at once, by hand: a title may itself hold "{text}".
            before, _, after = self._how.document_prompt.partition("{text}")
            yield self._embed(before.replace("{title}", title or self._how.no_title) + text + after)

    def count_tokens(self, text: str) -> int:
        """Tokens that the model sees of a text, its frame included, at most the window."""
        return len(self._ids(text))

    def _embed(self, text: str) -> Vector:
        return self._run(self._ids(text))

    def _ids(self, text: str) -> list[int]:
        """Tokens with their frame, cut to the window."""
        ids: list[int] = self._tokenizer.encode(clean(text)).ids
        most = self._how.max_tokens
        return ids if len(ids) <= most else [*ids[: most - 1], ids[-1]]

    def _run(self, ids: list[int]) -> Vector:
        given = {"input_ids": np.array([ids], np.int64), "attention_mask": np.ones((1, len(ids)), np.int64)}
        given["token_type_ids"] = np.zeros_like(given["input_ids"])
        out = self._session.run(self._output, given)
        if self._output != _POOLED:
            out = out.mean(axis=1)  # one text, so nothing is masked
        vector: Vector = np.asarray(out[0], np.float32)
        if vector.shape != (self._how.dims[0],):
            raise ModelError(
                f"The model {self._path} gives vectors of shape {vector.shape}, not ({self._how.dims[0]},).",
                VERIFY,
            )
        # Matryoshka: cut, then back to unit length (the norm falls to 0.40 at 128 of 768).
        vector = vector[: self.space.dims]
        norm = float(np.linalg.norm(vector))
        if not 0 < norm < float("inf"):
            raise ModelDamaged(f"The model {self._path} gives vectors without a length ({norm}).", VERIFY)
        return vector / np.float32(norm)

    def _chosen_output(self) -> str:
        inputs, outputs = self._session.inputs, self._session.outputs
        if not {"input_ids"} <= set(inputs) <= TEXT_INPUTS:
            raise ModelError(
                f"{self._path} is not a text embedder: its inputs are {', '.join(inputs)}.", VERIFY
            )
        if _POOLED in outputs:
            return _POOLED
        # Gemma's two dense layers come after the mean: pooling `last_hidden_state` would give other vectors.
        if self._how.family == "bert" and "last_hidden_state" in outputs:
            return "last_hidden_state"
        raise ModelError(f"{self._path} has no output {_POOLED!r}, only {', '.join(outputs)}.", VERIFY)

    def _probe(self) -> None:
        """Run the largest token of the vocabulary: tokenizer and table fit, and the width is right."""
        last = min(self._tokenizer.get_vocab_size(), self._how.vocabulary) - 1
        self._run([self._how.first, last, self._how.last])


def space_of(model: CatalogModel, variant: Variant, paths: Sequence[Path], dims: int = 0) -> EmbeddingSpace:
    """The space of a variant's vectors, without opening it: only its files' digests. Raises ModelError."""
    how = _how(model)
    size = dims or how.dims[0]
    if size not in how.dims:
        trained = ", ".join(map(str, how.dims))
        raise ModelError(f"{model.name} was not trained for {size} dimensions.", f"Take one of: {trained}.")
    digest = _digest([paths[0], *external_data(paths[0]), paths[-1]], variant)
    return EmbeddingSpace(
        name=model.name,
        revision=f"{variant.name}-{digest[:16]}",
        dims=size,
        query_prompt=how.query_prompt,
        document_prompt=how.document_prompt,
    )


def _how(model: CatalogModel) -> Embedding:
    if model.embedding is None:
        raise ModelError(f"{model.name} is a {model.kind}, not an embedder.", "See: edge models list")
    return model.embedding


def _digest(paths: Sequence[Path], variant: Variant) -> str:
    # Names do not count: the same bytes are the same model wherever they lie.
    known = {file.sha256: file.known_as for file in variant.files}
    found = [digests.sha256(path) for path in paths]
    return hashlib.sha256("".join(known.get(digest, digest) for digest in found).encode()).hexdigest()
