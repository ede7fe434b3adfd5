"""--batch: one JSON line out for each line in, whatever the line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_fakes import FakeEdge, Run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edge.cli import batch, main
from edge.errors import EdgeError


def test_each_line_gives_one_line_with_its_id(run: Run, fake: FakeEdge, tmp_path: Path) -> None:
    """Ids come back as they were given, in order; an abstention is no failure; the session is opened once."""
    questions = tmp_path / "des questions é.jsonl"
    lines = [{"id": "a", "question": "one"}, {"id": 7, "question": "unknown"}, {"question": "three"}]
    questions.write_text("\n\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    result = run("ask", "--batch", str(questions))
    assert result.code == 0
    assert [line["id"] for line in result.lines] == ["a", 7, None]
    assert [line["abstained"] for line in result.lines] == [False, True, False]
    assert fake.opened == 0 and len(fake.calls) == 3


def test_a_bad_line_costs_only_itself(run: Run, fake: FakeEdge) -> None:
    """An error line carries the id where there was one; the rest is answered; the exit code is 1."""
    stdin = (
        b'{"id": 1, "question": "one"}\nnot json\n[1]\n{"id": "x"}\n'
        b'{"id": "e", "question": " "}\n{"id": 2, "question": "two"}\n'
    )
    result = run("ask", "--batch", "-", stdin=stdin)
    assert result.code == 1
    assert [line["id"] for line in result.lines] == [1, None, None, "x", "e", 2]
    errors = [line["error"] for line in result.lines if "error" in line]
    assert [error["type"] for error in errors] == ["BatchLineError"] * 3 + ["QuestionError"]
    assert "Line 2" in errors[0]["message"]


def test_lines_are_counted_as_an_editor_counts_them(run: Run, fake: FakeEdge) -> None:
    """A blank line is skipped, and counted: the number told is that of the file."""
    result = run("ask", "--batch", "-", stdin=b'{"id": 1, "question": "one"}\n\nnot json\n')
    assert "Line 3" in result.lines[1]["error"]["message"]


def test_gold_labels_and_grades_of_windows_are_read(tmp_path: Path) -> None:
    """Whatever is read a line at a time may begin with the mark before UTF-8; lines count as they stand."""
    kept = tmp_path / "lines.jsonl"
    kept.write_bytes(b'\xef\xbb\xbf{"id": "a"}\r\n\r\n{"id": "b"}\r\n')
    lines = list(batch.lines(str(kept)))
    assert json.loads(lines[0]) == {"id": "a"} and len(lines) == 3


def test_search_takes_batches_too(run: Run, fake: FakeEdge) -> None:
    """Same input, results instead of answers."""
    result = run("search", "--batch", "-", "-s", "rules", stdin=b'\xef\xbb\xbf{"id": "q", "question": "one"}')
    assert result.lines[0]["id"] == "q" and result.lines[0]["results"][0]["page"] == 12
    assert fake.calls == [("search", "one", None, ("rules",))]


def test_a_missing_batch_file_is_a_usage_error(run: Run, fake: FakeEdge) -> None:
    """The message names the file."""
    result = run("ask", "--batch", "nowhere.jsonl")
    assert result.code == 2 and "nowhere.jsonl" in result.err


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    line=st.one_of(
        st.binary(max_size=60), st.text(max_size=60).map(lambda t: json.dumps({"question": t}).encode())
    )
)
def test_no_line_raises_anything_but_a_typed_error(line: bytes) -> None:
    """Whatever bytes a line has, it is a question or a typed error."""
    try:
        _, question = batch.parsed(line, 1)
    except EdgeError as error:
        assert error.exit_code == 2
    else:
        assert isinstance(question, str)


def test_words_that_are_no_utf8_become_replacement_characters() -> None:
    """Bytes from the shell arrive as lone surrogates; they must not break encoding later."""
    assert batch.question(["caf\udce9", "noir"]) == "caf\ufffd noir"


@pytest.mark.parametrize("lines", [0, 3])
def test_blank_lines_are_skipped(tmp_path: Path, lines: int) -> None:
    """An empty file is an empty batch."""
    path = tmp_path / "b.jsonl"
    path.write_bytes(b"\n \n" + b"{}\n" * lines)
    assert list(batch.numbered(str(path))) == [(at + 3, b"{}\n") for at in range(lines)]


ODD_LINES = [
    b'{"id": 1, "question": "' + b"why " * 600_000 + b'?"}', b"[" * 3_000_000 + b"]" * 3_000_000,
    b"\xff\xfe" * 9,
    b'{"id": "\\u2028\\n", "question": "one\\ntwo\\r\\u0085three"}', b'"\\ud800"', b"\x00", b"\r", b"1e999",
    b'{"id": 1e999, "question": "why?"}', b'{"id": [[[]]], "question": "why?"}', b'{"question": {}}',
    b'{"id": 123456789012345678901234567890, "question": "why?"}', b'{"id": 1, "id": 2, "question": "why?"}',
    b'{"id": "a", "question": "\\u0000"}', b'{"id":"a","question":"why?"} {"id":"b","question":"why?"}',
    b'\xef\xbb\xbf{"id": 3, "question": "one"}', b"{}" * 100, b"-" * 9_000_000,
]  # fmt: skip


@pytest.mark.parametrize(
    "command", [["ask"], ["search"], ["extract", "--no-keep"]], ids=lambda words: words[0]
)
def test_whatever_is_in_a_line_one_line_comes_out(
    command: list[str], tmp_path: Path, capfdbinary: Any
) -> None:
    """Longer than a line may be, nested, in two pieces, with line ends inside: one JSON document for each."""
    file = tmp_path / "odd.jsonl"
    file.write_bytes(b"\n".join(ODD_LINES) + b"\n")
    code = main([*command, "--batch", str(file), "--set", "extract.max_message_bytes=4000000"])
    printed, errors = capfdbinary.readouterr()
    lines = printed.splitlines() if b"\r" not in printed else printed.rstrip(b"\n").split(b"\n")
    asked = sum(bool(line.strip()) for line in ODD_LINES)
    assert (code, len(lines)) == (1, asked), errors
    assert all(isinstance(json.loads(line), dict) for line in lines)
    assert "bug in edge" not in printed.decode() + errors.decode()
