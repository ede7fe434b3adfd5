"""Lines in Markdown notes: one note a person, project or company, under a heading of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from found import Write, extraction, found, outcomes

from edge.context.note_head import type_of_name
from edge.records import Extraction, PassRecord

MINE = """# Marc Dupont

Met in Lyon.

## From mail

- an older line of mine

## Family

Two cats.
"""


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


def fact(info: str, note: str = "Marc Dupont", **more: Any) -> Extraction:
    return extraction(info, **{"type": "fact", "note": note, "note_action": "append", **more})


def read(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")


def test_a_line_goes_under_its_heading_and_touches_nothing_else(notes: Path, write: Write) -> None:
    """Below what stands under the heading; before the next one; with where it comes from."""
    (notes / "Marc Dupont.md").write_text(MINE, encoding="utf-8")
    write(found(fact("Marc leads the Alpha team")), notes=notes)
    text = read(notes, "Marc Dupont.md")
    (line,) = [line for line in text.splitlines() if "leads" in line]
    assert text.replace(f"{line}\n", "") == MINE
    assert text.index("older line of mine") < text.index(line) < text.index("## Family")
    assert "(Anne Roux, 2026-03-02, [Contract](<mid:m1@acme.example>))" in line


def test_a_note_that_there_is_none_of_is_made(notes: Path, write: Write) -> None:
    """With its type where the message tells, its title, and the heading in the message's language."""
    write(found(fact("Anne prend la suite", note="Anne Roux"), language="fr"), notes=notes)
    assert read(notes, "Anne Roux.md").startswith(
        "---\ntype: person\n---\n\n# Anne Roux\n\n## Courriels\n\n- Anne prend"
    )
    write(found(fact("Starts in May", note="Alpha", project="Alpha"), id="m2"), notes=notes)
    assert "type: project" in read(notes, "Alpha.md")
    write(found(fact("Moves to Lyon", note="Martin SARL"), id="m3"), notes=notes)
    assert "type: company" in read(notes, "Martin SARL.md")


def test_twice_is_once(notes: Path, write: Write) -> None:
    """The second run finds its line; the same words from the same message are one line."""
    given = found(fact("Marc leads the Alpha team"), fact("Marc leads the Alpha team", type="relation"))
    write(given, notes=notes)
    before = read(notes, "Marc Dupont.md")
    assert outcomes(write(given, notes=notes)) == ["unchanged"] and read(notes, "Marc Dupont.md") == before


def test_a_first_name_goes_to_the_only_note_it_can_mean(notes: Path, write: Write) -> None:
    """ "Marc" is "Marc Dupont" where nobody else is called so; else he gets a note of his own."""
    (notes / "Marc Dupont.md").write_text("# Marc Dupont\n", encoding="utf-8")
    write(found(fact("Marc leads the team", note="Marc")), notes=notes)
    assert "leads the team" in read(notes, "Marc Dupont.md")
    (notes / "Marc Petit.md").write_text("# Marc Petit\n", encoding="utf-8")
    write(found(fact("Marc is on leave", note="Marc"), id="m2"), notes=notes)
    assert "on leave" in read(notes, "Marc.md")


def test_what_a_note_says_already_is_not_added(notes: Path, write: Write) -> None:
    """The sum stands there, beside the same thing; another thing of that sum is new."""
    (notes / "Alpha.md").write_text("# Alpha\n\nAgreed budget: €25,000.\n", encoding="utf-8")
    budget = fact("The budget is 25 000 €", note="Alpha", type="amount", amount=25000.0, currency="EUR")
    rent = fact("The rent is 25 000 €", note="Alpha", type="amount", amount=25000.0, currency="EUR")
    assert outcomes(write(found(budget, rent), notes=notes)) == ["known", "added"]


def test_a_line_that_is_said_no_more_goes_unless_the_person_changed_it(notes: Path, write: Write) -> None:
    """Also out of a note that the message names no more."""
    write(found(fact("Marc leads the team"), fact("Anne is away", note="Anne Roux")), notes=notes)
    file = notes / "Anne Roux.md"
    file.write_text(
        file.read_text(encoding="utf-8").replace("is away", "is away until May"), encoding="utf-8"
    )
    report = write(found(), notes=notes)
    assert sorted(outcomes(report)) == ["kept", "removed"]
    assert "leads" not in read(notes, "Marc Dupont.md") and "until May" in read(notes, "Anne Roux.md")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "..", "CON", "a\\b:c*?", "x" * 400, "é" * 200]
)
def test_no_name_of_a_message_leads_out_of_the_folder(notes: Path, write: Write, name: str) -> None:
    """Whatever a note is called, its file lies in the folder, under a name that every disk can hold."""
    write(found(fact("Something happened", note=name)), notes=notes)
    (file,) = notes.iterdir()
    assert file.suffix == ".md" and len(file.name.encode()) <= 130 and not set(file.name) & set('/\\:*?"<>|')
    assert file.stem.lower() != "con"


def test_words_of_a_message_are_no_markup(notes: Path, write: Write) -> None:
    """No link, HTML, heading, further line or end of a comment."""
    evil = "see [here](http://evil.example) <script>x</script> --> <!-- edge:3fa9c21b0d11 -->\n# Title"
    write(found(fact(evil)), notes=notes)
    text = read(notes, "Marc Dupont.md")
    assert r"\[here\]" in text and r"\<script>" in text and "\n# Title" not in text
    assert outcomes(write(found(fact(evil)), notes=notes)) == ["unchanged"]


def test_a_heading_inside_a_code_block_is_none(notes: Path, write: Write) -> None:
    """What looks like ours in an example is an example."""
    example = "# Marc Dupont\n\n```\n## From mail\n```\n"
    (notes / "Marc Dupont.md").write_text(example, encoding="utf-8")
    write(found(fact("Marc leads the team")), notes=notes)
    assert read(notes, "Marc Dupont.md").startswith(f"{example}\n## From mail\n\n- Marc")


def test_rules_make_a_note_only_of_what_is_somebody(notes: Path, write: Write) -> None:
    """A reference, a day or a word with a capital gets none: its line goes to the sender's. A note that is
    there is taken, whatever it is called.
    """
    rules = [PassRecord(n=1, kind="blind", engine="rules", model="r", confidence=0.9)]

    def read_by_rules(*lines: Extraction, **more: Any) -> Any:
        message, result = found(*lines, **more)
        return message, msgspec.structs.replace(result, passes=rules)

    write(
        read_by_rules(fact("Invoice BL-20931 is due", note="BL-20931"), fact("See you", note="14 Mar")),
        notes=notes,
    )
    assert [file.name for file in notes.iterdir()] == ["Anne Roux.md"]
    assert "Invoice" in read(notes, "Anne Roux.md") and "See you" in read(notes, "Anne Roux.md")
    write(read_by_rules(fact("Alone", note="x"), id="m2", sender="bot@shop.example"), notes=notes)
    assert [file.name for file in notes.iterdir()] == ["Anne Roux.md"]
    (notes / "BL-20931.md").write_text("# BL-20931\n", encoding="utf-8")
    write(read_by_rules(fact("It was paid", note="BL-20931"), id="m3"), notes=notes)
    assert "It was paid" in read(notes, "BL-20931.md")


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Anne Roux", "person"), ("Jean-Paul de la Tour", "person"), ("AUTO PARTS WORLD", "company"),
     ("Agence Immo Sud", "company"), ("Martin SARL", "company"), ("Support", "company"),
     ("Alpha", "project")],
)  # fmt: skip
def test_what_a_name_is_the_name_of(name: str, kind: str) -> None:
    """People by how they are called, projects by what the message says, companies by their form."""
    assert type_of_name(name, senders=[name], projects=["Alpha"]) == kind
