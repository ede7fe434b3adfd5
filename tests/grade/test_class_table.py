"""A class in a table: a copy a row, whoever exported it; and tables that do not say which column is what."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from office import xlsx

from edge.grade import copies, scale
from edge.grade.copies import CopyReader, UnreadCopy
from edge.records import StudentCopy

QUESTIONS = scale.read(
    {
        "questions": [
            {"id": "Q1", "text": "What is photosynthesis?", "max": 1},
            {"id": "Q2", "text": "Que produit la plante ?", "max": 1},
        ]
    }
).questions
ANSWERS = {"Q1": "Light makes sugar.", "Q2": "Du sucre, de l'oxygène"}


def found(path: Path, without: Path | None = None) -> list[StudentCopy | UnreadCopy]:
    with CopyReader(questions=QUESTIONS) as reader:
        return list(reader.read_all([path], without))


def read(path: Path, text: str, encoding: str = "utf-8") -> list[StudentCopy | UnreadCopy]:
    path.write_bytes(text.encode(encoding))
    return found(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize(
    "header",
    [
        "Nom;Prénom;Q1;Q2",
        "Surname;First name;Question 1;Question 2",
        "Nom de famille;Prénom(s);Response 1;Réponse 2",
        "Last name;First name;What is photosynthesis?;2. Que produit la plante ?",
        "NOM;PRENOM;Q1 (1 pt);Q2 (1,5 points)",
    ],
)
def test_a_row_is_a_copy(tmp_path: Path, header: str, encoding: str) -> None:
    """Columns are known by the question's id or its text, and by what asks for a name, in any encoding; the
    name is no part of what judges read.
    """
    text = f'{header}\nDurand;Léa;{ANSWERS["Q1"]};"{ANSWERS["Q2"]}"\nPetit;Zoé;;Rien\n'
    one, other = read(tmp_path / "3b.csv", text, encoding)
    assert isinstance(one, StudentCopy) and isinstance(other, StudentCopy)
    assert (one.id, one.student, one.answers) == ("3b-1", "Léa Durand", ANSWERS)
    assert "Durand" not in one.text
    assert (other.student, other.answers) == ("Zoé Petit", {"Q1": "", "Q2": "Rien"})


def test_a_sheet_is_read_as_a_table_is(tmp_path: Path) -> None:
    """Lines above the header, sheets of other things and an empty row among the students change nothing; a
    row that stands alone behind one is not lost in silence.
    """
    path = tmp_path / "class.xlsx"
    rows = [["Contrôle 2"], ["ID", "Élève", "Q1", "Q2"], ["7", "Léa Durand", *ANSWERS.values()], [],
            ["8", "Zoé Petit", "37", "x"], ["9", "Bo", "a", "b"]]  # fmt: skip
    path.write_bytes(xlsx({"Barème": [["Question", "Points"], ["un", "1"]], "3B": rows}))
    copies_ = [one for one in found(path) if isinstance(one, StudentCopy)]
    assert [(one.id, one.student) for one in copies_] == [
        ("7", "Léa Durand"),
        ("8", "Zoé Petit"),
        ("9", "Bo"),
    ]
    assert copies_[0].answers == ANSWERS and copies_[1].answers == {"Q1": "37", "Q2": "x"}
    path.write_bytes(xlsx({"3B": rows[:-1]}))
    (left,) = [one for one in found(path) if isinstance(one, UnreadCopy)]
    assert "an empty row" in left.error


def test_an_answer_beside_its_question_is_the_answer(tmp_path: Path) -> None:
    """Learning platforms export the question's text in a column of its own."""
    (one,) = read(tmp_path / "a.csv", "Name,Question 1,Response 1,Q2\nAda,What is it?,Light,Sugar\n")
    assert isinstance(one, StudentCopy) and one.answers == {"Q1": "Light", "Q2": "Sugar"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Name,Mark\nAda,3\n", "No column of .* Its columns: Name, Mark"),
        ("Name,Q1\nAda,light\n", "no column for Q2"),
        ("Name,Q1,Q 1,Q2\nAda,a,b,c\n", "2 columns for Q1"),
        ("", "cannot be read: empty"),
    ],
)
def test_a_table_that_does_not_say_what_answers_what_is_refused(tmp_path: Path, text: str, said: str) -> None:
    """Nobody is given nothing for a question because its column has another name."""
    (one,) = read(tmp_path / "a.csv", text)
    assert isinstance(one, UnreadCopy) and re.search(said, one.error)


def test_a_blank_row_names_its_student(tmp_path: Path) -> None:
    """It costs itself, and the teacher reads whose it is."""
    one, other = read(tmp_path / "a.csv", "Name,Q1,Q2\nAda,,\nBo,light,\n")
    assert isinstance(one, UnreadCopy) and "(Ada) is blank" in one.error
    assert isinstance(other, StudentCopy) and other.student == "Bo"


def test_json_that_answers_other_questions_is_refused(tmp_path: Path) -> None:
    """Answers under names that the scale has not are no blank copy."""
    path = tmp_path / "a.jsonl"
    lines = [{"student": "Ada", "answers": {"Frage": "Licht"}}, {"student": "Bo", "answers": {"1": "light"}}]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    one, other = found(path)
    assert isinstance(one, UnreadCopy) and "'Frage': no question of the scale" in one.error
    assert isinstance(other, StudentCopy)


def test_what_was_meant_as_a_copy_is_not_passed_over(tmp_path: Path) -> None:
    """Documents of text are copies; what nobody reads is told with what to do; other files are none, and so
    is a folder of results that lies among them.
    """
    (tmp_path / "a.html").write_text("<p>Name: Ada</p><p>Q1. Light</p>", encoding="utf-8")
    for name in ("b.doc", "c.heic", "scale.toml"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "grades.csv").write_text("id,Q1,Q2\n1,1,1\n", encoding="utf-8")
    one, *left = found(tmp_path, tmp_path / "out")
    assert isinstance(one, StudentCopy) and one.student == "Ada"
    hints = {Path(it.source).name: it.hint for it in left if isinstance(it, UnreadCopy)}
    assert hints == {"b.doc": "Save a copy as .docx.", "c.heic": "Save it as .jpg."}
    assert {".docx", ".odt", ".rtf", ".csv", ".xlsx"} <= copies.SUFFIXES
