"""`edge models make`: the recipe ships whole, runs only where it may, and what it makes is checked."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from edge import paths
from edge.errors import ModelDamaged, ModelError, NotPermitted
from edge.models import catalog, installed, make
from edge.settings import Settings

ROOT = Path(__file__).parents[2]
NAME = "all-minilm-l6-v2"


def recipe(folder: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    """Put a script in the place of the recipe, and edge's folder beside it."""
    script = folder / "recipe.py"
    script.write_text(source, encoding="utf-8")
    monkeypatch.setattr(paths, "recipe", lambda name: script)
    monkeypatch.setattr(make, "find_spec", lambda name: object())
    monkeypatch.setattr(paths, "home", lambda: folder / "home")


def test_the_recipe_ships_with_all_that_it_imports() -> None:
    """The wheel holds each script that another of them needs: none is missed where there is no checkout."""
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    files = wheel["targets"]["wheel"]["only-include"]
    shipped = {Path(name).stem for name in files if name.startswith("build/")}
    for model in catalog.load().values():
        if not model.script:
            continue
        assert paths.recipe(model.script).is_file() and Path(model.script).stem in shipped
        assert model.recipe.startswith("edge models make ")
    for name in shipped:
        tree = ast.parse((ROOT / "build" / f"{name}.py").read_text(encoding="utf-8"))
        imported = {
            one.name.partition(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for one in node.names
        } | {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        ours = {path.stem for path in (ROOT / "build").glob("*.py")}
        assert imported & ours <= shipped


def test_offline_nothing_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offline it is refused, unless the weights are in a folder."""
    recipe(tmp_path, monkeypatch, "raise SystemExit('ran')")
    with pytest.raises(NotPermitted, match="offline"):
        make.make(NAME, settings=Settings(offline=True))
    with pytest.raises(ModelError, match="could not be made: ran"):
        make.make(NAME, source=tmp_path, settings=Settings(offline=True))


def test_what_is_not_made_here() -> None:
    """Other models are fetched or carried in, and that is said."""
    with pytest.raises(ModelError, match="is not made here") as told:
        make.make("gemma-3-1b-it", settings=Settings())
    assert "edge models pull" in told.value.hint


def test_missing_libraries_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the line that installs them."""
    monkeypatch.setattr(make, "find_spec", lambda name: None if name == "onnx" else object())
    with pytest.raises(ModelError, match="needs onnx") as told:
        make.make(NAME, settings=Settings())
    assert told.value.hint == "pip install 'edge-answers[make]'"


def test_a_file_that_is_not_the_catalogs_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version of a library may make other bytes: they are not used."""
    recipe(
        tmp_path, monkeypatch,
        "import sys, pathlib\nout = pathlib.Path(sys.argv[sys.argv.index('--out') + 1])\n"
        "out.mkdir(parents=True)\n(out / 'model_int8.onnx').write_bytes(b'x')\n",
    )  # fmt: skip
    with pytest.raises(ModelDamaged, match="sha256"):
        make.make(NAME, settings=Settings())
    model = catalog.get(NAME)
    with pytest.raises(ModelError):
        installed.verified(model, model.variant())
