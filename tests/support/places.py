"""Where tests find what is not in `edge/`: the checkout, its recipes, and the labelled data of our own."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
MAILS = ROOT / "datasets" / "mail"


def recipe(name: str) -> ModuleType:
    """A script of build/ as a module."""
    spec = importlib.util.spec_from_file_location(f"recipe_{name}", BUILD / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
