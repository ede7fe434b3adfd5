"""The folders and files that a knowledge base was made from: known by their full paths, called by labels.

A folder indexed again, from wherever and through whatever link, is the folder it was; one inside a known one
is part of that; another of the same name gets a longer label. A root that is gone, and whose documents stand
somewhere else, may have moved: that is for a person to say.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from edge.errors import UsageError
from edge.indexing.sources.discover import Place
from edge.indexing.sources.names import below
from edge.state.readership import Readership, ReadershipChange
from edge.text.labels import display, labels_for
from edge.text.one_line import one_line

#: Says whether a root is what now stands at another place: (label, where it was, where it seems to be).
Moved = Callable[[str, str, str], bool]

#: What is read from stdin lies nowhere: its place is this, and its label.
STDIN = b"-"
_LONGEST_LABEL = 200


class Root(msgspec.Struct, frozen=True):
    """A folder, or a file given by itself. `place` b"": where it is was not recorded. `readers`: who may read
    its documents, None where that was never said: everybody.
    """

    id: int
    label: str
    place: bytes
    readers: Readership | None = None

    @property
    def is_gone(self) -> bool:
        """Nothing is there any more (or nobody knows where it was)."""
        return not self.place or (
            not self.place.startswith(STDIN) and not os.path.lexists(os.fsdecode(self.place))
        )


class Roots:
    """The roots of a knowledge base, and those that this run adds. `changed` and `added` are to be stored."""

    def __init__(self, known: Iterable[Root]) -> None:
        self._roots = {root.id: root for root in known}
        self.changed: set[int] = set()

    @property
    def labels(self) -> dict[int, str]:
        """The label of each root by its id."""
        return {root.id: root.label for root in self._roots.values()}

    def __getitem__(self, number: int) -> Root:
        return self._roots[number]

    def find(
        self,
        places: Sequence[Place],
        names: Collection[str],
        *,
        label: str = "",
        resembles: Callable[[Root, Place], bool],
        moved: Moved | None = None,
    ) -> dict[bytes, Root]:
        """The root of each place, by its real path; a place nobody knows becomes one.

        `label` is what the person calls the one place there is. `names` are those of documents, which a file
        given by itself must not be called. `resembles` compares a root's documents with those of a place.
        Raises UsageError for a label that is not allowed, and for a root that seems to have moved when there
        is no `moved` to ask.
        """
        if label:
            return {places[0].real: self._called(_checked(label), places)}
        found: dict[bytes, Root] = {}
        new: list[Place] = []
        for place in places:
            root = self._at(place) or self._moved(place, resembles, moved)
            if root:
                found[place.real] = root
            elif not any(_covers(outer, place) for outer in new):
                new.append(place)
        for is_folder in (True, False):
            alike = [place for place in new if place.is_folder is is_folder]
            taken = {*self.labels.values(), *(() if is_folder else names)}
            for place, name in zip(alike, labels_for([_path(place) for place in alike], taken), strict=True):
                self._add(name, place.real)
        return found | {place.real: root for place in places if (root := self._at(place))}

    def let_read(self, change: ReadershipChange, places: Mapping[Place, int]) -> None:
        """Set who may read the roots of these places. Raises UsageError for a place that is part of a root
        which is read by others.
        """
        for place, number in sorted(places.items(), key=lambda held: len(held[0].real)):
            root = self._roots[number]
            readers = change.applied_to(root.readers)
            if readers == (root.readers or Readership()):
                continue
            if place.real != root.place:
                raise UsageError(
                    f"{place.typed} is part of {display(root.place)}, all of which is"
                    f" {root.readers or Readership()}.",
                    "Say it of that folder, or give the part a knowledge base of its own.",
                )
            self._set(root, readers=readers)
            for inner in list(self._roots.values()):  # of those inside nobody said anything yet
                if inner.readers is None and inner.place and below(place.real, inner.place):
                    self._set(inner, readers=readers)

    def refuse_readers(self) -> None:
        """UsageError where some documents are not for all: without its path no folder is known again."""
        for root in self._roots.values():
            if root.readers is not None and root.readers.visibility != "public":
                raise UsageError(
                    f"{root.label!r} is {root.readers}, and only by its path is it known again.",
                    "Leave index.record_paths on, or give what is not for all a knowledge base of its own.",
                )

    def home_of(self, root: Root, file: bytes) -> Root:
        """The root that a file found below `root` belongs to: the innermost one around it of which somebody
        said who may read it. Else all could read what is private once a folder around it is indexed.
        """
        inside = [
            inner
            for inner in self._roots.values()
            if inner.readers not in (None, root.readers)
            and len(inner.place) > len(root.place)
            and below(root.place, inner.place) is not None
            and below(inner.place, file) is not None
        ]
        return max(inside, key=lambda inner: len(inner.place), default=root)

    def shorten(self, files: Collection[int], names: Collection[str]) -> None:
        """Labels no longer than these roots need, where they were longer because of others. Those that end
        alike stay long, as if indexed in one run: which of them came first is not known. `files`: roots that
        are files given by themselves, which must not be called as `names`.
        """
        for number, root in sorted(self._roots.items()):
            path = [display(part) for part in root.place.removeprefix(STDIN).split(b"/") if part]
            endings = ["/".join(path[-depth:]) for depth in range(1, len(path) + 1)]
            if root.label not in endings:
                continue  # somebody called it so
            others = [other for other in self._roots.values() if other.id != number]
            taken = {other.label for other in others} | set(names if number in files else ())
            for shorter in endings[: endings.index(root.label)]:
                if shorter not in taken and not any(_ends(other.place, shorter) for other in others):
                    self._set(root, label=shorter)
                    break

    def _at(self, place: Place) -> Root | None:
        """The root that is this place, else the innermost folder around it that shows it."""
        around = [root for root in self._roots.values() if root.place and _shows(root.place, place)]
        return max(around, key=lambda root: len(root.place), default=None)

    def _moved(
        self, place: Place, resembles: Callable[[Root, Place], bool], moved: Moved | None
    ) -> Root | None:
        for root in sorted(self._roots.values(), key=lambda root: root.label):
            if not root.is_gone or not resembles(root, place):
                continue
            was, now = display(root.place) or "a place that was not recorded", display(place.real)
            if moved is None:
                raise UsageError(
                    f"{root.label!r} was indexed from {was}, which is gone;"
                    f" the same documents are now at {now}.",
                    f"If you moved them, add --as {_quoted(root.label)}."
                    " If these are others, give them a name of their own: --as OTHER-NAME.",
                )
            if moved(root.label, was, now):
                return self._set(root, place=place.real)
        return None

    def _called(self, label: str, places: Sequence[Place]) -> Root:
        if len(places) != 1:
            raise UsageError(
                f"--as {_quoted(label)} names one folder or file, and {len(places)} were given.",
                "Index them one after the other.",
            )
        place = places[0]
        at = self._at(place)
        named = next((root for root in self._roots.values() if root.label == label), None)
        if at is not None and at.place != place.real:
            raise UsageError(
                f"{place.typed} is part of {display(at.place)}, which is indexed as {at.label!r}.",
                "Leave --as out.",
            )
        if named is None:
            return self._set(at, label=label) if at else self._add(label, place.real)
        if named == at:
            return named
        if at is not None or not named.is_gone:
            other = display(named.place) or "another place"
            raise UsageError(
                f"{label!r} is what {other} is called in this knowledge base.", "Choose another name."
            )
        return self._set(named, place=place.real)

    def _add(self, label: str, place: bytes) -> Root:
        # What lies in a folder that few may read is not for all because it is named by itself.
        around = [
            root for root in self._roots.values() if root.place and below(root.place, place) is not None
        ]
        readers = max(around, key=lambda root: len(root.place)).readers if around else None
        return self._set(Root(max(self._roots, default=0) + 1, label, place), readers=readers)

    def _set(
        self, root: Root, *, label: str = "", place: bytes = b"", readers: Readership | None = None
    ) -> Root:
        root = Root(root.id, label or root.label, place or root.place, readers or root.readers)
        self._roots[root.id] = root
        self.changed.add(root.id)
        return root


def stdin_place(path: Path, label: str) -> Place:
    """The place of what stdin gave, kept in a file for a while."""
    return Place(path, STDIN + (label or "stdin").encode("utf-8", "replace"), is_folder=False)


def _ends(place: bytes, label: str) -> bool:
    return f"/{display(place)}".endswith(f"/{label}")


def _path(place: Place) -> bytes:
    return place.real.removeprefix(STDIN) if place.real.startswith(STDIN) else place.real


def _covers(outer: Place, place: Place) -> bool:
    return outer is not place and outer.is_folder and _shows(outer.real, place)


def _shows(folder: bytes, place: Place) -> bool:
    """The place is this one, or is a folder that a walk through this one comes to. A file given by itself is
    not: the walk may leave it out, and then it would be taken for gone.
    """
    file = below(folder, place.real)
    return file == b"" or bool(
        file and place.is_folder and not any(part.startswith(b".") for part in file.split(b"/"))
    )


def _checked(label: str) -> str:
    name = one_line(label)
    if not name or name != label.strip() or len(name) > _LONGEST_LABEL or name.startswith(("/", "-")):
        raise UsageError(
            f"{label!r} cannot be a name for a folder.",
            f"One line of at most {_LONGEST_LABEL} characters, for example: --as plant-b",
        )
    return name


def _quoted(label: str) -> str:
    import shlex

    return shlex.quote(label)
