"""Search finds the page, explains its score, and takes any text that a person can type."""

from __future__ import annotations

import os

import apsw
import fault_tally
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory_base import MakeKnowledge

from edge.records import Hit
from edge.search.searcher import Searcher
from edge.settings import SearchSettings
from edge.text import tokens

#: 1,000 by default; the full run of the issue is EDGE_FUZZ_QUERIES=10000.
FUZZ = int(os.environ.get("EDGE_FUZZ_QUERIES", "1000"))


def page_text(db: apsw.Connection, hit: Hit) -> str:
    row = db.execute(
        "SELECT text FROM pages JOIN sources ON sources.id = source_id WHERE name = ? AND number = ?",
        (hit.source, hit.page),
    ).fetchone()
    return str(row[0]) if row else ""


def test_the_page_is_found_with_its_exact_span(rules: apsw.Connection) -> None:
    """The first hit is the page that says it, and its text is that page's own characters."""
    hit = Searcher(rules).search("coup impossible en blitz").results[0]
    assert (hit.source, hit.page, hit.pages, hit.rank) == ("blitz.pdf", 2, [2], 1)
    assert hit.text == page_text(rules, hit)[hit.start : hit.end]
    assert hit.heading == "Blitz > Coups impossibles"


def test_channels_add_up_to_the_score(rules: apsw.Connection) -> None:
    """What is shown as the reason of a score is the whole reason."""
    hits = Searcher(rules).search("cadence du blitz et joueuses").results
    assert len(hits) > 1
    for hit in hits:
        assert sum(hit.channels.values()) == pytest.approx(hit.score, abs=1e-5)


def test_inflected_and_misspelt_words_are_found(rules: apsw.Connection) -> None:
    """Character 5-grams reach what whole words miss."""
    searcher = Searcher(rules)
    assert searcher.search("autorisations parentales").results[0].source == "juniors.pdf"
    misspelt = searcher.search("autorizations").results[0]
    assert misspelt.source == "juniors.pdf"
    assert set(misspelt.channels) <= {"grams", "document", "neighbour"}


def test_a_page_that_shares_no_word_with_the_question_is_found(make_knowledge: MakeKnowledge) -> None:
    """By a word that means the same, in its language or the other; one that has the question's own word comes
    before it.
    """
    pages = [
        ("a.txt", 1, "The bicycle stands behind the shed."),
        ("b.txt", 1, "A bike stands behind the house."),
    ]
    found = Searcher(make_knowledge(pages)).search("where is my bike?").results
    assert [hit.source for hit in found] == ["b.txt", "a.txt"]
    assert Searcher(make_knowledge(pages)).search("où est mon vélo ?").results


def test_title_and_section_count(rules: apsw.Connection) -> None:
    """A page whose words do not say its subject is found by its header."""
    assert Searcher(rules).search("inscription").results[0].source == "juniors.pdf"


def test_best_chunk_is_shown(make_knowledge: MakeKnowledge) -> None:
    """Of a long page, the part that fits; its span points into the page."""
    db = make_knowledge([("a.txt", 1, "Rien ici.\nLa pendule est à gauche.\nRien là.\n")])
    hit = Searcher(db).search("pendule").results[0]
    assert hit.text == "La pendule est à gauche.\n"
    assert (hit.start, hit.end) == (10, 35)


def test_neighbours_help_only_within_a_document(make_knowledge: MakeKnowledge) -> None:
    """A rule that runs over the page end lifts the next page of its document, never one beyond a gap."""
    same = "Une phrase sur le classement."
    db = make_knowledge(
        [
            ("a.pdf", 1, "Le forfait administratif du classement."),
            ("a.pdf", 2, same),
            ("a.pdf", 4, same),
            ("b.pdf", 1, same),
        ]
    )
    ranking = Searcher(db).ranker.rank("forfait administratif classement")
    gain = ranking.channels["neighbour"]
    assert gain[1] > gain[0] > 0
    assert gain[2] == gain[3] == 0


def test_pages_of_a_fitting_document_rise(make_knowledge: MakeKnowledge) -> None:
    """Of two equal pages, the one whose document speaks of the subject elsewhere too stands first."""
    db = make_knowledge(
        [
            ("a.pdf", 1, "La durée est de dix minutes."),
            ("b.pdf", 1, "La durée est de dix minutes."),
            ("b.pdf", 3, "Le championnat scolaire : durée des parties du championnat scolaire."),
        ]
    )
    found = Searcher(db).search("durée championnat scolaire")
    assert [(hit.source, hit.page) for hit in found.results] == [("b.pdf", 3), ("b.pdf", 1), ("a.pdf", 1)]
    assert [source.source for source in found.sources] == ["b.pdf", "a.pdf"]
    assert found.sources[0].score == 1.0


def test_rival_documents_are_named(rules: apsw.Connection) -> None:
    """“Quelle est la cadence ?” fits two competitions: the answer says so, and how to choose."""
    found = Searcher(rules).search("Quelle est la cadence ?")
    assert {source.source for source in found.sources[:2]} == {"blitz.pdf", "coupe.pdf"}
    assert any("--source" in note for note in found.notes)
    assert Searcher(rules).search("cadence", sources=["coupe"]).notes == []


def test_equal_pages_stand_in_page_order(make_knowledge: MakeKnowledge) -> None:
    """Ranks do not depend on chance."""
    db = make_knowledge([(name, 1, "la même phrase exactement") for name in ("c", "a", "b")])
    assert [hit.source for hit in Searcher(db).search("phrase").results] == ["a", "b", "c"]


def test_a_row_of_a_table_is_found_by_its_heading(make_knowledge: MakeKnowledge) -> None:
    """A row is told as a sentence: caption, column headings, cells; the question may name any of them."""
    db = make_knowledge([("t.pdf", 1, "U12 | 50\n"), ("t.pdf", 3, "Autre page.\n")], build=False)
    db.execute(
        'INSERT INTO tables (page_id, caption, start, "end", header, rows) VALUES (1, ?, 0, 8, ?, ?)',
        ("Cadences", '["Catégorie", "Minutes"]', '[{"cells": ["U12", "50"], "start": 0, "end": 8}]'),
    ).fetchall()
    from edge.search.build import build_search

    build_search(db)
    hit = Searcher(db).search("Combien de minutes par catégorie ?").results[0]
    assert (hit.page, set(hit.channels)) == (1, {"tables", "document"})


@pytest.mark.parametrize("quotes", ['"{}"', "« {} »", "“{}”"])
def test_quoted_words_must_occur(make_knowledge: MakeKnowledge, quotes: str) -> None:
    """Words in quotation marks stand together on every page found, without regard to case and accents."""
    db = make_knowledge(
        [
            ("a.txt", 1, "coup impossible, coup impossible, ou temps de la chute"),
            ("b.txt", 1, "La chute du drapeau ; temps impossible, drapeau, temps."),
        ]
    )
    found = Searcher(db).search("temps " + quotes.format("CHUTE du drapéau"))
    assert [hit.source for hit in found.results] == ["b.txt"]


def test_a_phrase_that_occurs_nowhere_is_said(rules: apsw.Connection) -> None:
    """A misremembered quotation still gives the nearest pages, with a note that it is not there."""
    found = Searcher(rules).search('"cadence impossible" du blitz')
    assert found.results
    assert "cadence impossible" in found.notes[0]


def test_k_limits_and_defaults(rules: apsw.Connection) -> None:
    """`k` from the call, else from the settings; none is none."""
    searcher = Searcher(rules, SearchSettings(k=2))
    assert len(searcher.search("cadence minutes").results) == 2
    assert len(searcher.search("cadence minutes", 1).results) == 1
    assert searcher.search("cadence", 0).results == []
    assert searcher.search("cadence", -3).results == []


def test_passages_are_whole_pages_in_reading_order(make_knowledge: MakeKnowledge) -> None:
    """All chunks of each page, best page first, spans exact: what an engine reads."""
    body = "Premier alinéa.\nLa pendule.\nDernier alinéa.\n"
    db = make_knowledge(
        [("a.txt", 1, "La pendule de la salle.\n"), ("b.txt", 7, body), ("c.txt", 1, "Autre.\n")]
    )
    passages = Searcher(db).passages("dernier alinéa pendule", 2)
    assert [(p.source, p.page, p.rank) for p in passages] == [("b.txt", 7, 1)] * 3 + [("a.txt", 1, 2)]
    assert "".join(p.text for p in passages[:3]) == body
    assert [p.text for p in passages[:3]] == [body[p.start : p.end] for p in passages[:3]]
    assert passages[0].score == 1.0 > passages[3].score > 0


def test_document_frequency_counts_pages(rules: apsw.Connection) -> None:
    """Pages, not occurrences; a word that is nowhere counts 0."""
    searcher = Searcher(rules)
    assert searcher.document_frequency(["cadence", "zugzwang", "absent", "\ud800"]) == {
        "cadence": 2,
        "zugzwang": 1,
        "absent": 0,
        "\ud800": 0,
    }
    assert searcher.page_count == 6


HOSTILE = [
    '"',
    "*",
    "NEAR(",
    "AND",
    "OR NOT",
    "-a",
    "col:",
    "^",
    "'; DROP TABLE pages; --",
    "\0",
    "\ud800",
    "😀",
]


@pytest.mark.parametrize("typed", ["", " ", "\0", "😀😀", "?!…", '""', "«»", *HOSTILE])
def test_operators_and_oddities_are_only_text(rules: apsw.Connection, typed: str) -> None:
    """Nothing typed is a command: alone it finds nothing, beside a word the word is found."""
    searcher = Searcher(rules)
    assert searcher.search(typed).results == []
    assert searcher.search(f"{typed} zugzwang").results[0].page == 3


@settings(max_examples=FUZZ, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.one_of(
            st.text(alphabet=st.characters(exclude_categories=()), max_size=30),
            st.sampled_from([*HOSTILE, "cadence", "coup impossible", "É" * 200, '"cadence du blitz"']),
        ),
        max_size=12,
    ).map(" ".join)
)
def test_any_text_is_safe(rules: apsw.Connection, typed: str) -> None:
    """No exception whatever is typed; hits only when some word or a part of one is on a page."""
    found = Searcher(rules).search(typed, 10)
    assert [hit.rank for hit in found.results] == list(range(1, len(found.results) + 1))
    assert all(hit.score > 0 for hit in found.results)
    if not tokens.words(found.query):
        assert found.results == []
    fault_tally.count("queries of any characters")


def test_a_pasted_file_is_searched_not_refused(rules: apsw.Connection) -> None:
    """A megabyte of text is cut, and what stands first is found."""
    assert Searcher(rules).search("zugzwang " + "mot " * 250_000).results[0].page == 3
