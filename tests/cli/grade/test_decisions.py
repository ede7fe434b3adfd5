"""A person's grades go back in: the sheet is written, filled, read; totals and records take it over."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_fakes import Result, Run
from office import xlsx

SCALE = """
step = 0.5
[[questions]]
id = "Q1"
text = "Why is the sky blue?"
max = 2
model_answer = "Air scatters blue light more than red light."
[[questions]]
id = "Q2"
text = "What is the capital of Australia?"
max = 1
model_answer = "Canberra"
"""
CLASS = """name,Q1,Q2
Léa Durand,Air scatters blue light more than red light.,Canberra
Noé Martin,It mirrors the ocean,Sydney
Zoé Petit,Red passes better and blue comes from every side,Canberra
"""
Grade = Callable[..., Result]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture
def grade(run: Run, tmp_path: Path, out: Path) -> Grade:
    """`grade()`: the same command on the same class, `more` arguments behind it."""
    (tmp_path / "scale.toml").write_text(SCALE, encoding="utf-8")
    (tmp_path / "class.csv").write_text(CLASS, encoding="utf-8")

    def call(*more: str) -> Result:
        scale = str(tmp_path / "scale.toml")
        return run("grade", str(tmp_path / "class.csv"), "--scale", scale, "--out", str(out), *more)

    return call


def rows(out: Path) -> list[dict[str, str]]:
    text = (out / "decisions.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def fill(out: Path, **grades: str) -> list[dict[str, str]]:
    """Write grades into the sheet, by the first name of the student and the question: Noé_Q1="1"."""
    filled = rows(out)
    for one in filled:
        name = f"{one['student'].split()[0]}_{one['question']}"
        one["grade"] = grades.get(name, one["grade"])
    save(out / "decisions.csv", filled)
    return filled


def save(path: Path, filled: list[dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(filled[0]))
        table.writeheader()
        table.writerows(filled)


def kept(out: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (out / "decisions.jsonl").read_bytes().splitlines()]


def results(out: Path) -> dict[str, dict[str, object]]:
    return {one["student"]: one for one in json.loads((out / "grades.json").read_bytes())["results"]}


def test_what_is_open_is_on_the_sheet_and_what_is_filled_is_the_grade(grade: Grade, out: Path) -> None:
    """From the pile to the list of marks: a row an open answer with what was expected and given, an empty
    cell, and why; filled and run again, the totals and every record hold it, and say whose it is.
    """
    assert "2 answers wait for your grade" in grade().out
    first = rows(out)
    assert [(one["student"], one["question"], one["grade"]) for one in first] == [
        ("Noé Martin", "Q1", ""), ("Zoé Petit", "Q1", ""),
    ]  # fmt: skip
    assert first[0]["answer"] == "It mirrors the ocean" and "blue light" in first[0]["expected"]
    assert "other words" in first[0]["why it is here"] and first[0]["max"] == "2"
    fill(out, Noé_Q1="0", Zoé_Q1="1,5")
    done = grade()
    assert done.code == 0 and "2 of your decisions taken in" in done.out and "open questions" not in done.out
    zoe = results(out)["Zoé Petit"]
    question = zoe["questions"]["Q1"]  # type: ignore[index]
    assert (zoe["total"], question["grade"], question["method"]) == (2.5, 1.5, "person")
    assert question["decision"]["stands"] and question["audit"]["method"] != "person"
    assert "by a person" in (out / "grades.csv").read_text(encoding="utf-8-sig")
    assert "2 answers graded by a person" in (out / "index.html").read_text(encoding="utf-8")
    assert "a person decided" in next((out / "students").glob("0003-*")).read_text(encoding="utf-8")


def test_a_sheet_can_be_read_again(grade: Grade, out: Path) -> None:
    """The same command, again and again, changes nothing: no line more, the same sheet, the same grades."""
    grade()
    fill(out, Noé_Q1="0", Zoé_Q1="1.5")
    grade()
    before = [(out / name).read_bytes() for name in ("decisions.jsonl", "decisions.csv", "grades.csv")]
    grade("--decisions", str(out / "decisions.csv"))
    assert before == [(out / one).read_bytes() for one in ("decisions.jsonl", "decisions.csv", "grades.csv")]


def test_a_later_word_replaces_an_earlier_and_an_older_sheet_does_not(
    grade: Grade, out: Path, tmp_path: Path
) -> None:
    """What is changed on the sheet counts; a sheet from before that is told and left, "?" takes it back."""
    grade()
    old = fill(out, Zoé_Q1="1.5")
    save(tmp_path / "old.csv", old)
    grade()
    fill(out, Zoé_Q1="2")
    grade()
    done = grade("--decisions", str(tmp_path / "old.csv"))
    assert done.code == 1 and "older than the decision, which is 2" in done.err
    assert results(out)["Zoé Petit"]["total"] == 3
    fill(out, Zoé_Q1="?")
    grade()
    assert results(out)["Zoé Petit"]["total"] is None and rows(out)[-1]["grade"] == ""


def test_a_settled_grade_is_overruled_and_counted(grade: Grade, out: Path, tmp_path: Path) -> None:
    """A table of the teacher's own, by name and question: it stands, and the report says how often both gave
    the same, and how much more or less.
    """
    (tmp_path / "mine.csv").write_text("Name,Question,Mark\nLéa Durand,q1,1\nDurand Léa,Q2,1\n", "utf-8")
    done = grade("--decisions", str(tmp_path / "mine.csv"), "--json").json
    assert done["summary"]["agreement"] == {"compared": 2, "equal": 1, "mean_difference": -0.25}
    assert (done["summary"]["decided"], done["summary"]["overruled"]) == (2, 1)
    assert "1 the same, 1 overruled" in (out / "index.html").read_text(encoding="utf-8")
    assert results(out)["Léa Durand"]["total"] == 2
    page = next((out / "students").glob("0001-*")).read_text(encoding="utf-8")
    assert "the judges had settled on 2" in page


def test_a_sample_shows_no_grade(grade: Grade, out: Path) -> None:
    """Settled answers drawn by chance, the same in each run, without what was settled: that would sway."""
    grade("--sample", "2")
    drawn = [one for one in rows(out) if "by chance" in one["why it is here"]]
    assert len(drawn) == 2 and all(one["grade"] == "" for one in drawn)
    grade("--sample", "3")
    more = [one["key (leave it)"] for one in rows(out) if "by chance" in one["why it is here"]]
    assert len(more) == 3 and {one["key (leave it)"] for one in drawn} <= set(more)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Nobody,Q1,1", "no copy of this run is Nobody’s"),
        ("Léa Durand,Q7,1", "“Q7” is no question of the scale: Q1, Q2"),
        ("Léa Durand,Q1,3", "3 is no grade of Q1: 0 to 2 in steps of 0.5"),
        ("Léa Durand,Q1,1.3", "1.3 is no grade of Q1"),
        ("Léa Durand,Q1,-1", "“-1” is no grade of Q1"),
        ("Léa Durand,Q1,1/4", "“1/4” is no grade of Q1"),
        ("Léa Durand,Q1,good", "“good” is no grade of Q1"),
    ],
)
def test_a_row_that_cannot_be_is_named(grade: Grade, out: Path, tmp_path: Path, line: str, says: str) -> None:
    """With its file, row, student and question; the other rows are taken in, and the exit code says so."""
    (tmp_path / "mine.csv").write_text(f"name,question,grade\n{line}\nNoé Martin,Q1,0\n", "utf-8")
    done = grade("--decisions", str(tmp_path / "mine.csv"))
    assert done.code == 1 and f"{tmp_path / 'mine.csv'}, row 2" in done.err
    assert says.casefold() in done.err.casefold()
    assert [one["student"] for one in kept(out)] == ["Noé Martin"]
    assert "Traceback" not in done.err


def test_what_was_typed_wrong_is_not_lost(grade: Grade, out: Path) -> None:
    """The sheet is written anew with what stood in it, the reason beside it, and comments that wait."""
    grade()
    filled = fill(out, Noé_Q1="7")
    filled[1]["comment"] = "ask her"
    filled.append(dict.fromkeys(filled[0], "") | {"student": "X", "question": "Q1", "grade": "1"})
    save(out / "decisions.csv", filled)
    for _ in range(2):
        assert grade().code == 1
        noe, zoe, other = rows(out)
        assert noe["grade"] == "7" and "no grade of Q1" in noe["why it is here"]
        assert zoe["comment"] == "ask her" and (other["student"], other["grade"]) == ("X", "1")


def test_an_answer_that_changed_is_open_again(grade: Grade, out: Path, tmp_path: Path) -> None:
    """A decision is of the answer that was read: for another it does not stand, nor does a sheet for it."""
    grade()
    fill(out, Zoé_Q1="1.5")
    grade()
    stale = fill(out, Noé_Q1="0")
    table = tmp_path / "class.csv"
    text = CLASS.replace("It mirrors the ocean", "Dust").replace("every side", "all sides at once")
    table.write_text(text, encoding="utf-8")
    save(out / "decisions.csv", stale)
    done = grade()
    assert done.code == 1 and "another answer than the one in the copy now" in done.err
    zoe = results(out)["Zoé Petit"]
    question = zoe["questions"]["Q1"]  # type: ignore[index]
    assert zoe["total"] is None and question["decision"]["stands"] is False
    assert "1 decision is of another answer" in (out / "index.html").read_text(encoding="utf-8")
    why = {one["student"]: one["why it is here"] for one in rows(out)}
    assert "1.5 / 2 for another answer" in why["Zoé Petit"]
    table.write_text(CLASS, encoding="utf-8")
    grade()
    assert results(out)["Zoé Petit"]["total"] == 2.5


def test_a_row_that_moves_keeps_its_student(grade: Grade, out: Path, tmp_path: Path) -> None:
    """Ids of a table without ids are numbers of rows: a student above the others moves no decision."""
    grade()
    fill(out, Zoé_Q1="1.5")
    grade()
    head, rest = CLASS.split("\n", 1)
    (tmp_path / "class.csv").write_text(f"{head}\nAda Abel,Air,Sydney\n{rest}", encoding="utf-8")
    grade()
    assert results(out)["Zoé Petit"]["total"] == 2.5


def test_columns_sorted_apart_are_told(grade: Grade, out: Path) -> None:
    """A key that is another student's: nobody gets somebody else's grade."""
    grade()
    filled = rows(out)
    filled[0]["key (leave it)"], filled[1]["key (leave it)"] = (
        filled[1]["key (leave it)"], filled[0]["key (leave it)"],
    )  # fmt: skip
    filled[0]["grade"] = "2"
    save(out / "decisions.csv", filled)
    done = grade()
    assert done.code == 1 and "sorted apart" in done.err and not (out / "decisions.jsonl").exists()


def test_a_sheet_saved_as_a_workbook_is_read(grade: Grade, out: Path, tmp_path: Path) -> None:
    """XLSX, as spreadsheets save it, with numbers in its cells and without the letters of the header."""
    grade()
    filled = rows(out)
    filled[0]["grade"] = "0"
    cells: list[list[object]] = [list(filled[0]), *(list(one.values()) for one in filled)]
    cells[1][8] = 0
    cells[2][8] = 1.5
    (tmp_path / "mine.xlsx").write_bytes(xlsx({"Sheet": cells}))
    assert grade("--decisions", str(tmp_path / "mine.xlsx")).code == 0
    assert [one["grade"] for one in kept(out)] == [0, 1.5]


def test_a_file_that_is_no_sheet_is_an_error_before_anything_is_graded(
    grade: Grade, run: Run, out: Path, tmp_path: Path
) -> None:
    """Columns that are none, a kind that is no table, no folder: named, with the next step."""
    (tmp_path / "x.csv").write_text("a,b\n1,2\n", "utf-8")
    done = grade("--decisions", str(tmp_path / "x.csv"))
    assert done.code == 2 and "Theirs: a, b" in done.err and not (out / "grades.csv").exists()
    assert grade("--decisions", str(tmp_path / "scale.toml")).code == 2
    assert grade("--decisions", str(tmp_path / "none.csv")).code == 2
    done = run("grade", "-", "--scale", str(tmp_path / "scale.toml"), "--decisions", "x.csv")
    assert done.code == 2 and "--out" in done.err


def test_a_sheet_that_was_spoilt_is_told_and_left(grade: Grade, out: Path) -> None:
    """Nothing is written over it; moved away, it is written anew. An emptied one is written anew at once."""
    grade()
    (out / "decisions.csv").write_text("my notes", encoding="utf-8")
    done = grade()
    assert done.code == 2 and "move it away" in done.err
    assert (out / "decisions.csv").read_text("utf-8") == "my notes"
    (out / "decisions.csv").write_text("\n", encoding="utf-8")
    assert grade().code == 0 and len(rows(out)) == 2


def test_a_decided_copy_is_not_judged_again(grade: Grade, out: Path) -> None:
    """What was absent is asked for again in every run, until a person decided it."""
    grade()
    assert "1 of them from earlier runs" in grade().out
    fill(out, Noé_Q1="0", Zoé_Q1="1")
    grade()
    assert "3 of them from earlier runs" in grade().out


def test_alike_answers_are_a_hint_that_was_asked_for(
    grade: Grade, run: Run, out: Path, tmp_path: Path
) -> None:
    """Off unless asked; then both passages stand on the page of the class and in the JSON, and no grade is
    another; what the course says does not count.
    """
    copied = (
        "The light of the sun meets tiny bits of gas and they push the short waves about in all directions, "
        "so wherever you look some of it comes down to your eye"
    )
    grade()
    text = CLASS.replace("It mirrors the ocean", f'"{copied}"').replace(
        "Red passes better", f'"{copied} yes"#'
    )
    text = "\n".join(
        line.partition("#")[0] + ",Canberra" if "#" in line else line for line in text.splitlines()
    )
    (tmp_path / "class.csv").write_text(text, encoding="utf-8")
    plain = grade("--json").json
    assert "alike" not in plain and "nearly alike" not in (out / "index.html").read_text("utf-8")
    made = grade("--alike", "--json").json
    (pair,) = made["alike"]
    assert (pair["question"], pair["first"]["student"], pair["second"]["student"]) == (
        "Q1", "Noé Martin", "Zoé Petit",
    )  # fmt: skip
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "a hint, no verdict" in page.casefold() and page.count(f"<mark>{copied}</mark>") == 2
    assert made["summary"] == plain["summary"]
    assert json.loads((out / "grades.json").read_bytes())["alike"] == made["alike"]
    (tmp_path / "course.md").write_text(f"# Light\n\n{copied}.\n", encoding="utf-8")
    assert "no two long answers" in grade("--alike", "--course", str(tmp_path / "course.md")).out
    assert grade("--course", "x.md").code == 2 and grade("--alike", "--course", "x.md").code == 2
    assert run("grade", "-", "--scale", str(tmp_path / "scale.toml"), "--alike").code == 2
