"""What goes into a bundle: names and where their contents come from, checked by whoever knows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from edge.bundle.wheels import Wheel, licence_text
from edge.errors import BundleError
from edge.records.catalog import CatalogModel, Variant

#: A model file of the person's own, which the catalog does not know, lies here.
_OWN_MODELS = "models/files"


class Part(NamedTuple):
    """One file: its name in the bundle, and its contents or the file that has them."""

    path: str
    content: Path | bytes


class CarriedModel(NamedTuple):
    """A model that goes in. `entry` is None for a file that the catalog does not know."""

    name: str
    variant: Variant | None
    entry: CatalogModel | None
    parts: list[Part]


def wheel_parts(wheels: Sequence[Wheel]) -> list[Part]:
    """The wheels, and the licences that lie in them."""
    parts = [Part(f"wheels/{wheel.path.name}", wheel.path) for wheel in wheels]
    for wheel in wheels:
        names: set[str] = set()
        for member in wheel.licences:
            name = unused_name(portable_name(member.rpartition("/")[2]), names)
            parts.append(Part(f"licences/{portable_name(wheel.name)}/{name}", licence_text(wheel, member)))
    return parts


def model(named: str) -> CarriedModel:
    """A model of the catalog that is here and right (NAME, NAME:VARIANT), or a .gguf file.

    Raises ModelError when it is not here, ModelDamaged when its bytes are not what they should be.
    """
    from edge.models import catalog, installed

    path = Path(named).expanduser()
    if named.endswith(".gguf"):
        if not path.is_file():
            raise BundleError(f"There is no file {named}.", "Name a .gguf file, or a model: edge models list")
        return CarriedModel(path.stem, None, None, [Part(f"{_OWN_MODELS}/{portable_name(path.name)}", path)])
    name, _, variant_name = named.partition(":")
    entry = catalog.get(name)
    variant = entry.variant(variant_name)
    if entry.shipped:
        raise BundleError(f"{entry.name} comes with edge's own wheel.", "Leave it out: it is there anyway.")
    found = installed.verified(entry, variant)
    files = zip(entry.files_of(variant), found.paths, strict=True)
    return CarriedModel(
        entry.name, variant, entry, [Part(f"models/{entry.name}/{file.path}", path) for file, path in files]
    )


def knowledge(paths: Iterable[Path]) -> list[Part]:
    """Knowledge bases, every block compared with its seal. Raises KnowledgeError."""
    from edge.search.database import verify

    parts: list[Part] = []
    names: set[str] = set()
    for path in paths:
        verify(path, full=True)
        name = unused_name(portable_name(path.name), names)
        parts.append(Part(f"knowledge/{name}", path))
    return parts


def portable_name(name: str) -> str:
    """A name in the alphabet of bundles."""
    from edge.text.tokens import fold

    kept = re.sub(r"[^A-Za-z0-9._+-]+", "-", name if name.isascii() else fold(name)).strip(".-")
    return kept[:120] or "file"


def unused_name(name: str, taken: set[str]) -> str:
    """The name, or the name with a number, whichever is not taken; takes it."""
    stem, dot, suffix = name.rpartition(".")
    found, number = name, 1
    while found.lower() in taken:
        number += 1
        found = f"{stem}-{number}.{suffix}" if dot and stem else f"{name}-{number}"
    taken.add(found.lower())
    return found
