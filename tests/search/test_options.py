"""Options of a search do what their settings say, and nothing while they are off."""

from __future__ import annotations

import os
from pathlib import Path

import apsw
import msgspec
import pytest
from memory_base import RULES, MakeKnowledge

from edge.config import SearchSettings
from edge.errors import StorageError, UsageError
from edge.search.abbreviations import abbreviations
from edge.search.options import MAX_PHRASES, phrases
from edge.search.searcher import Searcher


def pages(db: apsw.Connection, query: str, settings: SearchSettings) -> list[tuple[str, int]]:
    return [(hit.source, hit.page) for hit in Searcher(db, settings).search(query, 10).results]


def test_synonyms_find_what_other_words_say(rules: apsw.Connection, tmp_path: Path) -> None:
    """A group member in the question looks for the others too, phrases included."""
    file = tmp_path / "synonyms.txt"
    file.write_text("# comment\nhandicap de temps, rythme, cadence\n", encoding="utf-8")
    assert pages(rules, "rythme", SearchSettings()) == []
    found = pages(rules, "Rythme", SearchSettings(synonyms=str(file)))
    assert {source for source, _ in found[:2]} == {"blitz.pdf", "coupe.pdf"}


def test_abbreviations_are_expanded_by_the_documents_own_words(make_knowledge: MakeKnowledge) -> None:
    """`Long Form (LF)` in one document makes LF find the long form in another."""
    db = make_knowledge(
        [
            ("a.txt", 1, "La Direction Nationale de l'Arbitrage (DNA) siège ici."),
            ("b.txt", 1, "La direction nationale de l'arbitrage nomme les arbitres."),
        ]
    )
    assert pages(db, "DNA", SearchSettings()) == [("a.txt", 1)]
    assert set(pages(db, "DNA", SearchSettings(abbreviations=True))) == {("a.txt", 1), ("b.txt", 1)}


def test_abbreviations_need_matching_initials() -> None:
    """Capitals in brackets after other words are no abbreviation of them."""
    assert abbreviations("la Fédération Française des Échecs (FFE)") == [
        ("ffe", "federation francaise des echecs")
    ]
    assert abbreviations("le joueur présent (FFE)") == []
    assert abbreviations("(FFE)") == []


def test_glossary_lifts_the_defining_page(make_knowledge: MakeKnowledge) -> None:
    """Only a question for a meaning is routed, only to pages that define the term; else nothing changes."""
    db = make_knowledge(
        [("a.txt", 1, "Zeitnot zeitnot zeitnot."), ("g.txt", 1, "Zeitnot : manque de temps, comme on dit.")]
    )
    db.execute("INSERT INTO glossary (term, page_id, start, \"end\") VALUES ('Zeitnot', 2, 0, 40)").fetchall()
    on = SearchSettings(glossary=3.5)
    assert pages(db, "Que signifie zeitnot ?", SearchSettings())[0] == ("a.txt", 1)
    assert pages(db, "Que signifie zeitnot ?", on)[0] == ("g.txt", 1)
    assert pages(db, "zeitnot en blitz", on)[0] == ("a.txt", 1)
    assert pages(db, "Que signifie manque ?", on) == [("g.txt", 1)]


def test_source_patterns_lift_documents(rules: apsw.Connection, tmp_path: Path) -> None:
    """What a question names may favour a document, an absent one changes nothing."""
    file = tmp_path / "patterns.txt"
    file.write_text("rapide|interclubs => coupe\ncadence => no such document\n", encoding="utf-8")
    plain = pages(rules, "cadence interclubs blitz", SearchSettings())
    assert plain[0][0] == "blitz.pdf"
    lifted = SearchSettings(source_patterns=str(file), source_pattern_weight=5.0)
    found = pages(rules, "cadence interclubs blitz", lifted)
    assert found[0][0] == "coupe.pdf"
    assert set(found) == set(plain)


@pytest.mark.parametrize("line", ["no arrow", "(unclosed => coupe", " => coupe"])
def test_a_wrong_pattern_is_named(rules: apsw.Connection, tmp_path: Path, line: str) -> None:
    """A line that cannot be read is shown, not skipped."""
    file = tmp_path / "patterns.txt"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        Searcher(rules, SearchSettings(source_patterns=str(file))).search("cadence")
    assert line.strip() in caught.value.message


def test_a_missing_options_file_is_named(rules: apsw.Connection, tmp_path: Path) -> None:
    """The message says which file."""
    path = tmp_path / "none.txt"
    with pytest.raises(UsageError, match=r"none\.txt"):
        Searcher(rules, SearchSettings(synonyms=str(path))).search("cadence")


def test_feedback_adds_words_of_the_best_pages(make_knowledge: MakeKnowledge) -> None:
    """A page that shares no word with the question is reached through the words of the best ones."""
    db = make_knowledge(
        [
            ("a.txt", 1, "Le zeitnot rend nerveux."),
            ("b.txt", 1, "Un joueur nerveux tremble."),
            ("c.txt", 1, "Autre chose."),
        ]
    )
    assert pages(db, "zeitnot", SearchSettings()) == [("a.txt", 1)]
    assert pages(db, "zeitnot", SearchSettings(feedback=5)) == [("a.txt", 1), ("b.txt", 1)]


def test_keeping_the_best_documents(rules: apsw.Connection) -> None:
    """With a clear margin the other documents' pages are left out, and said not to be kept."""
    settings = SearchSettings(document_keep=1, document_margin=0.1)
    found = Searcher(rules, settings).search("coup impossible blitz adversaire équipe")
    assert {hit.source for hit in found.results} == {"blitz.pdf"}
    assert [source.kept for source in found.sources] == [True] + [False] * (len(found.sources) - 1)
    assert len(found.sources) > 1


def test_phrases_are_bounded() -> None:
    """A text full of quotation marks costs a handful of look-ups, not thousands."""
    assert phrases('"a b" ' * 2_000) == ["a b"]
    assert len(phrases(" ".join(f'"mot {n}"' for n in range(500)))) == MAX_PHRASES
    assert phrases('"' + "mot " * 1_000 + '"') == []
    assert phrases('"" «  » "?"') == []


def test_the_log_holds_query_ranks_channels_and_choice(rules: apsw.Connection, tmp_path: Path) -> None:
    """One JSON line a query, appended, readable by its owner only."""
    path = tmp_path / "log.jsonl"
    searcher = Searcher(rules, SearchSettings(log=str(path)))
    responses = [searcher.search("cadence"), searcher.search("été \ud800\n")]
    entries = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    assert [entry["query"] for entry in entries] == [response.query for response in responses]
    first = responses[0].results[0]
    assert entries[0]["ranks"][0] == [first.source, first.page, first.chunk]
    assert entries[0]["channels"][0] == first.channels
    assert entries[0]["choice"][0][1:] == [1.0, True]
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


def test_no_log_unless_asked(
    make_knowledge: MakeKnowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default a search writes nothing at all."""
    monkeypatch.chdir(tmp_path)
    Searcher(make_knowledge(RULES)).search("cadence")
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_cannot_be_written_is_a_storage_error(rules: apsw.Connection, tmp_path: Path) -> None:
    """A wrong path is told, with the setting to change."""
    settings = SearchSettings(log=str(tmp_path / "missing" / "log.jsonl"))
    with pytest.raises(StorageError, match=r"search\.log"):
        Searcher(rules, settings).search("cadence")
