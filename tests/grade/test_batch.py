"""A class in a folder: kept as it comes, taken up after a kill, and written for spreadsheets and people."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from places import ROOT
from scripted_judge import COPY, SCALE, ScriptedJudge, judged

from edge import config
from edge.cascade.factory import EngineFactory
from edge.errors import ModelDied, StorageError
from edge.grade import copies, export, student_copy
from edge.grade.grader import CopyGrader
from edge.grade.results import NAME, ResultsFolder
from edge.grade.summary import ENOUGH, summary
from edge.records import GradedCopy, StudentCopy
from edge.settings import Settings

HOSTILE = '<script>alert(1)</script> & "quotes"'


def grader(*judges: ScriptedJudge) -> CopyGrader:
    engines = EngineFactory(Settings(), lambda: pytest.fail("no search here"))
    return CopyGrader(SCALE, engines, judges or None)


def copy(number: int, text: str = COPY) -> StudentCopy:
    return student_copy.of_text(text.replace("Ada Byron", f"Student {number}"), name=f"copy-{number}")


def run(folder: Path, made: list[StudentCopy], by: CopyGrader | None = None) -> list[GradedCopy]:
    with ResultsFolder(folder, by or grader()) as kept:
        return [one for one in kept.grade(made) if isinstance(one, GradedCopy)]


def test_a_second_run_grades_nothing_again(tmp_path: Path) -> None:
    """What is in the folder is taken as it is; another copy, scale or limit is another result."""
    made = [copy(1), copy(2)]
    first = run(tmp_path, made)
    with ResultsFolder(tmp_path, grader()) as kept:
        again = list(kept.grade([*made, copy(3)]))
        assert kept.reused == 2 and again[:2] == first
    engines = EngineFactory(config.load({"grade.threshold": 0.1}), lambda: pytest.fail("no search here"))
    with ResultsFolder(tmp_path, CopyGrader(SCALE, engines)) as kept:
        assert len(list(kept.grade(made))) == 2 and kept.reused == 0


def test_a_line_that_was_cut_off_is_graded_again(tmp_path: Path) -> None:
    """A crash in the middle of a line costs that copy; damaged lines cost themselves."""
    made = [copy(1), copy(2), copy(3)]
    run(tmp_path, made)
    lines = (tmp_path / NAME).read_bytes().splitlines(keepends=True)
    (tmp_path / NAME).write_bytes(lines[0] + b"{nonsense}\n" + lines[2][:-40])
    with ResultsFolder(tmp_path, grader()) as kept:
        assert [one.id for one in kept.grade(made)] == ["copy-1", "copy-2", "copy-3"]
        assert kept.reused == 1
    with ResultsFolder(tmp_path, grader()) as kept:
        list(kept.grade(made))
        assert kept.reused == 3


def test_what_is_absent_is_tried_again(tmp_path: Path) -> None:
    """A model that was down yesterday is asked today; what was settled stays."""
    down = ScriptedJudge("a", lambda *_: ModelDied("down")), ScriptedJudge("b", lambda *_: judged(1))
    up = ScriptedJudge("a", lambda *_: judged(1)), ScriptedJudge("b", lambda *_: judged(1))
    assert run(tmp_path, [copy(1)], grader(*down))[0].open == ["Q1", "Q2"]
    (made,) = run(tmp_path, [copy(1)], grader(*up))
    assert made.total == 2 and up[0].calls


def test_one_run_at_a_time(tmp_path: Path) -> None:
    """Two runs into one folder would mix: the second is told."""
    with ResultsFolder(tmp_path, grader()), pytest.raises(StorageError, match="Another run"):
        ResultsFolder(tmp_path, grader())


def test_a_kill_loses_at_most_the_copy_in_hand(tmp_path: Path) -> None:
    """SIGKILL in the middle of a class, then the same command: every copy once, none lost."""
    folder = tmp_path / "class"
    folder.mkdir()
    for number in range(120):
        (folder / f"{number:03}.txt").write_text(COPY.replace("Ada", f"Ada{number}"), encoding="utf-8")
    (tmp_path / "scale.json").write_text(json.dumps(SCALE), encoding="utf-8")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "edge", "grade", str(folder), "--scale", str(tmp_path / "scale.json")]
    environment = os.environ | {"EDGE_HOME": str(tmp_path / "home")}
    process = subprocess.Popen([*command, "--out", str(out)], cwd=ROOT, env=environment,
                               stdout=subprocess.DEVNULL)  # fmt: skip
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if (out / NAME).exists() and (out / NAME).stat().st_size > 20_000:
            break
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = subprocess.run([*command, "--out", str(out), "--json"], cwd=ROOT, env=environment,
                          capture_output=True, check=True)  # fmt: skip
    assert json.loads(done.stdout)["summary"]["copies"] == 120
    kept = [json.loads(line)["result"]["id"] for line in (out / NAME).read_bytes().splitlines()]
    assert sorted(kept) == [f"{number:03}" for number in range(120)]
    assert len(list((out / "students").iterdir())) == 120


class _Tags(HTMLParser):
    """What a browser would see: tags and addresses."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attributes if name in ("href", "src")]


def written(tmp_path: Path) -> list[GradedCopy]:
    """A class of three, one hostile, one with a question open, in all files."""
    hostile = student_copy.of_json(
        {"id": "=1+1", "student": HOSTILE, "answers": {"Q1": HOSTILE + " light", "Q2": "9.8 m/s"}},
        name="x",
    )  # fmt: skip
    open_ = student_copy.of_json(
        {"id": "o", "student": "Zoé", "answers": {"Q1": "light", "Q2": "9.8 m/s"}}, name="x"
    )
    by = grader(
        ScriptedJudge("a", lambda phase, question, _: judged(1, evidence="light")),
        ScriptedJudge("b", lambda phase, question, _: judged(0 if question == "Q1" else 1, evidence="light")),
    )
    with ResultsFolder(tmp_path, by) as kept:
        made = [one for one in kept.grade([hostile]) if isinstance(one, GradedCopy)]
        made += [one for one in kept.grade([open_]) if isinstance(one, GradedCopy)]
        failed = [copies.UnreadCopy(id="bad", source=HOSTILE, error=HOSTILE)]
        export.write(tmp_path, kept, by.scale, failed)
    return made


def test_pages_run_nothing_and_load_nothing(tmp_path: Path) -> None:
    """Whatever a copy holds is text; a page links only to the pages beside it."""
    written(tmp_path)
    pages = [tmp_path / "index.html", *sorted((tmp_path / "students").iterdir())]
    assert len(pages) == 3
    for path in pages:
        page = path.read_text(encoding="utf-8")
        tags = _Tags(page)
        assert not {"script", "img", "link", "iframe", "object"} & set(tags.tags)
        assert "default-src 'none'" in page
        assert "&lt;script&gt;" in page or path.name.endswith("zoe.html")
        assert all(re.fullmatch(r"students/[\w-]+\.html", one) for one in tags.addresses)
    index = pages[0].read_text(encoding="utf-8")
    assert all((tmp_path / one).exists() for one in _Tags(index).addresses)


def test_the_table_is_safe_in_a_spreadsheet(tmp_path: Path) -> None:
    """A name that begins like a formula is text; an open question has no grade in it."""
    written(tmp_path)
    with (tmp_path / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["id"] == "'=1+1" and rows[0]["student"] == HOSTILE
    # Who has no grade is in the table too.
    assert (rows[2]["id"], rows[2]["Q1 status"], rows[2]["total"]) == ("bad", "not graded", "")
    assert len(rows) == 3
    assert (rows[1]["Q1"], rows[1]["Q1 status"], rows[1]["total"], rows[1]["so far"]) == (
        "",
        "disputed",
        "",
        "1",
    )


def test_the_table_of_a_french_class_opens_in_a_french_spreadsheet(tmp_path: Path) -> None:
    """Semicolons and decimal commas, in the words of its readers; a grade of 1.5 is no date and no text."""
    value = {"language": "fr", "questions": [{"id": "Q1", "text": "Où ?", "max": 3, "step": 0.5}]}
    judges = [ScriptedJudge(name, lambda *_: judged(1.5)) for name in "ab"]
    engines = EngineFactory(Settings(), lambda: pytest.fail("no search here"))
    by = CopyGrader(value, engines, judges)
    with ResultsFolder(tmp_path, by) as kept:
        list(kept.grade([copy(1)]))
        failed = [copies.UnreadCopy(id="c-2", student="Zoé Ng", error="blanche")]
        export.write(tmp_path, kept, by.scale, failed)
    lines = (tmp_path / "grades.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines[0] == "id;élève;source;Q1;Q1 état;total;jusqu’ici;maximum;ouvertes"
    assert lines[1].endswith(";1,5;réglé;1,5;1,5;3;")
    assert lines[2] == "c-2;Zoé Ng;;;non noté;;;;blanche"


def test_json_holds_everything(tmp_path: Path) -> None:
    """The summary, the results with their audits, and what could not be graded."""
    made = written(tmp_path)
    held = json.loads((tmp_path / "grades.json").read_bytes())
    assert [one["id"] for one in held["results"]] == [one.id for one in made]
    assert held["summary"]["copies"] == 2 and held["summary"]["open"] == 2
    assert held["failed"][0]["id"] == "bad"


def test_a_judge_that_always_gives_the_maximum_is_named() -> None:
    """It agrees with every generous judge, so only the class shows it."""
    by = grader(
        ScriptedJudge("kind", lambda _, question, __: judged(2 if question == "Q1" else 1)),
        ScriptedJudge("fair", lambda *_: judged(1)),
    )
    graded = [by.grade(copy(number)) for number in range(ENOUGH)]
    assert [reason.params["judge"] for reason in summary(graded).warnings] == ["kind (kind-model)"]
    assert summary(graded[:5]).warnings == []
