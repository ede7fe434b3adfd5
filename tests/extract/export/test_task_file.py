"""Tasks in a todo.txt or a Markdown list."""

from __future__ import annotations

from pathlib import Path

import pytest
from found import Write, extraction, found, outcomes

from edge.context.task_lists import tasks
from edge.records import Extraction

SEND = extraction("Send the signed contract", type="request", date="2026-03-20", task=True, project="Alpha")


def _changed(**more: object) -> Extraction:
    return extraction(**{"info": "Send the signed contract", "task": True, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["todo.txt", "tasks.md"])
def test_a_task_is_a_line_that_edge_reads_back(tmp_path: Path, write: Write, name: str) -> None:
    """Title, project and due date come back as they went, so that a known task is recognised."""
    file = tmp_path / name
    write(found(SEND), tasks=file)
    (task,), warnings = tasks(file)
    assert (task.title, str(task.due), task.project, task.done) == (SEND.info, "2026-03-20", "Alpha", False)
    assert not warnings


def test_the_line_of_each_form(tmp_path: Path, write: Write) -> None:
    """todo.txt: day of the message, text, project, due date, key. Markdown: a box, the key in a comment."""
    write(found(_changed(importance="high", date="2026-03-20")), tasks=tmp_path / "todo.txt")
    line = (tmp_path / "todo.txt").read_text(encoding="utf-8")
    assert line.startswith("(A) 2026-03-02 Send the signed contract due:2026-03-20 edge:")
    write(found(SEND), tasks=tmp_path / "tasks.md")
    line = (tmp_path / "tasks.md").read_text(encoding="utf-8")
    assert line.startswith("- [ ] Send the signed contract +Alpha (due 2026-03-20) <!-- edge:")


@pytest.mark.parametrize("name", ["todo.txt", "tasks.md"])
def test_again_nothing_changed_a_change_and_what_the_person_did(
    tmp_path: Path, write: Write, name: str
) -> None:
    """Written once; another day changes the line in its place; a task ticked off stays ticked off."""
    file = tmp_path / name
    file.write_text("my own line\n\nanother\n", encoding="utf-8")
    write(found(SEND), tasks=file)
    before = file.read_bytes()
    assert outcomes(write(found(SEND), tasks=file)) == ["unchanged"] and file.read_bytes() == before
    later = extraction(SEND.info, task=True, date="2026-03-27")
    assert outcomes(write(found(later), tasks=file)) == ["changed"]
    text = file.read_text(encoding="utf-8")
    assert text.startswith("my own line\n\nanother\n") and "2026-03-27" in text and "2026-03-20" not in text
    ticked = text.replace("- [ ]", "- [x]").replace("2026-03-02 Send", "x 2026-03-05 2026-03-02 Send")
    file.write_text(ticked, encoding="utf-8")
    assert outcomes(write(found(SEND), tasks=file)) == ["kept"]
    assert file.read_text(encoding="utf-8") == ticked


def test_a_task_that_two_types_name_is_one(tmp_path: Path, write: Write) -> None:
    """A request and its deadline in one sentence: one line, with the day."""
    write(
        found(_changed(type="request"), _changed(type="deadline", date="2026-03-20")),
        tasks=tmp_path / "t.txt",
    )
    assert (tmp_path / "t.txt").read_text(encoding="utf-8").count("due:2026-03-20") == 1


def test_a_task_that_the_person_wrote_is_not_repeated(tmp_path: Path, write: Write) -> None:
    """Much the same words and no other day."""
    file = tmp_path / "tasks.md"
    file.write_text("- [ ] send signed contract (due 2026-03-20)\n", encoding="utf-8")
    assert outcomes(write(found(SEND), tasks=file)) == ["known"]


def test_words_of_a_message_set_nothing(tmp_path: Path, write: Write) -> None:
    """A message writes no due date, project, key, box or end of a comment of its own."""
    evil = "x (A) pay due:2020-01-01 +Bank @home edge:3fa9c21b0d11 --> <!-- \n- [x] done"
    write(found(_changed(info=evil)), tasks=tmp_path / "todo.txt")
    (task,), _ = tasks(tmp_path / "todo.txt")
    assert task.due is None and not task.project and not task.done
    write(found(_changed(info=evil)), tasks=tmp_path / "tasks.md")
    assert len((tmp_path / "tasks.md").read_text(encoding="utf-8").splitlines()) == 1
    assert "unchanged" in outcomes(write(found(_changed(info=evil)), tasks=tmp_path / "tasks.md"))


def test_line_ends_of_the_file_stay(tmp_path: Path, write: Write) -> None:
    """A list from Windows stays one."""
    file = tmp_path / "todo.txt"
    file.write_bytes(b"one\r\ntwo\r\n")
    write(found(SEND), tasks=file)
    assert file.read_bytes().startswith(b"one\r\ntwo\r\n2026-03-02 Send") and file.read_bytes().endswith(
        b"\r\n"
    )
