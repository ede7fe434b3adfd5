"""Odd values for what is typed beside questions: consents, corrections, memories, grades, traces, contexts,
places and models. Each ends in a known exit code; none is a bug, and no escape reaches the terminal.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import fault_tally
import pytest
from cli_fakes import Result, Run

ESCAPE = "\x1b]0;owned\x07\x1b[31mred"
VALUES = [
    "",
    "0",
    "-1",
    "1e999",
    "nan",
    "99999999999999999999",
    "\x00",
    "é" * 5_000,
    "../../etc/passwd",
    "\ud800",
    "\udcff",
    ESCAPE,
    "1" * 5_000,
    "2026-02-30",
    "x7",
    "[]",
    "{}",
    '"',
    "%s",
    "*",
]
#: Commands with a place for the value. Those that need something kept before find it kept.
COMMANDS: dict[str, list[tuple[str, ...]]] = {
    "consents": [
        ("consent", "grant", "--for", "ask", option, "{}")
        for option in ("--days", "--usd", "--tiers", "--note")
    ]
    + [("consent", "grant", "--for", "{}"), ("consent", "revoke", "{}"), ("audit", "show", "--last", "{}")],
    "corrections": [
        ("correct", "mail.eml", "--action", "{}"),
        ("correct", "mail.eml", "--set", "{}"),
        ("correct", "{}"),
        ("correct", "mail.eml", "--set", "extractions.0.date={}"),
        ("correct", "mail.eml", "--drop", "{}"),
        ("correct", "mail.eml", "--set", "extractions.{}.date=2026-03-04"),
        ("correct", "mail.eml", "--add", "{}"),
        ("queue", "{}"),
    ],
    "memories": [
        ("memory", "add", "{}", "t", "--situation", "s", "--solution", "t"),
        ("memory", "search", "{}"),
        ("memory", "add", "bug", "{}", "--situation", "{}", "--solution", "{}", "--keyword", "{}"),
        ("memory", "add", "bug", "t", "--context-json", "{}"),
        ("memory", "show", "{}"),
        ("memory", "delete", "{}"),
        ("memory", "update", "{}", "--title", "x"),
        ("memory", "link", "{}", "{}", "--reason", "x"),
        ("memory", "import", "{}"),
    ],
    "contexts": [
        ("compose", "key", option, "{}")
        for option in (
            "--max-tokens",
            "--conversation",
            "--from",
            "--mmr-lambda",
            "--fetch-k",
            "--top-k",
            "--timeout",
        )
    ]
    + [("compose", "{}"), ("trace", "show", "{}"), ("trace", "label", "{}", "{}")],
    "places": [
        ("open", "-C", "1", "{}"),
        ("open", "-C", "1", "notes.txt:{}"),
        ("open", "-C", "1", "notes.txt", "--quote", "{}"),
    ],
    "models": [("models", "import", "{}"), ("models", "pull", "{}", "--offline")],
}
MAIL = (
    b"From: a@b.example\nSubject: x\nDate: Mon, 2 Mar 2026 10:00:00 +0100\n\n"
    b"Rendez-vous le 3 mars 2026 a 14h30.\n"
)
SCALE = '[[questions]]\nid = "Q1"\ntext = "?"\nmax = {}\nmodel_answer = "yes"\n'


@pytest.fixture(autouse=True)
def knowledge(small_knowledge: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("EDGE_KNOWLEDGE", str(small_knowledge))
    monkeypatch.chdir(tmp_path)
    yield


def sound(done: Result) -> None:
    """A known exit code, no bug, no escape."""
    told = done.out + done.err
    assert done.code in range(8), told
    assert "This is a bug" not in told and "Traceback" not in told, told[-500:]
    assert "\x1b" not in told and "\x07" not in told, repr(told[:300])


@pytest.mark.parametrize("what", COMMANDS)
def test_no_value_is_a_bug(run: Run, tmp_path: Path, what: str) -> None:
    """Each command × each value: done, or an error that a person can act on."""
    if what == "corrections":
        (tmp_path / "mail.eml").write_bytes(MAIL)
        assert run("extract", "mail.eml").code in (0, 4)
    for command in COMMANDS[what]:
        for value in VALUES if "EDGE_FAULT_RUNS" in os.environ else VALUES[1::3]:
            sound(run(*(part.replace("{}", value) for part in command)))
            fault_tally.count("odd values on the command line")


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b"\0" * 1_000,
        b"\xff\xfe\xfd" * 300,
        b'{"type":"bug"}\n' * 5_000,
        b"SQLite format 3\0" + b"x" * 5_000,
        json.dumps(
            {"type": "bug", "title": ESCAPE, "content": ESCAPE, "context": {"situation": ESCAPE}}
        ).encode(),
        b'{"id":1e400,"type":"bug"}',
        b'{"id":' + b"9" * 5_000 + b"}",
        b'{"type":"bug","title":"\\ud800"}',
        b"",
    ],
)
def test_no_file_is_a_bug(run: Run, tmp_path: Path, content: bytes) -> None:
    """Memories to import, scales, copies, models of any bytes: read, or refused by name."""
    (tmp_path / "scale.toml").write_text(SCALE.format(2), encoding="utf-8")
    for name in ("file.jsonl", "file.db", "file.toml", "file.json", "file.txt", "file.gguf", "file.onnx"):
        (tmp_path / name).write_bytes(content)
        sound(run("memory", "import", name))
        sound(
            run("grade", "file.txt", "-s", name)
            if (tmp_path / "file.txt").exists()
            else run("models", "list")
        )
        sound(run("grade", name, "-s", "scale.toml"))
        sound(run("models", "import", name))
        fault_tally.count("odd files on the command line", 4)


@pytest.mark.parametrize("most", ["-2", "inf", "nan", "9" * 400, "[]", '"2"', "0"])
def test_no_scale_is_a_bug(run: Run, tmp_path: Path, most: str) -> None:
    """A scale whose points are no points is refused by name."""
    (tmp_path / "scale.toml").write_text(SCALE.format(most), encoding="utf-8")
    (tmp_path / "copy.txt").write_text("Q1: yes", encoding="utf-8")
    done = run("grade", "copy.txt", "-s", "scale.toml")
    sound(done)
    assert done.code == 2 and "scale.toml" in done.err
