"""Questions of an FAQ are the headings of their answers, however a file of whatever kind sets them."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

import edge

_ANSWERS = {
    "Can I change the date of my visit?": "Yes, until noon of the day before, at the desk or by letter.",
    "Where do I park?": "The yard behind the mill has forty places and two for wheelchairs.",
    "Is the café open in winter?": "It closes in November and opens again at Easter.",
    "Do you lend wheelchairs?": "Three of them stand at the entrance and cost nothing.",
}
#: Kind of file and how a question with its answer is set in it.
_SETTINGS = {
    "definitions.html": "<dl><dt>{q}</dt><dd>{a}</dd></dl>",
    "blocks.html": "<div class='question'>{q}</div><div class='answer'><p>{a}</p></div>",
    "breaks.html": "<p><strong>{n}. {q}</strong><br>{a}</p>",
    "items.html": "<ul><li><strong>{q}</strong><p>{a}</p></li></ul>",
    "numbered.md": "{n}. **{q}**\n\n   {a}\n\n",
    "blocks.md": "*{q}*\n\n{a}\n\n",
    "letters.pdf": "Q. {q}\nA. {a}\n\n",
    "numbered.pdf": "{n}. {q}\n{a}\n\n",
    "plain.txt": "{q}\n{a}\n\n",
}


def _file(path: Path, setting: str) -> Path:
    body = "".join(
        setting.format(n=n, q=question, a=answer) for n, (question, answer) in enumerate(_ANSWERS.items(), 1)
    )
    if path.suffix == ".html":
        path.write_text(f"<html><body><h1>Visits</h1>{body}</body></html>", encoding="utf-8")
    elif path.suffix == ".md":
        path.write_text(f"# Visits\n\n{body}", encoding="utf-8")
    elif path.suffix == ".txt":
        path.write_text(f"Visits\n\n{body}", encoding="utf-8")
    else:
        document = pymupdf.open()
        document.new_page().insert_text((72, 90), body.split("\n"), fontsize=10, lineheight=1.3)
        document.save(path, no_new_id=True)
        document.close()
    return path


@pytest.mark.parametrize("name", list(_SETTINGS))
def test_the_heading_of_an_answer_is_its_question(tmp_path: Path, name: str) -> None:
    """A list of definitions, blocks, items, numbers or letters: the question is cited."""
    path = _file(tmp_path / name, _SETTINGS[name])
    with edge.open(tmp_path / "k.db") as session:
        session.index([path])
        ((text,),) = session.library.db.execute("SELECT text FROM pages").fetchall()
        access = session.library.access(())
        number = session.library.db.execute("SELECT number FROM pages").fetchone()[0]
        cited = [
            access.place_of(name, number, at := text.index(answer), at + 5).heading.rpartition(" > ")[2]
            for answer in _ANSWERS.values()
        ]
    assert [heading.lstrip("Q1234. ") for heading in cited] == list(_ANSWERS)


@pytest.mark.parametrize(
    "text",
    [
        "- Who pays?\n- Who drives?\n- Who cooks?\n- Who cleans?\n\nAll of this is settled on Monday.\n",
        "1. Who pays?\n2. Who drives?\n3. Who cooks?\n\nAll of this is settled on Monday.\n",
        "Nobody knows who pays. And who drives? And who cooks?\n\n" * 4,
    ],
)
def test_questions_without_answers_are_no_headings(tmp_path: Path, text: str) -> None:
    """A list of questions, and those within a paragraph, name nothing."""
    (tmp_path / "a.md").write_text(f"# Work\n\n{text}", encoding="utf-8")
    with edge.open(tmp_path / "k.db") as session:
        session.index([tmp_path / "a.md"])
        assert [section.heading for section in session.library.document("a.md").sections] == ["Work"]
