"""`edge embed`, `edge index --embed` and hybrid search from the command line; a model with random weights."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from edge.cli import main
from edge.records.catalog import CatalogModel

Catalog = dict[str, CatalogModel]


@pytest.fixture
def here(tiny_catalog: Catalog, tiny_bert: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """tiny-bert imported; a folder of documents."""
    from edge.models import manage

    monkeypatch.delenv("EDGE_KNOWLEDGE", raising=False)
    manage.bring(tiny_bert, "tiny-bert")
    folder = tmp_path / "documents"
    folder.mkdir()
    for name in ("kettle", "ladder", "lantern"):
        (folder / f"{name}.txt").write_text(f"The {name} stands in the shed.", encoding="utf-8")
    return folder


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    code = main([*arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_index_embed_search(here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One command indexes and embeds; search then explains what the vectors gave; `none` turns them off."""
    base = str(tmp_path / "k.db")
    code, report = run(capsys, "index", str(here), "--embed", "-K", base)
    assert code == 0 and report["embed"]["vectors"] == report["chunks"] == 3
    assert report["sha256"] == report["embed"]["sha256"]
    code, found = run(capsys, "search", "ladder shed", "-K", base)
    assert code == 0 and found["results"][0]["source"] == "ladder.txt"
    assert all("vectors" in hit["channels"] for hit in found["results"])
    assert all(0 < hit["score"] <= 1.001 for hit in found["results"])
    code, found = run(capsys, "search", "ladder shed", "-K", base, "--set", "search.vectors=none")
    assert code == 0 and not any("vectors" in hit["channels"] for hit in found["results"])
    code, again = run(capsys, "embed", "-K", base)
    assert code == 0 and again["embedded"] == 0 and again["vectors"] == 3


def test_vectors_find_what_no_word_finds(
    here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A query without a common word still gets results, from the vectors alone."""
    base = str(tmp_path / "k.db")
    run(capsys, "index", str(here), "--embed", "-K", base)
    code, found = run(capsys, "search", "zzyzx", "-K", base)
    assert code == 0 and len(found["results"]) == 3
    assert all(set(hit["channels"]) == {"vectors"} for hit in found["results"])


def test_a_base_whose_model_is_gone_is_searched_by_words(
    here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`auto` never fails a search: it says that it used words only, and what to do. A named model insists."""
    from edge.models import manage

    base = str(tmp_path / "k.db")
    run(capsys, "index", str(here), "--embed", "-K", base)
    manage.remove("tiny-bert")
    code, found = run(capsys, "search", "ladder", "-K", base)
    assert code == 0 and found["results"][0]["source"] == "ladder.txt"
    assert "words only" in found["notes"][0] and "tiny-bert" in found["notes"][0]
    code, found = run(capsys, "search", "ladder", "-K", base, "--set", "search.vectors=tiny-bert")
    assert code == 5 and found["error"]["type"] == "ModelError"


def test_another_model_is_refused(
    here: Path, tmp_path: Path, tiny_gemma_embedder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A query embedded by another model than the vectors is refused with the command that mends it."""
    from edge.models import manage

    base = str(tmp_path / "k.db")
    run(capsys, "index", str(here), "--embed", "--model", "tiny-bert", "-K", base)
    manage.bring(tiny_gemma_embedder, "tiny-gemma")
    code, found = run(capsys, "search", "ladder", "-K", base, "--set", "search.vectors=tiny-gemma")
    assert code == 7 and "edge embed --model tiny-gemma" in found["error"]["hint"]
    code, report = run(capsys, "embed", "--model", "tiny-gemma", "--dims", "32", "-K", base)
    assert code == 0 and report["space"]["dims"] == 32
    code, found = run(capsys, "search", "ladder", "-K", base, "--set", "search.vectors=tiny-gemma")
    assert code == 0 and "vectors" in found["results"][0]["channels"]


def test_partly_embedded_is_said(here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """New documents are found by words at once; a note says that they have no vector yet."""
    base = str(tmp_path / "k.db")
    run(capsys, "index", str(here), "--embed", "-K", base)
    (here / "spade.txt").write_text("The spade leans on the wall.", encoding="utf-8")
    run(capsys, "index", str(here), "-K", base)
    code, found = run(capsys, "search", "spade", "-K", base)
    assert code == 0 and found["results"][0]["source"] == "spade.txt"
    assert any("1 of 4 passages have no vector" in note for note in found["notes"])


def test_the_shipped_base_is_not_written(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --knowledge the only candidate is the one that ships, which is read-only."""
    code, found = run(capsys, "embed")
    assert code == 2 and "--knowledge" in found["error"]["hint"]


@pytest.mark.parametrize("command", [["list"], ["verify"], ["recommend"], ["path", "tiny-bert"]])
def test_models_commands_print_one_document(
    here: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each prints one JSON document with its schema version."""
    code, found = run(capsys, "models", *command)
    assert code == 0 and found["schema"] == 1


def test_a_pull_without_a_terminal_never_prompts(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Terms that nobody can be asked about are a refusal, exit code 6."""
    code, found = run(capsys, "models", "pull", "tiny-gemma")
    assert code == 6 and "--accept-terms" in found["error"]["hint"]
