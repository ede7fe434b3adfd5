"""kill -9 while a bundle is installed: the old version or the new one is in force, whole.

6 moments by default, 50 with EDGE_FAULT_RUNS=50. A real environment, a real pip, a stand-in for edge's wheel.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import bundles
import fault_tally
import pytest

from edge.bundle import read
from edge.bundle.carried.place import InstallFolder
from edge.bundle.create import Order, create
from edge.bundle.installer import installer
from edge.errors import BundleError
from edge.settings import Settings

pytest.importorskip("packaging", reason="the extra bundle is not installed")

MOMENTS = min(max(int(os.environ.get("EDGE_FAULT_RUNS", "0")), 6), 200)


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is of POSIX")
def test_killed_at_any_moment_the_old_or_the_new_is_in_force(tmp_path: Path) -> None:
    """Half of the kills take the installer alone, and leave the pip that it started at work."""
    for number in (1, 2):
        model = tmp_path / "model.gguf"
        model.write_bytes(bytes([number]) * 3_000_000)
        held = bundles.wheels(tmp_path / f"wheels{number}")
        out = tmp_path / f"{number}.tar"
        create(Order(out=out, version=f"{number}.0", wheels=held, models=[str(model)]), Settings())
    (tmp_path / "install.py").write_bytes(installer())
    old, new = (read.manifest_at(tmp_path / f"{number}.tar").id for number in (1, 2))
    to = tmp_path / "to"
    began = time.monotonic()
    assert _install(tmp_path, "1.tar", to).wait() == 0
    whole = time.monotonic() - began
    at, seen = random.Random(15), []
    for moment in range(MOMENTS):
        process = _install(tmp_path, "2.tar", to)
        try:
            process.wait(whole * (moment + at.random()) / MOMENTS)
        except subprocess.TimeoutExpired:
            if moment % 2:
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        current = InstallFolder(to).current()
        assert current in (old, new)
        assert read.verify(to).id == current
        assert _answers(to), f"killed at moment {moment}"
        seen.append(current)
        if current == new or moment % 3 == 2:  # go on from what is there; now and then to the end, and back
            _until_free(tmp_path / "2.tar", to)
            assert InstallFolder(to).current() == new and read.verify(to).id == new and _answers(to)
            read.install(tmp_path / "1.tar", to, downgrade=True)
    _until_free(tmp_path / "2.tar", to)
    assert InstallFolder(to).current() == new and list((to / "staging").iterdir()) == []
    assert old in seen, "no kill came before the end"
    fault_tally.count("kills while a bundle is installed", MOMENTS)


def _install(folder: Path, bundle: str, to: Path) -> subprocess.Popen[bytes]:
    base = getattr(sys, "_base_executable", sys.executable)
    return subprocess.Popen(
        [base, "-I", str(folder / "install.py"), str(folder / bundle), "--to", str(to)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


def _answers(to: Path) -> bool:
    done = subprocess.run([str(to / "bin" / "edge")], capture_output=True, check=False)
    return done.returncode == 0 and done.stdout.startswith(b"stand-in ")


def _until_free(bundle: Path, to: Path) -> None:
    """A pip that outlived its installer keeps the lock until it is done."""
    for _ in range(600):
        try:
            read.install(bundle, to)
        except BundleError as error:
            if "being installed" not in error.message:
                raise
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the lock was never given back")
