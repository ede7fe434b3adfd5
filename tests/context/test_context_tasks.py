"""A task list around a message: JSON or Markdown, what it holds already, and lists that are none."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.context.finding import ContextFindings
from edge.context.lookup import lookup_terms
from edge.context.task_lists import tasks
from edge.context.tasks import Tasks
from edge.errors import UsageError
from edge.records import Extraction, Message, Proposal, Reason

MARKDOWN = """\
# À faire

- [ ] Envoyer le devis à Acme (due 2026-02-03)
- [x] Payer le loyer (échéance 05/02/2026)
* [ ] Call Marie Dupont by 2026-02-10
1. [ ] Relire le contrat 📅 2026-02-12
    - [ ] sous-tâche due:2026-02-13
- plain line
- [ ]
- [ ] Réserver la salle
"""


def write(folder: Path, text: str, name: str = "tasks.md") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def todo(info: str, day: str | None = None, **more: Any) -> Extraction:
    return Extraction(
        **{"type": "request", "info": info, "date": day, "task": True, "grounded": True, **more}
    )


def look(
    path: Path, *extractions: Extraction, subject: str = "", entities: tuple[str, ...] = (), most: int = 5
) -> ContextFindings:
    message = Message(
        id="1", sender="Anne <anne@gmail.com>", subject=subject, received_at="2026-01-20T09:00:00+01:00"
    )
    proposal = Proposal(extractions=list(extractions), entities=list(entities))
    return Tasks(path).look(proposal, lookup_terms(message, proposal), most)


def test_markdown_boxes(tmp_path: Path) -> None:
    """Every box with words is a task, wherever it stands; its day is read in French and English forms."""
    found, warnings = tasks(write(tmp_path, MARKDOWN))
    assert [(task.title, task.due, task.done) for task in found] == [
        ("Envoyer le devis à Acme", date(2026, 2, 3), False),
        ("Payer le loyer", date(2026, 2, 5), True),
        ("Call Marie Dupont", date(2026, 2, 10), False),
        ("Relire le contrat", date(2026, 2, 12), False),
        ("sous-tâche", date(2026, 2, 13), False),
        ("Réserver la salle", None, False),
    ]
    assert warnings == []


@pytest.mark.parametrize("wrapped", [False, True])
def test_json_lists(tmp_path: Path, wrapped: bool) -> None:
    """A list, or {"tasks": [...]}; times after the day are allowed, bare titles too; odd entries are told."""
    listed: list[Any] = [
        {"title": "Send the quote to Acme", "due": "2026-02-03T12:00:00Z", "done": False},
        {"title": "Payer  le loyer", "done": True},
        "Call Marie",
        {"title": "Sans jour", "due": "demain"},
        {"due": "2026-02-03"}, 7, None, {"title": "..."},
    ]  # fmt: skip
    path = write(tmp_path, json.dumps({"tasks": listed} if wrapped else listed), "tasks.json")
    found, warnings = tasks(path)
    assert [(task.title, task.due, task.done) for task in found] == [
        ("Send the quote to Acme", date(2026, 2, 3), False),
        ("Payer le loyer", None, True),
        ("Call Marie", None, False),
        ("Sans jour", None, False),
    ]
    assert warnings == [Reason("tasks_odd", {"file": str(path), "count": 5})]


@pytest.mark.parametrize("text", ["", "{", '{"a": 1}', "7", '"text"', "null", "[" * 100_000])
def test_json_that_is_no_list_is_named(tmp_path: Path, text: str) -> None:
    """The path and what to do, not a parser's trace."""
    path = write(tmp_path, text, "tasks.json")
    with pytest.raises(UsageError) as raised:
        look(path)
    assert str(path) in raised.value.message and raised.value.hint


def test_no_text_and_no_file(tmp_path: Path) -> None:
    """A binary file, a folder and a path with nothing are refused by name, the last two at once."""
    binary = tmp_path / "tasks.md"
    binary.write_bytes(b"\xff\x00- [ ] x")
    with pytest.raises(UsageError, match=r"tasks\.md is neither UTF-8 nor UTF-16"):
        look(binary)
    for path in (tmp_path, tmp_path / "nowhere.md"):
        with pytest.raises(UsageError, match="There is no task list at"):
            Tasks(path)


def test_names_then_days_then_words(tmp_path: Path) -> None:
    """Open tasks with a name come first, then those of the day, then two words of the subject; none twice."""
    path = write(tmp_path, MARKDOWN + "- [ ] Vérifier salle de réunion\n")
    found = look(
        path, todo("?", "2026-02-12"), subject="Réunion : quelle salle ?", entities=("Mme Marie Dupont",)
    )
    assert [item.text.split("\n")[0] for item in found.items] == [
        "Call Marie Dupont", "Relire le contrat", "Vérifier salle de réunion"
    ]  # fmt: skip
    assert found.conflicts == []
    assert (found.items[0].date, found.items[0].kind) == ("2026-02-10", "task")


def test_a_task_that_is_done_is_not_shown(tmp_path: Path) -> None:
    """It is over; it only counts when the very same would be made again."""
    assert look(write(tmp_path, MARKDOWN), entities=("loyer",)).items == []


@pytest.mark.parametrize(
    ("info", "day", "again"),
    [
        ("Envoyer un devis à Acme", "2026-02-03", True),
        ("envoyer devis ACME", None, True),
        ("Envoyer le devis à Acme", "2026-03-03", False),  # another day: another task
        ("Envoyer le devis à Beta Conseil", "2026-02-03", False),
        ("Payer le loyer", "2026-03-05", False),  # the one that is done was last month's
        ("Payer le loyer", "2026-02-05", True),
        ("Payer le loyer", None, False),
        ("Réserver", None, False),
        ("Réserver la salle", "2026-02-20", True),
    ],
)
def test_a_task_that_is_in_the_list(tmp_path: Path, info: str, day: str | None, again: bool) -> None:
    """Much the same words and no other day are a duplicate, which names the task that is shown."""
    found = look(write(tmp_path, MARKDOWN), todo(info, day))
    assert [conflict.kind for conflict in found.conflicts] == (["duplicate"] if again else [])
    if again:
        assert found.items[0].name == found.conflicts[0].items[0]
        assert found.conflicts[0].codes["text"][0].params["info"] == info


def test_numbers_tell_tasks_apart(tmp_path: Path) -> None:
    """Invoice 12 is not invoice 13."""
    path = write(tmp_path, "- [ ] Régler la facture Acme 12\n")
    assert look(path, todo("Régler la facture Acme 13")).conflicts == []
    assert len(look(path, todo("Régler la facture Acme n° 12")).conflicts) == 1


def test_only_grounded_tasks_repeat(tmp_path: Path) -> None:
    """A fact, or something invented, makes no task and so repeats none."""
    path = write(tmp_path, MARKDOWN)
    fact = todo("Réserver la salle", type="fact", task=False)
    assert look(path, fact, todo("Réserver la salle", grounded=False)).conflicts == []
    assert len(look(path, todo("Réserver la salle", type="deadline", task=False)).conflicts) == 1


def test_the_limit_holds_and_names_are_unique(tmp_path: Path) -> None:
    """Tasks of the same words have names of their own; what is beyond the limit is counted."""
    path = write(tmp_path, "- [ ] Rappeler Anne\n" * 7)
    found = look(path, entities=("Anne",), most=3)
    assert [item.name for item in found.items] == [
        "task: Rappeler Anne", "task: Rappeler Anne (2)", "task: Rappeler Anne (3)"
    ]  # fmt: skip
    assert found.dropped == 4


@given(st.text(max_size=200))
def test_no_text_breaks_the_markdown_reader(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """Whatever stands in a Markdown file, the boxes in it are tasks and nothing else is."""
    path = tmp_path_factory.getbasetemp() / "any.md"
    path.write_text(text + "\n- [ ] the last one\n", encoding="utf-8", errors="replace")
    found, _ = tasks(path)
    assert found[-1].title == "the last one" and len({task.name for task in found}) == len(found)


def test_a_todo_txt_is_a_task_list(tmp_path: Path) -> None:
    """Priority, days, project and values are no words of a task; "x " is done."""
    text = (
        "(A) 2026-03-02 Send the contract +Alpha @office due:2026-03-20\nx 2026-03-05 2026-03-02 Pay rent\n\n"
    )
    (send, rent), warnings = tasks(write(tmp_path, text, "todo.txt"))
    assert (send.title, send.project, send.due, send.done) == (
        "Send the contract @office", "Alpha", date(2026, 3, 20), False,
    )  # fmt: skip
    assert rent.done and rent.title == "Pay rent" and not warnings


def test_a_task_names_its_project_in_every_form(tmp_path: Path) -> None:
    """Also where passes are shown it."""
    path = write(tmp_path, "- [ ] Relire le devis +Alpha (due 2026-02-03) <!-- edge:3fa9c21b0d11 -->\n")
    assert tasks(path)[0][0].project == "Alpha" and tasks(path)[0][0].title == "Relire le devis"
    assert "project Alpha" in look(path, subject="relire le devis").items[0].text
    listed = write(tmp_path, json.dumps([{"title": "Relire", "project": "Alpha"}]), "tasks.json")
    assert tasks(listed)[0][0].project == "Alpha"


def test_a_task_of_that_day_and_those_words_is_settled(tmp_path: Path) -> None:
    """Nobody is asked; without a day, or with fewer words in common, somebody is."""
    path = write(tmp_path, "- [ ] Envoyer le devis à Acme (due 2026-02-03)\n- [ ] Réserver la grande salle\n")
    (sure,) = look(path, todo("Envoyer le devis à Acme", "2026-02-03", quote="q")).conflicts
    assert sure.settled and sure.quote == "q"
    (doubt,) = look(path, todo("Réserver la grande salle", "2026-02-03")).conflicts
    assert not doubt.settled and doubt.codes["options"]


def test_a_task_with_courtesy_around_it_is_settled(tmp_path: Path) -> None:
    """All of its words on its day are the task, whatever is said around them; on another day they are not."""
    path = write(tmp_path, "- [ ] Envoyer le rapport Alpha (due 2026-03-12)\n")
    asked = "Peux-tu envoyer le rapport Alpha pour le 12 mars ?"
    (known,) = look(path, todo(asked, "2026-03-12", quote="q")).conflicts
    assert known.settled
    assert not any(one.settled for one in look(path, todo(asked, "2026-03-19", quote="q")).conflicts)
