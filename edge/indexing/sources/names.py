"""What a document is called: its path below the folder that was indexed, and more only where two would be
called the same.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from edge.text.labels import display, numbered

_ARCHIVES = ".zip"


class SourceKey(NamedTuple):
    """Which document it is, whatever it is called: the root's id, the file below the root as the file system
    spells it (b"" for a root that is a file), and the document's name inside a file that holds several.
    """

    root: int
    file: bytes
    member: str = ""


def file_system_bytes(path: str | os.PathLike[str]) -> bytes:
    """A path with forward slashes, as the file system spells it."""
    return os.fsencode(os.fspath(path).replace(os.sep, "/"))


def below(place: bytes, path: bytes) -> bytes | None:
    """The path relative to a place, b"" for the place itself; None where it does not lie there."""
    if path == place:
        return b""
    folder = place.rstrip(b"/") + b"/"
    return path.removeprefix(folder) if path.startswith(folder) else None


def joined(place: bytes, file: bytes) -> bytes:
    """The inverse of `below`."""
    return place.rstrip(b"/") + b"/" + file if file else place


def citation_names(
    sources: Collection[SourceKey], labels: Mapping[int, str], taken: Collection[str] = ()
) -> dict[SourceKey, str]:
    """A name for each document, no two alike, none among `taken`; the same for the same documents and labels.

    Documents of different roots that would share a name are told apart by the labels of their roots; what is
    still alike (two spellings of one name) by a number.
    """
    names = {key: plain_name(key, labels[key.root]) for key in sources}
    for key in _alike(names, taken):
        names[key] = qualified_name(key, labels[key.root])
    for key in _alike(names, ()):  # a qualified name may be another's plain one
        names[key] = qualified_name(key, labels[key.root])
    used = set(taken)
    ordered = sorted(sources, key=lambda key: (labels[key.root], key.file, key.member))
    for key in ordered:
        names[key] = numbered(names[key], used)
        used.add(names[key])
    return names


def plain_name(key: SourceKey, label: str) -> str:
    """The name of a document that no other shares. What an archive holds is named after it; a list of pages
    names its documents itself.
    """
    file = display(key.file) or label
    in_archive = key.member and file.lower().endswith(_ARCHIVES)
    return f"{file}/{key.member}" if in_archive else key.member or file


def qualified_name(key: SourceKey, label: str) -> str:
    """The name after the label of its root."""
    return "/".join(part for part in (label, display(key.file), key.member) if part)


def _alike(names: Mapping[SourceKey, str], taken: Collection[str]) -> list[SourceKey]:
    by_name: dict[str, list[SourceKey]] = defaultdict(list)
    for key, name in names.items():
        by_name[name].append(key)
    return [
        key
        for name, keys in by_name.items()
        if len({(key.root, key.file if key.member else b"") for key in keys}) > 1 or name in taken
        for key in keys
    ]
