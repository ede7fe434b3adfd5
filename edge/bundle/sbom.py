"""What a bundle is made of, for those who have to know: CycloneDX 1.6, as JSON."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from edge.bundle.parts import CarriedModel, Part
from edge.bundle.wheels import Wheel

if TYPE_CHECKING:
    from cyclonedx.model.component import Component

#: Identifiers of our own follow from a bundle's content: the same content, the same document.
_NAMESPACE = uuid.UUID("5d1f1d9e-2c1b-5a5e-9a4e-0f5f0b6f3f6c")


class Contents(NamedTuple):
    """What is worth naming in a bundle."""

    wheels: Sequence[Wheel]
    models: Sequence[CarriedModel]
    bases: Sequence[Part]


def sbom(name: str, version: str, made: datetime, contents: Contents, digests: Mapping[str, str]) -> bytes:
    """Libraries, models and knowledge bases with their sha256 and licences. `digests`: by name."""
    from cyclonedx.model.bom import Bom, BomMetaData
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.output.json import JsonV1Dot6

    parts = [_library(wheel, digests[f"wheels/{wheel.path.name}"]) for wheel in contents.wheels]
    for carried in contents.models:
        licence = carried.entry.licence if carried.entry else ""
        for part in carried.parts:
            parts.append(_file(ComponentType.MACHINE_LEARNING_MODEL, part, digests, licence))
    parts += [_file(ComponentType.DATA, part, digests, "") for part in contents.bases]
    whole = Component(name=name, version=version, type=ComponentType.APPLICATION, bom_ref=f"{name}@{version}")
    serial = uuid.uuid5(_NAMESPACE, "".join(f"{path}={digest};" for path, digest in sorted(digests.items())))
    bom = Bom(components=parts, serial_number=serial, metadata=BomMetaData(component=whole, timestamp=made))
    bom.register_dependency(whole, parts)
    text: str = JsonV1Dot6(bom).output_as_string(indent=1)
    return text.encode() + b"\n"


def _library(wheel: Wheel, digest: str) -> Component:
    from cyclonedx.contrib.license.factories import LicenseFactory
    from cyclonedx.model import HashAlgorithm, HashType
    from cyclonedx.model.component import Component, ComponentType
    from packageurl import PackageURL

    version = str(wheel.version)
    return Component(
        name=wheel.name, version=version, type=ComponentType.LIBRARY, bom_ref=f"{wheel.name}@{version}",
        purl=PackageURL(type="pypi", name=wheel.name, version=version),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
        licenses=[LicenseFactory().make_from_string(wheel.licence)] if wheel.licence else [],
    )  # fmt: skip


def _file(kind: object, part: Part, digests: Mapping[str, str], licence: str) -> Component:
    from cyclonedx.model import HashAlgorithm, HashType
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.model.license import DisjunctiveLicense

    assert isinstance(kind, ComponentType)
    return Component(
        name=part.path, type=kind, bom_ref=part.path,
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digests[part.path])],
        licenses=[DisjunctiveLicense(name=licence)] if licence else [],
    )  # fmt: skip
