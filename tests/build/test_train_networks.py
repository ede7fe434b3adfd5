"""One command trains both networks: done stays done, what was cut goes on, what changed begins anew."""

from __future__ import annotations

import argparse
import math
import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from places import BUILD, ROOT

PART = """
import json, pathlib, sys, time
folder = pathlib.Path({folder!r})
with (folder / "ran.txt").open("a") as file:
    print({name!r}, *sys.argv[1:], file=file)
if {trains}:
    at = folder / "{name}.step"
    step = int(at.read_text()) if at.is_file() and "--fresh" not in sys.argv else 0
    with (folder / "{name}.log.jsonl").open("a") as log:
        while step < 3:
            if {slow} and step == 1:
                time.sleep(0 if (folder / "go").is_file() else 60)
            step += 1
            at.write_text(str(step))
        print(json.dumps({{"kind": "end", "step": step, "of": 3}}), file=log)
"""
DRIVER = """
import argparse, math, pathlib, sys
sys.path.insert(0, {build!r})
import train_networks as recipe
folder = pathlib.Path({folder!r})
names = ("vocabulary", "encoder", "export")
parts = [recipe.Part(n, folder / f"{{n}}.py", (), n == "encoder") for n in names]
recipe.run(parts, folder, "data", argparse.Namespace(seed=1, device="cpu", minutes=math.inf))
"""


@pytest.fixture
def recipe(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of build/, which holds scripts and is on no path."""
    if sys.platform == "win32":
        pytest.skip("the networks are trained on Unix")
    pytest.importorskip("msgspec")
    monkeypatch.syspath_prepend(str(BUILD))
    for name in ("corpus", "train_networks"):
        sys.modules.pop(name, None)
    import train_networks

    return train_networks


def written(folder: Path, *, slow: bool = False) -> None:
    for name in ("vocabulary", "encoder", "export"):
        text = PART.format(folder=str(folder), name=name, trains=name == "encoder", slow=slow)
        (folder / f"{name}.py").write_text(text, encoding="utf-8")


def parts_of(recipe: Any, folder: Path, **given: tuple[str, ...]) -> Any:
    names = ("vocabulary", "encoder", "export")
    return [recipe.Part(n, folder / f"{n}.py", given.get(n, ()), n == "encoder") for n in names]


def ran(folder: Path) -> list[str]:
    """Which parts ran since the last look, and whether from the beginning."""
    path = folder / "ran.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    path.unlink(missing_ok=True)
    return [line.split()[0] + (" anew" if "--fresh" in line else "") for line in lines]


def given() -> argparse.Namespace:
    return argparse.Namespace(seed=1, device="cpu", minutes=math.inf)


def test_done_stays_done_and_what_changed_begins_anew(recipe: Any, tmp_path: Path) -> None:
    """All parts once; nothing again; other arguments or data: that part and all after it, from the start."""
    written(tmp_path)
    recipe.run(parts_of(recipe, tmp_path), tmp_path, "data", given())
    assert ran(tmp_path) == ["vocabulary", "encoder", "export"]
    recipe.run(parts_of(recipe, tmp_path), tmp_path, "data", given())
    assert ran(tmp_path) == []
    recipe.run(parts_of(recipe, tmp_path, encoder=("--steps", "9")), tmp_path, "data", given())
    assert ran(tmp_path) == ["encoder anew", "export"]
    recipe.run(parts_of(recipe, tmp_path), tmp_path, "other data", given())
    assert ran(tmp_path) == ["vocabulary", "encoder anew", "export"]


def test_a_killed_run_goes_on_where_it_stood(recipe: Any, tmp_path: Path) -> None:
    """kill -9 of the command and of its part in the middle of a training: the same command again leaves done
    parts alone, goes on from the checkpoint, and ends. While a part that outlived its command works, none
    begins beside it.
    """
    written(tmp_path, slow=True)
    driver = DRIVER.format(build=str(BUILD), folder=str(tmp_path))
    running = subprocess.Popen([sys.executable, "-c", driver], start_new_session=True)
    try:
        step = tmp_path / "encoder.step"
        for _ in range(3000):
            if step.is_file() and step.read_text(encoding="utf-8") == "1":
                break
            time.sleep(0.01)
        running.kill()
        running.wait()
        with pytest.raises(SystemExit, match="Another run"):
            recipe.run(parts_of(recipe, tmp_path), tmp_path, "data", given())
    finally:
        os.killpg(running.pid, signal.SIGKILL)
    for _ in range(3000):  # the lock goes with the process that held it
        try:
            with recipe.alone(tmp_path):
                break
        except SystemExit:
            time.sleep(0.01)
    assert ran(tmp_path) == ["vocabulary", "encoder"]
    (tmp_path / "go").touch()
    recipe.run(parts_of(recipe, tmp_path), tmp_path, "data", given())
    assert ran(tmp_path) == ["encoder", "export"]


def test_a_part_that_fails_or_stops_is_told(recipe: Any, tmp_path: Path) -> None:
    """The command does not go on over a part that failed, nor over a training that ended before its end."""
    written(tmp_path)
    (tmp_path / "vocabulary.py").write_text("raise SystemExit(3)", encoding="utf-8")
    with pytest.raises(SystemExit, match="vocabulary ended with 3"):
        recipe.run(parts_of(recipe, tmp_path), tmp_path, "data", given())
    assert ran(tmp_path) == []
    written(tmp_path)
    (tmp_path / "encoder.py").write_text("", encoding="utf-8")
    with pytest.raises(SystemExit, match="encoder was stopped before its end"):
        recipe.run(parts_of(recipe, tmp_path), tmp_path, "data", given())
    assert ran(tmp_path) == ["vocabulary"]


def test_every_part_is_a_script_that_is_there(recipe: Any, tmp_path: Path) -> None:
    """What trains takes a seed; the catalog names this one command; an unknown part is told with those there
    are.
    """
    parts = recipe.recipe(tmp_path)
    assert all(part.script.is_file() for part in parts)
    for part in parts:
        text = part.script.read_text(encoding="utf-8")
        assert ("arguments(__doc__" in text) == part.trains, part.name
    with pytest.raises(SystemExit, match=r"No such part: encodr.*encoder"):
        recipe.with_given(parts, ["encodr=--steps 2"])
    [encoder] = [one for one in recipe.with_given(parts, ["encoder=--steps 2"]) if one.name == "encoder"]
    assert encoder.given == ("--steps", "2")


def test_no_licence_of_gnu_and_nothing_sealed_is_learnt_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the sets of questions the documents under GPL or GFDL are not read, nor those that are sealed, not
    even as what does not answer; of the pairs no source under them.
    """
    pytest.importorskip("onnxruntime", reason="onnxruntime (extra embed) is not installed")
    monkeypatch.syspath_prepend(str(BUILD))
    monkeypatch.syspath_prepend(str(ROOT / "bench" / "quality"))
    import corpus
    import reading_cases

    for name in ("manuals", "reading"):
        folder = ROOT / "datasets" / name
        away = reading_cases.left_out(folder)
        entries = [
            entry
            for path in folder.glob("*/manifest.toml")
            for entry in tomllib.loads(path.read_text(encoding="utf-8"))["document"]
        ]
        assert entries
        for entry in entries:
            gnu, sealed = "GPL" in entry["licence"], entry["split"] == "sealed"
            assert (entry["id"] in away) == (gnu or sealed), entry["id"]
    assert {"tails", "manpages", "pkp", "ojs", "debianbook"} <= corpus.LEFT_OUT
