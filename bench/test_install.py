"""The size of the base installation: edge and everything it draws in, from the installed metadata."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest

from edge import paths


def _needed(name: str, found: dict[str, Distribution]) -> None:
    """Collect a distribution and what it requires on this platform, extras left out."""
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in found:
        return
    try:
        found[key] = distribution(name)
    except PackageNotFoundError:
        return  # required on another platform only
    for requirement in found[key].requires or []:
        if "extra ==" not in requirement:
            _needed(re.split(r"[\s;<>=!~\[(]", requirement, maxsplit=1)[0], found)


def test_base_install(gate: Callable[..., None]) -> None:
    """The base install stays small enough for a small device."""
    found: dict[str, Distribution] = {}
    _needed("edge-answers", found)
    if "edge-answers" not in found:
        pytest.skip("edge is not installed in this environment (make bench installs it)")
    total = 0
    for item in found.values():
        for file in item.files or []:
            path = Path(str(file.locate()))
            total += path.stat().st_size if path.is_file() else 0
    if not any(str(file).endswith("edge/__init__.py") for file in found["edge-answers"].files or []):
        # An editable install lists no files: count what the wheel would carry.
        shipped = (paths.ROOT / folder for folder in ("edge", "assets", "models"))
        total += sum(
            path.stat().st_size
            for folder in shipped
            for path in folder.rglob("*")
            if path.is_file() and path.suffix != ".pyc"
        )
    gate("install.base", total / 1e6, ", ".join(sorted(found)))
    gate("install.distributions", len(found))
