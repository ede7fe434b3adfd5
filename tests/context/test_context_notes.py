"""A folder of notes around a message: titles before words, names that two notes could have, broken files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from edge import paths
from edge.context.finding import ContextFindings
from edge.context.lookup import lookup_terms
from edge.context.note_head import note_head
from edge.context.notes import Notes
from edge.errors import StorageError, UsageError
from edge.records import Extraction, Message, Proposal

NOTES = {
    "Projet Alpha.md": "# Projet Alpha\n\nLe budget est de 12 000 €. Chef de projet : Hélène.\n",
    "clients/acme.md": "# Acme Industries\n\nContact principal : Paul Martin. Facturation en fin de mois.\n",
    "personnes/Marie Dupont.md": "# Marie Dupont\n\nComptable chez Acme.\n",
    "personnes/Marie Durand.md": "# Marie Durand\n\nArchitecte du chantier de Sète.\n",
    "Jardin.md": "Le composteur se vide en mars. Prévenir Hélène.\n",
}


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The user's folder of this test."""
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    paths.home.cache_clear()
    yield tmp_path / "home"
    paths.home.cache_clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in NOTES.items():
        path = tmp_path / "mes notes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "mes notes"


def look(
    notes: Notes, *entities: str, subject: str = "", body: str = "", sender: str = "x@gmail.com",
    most: int = 5, note: str | None = None,
) -> ContextFindings:  # fmt: skip
    message = Message(
        id="1", sender=sender, subject=subject, body=body, received_at="2026-01-20T09:00:00+01:00"
    )
    extractions = [Extraction(type="fact", info="?", note=note)] if note else []
    proposal = Proposal(entities=list(entities), extractions=extractions)
    return notes.look(lookup_terms(message, proposal), most)


def names(found: ContextFindings) -> list[str]:
    return [item.name for item in found.items]


def test_a_title_beats_words(folder: Path) -> None:
    """The note with the name as its title comes first, though others hold the word more often."""
    (folder / "divers.md").write_text("# Divers\n\n" + "projet Alpha, projet Alpha. " * 20, encoding="utf-8")
    found = look(Notes(folder), "projet ALPHA")
    assert names(found) == ["note: Projet Alpha", "note: Divers"]
    assert "12 000 €" in found.items[0].text
    assert found.items[0].score == 1.0 > found.items[1].score > 0


def test_part_of_a_title_and_the_file_name_count(folder: Path) -> None:
    """A name inside a title, a title inside a name, and the file's own name all find the note."""
    notes = Notes(folder)
    assert names(look(notes, "Acme"))[0] == "note: Acme Industries"
    assert names(look(notes, "Acme Industries France"))[0] == "note: Acme Industries"
    assert names(look(notes, "jardin"))[0] == "note: Jardin"


def test_a_name_in_a_note_finds_it(folder: Path) -> None:
    """Accents and case do not matter; a note that only shares a common word stays out."""
    assert set(names(look(Notes(folder), "HELENE"))) == {"note: Projet Alpha", "note: Jardin"}
    assert names(look(Notes(folder), subject="le mois")) == []


def test_words_of_the_subject_find_what_no_name_does(folder: Path) -> None:
    """Two words of the subject are enough."""
    assert names(look(Notes(folder), subject="Re: composteur en mars")) == ["note: Jardin"]


def test_the_sender_and_the_target_note_are_looked_for(folder: Path) -> None:
    """The sender's organisation is a name, and so is the note that an extraction wants to go to."""
    assert "note: Acme Industries" in names(look(Notes(folder), sender="P. <paul@mail.acme.example>"))
    for note in ("Jardin", "note: Jardin"):
        found = look(Notes(folder), note=note).items[0]
        assert (found.name, found.score) == ("note: Jardin", 1.0)


# --- names that two notes could have -----------------------------------------------------------------


def test_a_name_that_two_notes_could_have_is_told(folder: Path) -> None:
    """ "Marie" is Marie Dupont or Marie Durand: the conflict names both, and both are shown."""
    found = look(Notes(folder), "Marie")
    (conflict,) = found.conflicts
    assert conflict.kind == "ambiguous" and conflict.codes["text"][0].params["name"] == "Marie"
    assert conflict.items == ["note: Marie Dupont", "note: Marie Durand"]
    assert set(conflict.items) <= set(names(found))


@pytest.mark.parametrize(
    ("entities", "body"),
    [
        (("Marie Dupont",), ""),  # said in full
        (("Marie",), "Bonjour, Marie Durand a signé."),  # the message says which
        (("Marie", "Marie Dupont"), "Marie Dupont"),
        (("Hélène",), ""),  # in two notes, but no title
        (("Acme",), ""),  # one note
        (("Paul",), ""),
    ],
)
def test_a_name_that_is_clear_is_no_conflict(folder: Path, entities: tuple[str, ...], body: str) -> None:
    """What the message says in full is not ambiguous, nor is what only one title can mean."""
    assert look(Notes(folder), *entities, body=body).conflicts == []


def test_subjects_under_one_name_are_no_rivals(folder: Path) -> None:
    """Two notes on one matter are not two matters of one name."""
    for name in ("Acme - contrat", "Acme - factures", "Acme contrat 2025", "Acme 2026", "Voyage à Acme"):
        (folder / f"{name}.md").write_text("Texte.\n", encoding="utf-8")
    assert look(Notes(folder), "Acme").conflicts == []


def test_who_merely_writes_is_not_ambiguous(folder: Path) -> None:
    """The sender is known by the address; only names that a pass found can be in doubt."""
    notes = Notes(folder)
    assert look(notes, sender="Marie <marie@gmail.com>").conflicts == []
    assert look(notes, "Marie", sender="Marie <marie@gmail.com>").conflicts == []


# --- limits, names, files ----------------------------------------------------------------------------


def test_the_limit_holds_and_the_rest_is_counted(folder: Path) -> None:
    """At most so many notes, the best ones; the others are counted."""
    for n in range(9):
        (folder / f"Chantier {n}.md").write_text("Chantier en cours.\n", encoding="utf-8")
    found = look(Notes(folder), "chantier", most=4)
    assert len(found.items) == 4 and found.dropped >= 5
    assert all(item.text for item in found.items)


def test_names_are_unique_and_stable(folder: Path) -> None:
    """Two notes of one title have names of their own, the same at every look and in every session."""
    for place in ("a", "b"):
        (folder / place).mkdir()
        (folder / place / "Réunion.md").write_text(f"Réunion {place}.\n", encoding="utf-8")
    notes = Notes(folder)
    first = {item.source: item.name for item in look(notes, "Réunion").items}
    assert sorted(first.values()) == ["note: Réunion", "note: Réunion (2)"]
    notes.close()
    assert {item.source: item.name for item in look(notes, "Réunion").items} == first
    assert {item.source: item.name for item in look(Notes(folder), "Réunion").items} == first


def test_texts_are_short_and_show_no_path(folder: Path) -> None:
    """A long note is cut, and says so; its path is its source alone."""
    (folder / "Long.md").write_text("# Long\n\n" + "Phrase sans fin. " * 500, encoding="utf-8")
    item = look(Notes(folder), "Long").items[0]
    assert len(item.text) <= 600 and item.text.endswith("[…]")
    assert item.source == "Long.md" and str(folder) not in item.text


def test_what_changed_is_seen_by_the_next_session(folder: Path) -> None:
    """New, changed and deleted notes; nothing else is read again."""
    with_old = Notes(folder)
    assert names(look(with_old, "Jardin")) == ["note: Jardin"]
    with_old.close()
    (folder / "Jardin.md").unlink()
    (folder / "Serre.md").write_text("La serre du jardin.\n", encoding="utf-8")
    fresh = Notes(folder)
    assert names(look(fresh, "Jardin")) == ["note: Serre"]
    assert names(look(fresh, "Serre")) == ["note: Serre"]


def test_a_broken_note_is_told_and_the_others_are_there(folder: Path) -> None:
    """One file that cannot be read costs that file."""
    (folder / "broken.md").write_bytes(b"\x00\x01\x02\xff" * 500)
    notes = Notes(folder)
    assert names(look(notes, "Jardin")) == ["note: Jardin"]
    assert len(notes.warnings) == 1 and "broken.md" in str(notes.warnings[0])


@pytest.mark.parametrize("name", [None, "empty.md", "image.png", ".hidden.md"])
def test_a_folder_without_notes_is_no_error(tmp_path: Path, name: str | None) -> None:
    """Nothing is found in it; what could not be read is told."""
    (tmp_path / "vide").mkdir()
    if name:
        (tmp_path / "vide" / name).write_bytes(b"")
    notes = Notes(tmp_path / "vide")
    assert look(notes, "Marie") == ContextFindings()
    assert len(notes.warnings) == (1 if name == "empty.md" else 0)


def test_no_folder_is_refused_at_once(tmp_path: Path) -> None:
    """A path with nothing, or a file: named before the first message."""
    (tmp_path / "file.md").write_text("x", encoding="utf-8")
    for path in (tmp_path / "nowhere", tmp_path / "file.md"):
        with pytest.raises(UsageError, match="There is no folder of notes at"):
            Notes(path)


def test_a_damaged_index_is_made_anew(folder: Path, own_home: Path) -> None:
    """It is a copy: the notes themselves are there."""
    first = Notes(folder)
    look(first, "Jardin")
    first.close()
    (database,) = own_home.glob("notes-*.db")
    data = bytearray(database.read_bytes())
    data[5_000:5_100] = b"\xff" * 100
    database.write_bytes(data)
    assert names(look(Notes(folder), "Jardin")) == ["note: Jardin"]


def test_an_index_in_use_is_read_as_it_was(folder: Path, own_home: Path) -> None:
    """Another edge that indexes the same notes is not waited for: the last state is shown, and told so."""
    from filelock import FileLock

    first = Notes(folder)
    look(first, "Jardin")
    first.close()
    (database,) = own_home.glob("notes-*.db")
    (folder / "Serre.md").write_text("La serre du jardin.\n", encoding="utf-8")
    with FileLock(f"{database}.lock"):
        notes = Notes(folder)
        assert names(look(notes, "Jardin")) == ["note: Jardin"]
        assert len(notes.warnings) == 1 and notes.warnings[0].code == "notes_outdated"


def test_a_home_that_cannot_be_made_is_named(folder: Path, own_home: Path) -> None:
    """Without any index there is nothing to show: an error that says where it wanted to write."""
    own_home.write_text("a file stands where the folder should be", encoding="utf-8")
    with pytest.raises(StorageError, match="home"):
        look(Notes(folder), "Jardin")


def test_looking_again_does_not_index_again(folder: Path, own_home: Path) -> None:
    """The folder is brought up to date once a session."""
    notes = Notes(folder)
    look(notes, "Jardin")
    (database,) = own_home.glob("notes-*.db")
    before = database.stat()
    (folder / "Serre.md").write_text("La serre du jardin.\n", encoding="utf-8")
    assert names(look(notes, "Jardin")) == ["note: Jardin"]
    assert (database.stat().st_mtime_ns, database.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_what_two_notes_say_already_is_told_and_not_asked(folder: Path) -> None:
    """The sum of the budget stands in the note of the project and in one that no name finds."""
    (folder / "Finances.md").write_text(
        "# Finances\n\nAlpha : budget de 12 000 € au total.\n", encoding="utf-8"
    )
    found = _said(folder, "Budget : 12 000 €", amount=12000.0, type="amount", currency="EUR")
    (conflict,) = found.conflicts
    assert conflict.settled and conflict.kind == "duplicate" and not conflict.codes.get("options")
    assert set(conflict.items) == {"note: Projet Alpha", "note: Finances"} <= set(names(found))
    assert conflict.quote == "Budget : 12 000 €"


def test_another_thing_of_that_sum_or_an_ungrounded_one_is_no_duplicate(folder: Path) -> None:
    """A sum counts beside a word of what it is about."""
    assert not _said(folder, "Loyer : 12 000 €", amount=12000.0, type="amount").conflicts
    assert not _said(folder, "Budget : 12 500 €", amount=12500.0, type="amount").conflicts
    assert not _said(folder, "Budget : 12 000 €", amount=12000.0, grounded=False).conflicts


def test_a_fact_and_a_day_that_a_note_tells(folder: Path) -> None:
    """Nearly all its words in one sentence; a day in any form, of this year or none."""
    (folder / "Projet Alpha.md").write_text(
        "# Projet Alpha\n\nHélène est chef du projet Alpha.\n\n- Remise du contrat signé : 20 mars 2026\n",
        encoding="utf-8",
    )
    assert _said(folder, "Hélène est la chef du projet Alpha").conflicts
    assert _said(
        folder, "Remettre le contrat signé le 20/03/2026", date="2026-03-20", type="deadline"
    ).conflicts
    assert not _said(folder, "Remettre le contrat signé le 21 mars", date="2026-03-21").conflicts
    assert not _said(folder, "Remettre le contrat signé le 20 mars", date="2027-03-20").conflicts


def test_a_note_says_what_it_is_on(folder: Path) -> None:
    """By its front matter, else by the folder that it lies in."""
    (folder / "Jardin.md").write_text("---\ntags: [projet]\n---\n# Jardin\n", encoding="utf-8")
    types = {item.name: item.type for item in look(Notes(folder), "Jardin", "Marie Dupont", "Acme").items}
    assert types["note: Jardin"] == "project" and types["note: Marie Dupont"] == "person"
    assert types["note: Acme Industries"] == "company"


def _said(folder: Path, info: str, **more: Any) -> ContextFindings:
    message = Message(id="1", sender="x@gmail.com", received_at="2026-01-20T09:00:00+01:00")
    it = Extraction(**{"type": "fact", "info": info, "quote": info, "grounded": True, **more})
    proposal = Proposal(entities=["Projet Alpha"], extractions=[it])
    return Notes(folder).look(lookup_terms(message, proposal), 5, proposal)


@pytest.mark.parametrize(
    "front", ["tags: [vip, person]", "tags:\n  - vip\n  - person", "tags:\r\n- person", "Type: Person"]
)
def test_front_matter_says_what_a_note_is_on(front: str) -> None:
    """Lists on one line, and as Obsidian writes them, a line each."""
    assert note_head(f"---\naliases:\n  - AR\n{front}\nother: project\n---\n# Anne Roux\n", "Anne.md") == (
        "Anne Roux", "person",
    )  # fmt: skip
