"""A whole run over several files: dry, undone, interrupted, on files that change meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from found import Write, extraction, found, outcomes

from edge.errors import StorageError, UsageError
from edge.extract.export import run

BOTH = extraction(
    "Send the contract", type="deadline", date="2026-03-20", task=True, calendar=True, note="Anne Roux",
    note_action="create",
)  # fmt: skip


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Path]:
    (tmp_path / "notes").mkdir()
    return {"ics": tmp_path / "c.ics", "tasks": tmp_path / "todo.txt", "notes": tmp_path / "notes"}


def contents(places: dict[str, Path]) -> dict[str, bytes]:
    files = [places["ics"], places["tasks"], *places["notes"].iterdir()]
    return {file.name: file.read_bytes() for file in files if file.exists()}


def test_a_dry_run_writes_nothing_and_tells_all(places: dict[str, Path], write: Write, state: Path) -> None:
    """Neither files nor a database; the report is the one of the run that follows."""
    dry = write(found(BOTH), dry=True, **places)
    assert contents(places) == {} and not state.exists() and dry.dry
    wet = write(found(BOTH), **places)
    assert [file.diff for file in dry.files] == [file.diff for file in wet.files]
    assert outcomes(dry) == outcomes(wet) == ["added"] * 3
    again = write(found(BOTH), dry=True, **places)
    assert outcomes(again) == ["unchanged"] * 3 and not any(file.diff for file in again.files)


def test_a_mail_that_lies_in_two_places_is_written_down_once(places: dict[str, Path], write: Write) -> None:
    """An archive and a copy of one of its mails; another mail that bears the same id is written too."""
    other = found(BOTH, id="m1@acme.example#2", body="another")
    report = write(found(BOTH, body="one"), found(BOTH, id="m1@acme.example#2", body="one"), **places)
    assert outcomes(report) == ["added"] * 3
    assert "added" in outcomes(write(found(BOTH, body="one"), other, **places))


def test_undo_takes_back_the_last_run_and_then_the_one_before(
    places: dict[str, Path], write: Write, state: Path
) -> None:
    """Byte for byte; files that a run made are deleted; afterwards the same run writes it all again."""
    places["tasks"].write_bytes(b"mine\r\n")
    write(found(BOTH), **places)
    first = contents(places)
    write(found(extraction("Lunch", date="2026-04-01", calendar=True), id="m2"), **places)
    assert [file.outcome for file in run.undo(state, dry=True).files] == ["restored"]
    assert [file.outcome for file in run.undo(state).files] == ["restored"] and contents(places) == first
    assert sorted(file.outcome for file in run.undo(state).files) == ["deleted", "deleted", "restored"]
    assert contents(places) == {"todo.txt": b"mine\r\n"}
    assert run.undo(state).files == []
    assert outcomes(write(found(BOTH), **places)) == ["added"] * 3 and contents(places) == first


def test_undo_leaves_what_was_changed_since(places: dict[str, Path], write: Write, state: Path) -> None:
    """That file alone is refused, and can be taken back when it is as it was written."""
    write(found(BOTH), **places)
    written = places["tasks"].read_bytes()
    places["tasks"].write_bytes(written + b"mine\n")
    told = {Path(file.file).name: file.outcome for file in run.undo(state).files}
    assert told == {"Anne Roux.md": "deleted", "c.ics": "deleted", "todo.txt": "refused"}
    assert places["tasks"].read_bytes() == written + b"mine\n"
    places["tasks"].write_bytes(written)
    assert [file.outcome for file in run.undo(state).files] == ["deleted"] and contents(places) == {}


def test_a_run_that_breaks_off_is_whole_again_afterwards(
    places: dict[str, Path], write: Write, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fills up at the second file: what was written can be taken back, and the next run writes
    what is missing.
    """
    real = run._replace

    def full(path: Path, before: bytes | None, after: bytes | None) -> None:
        if path.name == "todo.txt":
            raise StorageError("full")
        real(path, before, after)

    monkeypatch.setattr(run, "_replace", full)
    with pytest.raises(StorageError):
        write(found(BOTH), **places)
    monkeypatch.undo()
    assert set(contents(places)) == {"c.ics"}
    assert sorted(outcomes(write(found(BOTH), **places))) == ["added", "added", "unchanged"]
    run.undo(state)
    run.undo(state)
    assert contents(places) == {}


def test_a_file_that_changes_while_edge_reads_is_not_written_over(
    places: dict[str, Path], write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody saves between the plan and the writing: theirs stays."""
    kept = run._kept

    def slow(plan: run.FilePlan) -> object:
        if plan.path.name == "todo.txt":
            plan.path.write_bytes(b"saved meanwhile\n")
        return kept(plan)

    monkeypatch.setattr(run, "_kept", slow)
    with pytest.raises(StorageError, match="meanwhile"):
        write(found(BOTH), tasks=places["tasks"])
    assert places["tasks"].read_bytes() == b"saved meanwhile\n"


def test_a_file_that_was_deleted_is_written_anew(places: dict[str, Path], write: Write) -> None:
    """To begin again, delete it: what was taken out one by one is another matter."""
    write(found(BOTH), tasks=places["tasks"])
    before = places["tasks"].read_bytes()
    places["tasks"].unlink()
    assert outcomes(write(found(BOTH), tasks=places["tasks"])) == ["added"]
    assert places["tasks"].read_bytes() == before


def test_a_link_is_written_through(tmp_path: Path, write: Write) -> None:
    """The file it leads to changes, and it stays a link."""
    (tmp_path / "real").mkdir()
    link = tmp_path / "todo.txt"
    link.symlink_to(tmp_path / "real" / "todo.txt")
    write(found(BOTH), tasks=link)
    assert link.is_symlink() and (tmp_path / "real" / "todo.txt").is_file()


@pytest.mark.parametrize("name", ["none/todo.txt", "folder"])
def test_a_place_that_is_none_is_told(tmp_path: Path, write: Write, name: str) -> None:
    """A folder that is missing, a folder in place of a file."""
    (tmp_path / "folder").mkdir()
    with pytest.raises(UsageError):
        write(found(BOTH), tasks=tmp_path / name)
    with pytest.raises(UsageError):
        write(found(BOTH), notes=tmp_path / "none" / name)


def test_a_folder_of_notes_that_is_not_there_is_made_and_taken_back(
    tmp_path: Path, write: Write, state: Path
) -> None:
    """A dry run says so and makes none; a run that has nothing for it makes none; what is taken back takes
    the folder along, unless something else lies in it by then.
    """
    folder = tmp_path / "Notes"
    dry = write(found(BOTH), dry=True, notes=folder)
    assert (dry.made, outcomes(dry), folder.exists()) == (str(folder), ["added"], False)
    assert write(found(extraction("Lunch", date="2026-04-01", calendar=True)), notes=folder).made == ""
    assert not folder.exists()
    assert write(found(BOTH), notes=folder).made == str(folder)
    assert [path.name for path in folder.iterdir()] == ["Anne Roux.md"]
    assert write(found(BOTH), notes=folder).made == ""
    assert [file.outcome for file in run.undo(state, dry=True).files] == ["deleted", "deleted"]
    assert run.undo(state).files[-1].file == str(folder) and not folder.exists()
    write(found(BOTH), notes=folder)
    (folder / "mine.md").write_text("# Mine\n", encoding="utf-8")
    assert [Path(file.file).name for file in run.undo(state).files] == ["Anne Roux.md"]
    assert [path.name for path in folder.iterdir()] == ["mine.md"]
