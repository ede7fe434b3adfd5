"""Which document of a knowledge base a file is, and which are there no more."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from edge.errors import UsageError
from edge.indexing.sources.discover import Discovery, Place, SourceFile, UnreachedPlace
from edge.indexing.sources.holdings import Holdings
from edge.indexing.sources.names import SourceKey, below, joined, plain_name
from edge.indexing.sources.roots import Moved, Root
from edge.indexing.storing.workspace import Workspace
from edge.indexing.storing.write import forgive
from edge.search import spaces
from edge.search.database import sha256_of
from edge.state.readership import ReadershipChange
from edge.text.labels import display


class Inventory(Holdings):
    """What is held, and the places that this run looks at."""

    def __init__(
        self, workspace: Workspace, discovery: Discovery, *, label: str = "",
        readers: ReadershipChange | None = None, moved: Moved | None = None, paths_kept: bool = True,
    ):  # fmt: skip
        """Settle which root each place is. Raises UsageError when there is nothing to index, and like
        `Roots.find`.
        """
        super().__init__(workspace)
        self._places = discovery.places
        self._at: dict[bytes, list[SourceKey]] = {}
        self._locate()
        if not discovery.files and (discovery.unreached or not any(self._owned(self.known))):
            discovery.refuse_if_nothing()
        if label:
            self._refuse_label(discovery.places[0])
        self._root_of = self._roots.find(
            [place for place in discovery.places if label or self._is_open(place, discovery)],
            {file.name for file in discovery.files if file.place.is_folder}
            | {plain_name(key, "") for key in self.known},
            label=label,
            resembles=lambda root, place: self._resembles(root, place, discovery.files),
            moved=moved,
        )
        if readers is not None and not readers.is_empty:
            self._roots.let_read(
                readers, {place: root for place in discovery.places for root in self._of(place)}
            )
        if not paths_kept:
            self._roots.refuse_readers()
        for number in sorted(self._roots.changed):
            root = self._roots[number]
            workspace.db().execute(
                "INSERT INTO roots VALUES (?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET label = excluded.label, place = excluded.place",
                (root.id, root.label, root.place),
            )
            if root.readers is not None:
                spaces.write(workspace.db(), root.id, root.readers)
        self._locate()

    def key_of(self, file: SourceFile) -> SourceKey:
        """Which document the file is (of a file that holds several: without `member`).

        One that was indexed by itself, or with a folder inside this one, moves to this root, unless it was
        said who may read that: then it stays, and so does what is found beside it.
        """
        root = self._root_of.get(file.place.real)
        known = min(self._at.get(file.real, ()), key=lambda key: len(self._place(key)), default=None)
        if root is None or (known and len(self._place(known)) <= len(root.place)):
            assert known is not None, "a place without a root is a file that is known"
            return known._replace(member="")
        root = self._roots.home_of(root, file.real)
        if known and known.root == root.id:
            return known._replace(member="")
        file_below = below(root.place, file.real)
        assert file_below is not None, "a place lies in its root"
        key = SourceKey(root.id, file_below)
        if known:
            self._move(known, key)
        return key

    def unreached(self, place: UnreachedPlace) -> SourceKey:
        """The key under which it is noted that a place cannot be looked into."""
        root = self._root_of[place.place.real]
        return SourceKey(root.id, below(root.place, place.real) or b"")

    def gone(
        self, seen: set[SourceKey], broken: set[SourceKey], unreached: Sequence[UnreachedPlace]
    ) -> list[SourceKey]:
        """Documents of the places named that were not seen: their file is gone, or left out now, or a list
        names them no more. Those of an unreached place, or in a file that could not be read, may be there.
        """

        def may_be_there(key: SourceKey) -> bool:
            if key._replace(member="") in broken:
                return True
            real = self._real(key)
            if any(below(place.real, real) is not None for place in unreached):
                return True
            # Of a root inside this one (a file given by itself, a hidden folder): what is gone from disk.
            return key.root not in named and os.path.lexists(os.fsdecode(real))

        named = {root.id for root in self._root_of.values()} | {key.root for key in seen}
        return [key for key in self._owned(self.known) if key not in seen and not may_be_there(key)]

    def forgive_unseen(self, seen: set[SourceKey]) -> None:
        """Forget failures of documents that are gone."""
        for key in list(self._owned(self.failures)):
            if key not in seen:
                forgive(self._workspace.db(), key)
                del self.failures[key]

    def _locate(self) -> None:
        self._at.clear()
        for key in self.known:
            if self._place(key):
                self._at.setdefault(self._real(key), []).append(key)

    def _is_open(self, place: Place, discovery: Discovery) -> bool:
        """A root has to be found for it: a folder, or a file that neither is known nor was found in one."""
        return place.is_folder or (
            place.real not in self._at and any(file.place is place for file in discovery.files)
        )

    def _of(self, place: Place) -> Iterator[int]:
        """The root of a place, if it has one."""
        if place.real in self._root_of:
            yield self._root_of[place.real].id
        else:  # a file that is known
            yield from sorted({key.root for key in self._at.get(place.real, ())})[:1]

    def _refuse_label(self, place: Place) -> None:
        for key in self._at.get(place.real, ()):
            root = self._roots[key.root]
            if not place.is_folder and root.place != place.real:
                raise UsageError(
                    f"{place.typed} is part of {display(root.place)}, which is indexed as {root.label!r}.",
                    "Leave --as out.",
                )

    def _owned(self, documents: Iterable[SourceKey]) -> Iterator[SourceKey]:
        """Keys of what lies in the places named."""
        for key in documents:
            real = self._real(key)
            if self._place(key) and any(below(place.real, real) is not None for place in self._places):
                yield key

    def _place(self, key: SourceKey) -> bytes:
        return self._roots[key.root].place

    def _real(self, key: SourceKey) -> bytes:
        return joined(self._place(key), key.file)

    def _move(self, source: SourceKey, target: SourceKey) -> None:
        """Let a file's documents stand under another root."""
        self._workspace.db().execute(
            "UPDATE sources SET root_id = ?, file = ? WHERE root_id = ? AND file = ?",
            (*target[:2], *source[:2]),
        )
        for key in [key for key in self.known if key[:2] == source[:2]]:
            self.known[target._replace(member=key.member)] = self.known.pop(key)
        for key in [key for key in self.failures if key[:2] == source[:2]]:
            forgive(self._workspace.db(), key)
            del self.failures[key]

    def _resembles(self, root: Root, place: Place, files: Sequence[SourceFile]) -> bool:
        """At least half of a root's documents stand in the place, under the same path with the same bytes."""
        held = {key.file: known.sha256 for key, known in self.known.items() if key.root == root.id}
        here = {below(place.real, file.real): file for file in files if file.place is place}
        common = [file for file in held if file in here]
        if not common or 2 * len(common) < len(held):
            return False
        same = sum(
            # Of a list or an archive its documents' bytes are known, not its own.
            here[file].kind in ("pages", "archive") or _digest(here[file].path) == held[file]
            for file in common
        )
        return 2 * same >= len(held)


def _digest(path: Path) -> str:
    try:
        return sha256_of(path)
    except OSError:
        return ""
