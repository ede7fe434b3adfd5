"""Copies: every format, whose they are, which part answers what; and what cannot be one copy."""

from __future__ import annotations

import json
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import CopyError
from edge.grade import answers, names, scale, student_copy
from edge.grade.copies import CopyReader, UnreadCopy
from edge.records import StudentCopy

TEXT = "Name: Ada Byron\n\nQ1. Light.\n\nQ2. Heat."


def by(*ids: str) -> scale.MarkingScale:
    return scale.read({"questions": [{"id": one, "text": "t", "max": 1} for one in ids]})


def pdf(path: Path, pages: list[str]) -> Path:
    """A PDF of text; an empty page is blank."""
    document = pymupdf.open()
    for text in pages:
        page = document.new_page()
        if text:
            page.insert_text((72, 72), text.splitlines())
    document.save(path)
    document.close()
    return path


def found(path: Path) -> list[StudentCopy | UnreadCopy]:
    with CopyReader(max_pages=5) as reader:
        return list(reader.read_all([path]))


def test_every_format_gives_the_same_copy(tmp_path: Path) -> None:
    """Text, Markdown, PDF and JSON differ in nothing that a judge reads."""
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "b.md").write_text(TEXT.replace("Q1.", "**Q1.**"), encoding="utf-8")
    pdf(tmp_path / "c.pdf", [TEXT])
    (tmp_path / "d.json").write_text(json.dumps({"id": "d", "text": TEXT}), encoding="utf-8")
    line = json.dumps({"id": "e", "student": "Ada Byron", "answers": {"1": "Light.", "q2": "Heat."}})
    (tmp_path / "e.jsonl").write_text(f"{line}\n\n", encoding="utf-8")
    read = found(tmp_path)
    assert [one.id for one in read] == ["a", "b", "c", "d", "e"]
    for one in read:
        assert isinstance(one, StudentCopy), one
        assert one.student == "Ada Byron"
        assert answers.find(one, by("Q1", "Q2")).texts == {"Q1": "Light.", "Q2": "Heat."}


def test_judges_do_not_read_the_name(tmp_path: Path) -> None:
    """Whose copy it is has no part in what it is worth, and does not leave with it."""
    copy = student_copy.of_text(TEXT, name="a")
    assert copy.student == "Ada Byron" and "Ada" not in copy.text and "Light." in copy.text


@pytest.mark.parametrize(
    ("text", "students"),
    [
        ("Name: Ada Byron\nQ1", ["Ada Byron"]),
        ("Nom : Durand   Prénom : Léa\nClasse : 3B", ["Léa Durand"]),
        ("Nom: Durand\nPrénom: Léa", ["Léa Durand"]),
        ("**Élève :** Léa Durand", ["Léa Durand"]),
        ("Student name: Bo, Date: 3 May", ["Bo"]),
        ("Name: Ada Byron\n\nname: ada BYRON", ["Ada Byron"]),
        ("Name:\nQ1. No name: none", []),
        ("My name is nobody.", []),
        ("Nom: Durand\nPrénom: Léa\n\nNom: Petit\nPrénom: Zoé", ["Léa Durand", "Zoé Petit"]),
    ],
)
def test_a_name_is_found_where_it_is_labelled(text: str, students: list[str]) -> None:
    """English and French, on one line or two; a name said twice is one."""
    assert names.in_pages([text]).students == students


def test_two_students_in_one_file_are_refused() -> None:
    """Nobody is given another's grade."""
    with pytest.raises(CopyError, match="2 students: 'Ada Byron' and 'Bo'"):
        student_copy.of_text("Name: Ada Byron\n1. x\nName: Bo\n1. y", name="a")


def test_a_copy_without_a_name_says_so() -> None:
    """It is graded, under its file's name."""
    copy = student_copy.of_text("Q1. Light.", name="file-7")
    assert (copy.id, copy.student) == ("file-7", "")
    assert [reason.code for reason in copy.codes["notes"]] == ["grade.no_name"]


def test_what_is_no_copy_says_why_and_costs_only_itself(tmp_path: Path) -> None:
    """Blank, a scan, too many pages, not a PDF, no JSON, wrong fields: each an error with its file."""
    (tmp_path / "blank.txt").write_text(" \n — \n", encoding="utf-8")
    pdf(tmp_path / "empty.pdf", ["", ""])
    pdf(tmp_path / "long.pdf", ["page"] * 9)
    (tmp_path / "false.pdf").write_bytes(b"hello")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    rows = ['{"id": 1}', "[]", '{"answers": {"Q1": 3}}', '{"text": "x", "answers": {}}', "nonsense"]
    (tmp_path / "rows.jsonl").write_text(
        "\n".join([*rows, '{"id": "ok", "text": "Q1. x"}']), encoding="utf-8"
    )
    read = found(tmp_path)
    failures = {one.id: one.error for one in read if isinstance(one, UnreadCopy)}
    assert set(failures) == {"blank", "empty", "long", "false", "broken", *(f"rows-{n}" for n in range(1, 6))}
    assert [one.id for one in read if isinstance(one, StudentCopy)] == ["ok"]
    assert "blank" in failures["blank"] and "9" in failures["long"]
    assert isinstance(found(tmp_path / "missing.txt")[0], UnreadCopy)


def test_labels_of_questions_are_not_lists_inside_answers() -> None:
    """Where questions are named Q1, a bare 1) is the student's own list; without such names it is a label."""
    ids = by("Q1", "Q2", "Q2a", "Q10")
    listed = student_copy.of_text("Q1. one\n1) a\n2) b\nQ2: two\nQ2a) three\nQ10 ten", name="a")
    assert answers.find(listed, ids).texts == {
        "Q1": "one\n1) a\n2) b",
        "Q2": "two",
        "Q2a": "three",
        "Q10": "ten",
    }
    bare = student_copy.of_text("1. one\n2. two\n10) ten 3.5", name="a")
    assert answers.find(bare, ids).texts == {"Q1": "one", "Q2": "two", "Q2a": "", "Q10": "ten 3.5"}
    worded = student_copy.of_text("Question n° 1 : un\nExercice 2 - deux", name="a")
    assert answers.find(worded, by("1", "2")).texts == {"1": "un", "2": "deux"}
    twice = answers.find(student_copy.of_text("Q1 a\nQ2 b\nQ1 c", name="a"), ids)
    assert twice.texts["Q1"] == "a\nc" and twice.twice == ("Q1",)
    free = answers.find(student_copy.of_text("light and heat", name="a"), ids)
    assert not free.labelled and set(free.texts.values()) == {"light and heat"}


@given(st.dictionaries(st.sampled_from(["Q1", "Q2", "Q3"]), st.text("abc xyz.\n", min_size=1, max_size=40)))
def test_labelled_answers_come_back(written: dict[str, str]) -> None:
    """Whatever stands under a label is that question's answer, and no other's."""
    given_ = {key: " ".join(text.split()) for key, text in written.items()}
    given_ = {key: text for key, text in given_.items() if text.strip(". ")}
    if not given_:
        return
    text = "\n".join(f"{key}: {text}" for key, text in given_.items())
    read = answers.find(student_copy.of_text(text, name="a"), by("Q1", "Q2", "Q3"))
    assert {key: text for key, text in read.texts.items() if text} == given_


ANSWERS = ["Sarajevo, 28 June", "50 mA", "Zola"]
FORM = scale.read(
    {
        "questions": [
            {"id": "1", "text": "Where and when was he shot?", "max": 1},
            {"id": "2", "text": "How large is the current?", "max": 1},
            {"id": "3", "text": "Who wrote Germinal?", "max": 1},
        ]
    }
)


@pytest.mark.parametrize(
    "labels",
    [
        "Q1. |2) |3) ", "1\n|2\n|3\n", "1st question: |2nd question: |3rd question: ", "① |② |③ ",
        "Première question : |Deuxième question : |Troisième question : ", "## 1\n|## 2\n|**3**\n",
        "Where and when was he shot?\n|How large is the current?\n|Who wrote Germinal?\n",
        "Question 1\n|How large is the current ?\n|3. ",
    ],
)  # fmt: skip
def test_labels_as_students_write_them(labels: str) -> None:
    """In words, in figures, alone in a line, mixed, or the question copied out: each answer is found, and no
    question is a nought for how its label was written.
    """
    text = "\n".join(label + answer for label, answer in zip(labels.split("|"), ANSWERS, strict=True))
    read = answers.find(student_copy.of_text(text, name="a"), FORM)
    assert (list(read.texts.values()), read.unsure) == (ANSWERS, ())


def test_a_form_in_a_table_is_read(tmp_path: Path) -> None:
    """A row of two cells, as in a Word form: the name beside its label, each answer beside its number."""
    rows = ["Name | Max Planck", *(f"{n} | {text}" for n, text in enumerate(ANSWERS, start=1))]
    copy = student_copy.of_text("\n".join(rows), name="a")
    assert copy.student == "Max Planck"
    assert list(answers.find(copy, FORM).texts.values()) == ANSWERS
    assert names.in_pages(["Nom | Prénom\nNom | Prénom | 1"]).students == []


@pytest.mark.parametrize(
    ("text", "unsure"),
    [
        ("Q1. Sarajevo\n1) June\n2) 50 mA\nQ3. Zola", ("2",)), ("1. Sarajevo 2. 50 mA\n3. Zola", ("2",)),
        ("Q1: Sarajevo Q2: 50 mA Q3: Zola", ("2", "3")),
        ("Q1. Sarajevo\n1) June\n2) 1914\nQ2. 50 mA\nQ3. Zola", ()),
        ("1. Sarajevo\n3. Zola", ()),
    ],
)  # fmt: skip
def test_what_may_be_a_label_is_told_as_unsure(text: str, unsure: tuple[str, ...]) -> None:
    """A number within another answer may be a label or a list: what stands behind it is kept for a person."""
    read = answers.find(student_copy.of_text(text, name="a"), FORM)
    assert read.unsure == unsure
    if "2" in unsure:
        assert read.texts["2"] == "50 mA"


def test_a_number_alone_in_a_line_may_be_an_answer() -> None:
    """Where labels have a mark, a bare number is none."""
    read = answers.find(student_copy.of_text("1.\n2\n2.\n3\n3. Zola", name="a"), FORM)
    assert list(read.texts.values()) == ["2", "3", "Zola"]
