"""The manifest of a bundle: its files by name, size and sha256, and nothing that is not in it.

Names are of a small alphabet that every file system spells alike, so that no two of them can be one file.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, NamedTuple

from edge.bundle.carried.problem import COPY_AGAIN, BundleProblem

MANIFEST = "manifest.json"
SIGNATURE = "manifest.json.sig"
INSTALLER = "install.py"

#: Version of this format: docs/FORMAT.md says what is promised of it.
FORMAT = 1
MAX_MANIFEST = 16 * 1024 * 1024
MAX_SIGNATURE = 64 * 1024
MAX_FILES = 100_000
MAX_FILE_BYTES = 1 << 40

#: Where a file may lie. Nothing else is ever written, so no file can stand where the installer keeps its own.
FOLDERS = ("wheels", "models", "knowledge", "settings", "licences")
TOP_FILES = (INSTALLER, "sbom.cdx.json")

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+!=-]{0,190}")
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
_SHA256 = re.compile(r"[0-9a-f]{64}")
VERSION = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}){0,5}[A-Za-z0-9.+-]{0,30}")
_PYTHON = re.compile(r"(3\.[0-9]{1,2})?")
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,60}")


class BundleFile(NamedTuple):
    """One file. `kept`: not carried, the bundle that this one updates has it."""

    path: str
    bytes: int
    sha256: str
    kept: bool = False


class BundleManifest(NamedTuple):
    """What a bundle says of itself. `base`: sha256 of the manifest that it updates; "": it is whole.

    `python` ("3.11") and `platform` ("linux-x86_64") are what its wheels are for; both empty without any.
    """

    name: str
    version: str
    edge: str
    python: str
    platform: str
    extras: list[str]
    base: str
    files: list[BundleFile]
    sha256: str

    @property
    def id(self) -> str:
        """The folder that it is installed in."""
        return f"{self.name}-{self.version}-{self.sha256[:12]}"

    @property
    def carried(self) -> list[BundleFile]:
        """The files that are in the bundle itself."""
        return [file for file in self.files if not file.kept]


def parse_manifest(data: bytes) -> BundleManifest:
    """A manifest, every part of it checked. Raises BundleProblem."""
    if len(data) > MAX_MANIFEST:
        raise _not_ours(f"it has {len(data)} bytes")
    try:
        tree = json.loads(data.decode("utf-8"), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise _not_ours(str(error)) from error
    if not isinstance(tree, dict) or tree.get("kind") != "edge-bundle":
        raise _not_ours("it is not one of a bundle of edge")
    if tree.get("schema") != FORMAT:
        raise BundleProblem(
            f"The bundle has format {_shown(tree.get('schema'))}, and this reads {FORMAT}.",
            "Use the install.py inside it.",
        )
    files = _files(tree.get("files"))
    base = _text(tree, "base", re.compile("([0-9a-f]{64})?"))
    if not base and any(file.kept for file in files):
        raise _not_ours("it leaves out files, and names no bundle that has them")
    extras = tree.get("extras")
    if not isinstance(extras, list) or not all(
        isinstance(one, str) and NAME.fullmatch(one) for one in extras
    ):
        raise _not_ours(f"its extras are {_shown(extras)}")
    return BundleManifest(
        name=_text(tree, "name", NAME), version=_text(tree, "version", VERSION),
        edge=_text(tree, "edge", VERSION), python=_text(tree, "python", _PYTHON),
        platform=_text(tree, "platform", re.compile("([a-z]+-[a-z0-9_]+)?")), extras=extras, base=base,
        files=files, sha256=hashlib.sha256(data).hexdigest(),
    )  # fmt: skip


def check_name(path: object) -> str:
    """A name that may be written below a folder, on any platform. Raises BundleProblem."""
    parts = path.split("/") if isinstance(path, str) else []
    inside = len(parts) > 1 and parts[0] in FOLDERS and len(parts) <= 8
    if not (inside or path in TOP_FILES) or len(str(path)) > 240:
        raise _not_ours(f"{_shown(path)} is no name of a file in a bundle")
    for part in parts:
        if not _NAME.fullmatch(part) or part.endswith(".") or _RESERVED.fullmatch(part):
            raise _not_ours(f"{_shown(path)} is no name that every file system takes")
    return str(path)


def numbers(version: str) -> list[int]:
    """The leading numbers of a version, for telling which is newer."""
    leading = re.match(r"[0-9]+(\.[0-9]+)*", version)
    return [int(part) for part in leading[0].split(".")] if leading else []


def _files(found: object) -> list[BundleFile]:
    if not isinstance(found, list) or not 0 < len(found) <= MAX_FILES:
        raise _not_ours("it lists no files, or too many")
    files = [_file(entry) for entry in found]
    met = set()
    for file in files:
        if file.path.lower() in met:
            raise _not_ours(f"{_shown(file.path)} stands in it twice")
        met.add(file.path.lower())
    for file in files:
        parent = file.path.lower().rpartition("/")[0]
        while parent:
            if parent in met:
                raise _not_ours(f"{_shown(parent)} would be a file and a folder")
            parent = parent.rpartition("/")[0]
    return files


def _file(entry: Any) -> BundleFile:
    if not isinstance(entry, dict) or not set(entry) <= {"path", "bytes", "sha256", "kept"}:
        raise _not_ours(f"{_shown(entry)} describes no file")
    path, size, digest, kept = (
        check_name(entry.get("path")),
        entry.get("bytes"),
        entry.get("sha256"),
        entry.get("kept"),
    )
    if type(size) is not int or not 0 <= size <= MAX_FILE_BYTES:
        raise _not_ours(f"{path} has the size {_shown(size)}")
    if not isinstance(digest, str) or not _SHA256.fullmatch(digest):
        raise _not_ours(f"{path} has the sha256 {_shown(digest)}")
    if kept not in (None, True, False):
        raise _not_ours(f"{path} has kept = {_shown(kept)}")
    return BundleFile(path, size, digest, bool(kept))


def _text(tree: Any, name: str, pattern: Any) -> str:
    value = tree.get(name)
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise _not_ours(f"its {name} is {_shown(value)}")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands in it twice")
    return found


def _shown(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _not_ours(why: str) -> BundleProblem:
    return BundleProblem(f"The manifest of the bundle cannot be used: {why}.", COPY_AGAIN)
