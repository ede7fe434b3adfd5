"""(question, passage) -> how well the passage answers, by a cross-encoder of the BERT type in ONNX Runtime.

Both texts are read together, `[CLS] question [SEP] passage [SEP]` with token types 0 and 1 (Nogueira and Cho
2019), so it sees more than two vectors can, and costs a run of the model for every passage. One pair a run:
in a batch the scale of an int8-dynamic graph, and so a score, would depend on the other passages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from edge.engines.onnx.file import external_data
from edge.engines.onnx.session import TEXT_INPUTS, VERIFY, OnnxSession, clean, tokenizer
from edge.errors import ModelDamaged, ModelError, PromptTooLong
from edge.records.catalog import CatalogModel, Reranking

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LOGITS = "logits"

#: A question must leave so many tokens to the passage: a score of a few words of it would mean nothing.
LEAST_PASSAGE = 32
#: Characters of a passage that are tokenised, for each token of the window: bounds the work on a huge page.
_CHARACTERS = 32


class Reranker:
    """One open cross-encoder. For one thread at a time."""

    def __init__(self, model: CatalogModel, paths: Sequence[Path], *, threads: int = 1) -> None:
        """Open the files of a variant (the order of `files_of`), already verified against the catalog.

        Raises ModelError.
        """
        self._how = _how(model)
        self._path = paths[0]
        external_data(self._path)  # refuses data outside the model's folder before anything opens it
        self._tokenizer = tokenizer(
            paths[-1], vocabulary=self._how.vocabulary, first=self._how.first, last=self._how.last
        )
        self._session = OnnxSession(self._path, threads)
        inputs, outputs = self._session.inputs, self._session.outputs
        if not {"input_ids", "attention_mask"} <= set(inputs) <= TEXT_INPUTS or _LOGITS not in outputs:
            raise ModelError(
                f"{self._path} is not a reranker: its inputs are {', '.join(inputs)},"
                f" its outputs {', '.join(outputs)}.",
                VERIFY,
            )
        # The largest token of the vocabulary runs, so tokenizer and table fit.
        self._run([], [min(self._tokenizer.get_vocab_size(), self._how.vocabulary) - 1])

    def scores(self, question: str, passages: Iterable[str]) -> Iterator[float]:
        """The logit of each passage, in order; lazily, so that a deadline can stop it between two passages.

        A passage is cut to what the window leaves beside the question; the question never is. Raises
        PromptTooLong for a question that leaves less than LEAST_PASSAGE tokens, ModelError.
        """
        tokens = self._tokens(question)
        room = self._how.max_tokens - 3 - len(tokens)
        if room < LEAST_PASSAGE:
            raise PromptTooLong(
                f"The question has {len(tokens)} tokens; the reranker reads {self._how.max_tokens} in all.",
                "Ask in fewer words.",
            )
        for passage in passages:
            yield self._run(tokens, self._tokens(passage[: self._how.max_tokens * _CHARACTERS])[:room])

    def _tokens(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(clean(text), add_special_tokens=False).ids
        return ids

    def _run(self, question: list[int], passage: list[int]) -> float:
        before = [self._how.first, *question, self._how.last]
        ids = np.array([[*before, *passage, self._how.last]], np.int64)
        types: NDArray[np.int64] = (np.arange(ids.shape[1])[None, :] >= len(before)).astype(np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": types}
        logits = self._session.run(_LOGITS, given).reshape(-1)
        if len(logits) not in (1, 2):
            raise ModelError(f"The model {self._path} gives {len(logits)} logits, not 1 or 2.", VERIFY)
        # Two: "does not answer" and "answers", whose difference is the logit of their softmax.
        score = float(logits[-1]) if len(logits) == 1 else float(logits[1]) - float(logits[0])
        if not np.isfinite(score):
            raise ModelDamaged(f"The model {self._path} gives a score that is no number.", VERIFY)
        return score


def _how(model: CatalogModel) -> Reranking:
    if model.reranking is None:
        raise ModelError(f"{model.name} is a {model.kind}, not a reranker.", "See: edge models list")
    return model.reranking
