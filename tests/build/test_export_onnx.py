"""The recipes that write ONNX graphs: the graph computes what plain numpy does from the same weights."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from places import BUILD

for library in ("onnx", "onnxruntime", "tokenizers", "safetensors"):
    pytest.importorskip(library, reason=f"{library} (group models) is not installed")

CONFIG = {
    "vocab_size": 512, "hidden_size": 48, "num_hidden_layers": 6, "num_attention_heads": 3, "head_dim": 16,
    "num_key_value_heads": 1, "intermediate_size": 64, "sliding_window": 16,
    "use_bidirectional_attention": True,
}  # fmt: skip


@pytest.fixture
def recipes(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The modules of build/, which are scripts and on no path."""
    monkeypatch.syspath_prepend(str(BUILD))
    import bert  # type: ignore[import-not-found]
    import gemma_encoder  # type: ignore[import-not-found]
    import synthesise_onnx  # type: ignore[import-not-found]

    class Recipes:
        pass

    held: Any = Recipes()
    held.bert, held.gemma, held.synthesise = bert, gemma_encoder, synthesise_onnx
    return held


def run(model: Any, ids: list[int], padding: int = 0) -> Any:
    import onnxruntime

    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    array, mask = (
        np.array([ids + [0] * padding], np.int64),
        np.array([[1] * len(ids) + [0] * padding], np.int64),
    )
    given = {"input_ids": array, "attention_mask": mask}
    return session.run(
        ["sentence_embedding"], {each.name: given[each.name] for each in session.get_inputs()}
    )[0][0]


@pytest.mark.parametrize("length", [1, 5, 40])
def test_bert_is_the_reference(recipes: Any, length: int) -> None:
    """Six decimals of cosine in fp32, with and without padding or a mask; int8 stays near."""
    weights = recipes.bert.random_weights(**recipes.synthesise.TINY_BERT, seed=1)
    shape, ids = recipes.bert.Shape(2, 4), list(range(4, 4 + length))
    reference = recipes.bert.reference(weights, shape, ids)
    exact = recipes.bert.graph(weights, shape, "fp32")
    assert float(run(exact, ids) @ reference) == pytest.approx(1, abs=1e-5)
    assert float(run(exact, ids, padding=3) @ reference) == pytest.approx(1, abs=1e-5)
    assert float(run(recipes.bert.graph(weights, shape, "int8"), ids) @ reference) > 0.97
    assert float(run(recipes.bert.graph(weights, shape, "w8"), ids) @ reference) > 0.995
    bare = recipes.bert.graph(weights, shape, "fp32", masked=False)
    assert [each.name for each in bare.graph.input] == ["input_ids"]
    assert float(run(bare, ids) @ reference) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("length", [1, 9, 10, 60])
def test_gemma_is_the_reference(recipes: Any, length: int) -> None:
    """Below, at and past the sliding window, with and without padding."""
    shape = recipes.synthesise.TINY
    weights = recipes.gemma.random_weights(shape, 1)
    ids = list(range(4, 4 + length))
    reference = recipes.gemma.reference(weights, shape, ids)
    model = recipes.gemma.graph(weights, shape, "fp32")
    assert float(run(model, ids) @ reference) == pytest.approx(1, abs=1e-5)
    assert float(run(model, ids, padding=7) @ reference) == pytest.approx(1, abs=1e-5)


def test_the_window_matters_past_its_length(recipes: Any) -> None:
    """A wrong window changes long texts and no short one: why parity is measured past it."""
    shape = recipes.synthesise.TINY
    weights = recipes.gemma.random_weights(shape, 1)
    wrong = shape._replace(window=shape.window - 4)
    for length, same in ((4, True), (60, False)):
        ids = list(range(4, 4 + length))
        cosine = float(
            recipes.gemma.reference(weights, shape, ids) @ recipes.gemma.reference(weights, wrong, ids)
        )
        assert (cosine > 0.99999) is same


@pytest.mark.parametrize("kind", ["fp32", "int8", "w8"])
def test_a_checkpoint_is_exported(recipes: Any, tmp_path: Path, kind: str) -> None:
    """A folder in the published layout becomes files that the loader accepts as they are."""
    from safetensors.numpy import save_file

    shape = recipes.gemma.Shape(
        vocabulary=512, width=48, layers=6, heads=3, head=16, inner=64, dense=96, window=9
    )
    weights = recipes.gemma.random_weights(shape, 3)
    source = tmp_path / "checkpoint"
    for number, name in ((2, "dense1"), (3, "dense2")):
        (source / f"{number}_Dense").mkdir(parents=True)
        save_file(
            {"linear.weight": weights.pop(f"{name}.weight")}, source / f"{number}_Dense/model.safetensors"
        )
    save_file(weights, source / "model.safetensors")
    (source / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    (source / "tokenizer.json").write_text(json.dumps(recipes.synthesise.gemma_pieces(512)), encoding="utf-8")
    command = [
        sys.executable,
        str(BUILD / "export_embeddinggemma.py"),
        str(source),
        "--out",
        str(tmp_path / "out"),
    ]
    done = subprocess.run(
        [*command, "--kind", kind, "--tokens", "40"], capture_output=True, text=True, check=False
    )
    exact = kind == "fp32"
    # Random weights of this size lose more to int8 than a real model's: there only the files are looked at.
    assert done.returncode == 0 or not exact, done.stderr
    name = {"fp32": "model.onnx", "int8": "model_quantized.onnx", "w8": "model_w8.onnx"}[kind]
    assert (tmp_path / "out/onnx" / name).exists() and (tmp_path / "out/onnx" / f"{name}_data").exists()
    assert "worst cosine" in done.stdout


@pytest.mark.parametrize("kind", ["int8", "w8"])
def test_the_same_weights_give_the_same_bytes(recipes: Any, kind: str) -> None:
    """The catalog pins the digest of what a recipe makes, so the recipe must be deterministic."""
    shape = recipes.synthesise.TINY
    first, second = (
        recipes.gemma.graph(recipes.gemma.random_weights(shape, 1), shape, kind).SerializeToString(
            deterministic=True
        )
        for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize("width", [32, 48, 33])
def test_weights_in_blocks(recipes: Any, width: int) -> None:
    """w8 at widths that fill their last block and at widths that do not: close to the exact product."""
    import onnx_graph  # type: ignore[import-not-found]
    import onnxruntime

    rng = np.random.default_rng(width)
    weight = rng.standard_normal((width, 16)).astype(np.float32)
    rows = rng.standard_normal((4, width)).astype(np.float32)
    g = onnx_graph.Graph("w8")
    table = g.add("Gather", g.const(rows), "input_ids")
    g.add("Identity", g.linear(table, weight, None), name="out")
    model = g.model({"out": ["batch", "sequence", 16]})
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    ids = np.array([[0, 1, 2, 3]], np.int64)
    (got,) = session.run(["out"], {"input_ids": ids, "attention_mask": np.ones_like(ids)})
    assert np.abs(got[0] - rows @ weight).max() < 0.02 * np.abs(rows @ weight).max()


def test_a_table_that_two_networks_share_lies_in_one_file(recipes: Any, tmp_path: Path) -> None:
    """What the lender's file holds too is read from there, bit for bit; the rest stays where it was."""
    import onnxruntime

    onnx_graph = sys.modules["onnx_graph"]
    weights = recipes.bert.random_weights(**recipes.synthesise.TINY_BERT, seed=1)
    shape, (lender, whole, lean) = recipes.bert.Shape(2, 4), (tmp_path / f"{name}.onnx" for name in "abc")
    onnx_graph.save(recipes.bert.graph(weights, shape, "int8"), lender)
    other = {name: array if "word_embeddings" in name else array * 2 for name, array in weights.items()}
    model = recipes.bert.graph(other, shape, "int8")
    onnx_graph.save(model, whole)
    borrowed = onnx_graph.borrow(model, lender, least=1 << 10)
    onnx_graph.save(model, lean)
    assert 0 < borrowed <= whole.stat().st_size - lean.stat().st_size + 1_000
    given = {"input_ids": np.array([[4, 5, 6]]), "attention_mask": np.ones((1, 3), np.int64)}
    one, two = (
        onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"]).run(None, given)[0]
        for path in (whole, lean)
    )
    assert np.array_equal(one, two)


#: Runs a program as on a processor with AVX2 alone, where it is installed (Debian: qemu-user).
OLD_PROCESSOR = ["qemu-x86_64", "-cpu", "Haswell"]


@pytest.mark.parametrize("before", [[], OLD_PROCESSOR], ids=["here", "AVX2 alone"])
def test_products_of_bytes_do_not_saturate(recipes: Any, tmp_path: Path, before: list[str]) -> None:
    """Every processor computes the same: without VNNI, two products of signed bytes are added in 16 bits."""
    if before and not shutil.which(before[0]):
        pytest.skip(f"{before[0]} is not installed: only this processor is tried")
    onnx_graph = sys.modules["onnx_graph"]
    g = onnx_graph.Graph("int8")
    table = np.full((4, 64), 5.0, np.float32)
    table[1] = np.linspace(0, 5, 64)
    weight = np.full((64, 32), 1.0, np.float32)
    weight[::3] = 0.9
    rows = g.add("Gather", g.const(table), "input_ids")
    g.add("Identity", g.linear(rows, weight, None), name="out")
    onnx_graph.save(g.model({"out": ["batch", "sequence", 32]}), tmp_path / "products.onnx")
    given = "{'input_ids': np.array([[0, 1, 2, 3]]), 'attention_mask': np.ones((1, 4), np.int64)}"
    code = (
        "import sys, pathlib, numpy as np; from edge.engines.onnx.session import OnnxSession;"
        f"found = OnnxSession(pathlib.Path(sys.argv[1]), 1).run('out', {given});"
        "np.save(sys.argv[2], found)"
    )
    paths = [str(tmp_path / "products.onnx"), str(tmp_path / "found.npy")]
    subprocess.run([*before, sys.executable, "-c", code, *paths], check=True, capture_output=True)
    found = np.load(tmp_path / "found.npy")
    assert np.abs(found[0] - table @ weight).max() < 0.01 * (table @ weight).max()


def test_the_product_that_is_tried_is_the_recipe_s() -> None:
    """What ships is what `build/signed_product.py` writes: 64 bytes by weights of 127 in 32 columns."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(BUILD.parent / "assets" / "signed_product.onnx")).graph
    assert [node.op_type for node in graph.node] == ["MatMulInteger"]
    weights = numpy_helper.to_array(graph.initializer[0])
    assert weights.dtype == np.int8 and weights.shape == (64, 32) and (weights == 127).all()


def test_a_reader_is_read_back(recipes: Any, tmp_path: Path) -> None:
    """A training goes on from the file that ships: what is read back computes what was exported, and exported
    again it rounds to the same whole numbers.
    """
    import shipped_reader  # type: ignore[import-not-found]
    from onnx import numpy_helper

    onnx_graph = sys.modules["onnx_graph"]
    shape = recipes.bert.Shape(layers=2, heads=4)
    weights = recipes.bert.random_weights(
        vocabulary=300, width=128, inner=192, layers=2, positions=40, seed=3
    )
    rng = np.random.default_rng(4)
    weights |= {"evidence.weight": rng.standard_normal((1, 128)).astype(np.float32) / 12}
    weights |= {"evidence.bias": np.ones(1, np.float32)}
    path, again = tmp_path / "reader.onnx", tmp_path / "again.onnx"
    exact = frozenset({0})
    onnx_graph.save(recipes.bert.reader(weights, shape, "int8", exact=exact, small_table=True), path)
    back = shipped_reader.shipped_reader(path, shape)
    assert back.keys() == weights.keys()
    ids, types = rng.integers(0, 300, 30).tolist(), [0] * 10 + [1] * 20
    one, other = (recipes.bert.reader_reference(held, shape, ids, types) for held in (weights, back))
    assert np.corrcoef(one, other)[0, 1] > 0.97
    onnx_graph.save(recipes.bert.reader(back, shape, "int8", exact=exact, small_table=True), again)
    import onnx

    held, twice = (onnx.load(file).graph.initializer for file in (path, again))
    for first, second in zip(held, twice, strict=True):
        before, after = numpy_helper.to_array(first), numpy_helper.to_array(second)
        assert np.allclose(before, after, rtol=1e-3, atol=1e-6), first.name
