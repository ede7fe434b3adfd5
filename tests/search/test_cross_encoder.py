"""`search.rerank` through the command line, with a real ONNX Runtime and a model with random weights."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from edge.cli import main
from edge.models import manage, networks
from edge.records.catalog import CatalogModel, Golden

Catalog = dict[str, CatalogModel]
QUERY = "what is in the shed?"
ON = ("--set", "search.rerank=tiny-cross", "--set", "search.rerank_ms=60000")


def search(
    capsys: pytest.CaptureFixture[str], base: Path, *arguments: str, query: str = QUERY
) -> tuple[int, Any]:
    code = main(["search", query, "-K", str(base), "-k", "10", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def notes(found: Any) -> list[str]:
    """What the response says about reranking."""
    return [note for note in found["notes"] if "reranked" in note]


def places(found: Any) -> list[tuple[str, int]]:
    return [(hit["source"], hit["page"]) for hit in found["results"]]


@pytest.fixture(scope="session")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six documents of a line each, which all hold the words of QUERY."""
    from edge.indexing.run import index_paths
    from edge.search.build import build_search
    from edge.settings import IndexSettings

    folder = tmp_path_factory.mktemp("shed")
    for name in ("kettle", "ladder", "lantern", "spade", "trowel", "remise"):
        (folder / f"{name}.txt").write_text(f"The {name} stands in the shed.", encoding="utf-8")
    base = tmp_path_factory.mktemp("base") / "k.db"
    index_paths([folder], base, IndexSettings(), build_search=build_search)
    return base


@pytest.fixture
def here(tiny_catalog: Catalog, tiny_cross_encoder: Path) -> Path:
    """tiny-cross imported."""
    manage.bring(tiny_cross_encoder, "tiny-cross")
    return tiny_cross_encoder


def test_off_by_default(here: Path, knowledge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A reranker that is on the device is not used before somebody names it."""
    code, found = search(capsys, knowledge)
    assert code == 0 and notes(found) == []
    assert len(found["results"]) > 1 and not any("rerank" in hit["channels"] for hit in found["results"])


def test_the_order_is_the_models(here: Path, knowledge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Hits stand by the model's own scores of the passages shown, and explain it by the channel `rerank`."""
    code, found = search(capsys, knowledge, *ON)
    assert code == 0 and notes(found) == []
    scores = list(networks.reranker("tiny-cross").scores(QUERY, [hit["text"] for hit in found["results"]]))
    assert len(scores) > 1 and scores == sorted(scores, reverse=True)
    assert all("rerank" in hit["channels"] for hit in found["results"])
    _, plain = search(capsys, knowledge)
    assert places(found) != places(plain) and set(places(found)) == set(places(plain))


def test_ask_reads_in_that_order(here: Path, knowledge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`edge ask` uses the same search; whatever the order, its quotes are verbatim."""
    code = main(["ask", QUERY, "-K", str(knowledge), *ON, "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert code in (0, 3) and answer["question"] == QUERY


def test_missing_files_fall_back(
    tiny_catalog: Catalog, knowledge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Named but not on this device: the fused order, a note with the command that brings it, exit code 0."""
    _, plain = search(capsys, knowledge)
    code, found = search(capsys, knowledge, *ON)
    assert code == 0 and places(found) == places(plain)
    (note,) = notes(found)
    assert "not reranked" in note and "edge models pull tiny-cross" in note


def test_damaged_files_fall_back(
    here: Path, knowledge: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bytes other than those pinned are never opened: the fused order, and a note that names the file."""
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(here, copy)
    manage.bring(copy, "tiny-cross")
    target = copy / "onnx/model.onnx"
    target.write_bytes(target.read_bytes()[:-1] + b"?")
    _, plain = search(capsys, knowledge)
    code, found = search(capsys, knowledge, *ON)
    assert code == 0 and places(found) == places(plain)
    (note,) = notes(found)
    assert "not reranked" in note and "model.onnx has sha256" in note


def test_the_deadline_falls_back(here: Path, knowledge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No time at all: the fused order, and a note that names the setting."""
    _, plain = search(capsys, knowledge)
    code, found = search(capsys, knowledge, *ON, "--set", "search.rerank_ms=0")
    assert code == 0 and places(found) == places(plain)
    assert "search.rerank_ms" in notes(found)[0]


def test_a_question_beyond_the_window_falls_back(
    here: Path, knowledge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A question is never cut: one that leaves no room for a passage keeps the fused order, with a note."""
    code, found = search(capsys, knowledge, *ON, query=QUERY * 4)
    assert code == 0 and "The question has" in notes(found)[0]


@pytest.mark.parametrize("name", ["tiny-bert", "no-such-model", "tiny-cross:no-such-variant"])
def test_a_name_that_is_no_reranker_is_an_error(
    name: str, here: Path, knowledge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistake in the setting is told at once, with exit code 5."""
    assert main(["search", "shed", "-K", str(knowledge), "--set", f"search.rerank={name}"]) == 5
    assert "Traceback" not in capsys.readouterr().err


def test_languages(
    here: Path, tiny_catalog: Catalog, knowledge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An English model orders English questions and bare words; a French question keeps the fused order."""
    entry = tiny_catalog["tiny-cross"]
    english = msgspec.structs.replace(entry.reranking, languages=["en"])  # type: ignore[type-var]
    tiny_catalog["tiny-cross"] = msgspec.structs.replace(entry, reranking=english)
    for query in (QUERY, "ladder shed"):
        assert notes(search(capsys, knowledge, *ON, query=query)[1]) == []
    _, found = search(capsys, knowledge, *ON, query="Où est la remise du shed ?")
    assert (
        found["codes"]["notes"][0]["code"] == "not_reranked_language" and "non reclassé" in found["notes"][0]
    )


def test_verify_compares_published_logits(here: Path, tiny_catalog: Catalog) -> None:
    """`edge models verify` runs a reranker on its golden pairs as it does an embedder."""
    scores = list(networks.reranker("tiny-cross").scores("a query", ["one", "two"]))

    def verified(wanted: list[float]) -> bool:
        entry = tiny_catalog["tiny-cross"]
        golden = [Golden(query="a query", documents=["one", "two"], scores=wanted, tolerance=0.01)]
        how = msgspec.structs.replace(entry.reranking, golden=golden)  # type: ignore[type-var]
        tiny_catalog["tiny-cross"] = msgspec.structs.replace(entry, reranking=how)
        return manage.verify("tiny-cross").ok

    assert verified(scores)
    assert not verified([scores[0], scores[1] + 0.1])
