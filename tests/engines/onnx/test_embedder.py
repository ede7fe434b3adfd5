"""Embedding: whatever the file, vectors are unit length, reproducible, and of the space they claim."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from edge.errors import ModelDamaged, ModelError
from edge.records.catalog import CatalogModel

pytest.importorskip("onnxruntime", reason="onnxruntime (extra embed) is not installed")
pytest.importorskip("tokenizers", reason="tokenizers (extra embed) is not installed")

from edge.engines import digests
from edge.engines.onnx.embedder import Embedder, space_of

Catalog = dict[str, CatalogModel]


def bert_files(folder: Path) -> list[Path]:
    return [folder / "model_int8.onnx", folder / "tokenizer.json"]


def gemma_files(folder: Path) -> list[Path]:
    return [
        folder / "onnx/model_quantized.onnx",
        folder / "onnx/model_quantized.onnx_data",
        folder / "tokenizer.json",
    ]


@dataclass
class Tiny:
    model: CatalogModel
    paths: list[Path]

    def open(self, **given: Any) -> Embedder:
        return Embedder(self.model, self.model.variant(), self.paths, **given)

    def changed(self, **given: Any) -> Tiny:
        embedding = msgspec.structs.replace(self.model.embedding, **given)  # type: ignore[type-var]
        return Tiny(msgspec.structs.replace(self.model, embedding=embedding), self.paths)


@pytest.fixture
def bert(tiny_catalog: Catalog, tiny_bert: Path) -> Tiny:
    return Tiny(tiny_catalog["tiny-bert"], bert_files(tiny_bert))


@pytest.fixture
def gemma(tiny_catalog: Catalog, tiny_gemma_embedder: Path) -> Tiny:
    return Tiny(tiny_catalog["tiny-gemma"], gemma_files(tiny_gemma_embedder))


@pytest.mark.parametrize("which", ["bert", "gemma"])
def test_vectors_have_unit_length(which: str, request: pytest.FixtureRequest) -> None:
    """Every text, even an empty or a very long one, gives a finite float32 vector of length 1."""
    embedder = request.getfixturevalue(which).open()
    for text in ("", "a", "where is the key?", "word " * 500, "é\u0301 \ud800 \0 🙂"):
        vector = embedder.query(text)
        assert vector.shape == (embedder.space.dims,) and vector.dtype == np.float32
        assert abs(float(np.linalg.norm(vector)) - 1) < 1e-5


def test_a_question_asked_again_is_not_read_again(bert: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last question's vector is kept, the very same numbers, which nobody can change for the next."""
    embedder = bert.open()
    first, other = embedder.query("where?"), embedder.query("when?")
    assert np.array_equal(embedder.query("where?"), first) and not np.array_equal(first, other)
    again = embedder.query("where?")
    monkeypatch.setattr(embedder, "_run", lambda ids: pytest.fail("it was read again"))
    assert embedder.query("where?") is again
    with pytest.raises(ValueError, match="read-only"):
        again[0] = 1


def test_a_text_does_not_depend_on_its_neighbours(gemma: Tiny) -> None:
    """int8 scales are per run, so a text alone and in company must give the same bytes."""
    embedder = gemma.open()
    texts = [("t", "alpha"), ("", "beta beta beta " * 9), ("u", "gamma")]
    together = list(embedder.documents(texts))
    for text, vector in zip(texts, together, strict=True):
        assert next(embedder.documents([text])).tobytes() == vector.tobytes()


def test_task_prompts_are_put_before_texts(gemma: Tiny) -> None:
    """A question and a passage of the same words get other prompts, so other vectors; a title counts."""
    embedder = gemma.open()
    plain = gemma.changed(query_prompt="{text}", document_prompt="{text}").open()
    assert np.array_equal(embedder.query("x"), plain.query("task: search result | query: x"))
    (document,) = embedder.documents([("A title", "x")])
    assert np.array_equal(document, next(plain.documents([("", "title: A title | text: x")])))
    (untitled,) = embedder.documents([("", "x")])
    assert np.array_equal(untitled, next(plain.documents([("", "title: none | text: x")])))
    assert not np.array_equal(document, untitled)


def test_a_title_cannot_steer_the_prompt(gemma: Tiny) -> None:
    """Braces in a document's title or text are text."""
    plain = gemma.changed(document_prompt="{text}").open()
    (vector,) = gemma.open().documents([("{text}", "{title}")])
    assert np.array_equal(vector, next(plain.documents([("", "title: {text} | text: {title}")])))


@pytest.mark.parametrize("dims", [64, 32, 16])
def test_matryoshka_sizes_are_cut_and_renormalised(gemma: Tiny, dims: int) -> None:
    """A smaller size is the beginning of the full vector, back at unit length."""
    full, cut = gemma.open().query("abc"), gemma.open(dims=dims).query("abc")
    assert cut.shape == (dims,)
    assert np.allclose(cut, full[:dims] / np.linalg.norm(full[:dims]), atol=1e-6)


def test_an_untrained_size_is_refused(gemma: Tiny) -> None:
    """Cutting a vector anywhere else gives numbers that were never trained to mean anything."""
    with pytest.raises(ModelError, match="not trained for 48"):
        gemma.open(dims=48)


def test_pooling_inside_and_outside_agree(bert: Tiny, unpooled_bert: Path) -> None:
    """A BERT model that only gives last_hidden_state is pooled here, to the same vector."""
    outside = Tiny(bert.model, bert_files(unpooled_bert)).open()
    assert float(outside.query("the same text") @ bert.open().query("the same text")) == pytest.approx(
        1, abs=1e-5
    )


def test_gemma_is_never_pooled_here(bert: Tiny, unpooled_bert: Path) -> None:
    """Two dense layers follow Gemma's mean: without `sentence_embedding` the file is refused."""
    with pytest.raises(ModelError, match="no output 'sentence_embedding'"):
        Tiny(bert.model, bert_files(unpooled_bert)).changed(family="gemma").open()


def test_the_space_names_the_very_files(gemma: Tiny, tmp_path: Path) -> None:
    """One changed byte in the weights is another revision; another name or place is not."""
    copy = tmp_path / "elsewhere"
    shutil.copytree(gemma.paths[0].parents[1], copy)
    here = space_of(gemma.model, gemma.model.variant(), gemma.paths)
    moved = space_of(gemma.model, gemma.model.variant(), gemma_files(copy))
    assert moved == here == gemma.open().space
    data = bytearray(gemma_files(copy)[1].read_bytes())
    data[-1] ^= 1
    gemma_files(copy)[1].write_bytes(data)
    assert space_of(gemma.model, gemma.model.variant(), gemma_files(copy)).revision != here.revision


def test_weights_in_another_graph_keep_their_space(bert: Tiny) -> None:
    """Vectors made by an older file of the same weights stay good, where the entry says that it is one; a
    file that is not the entry's is known by its own bytes.
    """
    sign = digests.sha256(bert.paths[0])
    variant = bert.model.variant()
    older = msgspec.structs.replace(variant.files[0], sha256=sign, weights="0" * 64)
    renewed = msgspec.structs.replace(variant, files=[older])
    old = space_of(bert.model, variant, bert.paths)
    assert space_of(bert.model, renewed, bert.paths).revision != old.revision
    other = msgspec.structs.replace(renewed, files=[msgspec.structs.replace(older, sha256="1" * 64)])
    assert space_of(bert.model, other, bert.paths) == old


def test_a_tokenizer_of_another_model_is_refused(bert: Tiny, gemma: Tiny) -> None:
    """Token ids of another vocabulary would look up other words' rows."""
    with pytest.raises(ModelError, match="does not fit"):
        Tiny(bert.model, [bert.paths[0], gemma.paths[-1]]).open()


def test_a_vocabulary_beyond_the_table_is_refused(bert: Tiny) -> None:
    """The largest token id is run once at opening: a table that is too short shows there, not in use."""
    with pytest.raises(ModelError):
        bert.changed(vocabulary=600).open()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"model": 3}', '{"model": {"type": "None"}}', "\x00\x01"])
def test_a_damaged_tokenizer_is_named(bert: Tiny, tmp_path: Path, text: str) -> None:
    """A tokenizer that cannot be parsed is a ModelError, whatever its parser throws."""
    path = tmp_path / "tokenizer.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ModelError, match=r"tokenizer\.json"):
        Tiny(bert.model, [bert.paths[0], path]).open()


#: Parts that do not fit together: the library's Rust panics on them, which is no `Exception` of Python.
PANICS: dict[str, dict[str, object]] = {
    "an empty map of characters": {
        "normalizer": {"type": "Precompiled", "precompiled_charsmap": "AAAAAAAAAA=="}
    },
    "a broken map of characters": {"normalizer": {"type": "Precompiled", "precompiled_charsmap": "/////w=="}},
    "a frame of tokens that are not there": {
        "post_processor": {
            "type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "[NO]", "type_id": 0}}],
            "pair": [], "special_tokens": {},
        }
    },
    "a prefix longer than its words": {
        "model": {
            "type": "BPE", "vocab": {"e": 1, "d": 2, "ed": 4}, "merges": [["e", "d"]],
            "continuing_subword_prefix": "####",
        }
    },
}  # fmt: skip


@pytest.mark.parametrize("name", PANICS)
def test_a_tokenizer_that_panics_is_named(bert: Tiny, tmp_path: Path, name: str) -> None:
    """A panic is a ModelError like any other damage, at opening or at the first text."""
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps({**json.loads(bert.paths[-1].read_text("utf-8")), **PANICS[name]}), "utf-8")
    with pytest.raises(ModelError, match=r"tokenizer\.json"):
        Tiny(bert.model, [bert.paths[0], path]).open()


@pytest.mark.parametrize("seed", range(50))
def test_damaged_models_never_crash(gemma: Tiny, tmp_path: Path, seed: int) -> None:
    """Truncated, flipped, emptied or foreign model files are a ModelError or still give unit vectors.

    In use the sha256 is compared before; this is what stands behind it.
    """
    rng = random.Random(seed)
    copy = tmp_path / "m"
    shutil.copytree(gemma.paths[0].parents[1], copy)
    target = rng.choice(gemma_files(copy)[:2])
    data = bytearray(target.read_bytes())
    kind = seed % 5
    if kind == 0:
        data = data[: rng.randrange(len(data))]
    elif kind == 1:
        for _ in range(8):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == 2:
        data = bytearray(rng.randbytes(37))
    elif kind == 3:
        data = bytearray(b"GGUF" + bytes(data))
    else:
        at = rng.randrange(len(data) - 64)
        data[at : at + 64] = bytes(64)
    target.write_bytes(data)
    try:
        vector = Tiny(gemma.model, gemma_files(copy)).open().query("text")
    except ModelError:
        return
    assert abs(float(np.linalg.norm(vector)) - 1) < 1e-3


def test_opening_prints_nothing(bert: Tiny, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """stdout belongs to the result, whatever native code says while it loads or fails."""
    bert.open().query("text")
    broken = tmp_path / "model_int8.onnx"
    broken.write_bytes(bert.paths[0].read_bytes()[:-2000])
    with pytest.raises(ModelDamaged):
        Tiny(bert.model, [broken, bert.paths[1]]).open()
    assert capfd.readouterr().out == ""


def test_a_missing_library_says_what_to_install(bert: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra, the error is the command that installs it."""
    import sys

    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ModelError) as caught:
        bert.open()
    assert "edge-answers[embed]" in caught.value.hint
