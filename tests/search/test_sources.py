"""A document is named as people name it; a name that fits none is answered with the nearest."""

from __future__ import annotations

import apsw
import pytest
from memory_base import MakeKnowledge

from edge.errors import UsageError
from edge.search.searcher import Searcher
from edge.search.sources import matching_sources


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("coupe.pdf", ["coupe.pdf"]),
        ("COUPE.PDF", ["coupe.pdf"]),
        ("coup", ["coupe.pdf"]),
        ("*.pdf", ["blitz.pdf", "coupe.pdf", "juniors.pdf"]),
        ("[bj]*", ["blitz.pdf", "juniors.pdf"]),
    ],
)
def test_exact_glob_or_part_of_a_name(rules: apsw.Connection, pattern: str, expected: list[str]) -> None:
    """Exact name first, then a pattern, then part of a name; case does not count."""
    names = dict(rules.execute("SELECT id, name FROM sources"))
    assert [names[number] for number in matching_sources(rules, [pattern])] == expected


def test_a_name_without_its_suffix_comes_before_a_part_of_one(make_knowledge: MakeKnowledge) -> None:
    """`tar` is tar.1.gz, though it is part of getting-started.md too."""
    db = make_knowledge([("man/tar.1.gz", 1, "An archive."), ("getting-started.md", 1, "Begin here.")])
    names = dict(db.execute("SELECT id, name FROM sources"))
    assert [names[number] for number in matching_sources(db, ["TAR"])] == ["man/tar.1.gz"]
    assert [names[number] for number in matching_sources(db, ["start"])] == ["getting-started.md"]


@pytest.mark.parametrize("typed", ["Proces*", "procès-verbal*", "*/Procès*", "*2025.txt"])
def test_a_glob_without_a_slash_fits_in_any_folder(make_knowledge: MakeKnowledge, typed: str) -> None:
    """As in .gitignore: nobody types the folder before a name that begins so."""
    db = make_knowledge([("Papiers/Procès-verbal 2025.txt", 1, "Adopté."), ("Papiers/autre.md", 1, "Rien.")])
    names = dict(db.execute("SELECT id, name FROM sources"))
    found = [names[number] for number in matching_sources(db, [typed])]
    assert found == ["Papiers/Procès-verbal 2025.txt"]


@pytest.mark.parametrize("typed", ["Note d'été à l'équipe.docx", "note d’été", "NOTE D\u02bcETE – 2026"])
def test_an_apostrophe_is_an_apostrophe(make_knowledge: MakeKnowledge, typed: str) -> None:
    """Word processors and telephones write ’ and – where the file has ' and -, and the other way round."""
    names = ["Note d’été à l'équipe.docx", "Note d'été - 2026.txt"]
    db = make_knowledge([(name, 1, "Le standard ferme.") for name in names])
    assert matching_sources(db, [typed])


def test_several_patterns_add_up(rules: apsw.Connection) -> None:
    """`--source a --source b` searches both."""
    assert len(matching_sources(rules, ["coupe", "junior", "coupe.pdf"])) == 2


def test_unknown_names_the_nearest(rules: apsw.Connection) -> None:
    """A slip of the finger is told what there is."""
    with pytest.raises(UsageError) as caught:
        matching_sources(rules, ["copue.pdf"])
    assert "copue.pdf" in caught.value.message
    assert "coupe.pdf" in caught.value.hint


def test_results_come_from_the_named_documents(rules: apsw.Connection) -> None:
    """The best page of another document is not shown, and the best of the named one leads its channels."""
    searcher = Searcher(rules)
    found = searcher.search("cadence du blitz", sources=["coupe"])
    assert {hit.source for hit in found.results} == {"coupe.pdf"}
    assert found.results[0].channels["words"] == 1.0
    assert [source.source for source in found.sources] == ["coupe.pdf"]
