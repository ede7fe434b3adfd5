"""A run that writes what was found into files of the user's, and the way back.

    results ─▶ a plan for each file ─▶ (a dry run ends here) ─▶ kept in state.db ─▶ files, each whole or not

What a file was is kept before it is written, so that a crash between the two loses nothing: a file that was
not reached is as it was, and taking the run back says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from edge import durable, paths
from edge.errors import StorageError, UsageError
from edge.extract.export.plan import FilePlan
from edge.records import Extracted, Message
from edge.records.export import ExportReport, UndoneFile, UndoReport
from edge.settings import ExtractSettings
from edge.state.database import open_state
from edge.state.exports import ExportStore, WrittenEntry, WrittenFile

if TYPE_CHECKING:
    from typing import Literal

_WAIT = 30.0  # seconds for another run that writes


class ExportTargets(msgspec.Struct, frozen=True, kw_only=True):
    """Where to: a calendar (.ics), a task list (todo.txt or Markdown), a folder of notes; None: nowhere."""

    ics: Path | None = None
    tasks: Path | None = None
    notes: Path | None = None

    def __bool__(self) -> bool:
        return any((self.ics, self.tasks, self.notes))


def targets(
    ics: str | Path | None = None, tasks: str | Path | None = None, notes: str | Path | None = None
) -> ExportTargets:
    """Targets by their paths."""
    places = (None if place is None else Path(place) for place in (ics, tasks, notes))
    return ExportTargets(**dict(zip(("ics", "tasks", "notes"), places, strict=True)))


def export(
    found: Sequence[tuple[Message, Extracted]], targets: ExportTargets, settings: ExtractSettings,
    state: Path, *, dry: bool = False, undecided: bool = False,
) -> ExportReport:  # fmt: skip
    """Write what was decided into the targets; with `undecided` also what waits for a person.

    The same message again changes its entries and repeats none; what a person changed or took out stays so.
    A folder of notes that is not there is made. Raises UsageError for a target that cannot be written into,
    StorageError when a disk is in the way: then what was written before is kept to be taken back. `dry`:
    nothing is written, the report is the same.
    """
    chosen = [pair for pair in found if undecided or pair[1].decision == "apply"]
    left, chosen = len(found) - len(chosen), list(_once(chosen))
    with _locked(state, dry=dry), _store(state, dry=dry) as store:
        if store is not None and not dry:
            _forget_unwritten(store)
        plans = list(_plans(chosen, targets, settings, store))
        todo = [plan for plan in plans if plan.changed]
        folder = _missing(targets, todo)
        report = ExportReport(
            dry=dry, files=[plan.record() for plan in plans], undecided=left,
            made="" if folder is None else str(folder),
        )  # fmt: skip
        if dry or not todo or store is None:
            return report
        store.begin([(_kept(plan), plan.written) for plan in todo], folder=report.made)
        if folder is not None:
            _make(folder)
        for plan in todo:
            _replace(plan.path, plan.before, plan.after)
    return report


def undo(state: Path, *, dry: bool = False) -> UndoReport:
    """Take back what the last run wrote, file by file. A file that was changed since is left alone, and can
    be taken back later. Raises StorageError.
    """
    with _locked(state, dry=False), _store(state, dry=dry) as store:
        last = store.last() if store is not None else None
        if store is None or last is None:
            return UndoReport(dry=dry)
        told: list[UndoneFile] = []
        for file in last.files:
            path = Path(file.file)
            now = _bytes(path)
            outcome: Literal["restored", "deleted", "untouched", "refused"]
            if now == file.before:
                outcome = "untouched"
            elif now is None or sha256(now).hexdigest() != file.after:
                outcome = "refused"
            elif file.before is None:
                outcome = "deleted"
            else:
                outcome = "restored"
            if not dry and outcome in ("restored", "deleted"):
                _replace(path, now, file.before)
            if not dry and outcome != "refused":
                store.undone(last.run, [file])
            told.append(UndoneFile(file=file.file, outcome=outcome))
        if last.folder and _emptied(Path(last.folder), told, dry=dry):
            told.append(UndoneFile(file=last.folder, outcome="deleted"))
    return UndoReport(dry=dry, at=last.at, files=told)


def _once(found: Iterable[tuple[Message, Extracted]]) -> Iterator[tuple[Message, Extracted]]:
    """A mail that lies in two places (an archive and its file, two labels of one account) is read twice,
    under "a@x" and "a@x#2": it is written down once.
    """
    seen: set[tuple[str, ...]] = set()
    for message, extracted in found:
        stem = message.id.partition("#")[0]
        told = (stem, message.subject, message.sender, message.received_at, message.body)
        if told not in seen or not message.named:
            yield message, extracted
        seen.add(told)


def _forget_unwritten(store: ExportStore) -> None:
    """Files that the last run did not reach (a crash, a full disk) have none of its entries."""
    last = store.last()
    if last is not None:
        same = [file for file in last.files if _bytes(Path(file.file)) == file.before]
        store.undone(last.run, same)


def _plans(
    found: Sequence[tuple[Message, Extracted]], targets: ExportTargets, settings: ExtractSettings,
    store: ExportStore | None,
) -> Iterator[FilePlan]:  # fmt: skip
    from edge.extract.export.calendar_file import calendar_plan
    from edge.extract.export.note_files import note_plans
    from edge.extract.export.task_file import tasks_plan

    def written(path: Path) -> list[WrittenEntry]:
        return store.entries(str(path)) if store is not None else []

    if targets.ics is not None:
        path = _resolved(targets.ics)
        yield calendar_plan(path, found, written(path), settings)
    if targets.tasks is not None:
        path = _resolved(targets.tasks)
        yield tasks_plan(path, found, written(path))
    if targets.notes is not None:
        told = store.files_of({message.id for message, _ in found}) if store is not None else []
        yield from note_plans(_resolved(targets.notes), found, written, told)


def _missing(targets: ExportTargets, todo: Sequence[FilePlan]) -> Path | None:
    """The folder of notes, where there is none yet and something is to be written into it."""
    if targets.notes is None:
        return None
    folder = _resolved(targets.notes)
    needed = any(plan.kind == "note" for plan in todo)
    return folder if needed and paths.kind(folder) == "nothing" else None


def _make(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
        durable.sync_folder(folder.parent)
    except OSError as error:
        raise StorageError(f"{folder} cannot be made: {error.strerror}.", "Name another.") from error


def _emptied(folder: Path, told: Sequence[UndoneFile], *, dry: bool) -> bool:
    """Whether a folder that a run made goes with what it wrote: nothing else is in it, and nobody's file."""
    gone = {Path(file.file) for file in told if file.outcome == "deleted"}
    with suppress(OSError):
        if {*folder.iterdir()} <= gone:
            if not dry:
                folder.rmdir()
                durable.sync_folder(folder.parent)
            return True
    return False


def _resolved(path: Path) -> Path:
    """Where it really is, so that it is one file under all its names. Raises UsageError."""
    try:
        found = paths.expanded(path).resolve()
        str(found).encode()
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(f"{path} cannot be reached: {error}.", "Name another place.") from error
    return found


def _kept(plan: FilePlan) -> WrittenFile:
    return WrittenFile(str(plan.path), plan.before, sha256(plan.after).hexdigest(), plan.known)


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}.", "Check its permissions.") from error


def _replace(path: Path, before: bytes | None, after: bytes | None) -> None:
    """Make a file what it is to be, whole or not at all, its permissions as they were. Raises StorageError,
    also where it is not `before` any more.
    """
    try:
        if _bytes(path) != before:
            raise StorageError(f"{path} was changed meanwhile: it was left as it is.", "Run it again.")
        if after is not None:
            durable.write_whole(path, after)
        else:
            path.unlink()
            durable.sync_folder(path.parent)
    except OSError as error:
        raise StorageError(
            f"{path} cannot be written: {error.strerror}.",
            "What this run wrote before is kept: edge extract --undo takes it back.",
        ) from error


@contextmanager
def _locked(state: Path, *, dry: bool) -> Iterator[None]:
    """One run that writes at a time."""
    if dry or not state.parent.is_dir():
        yield
        return
    from filelock import FileLock, Timeout

    try:
        with FileLock(f"{state}.export.lock", timeout=_WAIT, mode=0o600):
            yield
    except Timeout as error:
        raise StorageError(
            "Another run of edge writes into your files.", "Try again when it is done."
        ) from error


@contextmanager
def _store(state: Path, *, dry: bool) -> Iterator[ExportStore | None]:
    """The user's database; None for a dry run where there is none yet: it must not make one."""
    if dry and not paths.exists(state):
        yield None
        return
    with closing(open_state(state)) as db:
        yield ExportStore(db)
