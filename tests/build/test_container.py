"""The Dockerfile and the systemd unit, held against what they name: neither can be run in these tests."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from places import BUILD, ROOT

from edge import config
from edge.settings import Settings

KNOWN = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "ENTRYPOINT", "CMD"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
UNIT = BUILD / "edge-serve.service"


def instructions() -> list[tuple[str, str]]:
    """(instruction, arguments) in order, comments left out, continued lines joined."""
    text = (BUILD / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def stages() -> list[list[tuple[str, str]]]:
    made: list[list[tuple[str, str]]] = []
    for name, rest in instructions():
        if name == "FROM":
            made.append([])
        made[-1].append((name, rest))
    return made


def test_every_instruction_is_known_and_every_image_pinned() -> None:
    """No typing errors, no `latest`; a Python that the project allows."""
    assert {name for name, _ in instructions()} <= KNOWN
    for name, rest in instructions():
        if name == "FROM":
            version = re.match(r"python:(\d+)\.(\d+)-slim\b", rest)
            assert version and (int(version[1]), int(version[2])) >= (3, 11)


def test_what_is_copied_is_there_and_is_all_that_the_wheel_needs() -> None:
    """Each source of a COPY exists in the checkout; the files that the build reads are among them."""
    building, _ = stages()
    copied = {part for name, rest in building if name == "COPY" for part in rest.split()[:-1]}
    assert copied and all((ROOT / part).exists() for part in copied)
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packed = wheel["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    wanted = {PROJECT["readme"], *PROJECT["license-files"], "pyproject.toml", "constraints.txt"}
    assert wanted | {Path(part).parts[0] for part in packed} <= copied


def test_the_image_installs_what_was_built_and_nothing_from_elsewhere() -> None:
    """The last stage installs by the distribution's own name, extras that exist, from the wheels alone."""
    building, last = stages()
    for stage in (building, last):
        run = " ".join(rest for name, rest in stage if name == "RUN")
        named = re.search(r"\"(\.|[\w-]+)\[([\w,]+)\]\"", run)
        assert named and named[1] in (".", PROJECT["name"])
        assert set(named[2].split(",")) <= set(PROJECT["optional-dependencies"])
    assert "--no-index --find-links /wheels" in " ".join(rest for name, rest in last if name == "RUN")


def test_the_image_runs_as_nobody_in_particular_and_offline() -> None:
    """A user of its own after the last RUN; offline; settings that exist; the port of the settings."""
    _, last = stages()
    names = [name for name, _ in last]
    assert names.index("USER") > len(names) - 1 - names[::-1].index("RUN")
    said = dict(last)
    assert said["USER"] not in ("root", "0")
    given = dict(part.split("=") for part in said["ENV"].split())
    assert given["EDGE_OFFLINE"] == given["HF_HUB_OFFLINE"] == "1"
    known = {config.variable(name) for name in config.names()} | {"EDGE_HOME", "HF_HUB_OFFLINE"}
    assert set(given) <= known
    assert int(said["EXPOSE"]) == Settings().serve.port
    assert json.loads(said["ENTRYPOINT"])[0] in PROJECT["scripts"] and json.loads(said["CMD"]) == ["doctor"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_the_unit_is_understood_by_systemd(tmp_path: Path) -> None:
    """systemd-analyze finds nothing to say of it, with a program that is there in the place of edge."""
    text = UNIT.read_text(encoding="utf-8").replace("%h/.local/bin/edge", sys.executable)
    unit = tmp_path / UNIT.name
    unit.write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", str(unit)], capture_output=True, text=True, check=False,
        env={"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_starts_a_command_that_exists() -> None:
    """Its options are options of `edge serve`."""
    line = next(
        line for line in UNIT.read_text(encoding="utf-8").split("\n") if line.startswith("ExecStart=")
    )
    options = [word for word in line.split() if word.startswith("--")]
    done = subprocess.run(
        [sys.executable, "-m", "edge", "serve", "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert options and all(option in done.stdout for option in options)
