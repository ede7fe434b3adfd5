"""`python3 install.py`: check a bundle, or install it. Needs nothing but Python."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from edge.bundle.carried.check import check
from edge.bundle.carried.installation import InstallProgress, install
from edge.bundle.carried.manifest import MANIFEST
from edge.bundle.carried.problem import BundleProblem
from edge.bundle.carried.source import open_source


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0: done; 1: refused, and nothing has changed; 2: usage; 130: interrupted."""
    parser = argparse.ArgumentParser(
        description="Install a bundle of edge, or check it. Opens no connection."
    )
    parser.add_argument(
        "bundle", nargs="?", help="the archive, or the folder (default: the one this file lies in, or beside)"
    )
    parser.add_argument(
        "--to", metavar="FOLDER", default=str(default_root()), help="where to (default: %(default)s)"
    )
    parser.add_argument("--signer", metavar="KEY.pub", help="the SSH public key that must have signed it")
    parser.add_argument("--downgrade", action="store_true", help="allow an older version than the one here")
    parser.add_argument("--check", action="store_true", help="check every byte, install nothing")
    given = parser.parse_args(arguments)
    signer = Path(given.signer) if given.signer else None
    try:
        bundle = Path(given.bundle) if given.bundle else _beside(Path(__file__).resolve().parent)
        if given.check:
            source = open_source(bundle)
            try:
                found = check(source, signer)
            finally:
                source.close()
            print(
                f"ok: {source.manifest.id}, {found.files} files, {found.bytes / 1e6:.1f} MB,"
                f" {signed_by(found.signer)}"
            )
            return 0
        done = install(
            bundle,
            Path(given.to),
            signer=signer,
            downgrade=given.downgrade,
            progress=InstallProgress(_step, _silent),
        )
    except BundleProblem as problem:
        print("error: " + problem.message, file=sys.stderr)
        if problem.hint:
            print(problem.hint, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted: what was in force still is. Run it again to go on.", file=sys.stderr)
        return 130
    print(
        f"{done.manifest.name} {done.manifest.version} is"
        f" {'installed' if done.changed else 'here already'}, {signed_by(done.signer)}"
    )
    print(f"Run: {done.launcher}" if done.launcher else f"Use: EDGE_BUNDLE={Path(given.to).absolute()}")
    return 0


def default_root() -> Path:
    """Where bundles go unless told otherwise."""
    try:
        return Path.home() / "edge"
    except RuntimeError:
        return Path("edge")


def signed_by(signer: str) -> str:
    """In words, who signed it."""
    return f"signed by {signer}" if signer else "not signed"


def _beside(folder: Path) -> Path:
    if (folder / MANIFEST).is_file():
        return folder
    archives = sorted(folder.glob("*.tar"))
    if len(archives) == 1:
        return archives[0]
    raise BundleProblem(f"There is no bundle in {folder}, or several.", "Name it: python3 install.py BUNDLE")


def _step(name: str, size: int) -> None:
    print(f"{name} {size / 1e6:.1f} MB …" if size else f"{name} …", file=sys.stderr, flush=True)


def _silent(done: int) -> None:
    pass
