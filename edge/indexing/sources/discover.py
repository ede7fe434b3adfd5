"""From the paths somebody typed to the files to read, in one fixed order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from edge.errors import UsageError
from edge.indexing.readers.formats import advice, found_kind, kind_of, tells_little
from edge.indexing.readers.jsonl_pages import looks_like_pages
from edge.indexing.sources.names import below, file_system_bytes
from edge.indexing.sources.walk import Selection, Walk
from edge.paths import kind
from edge.text.labels import display

_PROBE = 64 * 1024  # bytes of a file looked at to tell what it is
#: What is read, where nothing that was found is.
_READ = (
    "edge reads PDF, Markdown, HTML, text, RTF, CSV, mail, manual pages, source code, what .zip holds, and"
    " with the extra docs Word, PowerPoint, OpenDocument, EPUB, spreadsheets and reStructuredText."
)


class Place(msgspec.Struct, frozen=True):
    """A folder or a file that was asked for. `real` is its full path, links resolved (of a file, those of its
    folder: a link keeps its own name), as `file_system_bytes`.
    """

    typed: Path
    real: bytes
    is_folder: bool


class SourceFile(msgspec.Struct, frozen=True):
    """A file to read: `real` is its own full path, `name` its path below the place asked for, to be shown."""

    path: Path
    real: bytes
    name: str
    place: Place
    kind: str
    size: int


class UnreachedPlace(msgspec.Struct, frozen=True):
    """A folder that cannot be listed, or a file that cannot be looked at."""

    real: bytes
    place: Place
    reason: str


class Discovery(msgspec.Struct, frozen=True):
    """What was found: the places asked for, the files below them, what was left aside by suffix, what was
    left out by why (`Walk.skipped`), and what could not be reached.
    """

    places: list[Place]
    files: list[SourceFile]
    ignored: dict[str, int]
    skipped: dict[str, int]
    unreached: list[UnreachedPlace]

    def refuse_if_nothing(self) -> None:
        """Raise UsageError when there is no file to read: why, and what would be."""
        if self.files:
            return
        for place in self.unreached[:1]:
            raise UsageError(
                f"The folder {display(place.real)} cannot be read: {place.reason}.", "Check its permissions."
            )
        aside = ", ".join(
            f"{count} × {suffix or 'no suffix'}" for suffix, count in sorted(self.ignored.items())
        )
        raise UsageError(
            f"Nothing to index in {', '.join(str(place.typed) for place in self.places)}"
            + (f": edge has no reader for these files ({aside})." if aside else "."),
            " ".join(dict.fromkeys(filter(None, map(advice, sorted(self.ignored))))) or _READ,
        )


def discover(paths: Sequence[Path | Place], selection: Selection | None = None) -> Discovery:
    """Files and folders to a sorted list of readable files, each once.

    What a walk leaves out is counted by why, other kinds of file by suffix, and what cannot be listed or
    looked at is told. Raises UsageError for a path that does
    not exist, none at all, or a pattern that cannot be used.
    """
    if not paths:
        raise UsageError("Nothing to index: no path was given.", "Give files or folders: edge index docs/")
    # Folders before what lies in them: a file found twice belongs to the outermost place that shows it.
    places = sorted({place.real: place for place in map(_place, paths)}.values(), key=_by_depth)
    files: dict[bytes, SourceFile] = {}
    ignored: dict[str, int] = {}
    skipped: Counter[str] = Counter()
    unreached: dict[bytes, UnreachedPlace] = {}
    for place in places:
        if not place.is_folder:
            files.setdefault(place.real, _lone(place))
            continue
        walk = _walk(place, selection or Selection(), unreached)
        for file in _in_folder(place, walk, ignored, unreached):
            files.setdefault(file.real, file)
        skipped += walk.skipped
    return Discovery(
        places,
        sorted(files.values(), key=lambda file: (file.name, file.real)),
        ignored,
        dict(sorted(skipped.items())),
        sorted(unreached.values(), key=lambda place: place.real),
    )


def _place(path: Path | Place) -> Place:
    if isinstance(path, Place):
        return path
    match kind(path):
        case "folder":
            return Place(path, file_system_bytes(path.resolve()), is_folder=True)
        case "file":
            return Place(path, file_system_bytes(path.parent.resolve() / path.name), is_folder=False)
        case "other":
            raise UsageError(f"{path} is neither a file nor a folder.", "Give files or folders.")
        case "nothing":
            raise UsageError(
                f"There is no file or folder {path}.", "Check the path; put it in quotes if it has spaces."
            )


def _by_depth(place: Place) -> tuple[int, bytes]:
    return place.real.count(b"/"), place.real


def _walk(place: Place, selection: Selection, unreached: dict[bytes, UnreachedPlace]) -> Walk:
    def unlisted(error: OSError, path: Path) -> None:
        real = file_system_bytes(path)
        unreached.setdefault(real, UnreachedPlace(real, place, error.strerror or str(error)))

    return Walk(place.typed.resolve(), selection, unlisted)


def _in_folder(
    place: Place, walk: Walk, ignored: dict[str, int], unreached: dict[bytes, UnreachedPlace]
) -> Iterator[SourceFile]:
    for path in walk.files():
        suffix = path.suffix.lower()
        try:
            beginning = _beginning(path) if tells_little(path.name) else b""
            kind = found_kind(path.name, beginning)
            if kind and (kind != "pages" or looks_like_pages(beginning)):
                yield _found(path, place, beginning)
            else:
                ignored[suffix] = ignored.get(suffix, 0) + 1
        except OSError as error:
            real = file_system_bytes(path)
            unreached.setdefault(real, UnreachedPlace(real, place, error.strerror or str(error)))


def _lone(place: Place) -> SourceFile:
    return _found(place.typed, place, _beginning(place.typed))


def _found(path: Path, place: Place, beginning: bytes) -> SourceFile:
    real = file_system_bytes(path) if place.is_folder else place.real
    name = display(below(place.real, real) or file_system_bytes(path.name))
    return SourceFile(path, real, name, place, kind_of(path, beginning), path.stat().st_size)


def _beginning(path: Path) -> bytes:
    """The first bytes of a file; none if it cannot be read (reading it will say why)."""
    try:
        with path.open("rb") as file:
            return file.read(_PROBE)
    except OSError:
        return b""
