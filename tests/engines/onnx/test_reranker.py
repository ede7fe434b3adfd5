"""The cross-encoder on real ONNX Runtime with random weights: pairs, windows, logits, and damaged files."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from places import BUILD

from edge.errors import ModelError, PromptTooLong
from edge.records.catalog import CatalogModel

pytest.importorskip("onnxruntime", reason="onnxruntime (extra embed) is not installed")
pytest.importorskip("tokenizers", reason="tokenizers (extra embed) is not installed")

from edge.engines.onnx.reranker import LEAST_PASSAGE, Reranker

Catalog = dict[str, CatalogModel]


def files_of(folder: Path) -> list[Path]:
    return [folder / "onnx/model.onnx", folder / "tokenizer.json"]


@pytest.fixture
def cross(tiny_catalog: Catalog, tiny_cross_encoder: Path) -> Reranker:
    return Reranker(tiny_catalog["tiny-cross"], files_of(tiny_cross_encoder))


def ids_of(folder: Path, text: str) -> list[int]:
    from tokenizers import Tokenizer

    ids: list[int] = (
        Tokenizer.from_file(str(folder / "tokenizer.json")).encode(text, add_special_tokens=False).ids
    )
    return ids


@pytest.mark.parametrize("labels", [1, 2])
def test_a_score_is_the_references(
    labels: int, tiny_catalog: Catalog, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[CLS] question [SEP] passage [SEP], types 0 and 1; two logits give their difference."""
    monkeypatch.syspath_prepend(str(BUILD))
    import bert  # type: ignore[import-not-found]
    import synthesise_onnx as made  # type: ignore[import-not-found]

    folder = request.getfixturevalue("tiny_cross_encoder" if labels == 1 else "two_label_cross_encoder")
    weights = bert.random_weights(**made.TINY_BERT, seed=made.SEED, labels=labels)
    question, passage = ids_of(folder, "a key?"), ids_of(folder, "it hangs there")
    types = [0] * (len(question) + 2) + [1] * (len(passage) + 1)
    logits = bert.cross_reference(weights, made.TINY_HEADS, [2, *question, 3, *passage, 3], types)
    opened = Reranker(tiny_catalog["tiny-cross"], files_of(folder))
    (score,) = opened.scores("a key?", ["it hangs there"])
    wanted = logits[0] if labels == 1 else logits[1] - logits[0]
    assert len(logits) == labels and score == pytest.approx(float(wanted), abs=1e-4)


def test_the_types_of_tokens_count(cross: Reranker) -> None:
    """Question and passage are told apart: exchanging them gives another score."""
    (one,), (other,) = cross.scores("abc", ["def"]), cross.scores("def", ["abc"])
    assert abs(one - other) > 1e-3


def test_a_passage_does_not_depend_on_its_neighbours(cross: Reranker) -> None:
    """One pair a run: a score in company is the score alone, to the bit."""
    passages = ["alpha", "", "beta " * 40, "gamma"]
    assert list(cross.scores("q", passages)) == [next(cross.scores("q", [p])) for p in passages]


@pytest.mark.parametrize("text", ["", " ", "a", "word " * 5000, "é\u0301 \ud800 \0 🙂", "x" * 100_000])
def test_every_passage_has_a_score(cross: Reranker, text: str) -> None:
    """Empty, very long and unmappable text is a passage like any other."""
    (score,) = cross.scores("where is the key?", [text])
    assert np.isfinite(score)


def test_only_the_passage_is_cut(cross: Reranker) -> None:
    """What lies beyond the window changes nothing; the last word of a long question still does."""
    room = 64 - 3 - 1
    assert list(cross.scores("q", ["a " * room])) == list(cross.scores("q", ["a " * room + "b c d"]))
    longest = 64 - 3 - LEAST_PASSAGE
    passage = ["a " * 200]
    asked = "q " * (longest - 1)
    assert list(cross.scores(asked + "y", passage)) != list(cross.scores(asked + "z", passage))
    with pytest.raises(PromptTooLong, match="The question has"):
        list(cross.scores("q " * (longest + 1), passage))


def test_scores_come_one_by_one(cross: Reranker) -> None:
    """A deadline between two passages is possible, because the next one has not been read yet."""
    read = []

    def passages() -> Any:
        for text in ("a", "b", "c"):
            read.append(text)
            yield text

    next(cross.scores("q", passages()))
    assert read == ["a"]


def test_an_embedder_is_no_reranker(tiny_catalog: Catalog, tiny_bert: Path) -> None:
    """A file without `logits`, or an entry without [reranking], is refused when it is opened."""
    with pytest.raises(ModelError, match="not a reranker"):
        Reranker(tiny_catalog["tiny-cross"], [tiny_bert / "model_int8.onnx", tiny_bert / "tokenizer.json"])
    with pytest.raises(ModelError, match="embedder, not a reranker"):
        Reranker(tiny_catalog["tiny-bert"], files_of(tiny_bert))


def test_a_vocabulary_beyond_the_table_is_refused(tiny_catalog: Catalog, tiny_cross_encoder: Path) -> None:
    """The tokenizer must be the model's own."""
    entry = tiny_catalog["tiny-cross"]
    larger = msgspec.structs.replace(entry.reranking, vocabulary=600)  # type: ignore[type-var]
    with pytest.raises(ModelError, match="does not fit"):
        Reranker(msgspec.structs.replace(entry, reranking=larger), files_of(tiny_cross_encoder))


@pytest.mark.parametrize("seed", range(20))
def test_damaged_models_never_crash(
    tiny_catalog: Catalog, tiny_cross_encoder: Path, tmp_path: Path, seed: int
) -> None:
    """Truncated, flipped, emptied or foreign files are a ModelError or still give finite scores."""
    rng = random.Random(seed)
    copy = tmp_path / "m"
    shutil.copytree(tiny_cross_encoder, copy)
    target = copy / "onnx/model.onnx"
    data = bytearray(target.read_bytes())
    if seed % 4 == 0:
        data = data[: rng.randrange(len(data))]
    elif seed % 4 == 1:
        for _ in range(8):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif seed % 4 == 2:
        data = bytearray(rng.randbytes(37))
    else:
        at = rng.randrange(len(data) - 64)
        data[at : at + 64] = bytes(64)
    target.write_bytes(data)
    try:
        (score,) = Reranker(tiny_catalog["tiny-cross"], files_of(copy)).scores("q", ["p"])
    except ModelError:
        return
    assert np.isfinite(score)


def test_a_missing_library_says_what_to_install(
    tiny_catalog: Catalog, tiny_cross_encoder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the extra, the error is the command that installs it."""
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ModelError) as caught:
        Reranker(tiny_catalog["tiny-cross"], files_of(tiny_cross_encoder))
    assert "edge-answers[embed]" in caught.value.hint
