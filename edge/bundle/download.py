"""Wheels fetched with pip, for any target, when the person says so."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from edge import __version__
from edge.bundle.carried.environment import DISTRIBUTION, this_platform
from edge.bundle.target import Target
from edge.errors import BundleError, NotPermitted
from edge.settings import Settings


def download(folder: Path, target: Target, python: str, extras: Iterable[str], settings: Settings) -> None:
    """Fill a folder with what it lacks; wheels that lie there already are preferred, edge's own among them.

    pip judges requirements by the machine it runs on: for another system some may still be missing, and are
    named when the bundle is made. Raises NotPermitted when offline, BundleError with what pip said.
    """
    if settings.offline:
        raise NotPermitted(
            "Wheels cannot be fetched: edge is offline.",
            "Leave out --offline (EDGE_OFFLINE, HF_HUB_OFFLINE), or bring them: --wheels DIR",
        )
    folder.mkdir(parents=True, exist_ok=True)
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check",
        "--dest", str(folder), "--find-links", str(folder),
        f"{DISTRIBUTION}[{','.join(extras)}]=={__version__}", "pip",
    ]  # fmt: skip
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if target.name != this_platform() or python != here:
        command += ["--only-binary=:all:", "--python-version", python, "--implementation", "cp"]
        command += [part for one in target.platforms for part in ("--platform", one)]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", errors="replace",
        check=False,
    )  # fmt: skip
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or ["pip failed"]
        raise BundleError(
            f"The wheels cannot be fetched: {said[-1].removeprefix('ERROR: ')}",
            f"Where no index has edge, put its own wheel there first: pip wheel --no-deps -w {folder} .",
        )
