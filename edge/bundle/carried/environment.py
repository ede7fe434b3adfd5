"""A Python environment of a version's own, out of its wheels: no index, no network, no cache."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from edge.bundle.carried.manifest import BundleManifest
from edge.bundle.carried.place import READY, sync_folder
from edge.bundle.carried.problem import BundleProblem

DISTRIBUTION = "edge-answers"
_PIP_SECONDS = 3600.0

_LAUNCHER = """#!/bin/sh
# Starts the version of edge that is in force. Written when a bundle was installed.
self=$(readlink -f -- "$0" 2>/dev/null || echo "$0")
here=$(CDPATH= cd -- "$(dirname -- "$self")/.." && pwd -P) || exit 1
exec "$here/versions/$(cat "$here/current")/venv/bin/python" -I -m edge "$@"
"""
_LAUNCHER_WINDOWS = """@echo off
set /p EDGE_VERSION_IN_FORCE=<"%~dp0..\\current"
"%~dp0..\\versions\\%EDGE_VERSION_IN_FORCE%\\venv\\Scripts\\python.exe" -I -m edge %*
"""


def this_platform() -> str:
    """This machine, in the words of manifests: "linux-x86_64", "macos-arm64", "windows-amd64"."""
    system = {"darwin": "macos"}.get(platform.system().lower(), platform.system().lower())
    if system == "linux" and platform.libc_ver()[0] != "glibc":
        system = "android" if hasattr(sys, "getandroidapilevel") or "ANDROID_ROOT" in os.environ else "musl"
    return f"{system}-{platform.machine().lower()}"


def suits(manifest: BundleManifest) -> None:
    """Raises BundleProblem when its wheels are for another machine or another Python."""
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if manifest.platform and manifest.platform != this_platform():
        raise BundleProblem(
            f"The bundle is for {manifest.platform}, and this is {this_platform()}.",
            f"Make one with: edge bundle create --platform {this_platform()}",
        )
    if manifest.python and manifest.python != here:
        raise BundleProblem(
            f"The bundle is for Python {manifest.python}, and this is Python {here} ({sys.executable}).",
            f"Run it with python{manifest.python}, or make one with: edge bundle create --python {here}",
        )


def make_environment(folder: Path, manifest: BundleManifest, lock: int) -> None:
    """Create FOLDER/venv with edge in it, unless it is there and whole. Raises BundleProblem.

    `lock`: handed to what is run here. A pip whose installer was killed may still be writing; as long as it
    does, nobody else begins.
    """
    ready, venv = folder / READY, folder / "venv"
    if ready.is_file():
        return
    if venv.exists():
        shutil.rmtree(str(venv))
    pip = next((file.path for file in manifest.files if file.path.startswith("wheels/pip-")), None)
    _run(
        [sys.executable, "-I", "-m", "venv", *(["--without-pip"] if pip else []), str(venv)],
        "The environment",
        lock,
    )
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    # A wheel is a zip that Python runs as it lies: pip need not be installed to install.
    program = [str(folder / pip / "pip")] if pip else ["-m", "pip"]
    extras = f"[{','.join(manifest.extras)}]" if manifest.extras else ""
    wheels = [
        str(folder.joinpath(*file.path.split("/"))) for file in manifest.files if file.path.endswith(".whl")
    ]
    edge = next((path for path in wheels if Path(path).name.startswith("edge_answers-")), None)
    if edge is None:
        raise BundleProblem(
            "The bundle has wheels, and none of edge.", "Make it again: edge bundle create --wheels DIR"
        )
    options = [
        "--isolated",
        "--no-index",
        "--no-cache-dir",
        "--no-input",
        "--disable-pip-version-check",
        "--quiet",
    ]
    options += ["--find-links", str(folder / "wheels")]
    _run([str(python), "-I", *program, "install", *options, edge + extras], "The wheels", lock)
    _run([str(python), "-I", "-c", "import edge.cli.run"], "edge", lock)
    with ready.open("w", encoding="ascii") as file:
        file.write(manifest.id + "\n")
        os.fsync(file.fileno())
    sync_folder(folder)


def write_launcher(root: Path) -> Path:
    """FOLDER/bin/edge, which starts whatever version is in force. The same for all versions."""
    windows = os.name == "nt"
    path = root / "bin" / ("edge.cmd" if windows else "edge")
    path.parent.mkdir(exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(_LAUNCHER_WINDOWS if windows else _LAUNCHER, encoding="ascii")
    part.chmod(0o755)
    os.replace(str(part), str(path))  # noqa: PTH105
    return path


def _run(command: list[str], what: str, lock: int) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
    try:
        done = subprocess.run(
            command, env=clean, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=_PIP_SECONDS, check=False,
            pass_fds=() if os.name == "nt" else (lock,),
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BundleProblem(f"{what} cannot be installed: {error}.", "Check this Python.") from error
    if done.returncode:
        lines = done.stdout.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        said = next((line for line in lines if line.lower().startswith("error")), lines[-1])
        raise BundleProblem(
            f"{what} cannot be installed: {said}",
            "On Debian and Ubuntu, venv is a package: apt install python3-venv. Nothing has changed.",
        )
