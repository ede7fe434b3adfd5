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


def test_index_alone_gives_vectors(here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a flag every passage has a vector of the embedder that is here, a later file's too; nothing is
    made twice, and `index.vectors` and --no-vectors are obeyed.
    """
    base = str(tmp_path / "k.db")
    code, report = run(capsys, "index", str(here), "-K", base)
    assert code == 0 and report["vectors"]["model"] == "tiny-bert" and report["vectors"]["embedded"] == 3
    (here / "spade.txt").write_text("The spade leans on the wall.", encoding="utf-8")
    code, report = run(capsys, "index", str(here), "-K", base)
    made = report["vectors"]
    assert code == 0 and (made["embedded"], made["vectors"], made["missing"]) == (1, 4, 0)
    code, again = run(capsys, "index", str(here), "-K", base)
    assert code == 0 and again["vectors"]["embedded"] == 0 and again["sha256"] == report["sha256"]
    for off in (["--no-vectors"], ["--set", "index.vectors=none"]):
        other = str(tmp_path / f"{off[0][2:]}.db")
        code, report = run(capsys, "index", str(here), "-K", other, *off)
        assert code == 0 and report["vectors"] is None
        code, found = run(capsys, "search", "ladder", "-K", other)
        assert not any("vectors" in hit["channels"] for hit in found["results"]) and not found["notes"]


def test_a_base_without_vectors_gets_them_at_the_next_run(
    here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Documents that did not change are not read again, but their passages get vectors."""
    base = str(tmp_path / "k.db")
    run(capsys, "index", str(here), "--no-vectors", "-K", base)
    code, report = run(capsys, "index", str(here), "-K", base)
    assert code == 0 and {source["status"] for source in report["sources"]} == {"unchanged"}
    assert report["vectors"]["embedded"] == 3


def test_too_many_are_left_to_edge_embed(
    here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """More than `index.vectors_most` lack one: none is made, the report says how many and the command."""
    base = str(tmp_path / "k.db")
    code, report = run(capsys, "index", str(here), "-K", base, "--set", "index.vectors_most=2")
    made = report["vectors"]
    assert code == 0 and made["embedded"] == 0 and made["missing"] == 3
    assert "3 passages" in made["reason"] and made["hint"] == f"edge embed --knowledge {base}"
    code, report = run(capsys, "embed", "-K", base)
    assert code == 0 and report["vectors"] == 3
    (here / "spade.txt").write_text("The spade leans on the wall.", encoding="utf-8")
    code, report = run(capsys, "index", str(here), "-K", base, "--set", "index.vectors_most=2")
    assert report["vectors"]["embedded"] == 1 and report["vectors"]["missing"] == 0


def test_without_the_libraries_words_alone_are_searched(
    here: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Indexing says what to install, searching says it once, and neither fails; a model named insists."""
    from edge.models import embedders

    base = str(tmp_path / "k.db")
    run(capsys, "index", str(here), "-K", base)
    monkeypatch.setattr(embedders, "find_spec", lambda name: None)
    (here / "spade.txt").write_text("The spade leans on the wall.", encoding="utf-8")
    code, report = run(capsys, "index", str(here), "-K", base)
    assert (
        code == 0 and report["vectors"]["missing"] == 4 and "edge-answers[embed]" in report["vectors"]["hint"]
    )
    code, found = run(capsys, "search", "ladder", "-K", base)
    assert code == 0 and found["results"][0]["source"] == "ladder.txt"
    assert [("edge-answers[embed]" in note) for note in found["notes"]] == [True]
    code, found = run(capsys, "search", "ladder", "-K", base)
    assert code == 0 and not found["notes"]
    code, found = run(capsys, "index", str(here), "-K", base, "--set", "index.vectors=tiny-bert")
    assert code == 5 and found["error"]["type"] == "ModelError"


def test_a_damaged_model_costs_the_vectors_only(
    here: Path, tmp_path: Path, tiny_bert: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Weights that are not the catalog's are never opened: documents are indexed, and found by words."""
    import shutil

    from edge.models import manage

    own = tmp_path / "weights"
    shutil.copytree(tiny_bert, own)
    manage.bring(own, "tiny-bert")
    base = str(tmp_path / "k.db")
    run(capsys, "index", str(here), "-K", base)
    data = bytearray((own / "model_int8.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    (own / "model_int8.onnx").write_bytes(data)
    (here / "spade.txt").write_text("The spade leans on the wall.", encoding="utf-8")
    code, report = run(capsys, "index", str(here), "-K", base)
    assert code == 0 and "sha256" in report["vectors"]["reason"] and report["vectors"]["hint"]
    code, found = run(capsys, "search", "spade", "-K", base)
    assert code == 0 and found["results"][0]["source"] == "spade.txt"
    (note,) = found["notes"]
    assert "words only" in note and "sha256" in note


def test_a_language_that_the_model_does_not_read_is_said(
    here: Path, tmp_path: Path, tiny_catalog: Catalog, capsys: pytest.CaptureFixture[str]
) -> None:
    """German, Arabic and Chinese questions are searched by words, with a note; French, English and a bare
    keyword by vectors too.
    """
    import msgspec

    model = tiny_catalog["tiny-bert"]
    both = msgspec.structs.replace(model.embedding, languages=["en", "fr"])  # type: ignore[type-var]
    tiny_catalog["tiny-bert"] = msgspec.structs.replace(model, embedding=both)
    base = str(tmp_path / "k.db")
    run(capsys, "index", str(here), "-K", base)
    for foreign in ("Wo steht die Leiter ladder?", "أين السلم ladder الكبير", "梯子在哪里 ladder"):
        code, found = run(capsys, "search", foreign, "-K", base)
        assert code == 0 and found["results"][0]["source"] == "ladder.txt"
        assert not any("vectors" in hit["channels"] for hit in found["results"])
        assert any("tiny-bert" in note for note in found["notes"]), foreign
    for read in ("Where is the ladder?", "Où est l'échelle ladder ?", "ladder"):
        # This catalog has no reader, which is said of whatever it would read.
        code, found = run(capsys, "search", read, "-K", base, "--set", "search.reader=none")
        assert any("vectors" in hit["channels"] for hit in found["results"]) and not found["notes"], read


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
    run(capsys, "index", str(here), "--no-vectors", "-K", base)
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
