"""A bundle made: gathered, described, signed, written. Reads top to bottom."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from edge import __version__, config
from edge.bundle import parts as gathering
from edge.bundle.as_errors import as_errors
from edge.bundle.carried.installation import SILENT, InstallProgress
from edge.bundle.carried.manifest import (
    FORMAT,
    INSTALLER,
    NAME,
    VERSION,
    BundleFile,
    BundleManifest,
    parse_manifest,
)
from edge.bundle.installer import installer
from edge.bundle.licences import licence_list
from edge.bundle.notes import notes_on
from edge.bundle.parts import CarriedModel, Part
from edge.bundle.sbom import Contents, sbom
from edge.bundle.settings import carried_settings
from edge.bundle.sign import sign
from edge.bundle.sizes import sizes_of
from edge.bundle.target import Target, target
from edge.bundle.wheels import Wheel, chosen_wheels
from edge.bundle.write import described, write
from edge.errors import BundleError, UsageError
from edge.records.bundle import BundleCreated
from edge.settings import Settings

_LIBRARIES = ("cyclonedx", "packaging")


class Order(NamedTuple):
    """What is to go in. `wheels` None: no code, for a machine that has edge. `out` None: sizes only."""

    out: Path | None = None
    name: str = "edge"
    version: str = ""
    platform: str = ""
    python: str = ""
    wheels: Path | None = None
    download: bool = False
    extras: Sequence[str] = ()
    models: Sequence[str] = ()
    knowledge: Sequence[Path] = ()
    key: Path | None = None
    base: Path | None = None  # update of this bundle, or of what is installed there


def create(order: Order, settings: Settings, progress: InstallProgress = SILENT) -> BundleCreated:
    """Make a bundle. Raises BundleError, ModelError, KnowledgeError, NotPermitted, UsageError or
    StorageError.
    """
    _prepared(order)
    made = _now()
    version = order.version or made.strftime("%Y.%m.%d.%H%M%S")
    machine = target(order.platform) if order.wheels else None
    python = (order.python or config_python()) if order.wheels else ""
    wheels = _wheels(order, machine, python, settings) if order.wheels and machine else []
    models = [gathering.model(named) for named in order.models]
    bases = gathering.knowledge(order.knowledge)
    own = _own_settings(models, bases)
    found = [
        Part(INSTALLER, installer()), *gathering.wheel_parts(wheels),
        *(part for one in models for part in one.parts), *bases,
        Part("settings/settings.toml", carried_settings(own)),
        Part("licences/LICENCES.md", licence_list(wheels, models)),
    ]  # fmt: skip
    progress.step("reading", _size(found))
    files = [described(part, progress.counted) for part in found]
    digests = {file.path: file.sha256 for file in files}
    contents = Contents(wheels, models, bases)
    found.append(Part("sbom.cdx.json", sbom(order.name, version, made, contents, digests)))
    files.append(described(found[-1], lambda done: None))
    base = _base(order)
    tree = {
        "kind": "edge-bundle", "schema": FORMAT, "name": order.name, "version": version, "edge": __version__,
        "made": made.isoformat(), "python": python, "platform": machine.name if machine else "",
        "extras": list(order.extras), "base": base.sha256 if base else "", "files": _entries(files, base),
    }  # fmt: skip
    data = msgspec.json.format(msgspec.json.encode(tree), indent=1) + b"\n"
    with as_errors():  # what we write is held to what is read
        manifest = parse_manifest(data)
    carried = [(file, part) for file, part in zip(manifest.files, found, strict=True) if not file.kept]
    size = 0
    if order.out is not None:
        signature = sign(data, order.key) if order.key else None
        progress.step("writing", sum(file.bytes for file, _ in carried))
        size = write(order.out, data, signature, carried, progress.counted)
    return BundleCreated(
        out=str(order.out or ""), id=manifest.id, name=manifest.name, version=version, edge=__version__,
        platform=manifest.platform, python=python, base=manifest.base, signed=bool(order.key and order.out),
        files=len(carried), kept=len(files) - len(carried),
        bytes=size or sum(file.bytes for file, _ in carried),
        sizes=sizes_of([file for file, _ in carried]), notes=notes_on(wheels, models, bases),
    )  # fmt: skip


def _now() -> datetime:
    """SOURCE_DATE_EPOCH, where somebody wants the same bytes again."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given and not re.fullmatch(r"[0-9]{1,11}", given):
        raise UsageError(f"SOURCE_DATE_EPOCH is {given!r}, and should be seconds.", "Unset it.")
    return datetime.fromtimestamp(int(given) if given else int(time.time()), UTC)


def config_python() -> str:
    """The Python that runs this, as manifests name it."""
    import sys

    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def _prepared(order: Order) -> None:
    from importlib.util import find_spec

    if missing := [name for name in _LIBRARIES if find_spec(name) is None]:
        raise BundleError(
            f"Making a bundle needs {', '.join(missing)}.", "pip install 'edge-answers[bundle]'"
        )
    if order.out is not None and (order.out.exists() or order.out.is_symlink()):
        raise UsageError(f"{order.out} is there already.", "Name another place, or move it away.")
    if order.python and not re.fullmatch(r"3\.[0-9]{1,2}", order.python):
        raise UsageError(f"{order.python!r} is no version of Python.", "For example: --python 3.12")
    if not NAME.fullmatch(order.name):
        raise UsageError(
            f"{order.name!r} cannot be the name of a bundle.", "Small letters, digits, dots, dashes."
        )
    if order.version and not VERSION.fullmatch(order.version):
        raise UsageError(f"{order.version!r} is no version.", "Numbers with dots between: --version 1.4")
    if order.download and order.wheels is None:
        raise UsageError("--download needs a folder to fetch wheels to.", "Add --wheels DIR")
    if not order.wheels and not order.models and not order.knowledge:
        raise UsageError("There is nothing to put into the bundle.", "Name --wheels, --model or --knowledge.")


def _wheels(order: Order, machine: Target, python: str, settings: Settings) -> list[Wheel]:
    assert order.wheels is not None
    if order.download:
        from edge.bundle.download import download

        download(order.wheels, machine, python, order.extras, settings)
    return chosen_wheels(order.wheels, machine, python, order.extras, __version__)


def _own_settings(models: Sequence[CarriedModel], bases: Sequence[Part]) -> dict[str, str]:
    """What the bundle has settles what is used: its first knowledge base, its first Gemma."""
    own: dict[str, str] = {}
    if bases:
        own["knowledge"] = config.IN_BUNDLE + bases[0].path
    for model in models:
        if model.entry is None:
            own.setdefault("gemma.model", config.IN_BUNDLE + model.parts[0].path)
        elif model.entry.kind == "generator" and model.variant:
            own.setdefault("gemma.model", f"{model.name}:{model.variant.name}")
    return own


def _base(order: Order) -> BundleManifest | None:
    if order.base is None:
        return None
    from edge.bundle.read import manifest_at

    base = manifest_at(order.base)
    if base.name != order.name:
        raise UsageError(
            f"{order.base} is called {base.name!r}, not {order.name!r}.", f"Add --name {base.name}"
        )
    return base


def _entries(files: Sequence[BundleFile], base: BundleManifest | None) -> list[dict[str, object]]:
    there = {file[:3] for file in base.files} if base else set()
    return [
        {"path": file.path, "bytes": file.bytes, "sha256": file.sha256}
        | ({"kept": True} if file[:3] in there else {})
        for file in files
    ]


def _size(parts: Sequence[Part]) -> int:
    return sum(
        len(one.content) if isinstance(one.content, bytes) else one.content.stat().st_size for one in parts
    )
