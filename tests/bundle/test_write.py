"""A bundle is written whole, and what a killed run left of one goes with the next."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from edge import durable
from edge.bundle import write
from edge.bundle.carried.manifest import BundleFile
from edge.bundle.parts import Part

DATA = b"the words of a model"
FILE = BundleFile("models/a/b.bin", len(DATA), hashlib.sha256(DATA).hexdigest())


def written(out: Path) -> int:
    return write.write(out, b"{}", None, [(FILE, Part(FILE.path, DATA))], lambda _: None)


@pytest.mark.parametrize("name", ["b.tar", "b"])
@pytest.mark.skipif(os.name == "nt", reason="nothing is told to be of nobody there")
def test_what_a_killed_run_left_goes(name: str, tmp_path: Path) -> None:
    """Gigabytes under a hidden name are removed by the next run; what another run is writing stays, and so
    does a file that only looks like it.
    """
    left, living, other = (tmp_path / f".{name}.{end}" for end in ("4194998", "4194999", "mine"))
    for path in (left, living, other):
        if name == "b":
            path.mkdir()
        else:
            path.touch()
    handle = os.open(living, os.O_RDONLY)
    try:
        assert durable.hold(handle, without=False)
        assert written(tmp_path / name) > len(DATA)
        assert {path.name for path in tmp_path.iterdir()} == {name, living.name, other.name}
    finally:
        os.close(handle)


def test_every_file_and_name_of_a_folder_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bundle that is a folder is synced before it has its name: the manifest, and each folder in it."""
    told: list[Path] = []
    monkeypatch.setattr(durable, "sync_folder", told.append)
    written(tmp_path / "b")
    names = [path.name for path in told]
    assert {"a", "models"} <= set(names) and names[-1] == tmp_path.name
    assert (tmp_path / "b" / "models" / "a" / "b.bin").read_bytes() == DATA
    assert (tmp_path / "b" / "manifest.json").read_bytes() == b"{}"
