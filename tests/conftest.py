"""What all tests share: a small knowledge base, indexed once from three small documents."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fault_tally
import pytest
from hypothesis import settings

from edge import offline

if TYPE_CHECKING:
    from edge.records.catalog import CatalogModel

# What runs in the background ignores Ctrl-C, and so do its children: the tests of Ctrl-C need it heard.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests that load ONNX Runtime themselves are not to tell its makers (see edge/engines/onnx/session.py).
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

# These machines are shared: how long an example takes says nothing of the code.
settings.register_profile("edge", deadline=None)
settings.load_profile("edge")


@pytest.fixture(autouse=True)
def sockets_again() -> Iterator[None]:
    """A command run with --offline inside the tests' process forbids sockets to itself alone."""
    yield
    offline._Hook.reason = ""


#: Documents by name. Facts are made up, so that no model could know them.
SMALL_DOCUMENTS = {
    "boiler manual.md": """\
# Boiler manual

## Starting

The boiler is started with the green lever beside the window. Wait ninety seconds before opening the valve.

The brass key hangs behind the blue door. Nobody but the caretaker may take it.

## Pressure

The pressure must stay below four bar. When the whistle blows, close the valve at once and call Mrs Tamsin.

Table 1: pressures by season

| Season | Lowest pressure | Highest pressure |
| --- | --- | --- |
| Winter | 2.5 bar | 3.8 bar |
| Summer | 1.0 bar | 1.9 bar |
""",
    "règlement du jardin.md": """\
# Règlement du jardin

## Arrosage

L'arrosage est permis de six heures à huit heures du matin. Le dimanche, seul l'arrosoir vert est autorisé.

## Outils

La brouette rouge se range sous le tilleul. La clé de la remise est confiée à madame Oudinot.
""",
    "notes.txt": """\
Minutes of the allotment meeting.

The committee chose the fourteenth of May for the plant sale. Tables are lent by the school.

The treasurer counted 312 francs in the tin. A new hosepipe costs 48 francs.
""",
}


@pytest.fixture(scope="session")
def small_documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the three documents; its name has a space and letters beyond ASCII."""
    folder = tmp_path_factory.mktemp("petits documents é")
    for name, text in SMALL_DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def small_knowledge(small_documents: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished knowledge base of the three documents. Read-only: tests that damage one copy it first."""
    from edge.indexing.run import index_paths
    from edge.search.build import build_search
    from edge.settings import IndexSettings

    path = tmp_path_factory.mktemp("base de connaissances") / "petite base.db"
    report = index_paths([small_documents], path, IndexSettings(), build_search=build_search)
    assert {source.status for source in report.sources} == {"added"}
    return path


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int) -> None:
    """After `make faults`: how many cases of what were gone through."""
    if "EDGE_FAULT_TOTALS" in os.environ:
        terminalreporter.section("faults")
        failed = len(terminalreporter.stats.get("failed", [])) + len(terminalreporter.stats.get("error", []))
        for line in fault_tally.told(failed):
            terminalreporter.write_line(line)


# --- embedding models with random weights, made on the spot ------------------------------------------


def _synthesised(folder: Path, *arguments: str) -> Path:
    import subprocess
    import sys

    for library in ("onnx", "onnxruntime", "tokenizers"):
        pytest.importorskip(library, reason=f"{library} (extra embed, test group) is not installed")
    script = Path(__file__).parents[1] / "build" / "synthesise_onnx.py"
    subprocess.run([sys.executable, str(script), *arguments, "--out", str(folder)], check=True)
    return folder


@pytest.fixture(scope="session")
def tiny_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT embedder of 0.1 MB, pooled inside: model_int8.onnx (fp32 weights, so that vectors are exact)."""
    return _synthesised(tmp_path_factory.mktemp("bert"), "bert", "--kind", "fp32")


@pytest.fixture(scope="session")
def unpooled_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same weights as `tiny_bert`, giving last_hidden_state only."""
    return _synthesised(tmp_path_factory.mktemp("unpooled"), "bert", "--kind", "fp32", "--unpooled")


@pytest.fixture(scope="session")
def tiny_gemma_embedder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An int8 EmbeddingGemma of 0.3 MB in the public repository's layout, with external data."""
    return _synthesised(tmp_path_factory.mktemp("gemma é"), "gemma")


@pytest.fixture(scope="session")
def tiny_cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT reranker of 0.3 MB with one logit (fp32 weights): onnx/model.onnx, tokenizer.json."""
    return _synthesised(tmp_path_factory.mktemp("cross"), "cross-encoder", "--kind", "fp32")


@pytest.fixture(scope="session")
def two_label_cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `tiny_cross_encoder`, with two logits: "does not answer" and "answers"."""
    arguments = ("cross-encoder", "--kind", "fp32", "--labels", "2")
    return _synthesised(tmp_path_factory.mktemp("cross2"), *arguments)


@pytest.fixture
def tiny_catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, CatalogModel]]:
    """A catalog of the tiny embedders and reranker, a home of the test's own, and no Hugging Face cache."""
    from edge import paths
    from edge.models import catalog
    from edge.search.spelling import misspelt

    entries = {entry.name: entry for entry in (_tiny_bert_entry(), _tiny_cross_entry(), _tiny_gemma_entry())}
    monkeypatch.setattr(catalog, "load", lambda folder=None: entries)
    monkeypatch.setattr(misspelt, "words", dict)  # they are the pieces of an encoder that is not in it
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    paths.home.cache_clear()
    yield entries
    paths.home.cache_clear()


def _tiny_bert_entry() -> CatalogModel:
    from edge.records.catalog import CatalogModel, Embedding, ModelFile, Variant

    return CatalogModel(
        name="tiny-bert", kind="embedder", title="tiny", licence="none", licence_url="", architecture="bert",
        parameters="0.1M", context=64, recipe="python build/synthesise_onnx.py bert",
        variants=[
            Variant(name="int8", quantisation="int8", memory_mb=50, default=True,
            files=[ModelFile(path="model_int8.onnx")])
        ],
        shared=[ModelFile(path="tokenizer.json")],
        embedding=Embedding(
            family="bert", dims=[48], vocabulary=512, first=2, last=3, max_tokens=64, fusion_weight=0.5
        ),
    )  # fmt: skip


def _tiny_cross_entry() -> CatalogModel:
    from edge.records.catalog import CatalogModel, ModelFile, Reranking, Variant

    return CatalogModel(
        name="tiny-cross", kind="reranker", title="tiny", licence="none", licence_url="", architecture="bert",
        parameters="0.1M", context=64, repository="someone/tiny-cross",
        variants=[
            Variant(name="model", quantisation="fp32", memory_mb=50, default=True,
            files=[ModelFile(path="onnx/model.onnx")])
        ],
        shared=[ModelFile(path="tokenizer.json")],
        reranking=Reranking(vocabulary=512, first=2, last=3, max_tokens=64),
    )  # fmt: skip


def _tiny_gemma_entry() -> CatalogModel:
    from edge.records.catalog import CatalogModel, Embedding, ModelFile, Variant

    return CatalogModel(
        name="tiny-gemma", kind="embedder", title="tiny", licence="Gemma", licence_url="https://example.org/terms",
        accept=True, architecture="gemma-embedding", parameters="0.3M", context=64,
        repository="someone/tiny-gemma",
        variants=[
            Variant(
                name="model_quantized", quantisation="int8", memory_mb=50, default=True,
                files=[
                    ModelFile(path="onnx/model_quantized.onnx"),
                    ModelFile(path="onnx/model_quantized.onnx_data")
                ],
            )
        ],
        shared=[ModelFile(path="tokenizer.json")],
        embedding=Embedding(
            family="gemma", dims=[64, 32, 16], vocabulary=512, first=2, last=1, max_tokens=64,
            query_prompt="task: search result | query: {text}",
            document_prompt="title: {title} | text: {text}",
        ),
    )  # fmt: skip
