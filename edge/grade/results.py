"""Graded copies in a folder, one line each, on the disk before the next copy is read: a run that is killed
goes on where it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
from filelock import FileLock, Timeout

from edge import durable
from edge.errors import StorageError
from edge.grade import kept_lines
from edge.grade.copies import UnreadCopy
from edge.grade.decisions.record import DecisionRecord
from edge.grade.grader import CopyGrader
from edge.records import GradedCopy, Record, StudentCopy

NAME = "results.jsonl"


class KeptResult(Record, frozen=True, kw_only=True):
    """A line of the file. `key`: digest of the copy, the scale, the judges and the limits."""

    key: str
    result: GradedCopy


class ResultsFolder:
    """The results of one class in a folder. A context manager; one run at a time.

    Raises StorageError where the folder cannot be written, or another run is in it.
    """

    def __init__(self, folder: Path, grader: CopyGrader) -> None:
        self._grader = grader
        self._digest = grader.digest()
        self.path = folder / NAME
        self._pages = folder / "pages"
        self.failures: list[UnreadCopy] = []
        self.reused = 0
        self._places: dict[str, int] = {}  # key -> offset of its line
        self._order: dict[str, None] = {}  # keys of this run's copies
        try:
            durable.make_folder(folder)
            self._lock = FileLock(folder / ".lock")
            self._lock.acquire(timeout=0)
        except Timeout as error:
            raise StorageError(f"Another run writes to {folder}.", "Wait for it, or name another.") from error
        except OSError as error:
            raise StorageError(f"The folder {folder} cannot be used: {error}.", "Name another.") from error
        try:
            kept_lines.mend(self.path)
            self.decisions = DecisionRecord(folder)
            self._read()
        except OSError as error:
            self._lock.release()
            raise StorageError(f"{self.path} cannot be used: {error}.", "Name another folder.") from error
        except StorageError:
            self._lock.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()

    def grade(self, copies: Iterable[StudentCopy | UnreadCopy]) -> Iterator[GradedCopy | UnreadCopy]:
        """Each copy graded and kept, or as an earlier run left it; one with gaps is tried again."""
        for copy in copies:
            if isinstance(copy, UnreadCopy):
                self.failures.append(copy)
                yield copy
                continue
            key = hashlib.sha256(self._digest.encode() + msgspec.msgpack.encode(copy)).hexdigest()[:32]
            self._order[key] = None
            self._show(key, copy.views)
            if key in self._places:
                self.reused += 1
                yield self._at(self._places[key])
                continue
            made = self._grader.grade(copy)
            self._keep(key, made)
            yield made

    def __iter__(self) -> Iterator[GradedCopy]:
        """The results of this run's copies, in order, read one at a time."""
        for key in self._order:
            yield self._at(self._places[key])

    def views(self, number: int) -> dict[int, bytes]:
        """The pages of the copy at a place in this run (from 1) as people see them: JPEGs, by page."""
        key = list(self._order)[number - 1]
        pages = sorted((int(it.stem.rpartition("-")[2]), it) for it in self._pages.glob(f"{key}-*.jpg"))
        return {page: path.read_bytes() for page, path in pages}

    def _show(self, key: str, views: Mapping[int, bytes]) -> None:
        """Keep the pages of a copy, for the person who decides what the judges leave open."""
        try:
            for page, view in views.items():
                self._pages.mkdir(exist_ok=True)
                (self._pages / f"{key}-{page}.jpg").write_bytes(view)
        except OSError as error:
            raise StorageError(f"{self._pages} cannot be written: {error}.", "Make room.") from error

    def _keep(self, key: str, made: GradedCopy) -> None:
        self._places[key] = kept_lines.append(self.path, [KeptResult(key=key, result=made)])

    def _at(self, offset: int) -> GradedCopy:
        return kept_lines.one_at(self.path, offset, KeptResult).result

    def _read(self) -> None:
        """What earlier runs left, without what judges are to be asked about again."""
        for at, kept in kept_lines.read(self.path, KeptResult):
            told = all(one.answer_digest for one in kept.result.questions.values())
            if told and self.decisions.settles(kept.result):
                self._places[kept.key] = at


def kept(folder: Path) -> Iterator[GradedCopy]:
    """The results in a folder, the latest of each copy, in the order of their first lines. Raises
    StorageError where there are none; foreign lines are passed over.
    """
    path = folder / NAME
    places: dict[tuple[str, str], int] = {}
    try:
        if not path.exists():
            raise StorageError(f"There are no results in {folder}.", "Make them: edge grade --out")
        for at, one in kept_lines.read(path, KeptResult):
            places[one.result.id, one.result.source] = at
        for place in places.values():
            yield kept_lines.one_at(path, place, KeptResult).result
    except OSError as error:
        raise StorageError(
            f"There are no results in {folder}: {error}.", "Make them: edge grade --out"
        ) from error
