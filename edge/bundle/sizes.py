"""What weighs what in a bundle."""

from __future__ import annotations

from collections.abc import Sequence

from edge.bundle.carried.manifest import BundleFile
from edge.records.bundle import BundleSize


def sizes_of(files: Sequence[BundleFile]) -> list[BundleSize]:
    """Every file with its share of all bytes, the largest first."""
    whole = sum(file.bytes for file in files) or 1
    ordered = sorted(files, key=lambda file: (-file.bytes, file.path))
    return [
        BundleSize(path=file.path, bytes=file.bytes, share=round(file.bytes / whole, 4)) for file in ordered
    ]


def by_kind(sizes: Sequence[BundleSize]) -> list[BundleSize]:
    """The same, added up by what the files are: wheels, models, knowledge, …"""
    kinds: dict[str, BundleSize] = {}
    for one in sizes:
        kind = one.path.partition("/")[0] if "/" in one.path else "the rest"
        old = kinds.get(kind, BundleSize(path=kind, bytes=0, share=0.0))
        kinds[kind] = BundleSize(
            path=kind, bytes=old.bytes + one.bytes, share=round(old.share + one.share, 4)
        )
    return sorted(kinds.values(), key=lambda one: -one.bytes)
