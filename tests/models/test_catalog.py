"""The catalog: what ships is complete and honest about its digests, and a wrong entry is named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from edge import paths
from edge.engines.onnx.file import external_data
from edge.errors import ModelDamaged, ModelError
from edge.models import catalog, installed, manage, networks

GOOD = """\
name = "m"
kind = "generator"
title = "M"
licence = "L"
licence_url = "https://example.org"
architecture = "gemma3"
parameters = "1"
context = 8
[[variants]]
name = "q4_0"
quantisation = "Q4_0"
memory_mb = 1
default = true
files = [{ path = "m.gguf" }]
"""


def test_every_shipped_entry_can_be_read() -> None:
    """Each TOML is a model of its file's name, with one default variant and files inside its folder."""
    found = catalog.load(paths.ROOT / "models")
    assert {
        "all-minilm-l6-v2",
        "embeddinggemma-300m",
        "gemma-3-270m-it",
        "gemma-3-1b-it",
        "gemma-3-4b-it",
    } <= set(found)
    for model in found.values():
        assert model.variant().default
        assert model.licence and model.licence_url.startswith("https://")


def test_weights_that_we_never_held_are_not_called_verified() -> None:
    """Only what a recipe here makes may claim a digest of our own."""
    for model in catalog.load(paths.ROOT / "models").values():
        for variant in model.variants:
            for file in model.files_of(variant):
                assert file.digest != "verified" or model.recipe, f"{model.name}/{file.path}"


@pytest.mark.parametrize(
    ("name", "kind", "other"),
    [("encoder-fr-en", "embedder", []), ("reader-fr-en", "reader", ["encoder-fr-en.onnx"])],
)
def test_what_ships_is_here_and_right(name: str, kind: str, other: list[str]) -> None:
    """The networks that ship are entries like any other: found without a pull, shown as shipped, proved by
    digests; both read the same word pieces, and the reader the encoder's table of them.
    """
    (entry,) = [entry for entry in manage.listing().models if entry.model == name]
    assert (entry.kind, entry.status, entry.place) == (kind, "here", "shipped")
    verified = manage.verify(name, golden=False)
    assert verified.ok and [Path(path).name for path in verified.models[0].paths] == [
        f"{name}.onnx", *other, "encoder-fr-en.tokenizer.json",
    ]  # fmt: skip
    with pytest.raises(ModelError, match="not in edge's folder"):
        manage.remove(name)


def test_all_weights_that_ship_are_within_36_mb() -> None:
    """One table of words for both networks; each file counts once, whoever reads it."""
    held = {
        file.path: file.bytes
        for model in catalog.load(paths.ROOT / "models").values()
        if model.shipped
        for file in model.files_of(model.variant())
    }
    assert sum(held.values()) <= 36_000_000
    network = paths.model("fr-en", "reader-fr-en.onnx")
    assert external_data(network) == [paths.model("fr-en", "encoder-fr-en.onnx")]


def test_only_a_reader_is_opened_as_one() -> None:
    """An embedder by that way is refused by what it is, before any file is looked at."""
    with pytest.raises(ModelError, match="encoder-fr-en is a embedder, not a reader"):
        networks.evidence("encoder-fr-en")


def test_a_shipped_model_that_was_changed_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One byte of it: `verify` says so, and that a new installation mends it."""
    shutil.copytree(paths.ROOT / "models" / "fr-en", tmp_path / "models" / "fr-en")
    network = tmp_path / "models" / "fr-en" / "reader-fr-en.onnx"
    data = bytearray(network.read_bytes())
    data[len(data) // 2] ^= 1
    network.write_bytes(data)
    model = catalog.get("reader-fr-en")
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    with pytest.raises(ModelDamaged, match=r"reader-fr-en\.onnx has sha256") as damaged:
        installed.verified(model, model.variant())
    assert "reinstall" in damaged.value.hint


def test_gemma_asks_for_its_terms() -> None:
    """Every model under the Gemma terms must be accepted before it is fetched."""
    asked = [m.accept for m in catalog.load(paths.ROOT / "models").values() if m.licence == "Gemma"]
    assert asked and all(asked)


def test_variants_answer_to_name_and_quantisation(tmp_path: Path) -> None:
    """Q4_0, q4_0 and nothing at all name the same variant here; an unknown one lists the others."""
    (tmp_path / "m.toml").write_text(GOOD, encoding="utf-8")
    model = catalog.load(tmp_path)["m"]
    assert model.variant() == model.variant("Q4_0") == model.variant("q4_0")
    with pytest.raises(ModelError, match="no variant 'q9'") as caught:
        model.variant("q9")
    assert "q4_0" in caught.value.hint


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ('path = "m.gguf"', 'path = "../m.gguf"', "leaves its folder"),
        ('path = "m.gguf"', 'path = "/m.gguf"', "leaves its folder"),
        ('path = "m.gguf"', 'path = "m.gguf", sha256 = "abc", digest = "verified"', "not a digest"),
        ('path = "m.gguf"', f'path = "m.gguf", sha256 = "{"a" * 64}"', "not a digest, or its kind"),
        ("default = true", "default = false", "exactly one"),
        ('kind = "generator"', 'kind = "embedder"', "embedding"),
        ("context = 8", "context = 8\ncolour = 3", "colour"),
        ('name = "m"', 'name = "n"', "Rename it|describes"),
        ('kind = "generator"', 'kind = "generator', "cannot be read"),
    ],
)
def test_a_wrong_entry_is_named(tmp_path: Path, was: str, becomes: str, says: str) -> None:
    """A mistake in an entry is an error with the file's name, not a surprise at the first use."""
    (tmp_path / "m.toml").write_text(GOOD.replace(was, becomes, 1), encoding="utf-8")
    with pytest.raises(ModelError, match=says):
        catalog.load(tmp_path)


def test_an_unknown_model_names_its_neighbours() -> None:
    """A typing mistake is answered with the nearest names."""
    with pytest.raises(ModelError) as caught:
        catalog.get("gemma-3-1b")
    assert "gemma-3-1b-it" in caught.value.hint
