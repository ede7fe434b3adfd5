"""Small bundles for tests: made by edge's own code, of real files, in milliseconds."""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from edge import __version__
from edge.bundle.carried.environment import this_platform
from edge.bundle.carried.frame import end_of, header_of, padding_of

#: What a bundle of tests holds unless told otherwise.
FILES = {
    "models/files/tiny.gguf": b"GGUF" + bytes(range(256)) * 300,
    "knowledge/notes.db": b"SQLite format 3\0" + b"n" * 5000,
    "settings/settings.toml": b'knowledge = "bundle:knowledge/notes.db"\n',
    "licences/LICENCES.md": b"# Licences\n",
}


def manifest(files: Mapping[str, bytes], /, **changed: Any) -> dict[str, Any]:
    """The manifest of these files, with what is to be otherwise."""
    tree: dict[str, Any] = {
        "kind": "edge-bundle", "schema": 1, "name": "test", "version": "1.0", "edge": __version__,
        "python": "", "platform": "", "extras": [], "base": "",
        "files": [entry(path, data) for path, data in files.items()],
    }  # fmt: skip
    return tree | changed


def entry(path: str, data: bytes) -> dict[str, Any]:
    return {"path": path, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def archive(files: Mapping[str, bytes] = FILES, signature: bytes | None = None, **changed: Any) -> bytes:
    """A whole archive, as edge writes it."""
    return tar({"manifest.json": json.dumps(manifest(files, **changed)).encode()}
               | ({"manifest.json.sig": signature} if signature else {}) | dict(files))  # fmt: skip


def tar(members: Mapping[str, bytes]) -> bytes:
    """These members in the one frame that edge knows."""
    out = bytearray()
    for name, data in members.items():
        out += header_of(name, len(data)) + data + padding_of(len(data))
    return bytes(out + end_of(len(out)))


def folder(place: Path, files: Mapping[str, bytes] = FILES, **changed: Any) -> Path:
    """The same as a folder."""
    for path, data in (
        dict(files) | {"manifest.json": json.dumps(manifest(files, **changed)).encode()}
    ).items():
        target = place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return place


def tree_of(place: Path) -> dict[str, str]:
    """Everything below a folder: names, and a hash of each file or what else it is."""
    found = {}
    for path in sorted(place.rglob("*")):
        name = path.relative_to(place).as_posix()
        if path.is_symlink():
            found[name] = f"link to {path.readlink()}"
        elif path.is_file():
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            found[name] = "folder"
    return found


def wheels(place: Path, *, version: str = __version__, requires: str = "") -> Path:
    """A folder with a stand-in for edge's wheel (real wheel, hardly any code) and the pip of this Python."""
    place.mkdir(parents=True, exist_ok=True)
    info = f"edge_answers-{version}.dist-info"
    metadata = (
        f"Metadata-Version: 2.4\nName: edge-answers\nVersion: {version}\nLicense-Expression: Apache-2.0\n"
    )
    members = {
        "edge/__init__.py": f"__version__ = {version!r}\n",
        "edge/__main__.py": "import edge\nprint('stand-in', edge.__version__)\n",
        "edge/cli/__init__.py": "",
        "edge/cli/run.py": "",
        f"{info}/METADATA": metadata + (f"Requires-Dist: {requires}\n" if requires else ""),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/licenses/LICENSE": "Apache License\n",
    }
    record = f"{info}/RECORD"
    with zipfile.ZipFile(place / f"edge_answers-{version}-py3-none-any.whl", "w") as out:
        for name, text in members.items():
            out.writestr(name, text)
        out.writestr(record, "".join(f"{name},,\n" for name in [*members, record]))
    return place


def here() -> dict[str, str]:
    """What a manifest says of this machine."""
    return {"platform": this_platform(), "python": f"{sys.version_info[0]}.{sys.version_info[1]}"}
