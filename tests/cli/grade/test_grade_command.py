"""`edge grade`: what is printed, exit codes, and JSON that holds what programs rely on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_fakes import Run
from scripted_judge import COPY, SCALE


@pytest.fixture
def scale(tmp_path: Path) -> str:
    path = tmp_path / "scale.json"
    path.write_text(json.dumps(SCALE), encoding="utf-8")
    return str(path)


@pytest.fixture
def copy(tmp_path: Path) -> str:
    path = tmp_path / "ada.txt"
    path.write_text(COPY, encoding="utf-8")
    return str(path)


#: The judge of the criteria misses the sugar; by its words the answer is the model's.
OPEN = "Name: Bo\n\nQ1. Plants use light in leaves to make sugars.\n\nQ2. 9.8 m/s"


def test_a_copy_is_graded_without_any_model(run: Run, scale: str, copy: str) -> None:
    """The whole way, with nothing installed: grades, what they are for, who judged."""
    done = run("grade", copy, "--scale", scale)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0] == "Ada Byron"
    assert "Q1  2 / 2  both judges agree" in done.out and "total 3 / 3" in done.out
    assert "criteria (rules) + similarity (words); 2 calls" in done.out


def test_json_has_the_fields_that_programs_rely_on(run: Run, scale: str, copy: str) -> None:
    """The contract of the design, and the audit in its one shape."""
    made = run("grade", copy, "--scale", scale, "--json").json
    assert made["schema"] == 1 and made["student"] == "Ada Byron" and made["total"] == 3
    question = made["questions"]["Q1"]
    assert {"grade", "max", "status", "method", "feedback", "audit"} <= set(question)
    assert question["audit"]["method"] == "single_pass_consensus"
    assert {
        "found",
        "student_answer_read",
        "grade",
        "confidence",
        "reasoning",
        "feedback",
        "location",
    } <= set(question["audit"]["opinions"][0]["judgement"])


def test_an_open_question_is_exit_code_4(run: Run, scale: str, tmp_path: Path) -> None:
    """The person decides what the judges do not: said on the terminal, in the JSON and by the exit code."""
    (tmp_path / "bo.txt").write_text(OPEN, encoding="utf-8")
    done = run(
        "grade", str(tmp_path / "bo.txt"), "--scale", scale, "--set", "grade.threshold=0.01", "--audit"
    )
    assert done.code == 4
    assert "– / 2  the judges do not agree" in done.out and "not a grade" in done.out
    assert "criteria, first reading: " in done.out and "last word" in done.out


def test_several_copies_are_a_list(run: Run, scale: str, copy: str, tmp_path: Path) -> None:
    """One that cannot be graded costs itself alone, and the exit code says so."""
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "a.txt").write_text(COPY, encoding="utf-8")
    (folder / "b.txt").write_text("", encoding="utf-8")
    done = run("grade", str(folder), "--scale", scale, "--json")
    assert done.code == 1
    assert [one["id"] for one in done.json["results"]] == ["a"]
    assert [one["id"] for one in done.json["failed"]] == ["b"]


def test_stdin_is_one_copy(run: Run, scale: str) -> None:
    """`-` reads a text."""
    done = run("grade", "-", "--scale", scale, "--json", stdin=COPY.encode())
    assert (done.code, done.json["student"]) == (0, "Ada Byron")


def test_stdin_may_have_any_encoding(run: Run, scale: str) -> None:
    """As a file may: what an editor of Windows saved is read as its student wrote it."""
    text = COPY.replace("Ada Byron", "Zoé Lefèvre")
    done = run("grade", "-", "--scale", scale, "--json", stdin=text.encode("cp1252"))
    assert (done.code, done.json["student"]) == (0, "Zoé Lefèvre")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "Name its file"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "Name its file"),
        (b"PK\x03\x04\x14\0\x06\0" + bytes(200), "binary"),
    ],
)
def test_stdin_is_no_file_of_pages(run: Run, scale: str, given: bytes, says: str) -> None:
    """A PDF, a picture or a document of Word that is piped in is refused: its bytes, read as what somebody
    wrote, were 0 points on which both judges agree.
    """
    done = run("grade", "-", "--scale", scale, stdin=given)
    assert (done.code, done.out) == (1, "") and says in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ("--judge criteria", 2, "Two different judges"),
        ("--judge criteria --judge criteria", 2, "Two different judges"),
        ("--judge criteria --judge jury", 2, "no judge called 'jury'"),
        ("--judge criteria --judge claude", 6, "the cloud is off"),
        ("--judge criteria --judge gemma:none.gguf", 5, "none.gguf"),
        ("--set grade.threshold=-1", 2, "grade.threshold"),
    ],
)
def test_what_cannot_be_is_an_error(run: Run, scale: str, arguments: str, code: int, says: str) -> None:
    """Unknown, single or closed judges, by name and with the next step."""
    done = run("grade", "-", "--scale", scale, *arguments.split(), stdin=COPY.encode())
    assert done.code == code and says in done.err and done.out == ""


def test_a_hostile_copy_cannot_steer_the_terminal(run: Run, scale: str, tmp_path: Path) -> None:
    """Escapes in a name or an answer are shown, not obeyed."""
    text = COPY.replace("Ada Byron", "Ada \x1b[31m Byron").replace("9.8 m/s", "\x1b]0;x\x07 not 9.8 km/s")
    (tmp_path / "x.json").write_text(json.dumps({"text": text}), encoding="utf-8")
    done = run("grade", str(tmp_path / "x.json"), "--scale", scale, "--audit")
    assert "\x1b" not in done.out and "\x07" not in done.out


def test_a_folder_without_copies_says_so(run: Run, scale: str, tmp_path: Path) -> None:
    """Nothing graded is told, and is no error; --quiet says nothing."""
    (tmp_path / "none").mkdir()
    done = run("grade", str(tmp_path / "none"), "--scale", scale)
    assert (done.code, done.out) == (0, "") and "No copies in" in done.err
    assert run("grade", str(tmp_path / "none"), "--scale", scale, "-q").err == ""
