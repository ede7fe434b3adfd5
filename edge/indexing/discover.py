"""From the paths somebody typed to the files to read, in one fixed order."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from edge.errors import UsageError
from edge.folders import inside, visible
from edge.indexing.jsonl_pages import looks_like_pages
from edge.indexing.reader import KINDS, found_kind, kind_of
from edge.paths import kind

_PROBE = 64 * 1024  # bytes of a file looked at to tell what it is


class SourceFile(msgspec.Struct, frozen=True):
    """A file to read. `name` is how it is cited; `root` labels its folder ("" for a file given by itself)."""

    path: Path
    name: str
    root: str
    kind: str
    size: int


class UnreachedPlace(msgspec.Struct, frozen=True):
    """A folder that cannot be listed, or a file that cannot be looked at. `name` is that of `SourceFile`, ""
    for the folder asked for itself.
    """

    name: str
    root: str
    reason: str


class Discovery(msgspec.Struct, frozen=True):
    """What was found: files by name, labels of the folders asked for, what was left aside by suffix, and what
    could not be reached.
    """

    files: list[SourceFile]
    roots: list[str]
    ignored: dict[str, int]
    unreached: list[UnreachedPlace]


def discover(paths: Sequence[Path]) -> Discovery:
    """Files and folders to a sorted list of readable files.

    Hidden files and folders are left out, as are links that lead out of the folder; other kinds of file are
    counted by suffix, and what cannot be listed or looked at is told. Raises UsageError for a path that does
    not exist, two files of one name, or nothing to read.
    """
    if not paths:
        raise UsageError("Nothing to index: no path was given.", "Give files or folders: edge index docs/")
    files: dict[str, SourceFile] = {}
    roots: list[str] = []
    ignored: dict[str, int] = {}
    unreached: list[UnreachedPlace] = []
    for path in paths:
        for file in _below(path, roots, ignored, unreached):
            # A list of pages is not cited itself, so two of one name are no trouble.
            key = str(file.path.resolve()) if file.kind == "pages" else file.name
            other = files.setdefault(key, file)
            if other.path.resolve() != file.path.resolve():
                raise UsageError(
                    f"Two files would both be cited as {file.name!r}: {other.path} and {file.path}.",
                    "Index the folder that holds both, or rename one.",
                )
    if not files:
        for place in unreached[:1]:
            raise UsageError(
                f"The folder {place.name or place.root} cannot be read: {place.reason}.",
                "Check its permissions.",
            )
        aside = ", ".join(f"{count} × {suffix or 'no suffix'}" for suffix, count in sorted(ignored.items()))
        raise UsageError(
            f"Nothing to index in {', '.join(map(str, paths))}"
            + (f" (left aside: {aside})." if aside else "."),
            f"edge reads {', '.join(sorted(KINDS))}.",
        )
    return Discovery(
        sorted(files.values(), key=lambda file: (file.name, str(file.path))), sorted(set(roots)), ignored,
        sorted(unreached, key=lambda place: (place.root, place.name)),
    )  # fmt: skip


def _below(
    path: Path, roots: list[str], ignored: dict[str, int], unreached: list[UnreachedPlace]
) -> Iterator[SourceFile]:
    match kind(path):
        case "folder":
            label = _nfc(path.resolve().name)
            roots.append(label)
            yield from _in_folder(path, label, ignored, unreached)
        case "file":
            yield _found(path, _nfc(path.name), "", _beginning(path))
        case "other":
            raise UsageError(f"{path} is neither a file nor a folder.", "Give files or folders.")
        case "nothing":
            raise UsageError(f"There is nothing at {path}.", "Check the path; quote it if it holds spaces.")


def _in_folder(
    folder: Path, label: str, ignored: dict[str, int], unreached: list[UnreachedPlace]
) -> Iterator[SourceFile]:
    def unlisted(error: OSError, place: Path | None = None) -> None:
        below = (place or Path(error.filename)).relative_to(folder).as_posix()
        name = "" if below == "." else _nfc(below)
        unreached.append(UnreachedPlace(name, label, error.strerror or str(error)))

    for path in visible(folder, unlisted):
        suffix = path.suffix.lower()
        try:
            if not inside(path, folder) or not path.is_file():
                continue
            beginning = _beginning(path) if suffix in ("", ".jsonl") else b""
            kind = found_kind(path.name, beginning)
            if kind and (kind != "pages" or looks_like_pages(beginning)):
                yield _found(path, _nfc(path.relative_to(folder).as_posix()), label, beginning)
            else:
                ignored[suffix] = ignored.get(suffix, 0) + 1
        except OSError as error:
            unlisted(error, path)


def _found(path: Path, name: str, root: str, beginning: bytes) -> SourceFile:
    return SourceFile(path, name, root, kind_of(path, beginning), path.stat().st_size)


def _beginning(path: Path) -> bytes:
    """The first bytes of a file; none if it cannot be read (reading it will say why)."""
    try:
        with path.open("rb") as file:
            return file.read(_PROBE)
    except OSError:
        return b""


def _nfc(name: str) -> str:
    """A file name as text: NFC, and undecodable bytes shown as U+FFFD rather than kept as surrogates."""
    return unicodedata.normalize("NFC", name.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
