"""The wheels of a folder that edge needs on a target: one a library, fitting, with all that they require."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from edge.bundle.carried.environment import DISTRIBUTION
from edge.bundle.target import Target
from edge.errors import BundleError

if TYPE_CHECKING:
    from packaging.metadata import RawMetadata
    from packaging.version import Version

_MAX_METADATA = 4 * 1024 * 1024
_LICENCE = re.compile(
    r"\A[^/]{1,255}\.dist-info/(?:licen[cs]es/.+|(?:licen[cs]e|copying|notice|authors)[^/]*)", re.IGNORECASE
)


class Wheel(NamedTuple):
    """A wheel and what it says of itself. `licence`: an SPDX expression, or words, or ""."""

    path: Path
    name: str  # normalised
    version: Version
    requires: list[str]
    licence: str
    licences: list[str]  # members of the archive


def chosen_wheels(folder: Path, target: Target, python: str, extras: Iterable[str], edge: str) -> list[Wheel]:
    """edge in that version and all that it requires there, by name; pip too, where it lies in the folder.

    Raises BundleError naming every wheel that is missing or does not fit what requires it.
    """
    from packaging.requirements import InvalidRequirement, Requirement

    held = _fitting(folder, target, python)
    environment = target.environment(python)
    wanted: list[tuple[Requirement, str]] = []
    try:
        wanted.append((Requirement(f"{DISTRIBUTION}[{','.join(extras)}]=={edge}"), "edge"))
    except InvalidRequirement as error:
        raise BundleError(f"These extras cannot be: {error}.", "Name some of pyproject.toml's.") from error
    chosen: dict[str, Wheel] = {}
    met: set[tuple[str, str]] = set()
    problems: dict[str, str] = {}
    while wanted:
        requirement, by = wanted.pop()
        name = _normal(requirement.name)
        wheel = held.get(name)
        if wheel is None:
            problems[str(requirement)] = f"{requirement} (for {by}) is not there"
            continue
        if not requirement.specifier.contains(wheel.version, prereleases=True):
            problems[str(requirement)] = f"{by} needs {requirement}, and there is {wheel.version}"
        chosen[name] = wheel
        for extra in ("", *requirement.extras):
            if (name, extra) in met:
                continue
            met.add((name, extra))
            for line in wheel.requires:
                one = Requirement(line)
                if one.marker is None or one.marker.evaluate({**environment, "extra": extra}):
                    wanted.append((one, wheel.name))
    if problems:
        raise BundleError(
            f"{folder} lacks wheels for {target.name}, Python {python}: "
            f"{'; '.join(sorted(problems.values()))}.",
            "Put them there (pip download -d FOLDER, pip wheel -w FOLDER), or add --download.",
        )
    if "pip" in held:
        chosen.setdefault("pip", held["pip"])
    return [chosen[name] for name in sorted(chosen)]


def licence_text(wheel: Wheel, member: str) -> bytes:
    """One of its licences."""
    with zipfile.ZipFile(wheel.path) as archive:
        return _member(archive, member)


def _fitting(folder: Path, target: Target, python: str) -> dict[str, Wheel]:
    """The newest wheel of each library that runs there."""
    from packaging.utils import InvalidWheelFilename, parse_wheel_filename

    if not folder.is_dir():
        raise BundleError(f"There is no folder {folder}.", "Name a folder of wheels: --wheels DIR")
    order = {tag: rank for rank, tag in enumerate(target.tags(python))}
    best: dict[str, tuple[Version, int, Path]] = {}
    for path in sorted(folder.glob("*.whl")):
        try:
            name, version, _, tags = parse_wheel_filename(path.name)
        except InvalidWheelFilename as error:
            raise BundleError(
                f"{path} is not the name of a wheel: {error}.", "Rename or remove it."
            ) from error
        rank = min((order[tag] for tag in tags if tag in order), default=None)
        if rank is not None and (name not in best or (version, -rank) > best[name][:2]):
            best[name] = (version, -rank, path)
    return {name: _read(path, name, version) for name, (version, _, path) in best.items()}


def _read(path: Path, name: str, version: Version) -> Wheel:
    from packaging.metadata import parse_email

    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            member = next(one for one in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", one))
            raw, _ = parse_email(_member(archive, member))
    except (OSError, zipfile.BadZipFile, StopIteration, ValueError) as error:
        raise BundleError(f"{path} is not a whole wheel: {error}.", "Fetch it again.") from error
    licences = [one for one in names if _LICENCE.fullmatch(one) and not one.endswith("/")]
    return Wheel(path, name, version, raw.get("requires_dist", []), _licence(raw), licences)


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as file:
        data = file.read(_MAX_METADATA + 1)
    if len(data) > _MAX_METADATA:
        raise BundleError(f"{name} in {archive.filename} is too large.", "Fetch the wheel again.")
    return data


def _licence(raw: RawMetadata) -> str:
    classified = [
        one.rpartition(" :: ")[2] for one in raw.get("classifiers", []) if one.startswith("License :: ")
    ]
    free = raw.get("license", "").strip().splitlines()  # some put the whole text there
    return raw.get("license_expression", "") or (free[0] if len(free) == 1 else "") or "; ".join(classified)


def _normal(name: str) -> str:
    from packaging.utils import canonicalize_name

    return str(canonicalize_name(name))
