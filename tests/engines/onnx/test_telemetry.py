"""A library that we load tells nobody that it was loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("given", [None, "0"])
def test_the_runtime_keeps_no_identifier_and_no_events(tmp_path: Path, given: str | None) -> None:
    """ONNX Runtime 1.29 and later write a device identifier and a queue of events for their makers under the
    user's cache: not under edge, whatever the variable said before.
    """
    pytest.importorskip("onnxruntime")
    environ = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environ.pop("ORT_DISABLE_TELEMETRY", None)
    if given is not None:
        environ["ORT_DISABLE_TELEMETRY"] = given
    code = "from edge.models import networks; networks.embedder('encoder-fr-en').query('Where is the key?')"
    subprocess.run([sys.executable, "-c", code], env=environ, check=True, timeout=120)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in written if "onnxruntime" in str(path) or "Microsoft" in str(path)]
