"""Where findings belong among the notes that there are: also where one pass, of rules, was enough."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import edge
from edge import paths
from edge.extract import filing
from edge.records import ContextItem, Extracted, Extraction
from edge.settings import ExtractSettings, Settings

CALL = "Il faudra rappeler Marc avant le 6 février 2026."


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of notes, and a home of one's own."""
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    paths.home.cache_clear()
    folder = tmp_path / "Notes"
    folder.mkdir()
    return folder


def note(folder: Path, title: str, kind: str = "") -> None:
    front = f"---\ntype: {kind}\n---\n" if kind else ""
    (folder / f"{title}.md").write_text(f"{front}# {title}\n\nRien de plus.\n", encoding="utf-8")


def read(folder: Path, body: str, **given: Any) -> Extracted:
    """A message through a session, as it ships, beside the notes alone."""
    message = {
        "id": "m1", "subject": "Nouvelles du chantier", "from": "Julie Martin <julie@acme.example>",
        "to": ["moi@maison.example"], "received_at": "2026-01-20T09:00:00+01:00",
        "body": f"Bonjour,\n\n{body}\n\nJulie", **given,
    }  # fmt: skip
    with edge.open(settings=Settings(extract=ExtractSettings(notes=str(folder)))) as opened:
        return opened.extract(message)


def of(result: Extracted, type: str) -> set[tuple[str | None, str]]:
    return {(it.note, it.note_action) for it in result.extractions if it.type == type}


def test_one_pass_of_rules_files_under_the_note_that_is_meant(notes: Path) -> None:
    """Settled after the blind pass, no model asked: "Marc" is "Marc Dupont", what is the sender's goes to the
    sender's note, and what was leaned on is told.
    """
    note(notes, "Marc Dupont")
    note(notes, "Julie Martin", "person")
    found = read(notes, f"{CALL} Je vous enverrai le plan jeudi 29 janvier 2026, comme convenu.")
    assert (len(found.passes), found.decision) == (1, "apply")
    assert of(found, "deadline") == {("Marc Dupont", "append")}
    assert of(found, "commitment") == {("Julie Martin", "append")}
    assert found.context.used == ["note: Julie Martin", "note: Marc Dupont"]


def test_a_name_that_opens_its_sentence_is_one(notes: Path) -> None:
    """Capitals open every sentence: a note on a person says that it is a name, for any type of finding."""
    note(notes, "Marc Dupont", "person")
    found = read(notes, "Marc enverra le devis mardi 27 janvier 2026.")
    assert {it.note for it in found.extractions} == {"Marc Dupont"}


@pytest.mark.parametrize(("title", "kind"), [("Contrat Dupont", ""), ("Marc Aurèle", "project")])
def test_a_word_that_opens_a_sentence_is_no_name_by_its_capital_alone(
    notes: Path, title: str, kind: str
) -> None:
    """A note that begins with it is not meant where the message writes the word small as well, or where the
    note is on no person.
    """
    note(notes, title, kind)
    found = read(notes, "Contrat à signer avant le 6 février 2026. Le contrat est prêt. Marc viendra jeudi.")
    assert title not in {it.note for it in found.extractions}


def test_where_two_could_be_meant_neither_is_taken_and_it_is_asked(notes: Path) -> None:
    """Unless the message says which one."""
    note(notes, "Marc Dupont")
    note(notes, "Marc Petit")
    found = read(notes, CALL)
    assert [one.kind for one in found.context.conflicts] == ["ambiguous"] and found.decision != "apply"
    assert of(found, "deadline") == {("Marc", "create")}
    told = read(notes, f"{CALL} Le numéro de Marc Petit est le 01 44 55 66 77.", id="m2")
    assert of(told, "deadline") == {("Marc Petit", "append")}


def test_a_model_s_name_is_completed_and_nothing_else_of_its_choice_changed() -> None:
    """What it filed under a name goes to the note of that name; what it filed nowhere, or switched off
    because a note says it already, stays so.
    """
    items = [ContextItem(kind="note", name=f"note: {it}", text="x") for it in ("Marc Dupont", "Acme")]
    given = [
        Extraction(type="fact", info="a", quote="Marc part", note="marc", note_action="create"),
        Extraction(type="fact", info="b", quote="Marc part", note="Lyon", note_action="create"),
        Extraction(type="fact", info="c", quote="Marc part", note="ACME", note_action="none"),
        Extraction(type="fact", info="d", quote="Marc part"),
    ]
    made, used = filing.completed(given, items)
    assert [(it.note, it.note_action) for it in made] == [
        ("Marc Dupont", "append"), ("Lyon", "create"), ("Acme", "none"), (None, "none"),
    ]  # fmt: skip
    assert used == {"note: Marc Dupont", "note: Acme"}
