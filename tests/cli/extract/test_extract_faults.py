"""`edge extract` when something stands in its way: nothing that was read is lost, nothing hides anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cli_fakes import Run

from edge import api, paths
from edge.errors import ModelDamaged
from edge.extract import pipeline
from edge.records import Message

MAIL = """\
From: {name}@acme.example
Subject: {name}
Date: Mon, 02 Mar 2026 09:12:00 +0100
Message-ID: <{name}@x>

Merci de rappeler {name} avant le 20 mars 2026.
"""


@pytest.fixture(autouse=True)
def _asked_about_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bars that no score reaches: whatever the rules suggest here is put as a question."""
    for name in ("STOP", "BAR", "FLOOR"):
        monkeypatch.setenv(f"EDGE_EXTRACT_{name}", "1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a", "b", "c"):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / f"{name}.eml").write_text(MAIL.format(name=name), encoding="utf-8")
    return tmp_path / "in"


def _queued(run: Run) -> list[str]:
    return [it["id"] for it in run("queue", "--json").json["queue"]]


def test_a_damaged_database_costs_no_result(run: Run, folder: Path) -> None:
    """The results are printed and say that they were not kept; exit code 1; the file is left as it is."""
    paths.state_file().write_bytes(b"no database" * 100)
    result = run("extract", str(folder), "--json")
    assert result.code == 1 and "3 of 3 results not kept" in result.err
    assert [made["id"] for made in result.json["results"]] == ["a@x", "b@x", "c@x"]
    for made in result.json["results"]:
        assert "not_kept" in [note["code"] for note in made["codes"]["notes"]] and made["notes"]
    assert paths.state_file().read_bytes() == b"no database" * 100
    shown = run("extract", str(folder / "a.eml"))
    assert shown.code == 1 and "avant le 20 mars" in shown.out and "is no database" in shown.err


def test_a_batch_line_that_cannot_be_kept_is_printed(run: Run) -> None:
    """Its result stands on its line; exit code 1."""
    paths.state_file().write_bytes(b"no database" * 100)
    result = run("extract", "--batch", "-", stdin=b'{"id": "a", "subject": "A", "body": "B"}\n')
    assert result.code == 1 and result.lines[0]["id"] == "a" and "not kept" in result.err


@pytest.mark.parametrize(
    ("ending", "code"), [(KeyboardInterrupt(), 130), (ModelDamaged("Its bytes are wrong.", "x"), 5)]
)
def test_what_was_done_before_the_end_is_told(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, ending: BaseException, code: int
) -> None:
    """Ctrl-C, or an error that ends everything, in the middle of a folder: one document with what was done
    and what ended it, the review page of it, and all of it in the database.
    """
    whole = api.Edge.extract

    def extract(self: api.Edge, message: Message) -> object:
        if message.id == "c@x":
            raise ending
        return whole(self, message)

    monkeypatch.setattr(api.Edge, "extract", extract)
    page = folder.parent / "out.html"
    result = run("extract", str(folder), "--json", "--review", str(page))
    assert result.code == result.json["error"]["exit_code"] == code
    assert [made["id"] for made in result.json["results"]] == ["a@x", "b@x"]
    assert "2 messages were read, 2 of them kept" in result.err and page.exists()
    assert _queued(run) == ["a@x", "b@x"]


def test_an_end_before_the_first_result_is_an_error_alone(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is nothing to tell but the error."""

    def extract(self: api.Edge, message: Message) -> object:
        raise ModelDamaged("Its bytes are wrong.", "Fetch it again.")

    monkeypatch.setattr(api.Edge, "extract", extract)
    result = run("extract", str(folder), "--json")
    assert result.code == 5 and "results" not in result.json


def test_texts_from_a_pipe_do_not_hide_each_other(run: Run) -> None:
    """Two notes from standard input wait side by side; the same one twice waits once."""
    for text in (b"Rappeler Anne avant le 3 mars 2026.", b"Payer 30 euros.", b"Payer 30 euros."):
        run("extract", "-", stdin=text)
    assert len(_queued(run)) == 2
    for line in (b'{"body": "Rappeler Paul."}\n', b'{"body": "Payer 40 euros."}\n'):
        run("extract", "--batch", "-", stdin=line)
    assert len(_queued(run)) == 4


def test_files_of_one_name_do_not_hide_each_other(run: Run, tmp_path: Path) -> None:
    """Notes of the same name in two folders are two; one that was edited since is still one."""
    for name, text in (("x", "Rappeler Anne."), ("y", "Payer 30 euros.")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "note.txt").write_text(text, encoding="utf-8")
        run("extract", str(tmp_path / name / "note.txt"))
    assert _queued(run) == ["note.txt", "note.txt#2"]
    (tmp_path / "y" / "note.txt").write_text("Payer 50 euros.", encoding="utf-8")
    assert run("extract", str(tmp_path / "y" / "note.txt"), "--json").json["id"] == "note.txt#2"
    assert _queued(run) == ["note.txt", "note.txt#2"]


def test_a_file_of_the_same_name_that_another_process_keeps_meanwhile(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs at once over folders that each hold a note.txt: both are kept, and told under their own id."""
    for name, text in (("x", "Rappeler Anne."), ("y", "Payer 30 euros.")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "note.txt").write_text(text, encoding="utf-8")
    read = pipeline.extract

    def slowly(*given: Any, **named: Any) -> Any:
        monkeypatch.setattr(pipeline, "extract", read)
        run("extract", str(tmp_path / "y" / "note.txt"))
        return read(*given, **named)

    monkeypatch.setattr(pipeline, "extract", slowly)
    made = run("extract", str(tmp_path / "x" / "note.txt"), "--json").json
    assert made["id"] == "note.txt#2" and _queued(run) == ["note.txt", "note.txt#2"]


def test_a_copy_of_a_message_is_no_repetition(run: Run, folder: Path) -> None:
    """The same Message-ID in a second file, and a second run, are the same message said once."""
    (folder / "copy.eml").write_text(MAIL.format(name="a"), encoding="utf-8")
    for _ in range(2):
        made = run("extract", str(folder), "--json").json["results"]
    assert [it["id"] for it in made] == ["a@x", "b@x", "c@x", "a@x#2"]
    assert not any(it["context"]["conflicts"] for it in made if it["id"].startswith("a@x"))


def test_what_cannot_be_meant_is_refused_before_anything_is_read(run: Run, folder: Path) -> None:
    """A page of a batch, standard input among files: usage errors. An empty folder is said to be empty."""
    assert run("extract", "--batch", "-", "--review", "x.html").code == 2
    assert run("extract", "-", str(folder)).code == 2
    (folder / "empty").mkdir()
    empty = run("extract", str(folder / "empty"))
    assert empty.code == 0 and "No messages in" in empty.err


def test_a_folder_is_a_list_also_of_one(run: Run, folder: Path) -> None:
    """What a program reads has one shape whatever a folder holds; a file of one message is that message."""
    for name in ("b", "c"):
        (folder / f"{name}.eml").unlink()
    result = run("extract", str(folder), "--json")
    assert result.code == 0 and [made["id"] for made in result.json["results"]] == ["a@x"]
    alone = run("extract", str(folder / "a.eml"), "--json")
    assert alone.code == 4 and alone.json["id"] == "a@x"


def test_a_page_that_cannot_be_written_costs_no_result(run: Run, folder: Path) -> None:
    """A missing folder is told before anything is read; what fails later leaves one document on stdout."""
    assert run("extract", str(folder), "--review", str(folder / "none" / "out.html")).code == 2
    result = run("extract", str(folder), "--json", "--review", str(folder))
    assert result.code == 1 and len(result.json["results"]) == 3 and "cannot be written" in result.err


def test_what_a_person_settled_is_not_asked_again(run: Run, folder: Path) -> None:
    """Reading a folder anew leaves what was settled settled, with the person's word as the result; a message
    whose text is another by now is asked about.
    """
    run("extract", str(folder))
    assert run("correct", "b@x", "--action", "nothing").code == 0
    again = run("extract", str(folder), "--json").json["results"]
    assert [made["action"] for made in again if made["id"] == "b@x"] == ["nothing"]
    assert _queued(run) == ["a@x", "c@x"]
    alone = run("extract", str(folder / "b.eml"), "--json")
    assert alone.code == 0 and alone.json["decision"] == "apply"
    (folder / "b.eml").write_text(MAIL.format(name="b").replace("20 mars", "25 mars"), encoding="utf-8")
    run("extract", str(folder))
    assert sorted(_queued(run)) == ["a@x", "b@x", "c@x"]


def test_a_path_where_nothing_is_says_what_to_do(run: Run, tmp_path: Path) -> None:
    """The path, why, and the next step, which several that fail alike say once."""
    result = run("extract", str(tmp_path / "x.eml"), str(tmp_path / "y.eml"))
    assert result.code == 1 and result.out == ""
    assert result.err.count("error: ") == 2 and result.err.count("Check the path") == 1
