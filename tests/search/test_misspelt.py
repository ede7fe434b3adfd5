"""Misspelt words of a query, and names that stand nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_base import MakeKnowledge

from edge.records import Reason
from edge.search.searcher import Searcher
from edge.search.spelling import misspelt
from edge.search.spelling.index import Candidates, SpellingIndex
from edge.search.spelling.nowhere import nowhere
from edge.text.spelling import distance

PAGES = [
    (
        "pump.md",
        1,
        "The alarm of the standard pump rings for ninety seconds. Error code E-104 means dry run.",
    ),
    ("pump.md", 2, "Replace the battery of the Vernede controller every two years."),
    ("regle.md", 1, "Le démarrage de la motopompe demande le déclenchement du disjoncteur."),
    (
        "regle.md",
        2,
        "Une majoration de dix euros s'ajoute. Ordinateur et cartouche sont rendus le 14 mars 2027.",
    ),
]


@pytest.fixture
def base(make_knowledge: MakeKnowledge) -> SpellingIndex:
    return SpellingIndex(make_knowledge(PAGES))


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("when does the alram ring?", "when does the alarm ring?"),
        ("Waht is a stabdard pump?", "what is a standard pump?"),
        ("batery replacment", "battery replacment"),  # "replace" is too far: left alone
        ("comment marche le démarage ?", "comment marche le démarrage ?"),
        ("la majoraton du motopomppe", "la majoration du motopompe"),
    ],
)
def test_misspelt_words_are_read_as_those_of_the_documents(
    base: SpellingIndex, question: str, read: str
) -> None:
    """One or two slips in what is no word are mended, with the accents it has, and each is told."""
    found, notes = misspelt.read_as(question, [base])
    assert found == read
    assert {note.code for note in notes} == {"read_as"}


@pytest.mark.parametrize(
    "question",
    [
        "when does the alarm ring?",  # nothing to mend
        "is there a farm?",  # a right word, one letter from one of the documents
        "the marchandise and the caravane",
        "does Alram sell pumps?",  # a name
        'the "alram" of the pump',  # to be found as it is written
        "alram_x and alram2 and -alram",  # an identifier
        "qqqqqqqq wwwwwwww",
        "",
    ],
)
def test_right_words_names_and_quotes_are_left_alone(base: SpellingIndex, question: str) -> None:
    """A word that the documents merely lack is no misspelt one."""
    assert misspelt.misspelt(question, [base]) == []


def test_without_the_list_of_words_nothing_is_changed(
    base: SpellingIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the encoder's pieces are not here, no word is known to be none."""
    monkeypatch.setattr(misspelt, "words", dict)
    assert misspelt.misspelt("when does the alram ring?", [base]) == []


def test_all_bases_count(base: SpellingIndex, make_knowledge: MakeKnowledge) -> None:
    """A word of one base is right in a search of several, and mends those of the question."""
    other = SpellingIndex(make_knowledge([("x.md", 1, "The alram is a garment.")]))
    assert misspelt.misspelt("alram", [base, other]) == []
    assert misspelt.misspelt("garmnt and batery", [base, other]) == [
        ("garmnt", "garment"),
        ("batery", "battery"),
    ]


@given(
    st.text("abcdeàé1鍵", min_size=1, max_size=9),
    st.lists(st.text("abcdeàé1鍵", min_size=1, max_size=9)),
    st.sampled_from((0.7, 1.0, 1.7)),
)
def test_no_word_that_is_near_is_passed_over(typed: str, words: list[str], most: float) -> None:
    """What lengths and letters leave over holds every word within the distance."""
    left = {word for word, _ in Candidates.of((word, 1) for word in words).near(typed, most)}
    assert left >= {word for word in words if distance(typed, word, most) <= most}


def test_a_letter_is_read_once_without_words_that_are_too_long(
    make_knowledge: MakeKnowledge,
) -> None:
    """What an index gave it gives again, with the number of pages; words of more than 26 letters are none."""
    index = SpellingIndex(make_knowledge([("x.md", 1, f"alarm alert {'a' * 30}"), ("x.md", 2, "alarm bell")]))
    assert dict(index.near("alarmed", 99.0)) == {"alarm": 2, "alert": 1}
    index.db.close()
    assert dict(index.near("alarmed", 99.0)) == {"alarm": 2, "alert": 1}


def test_search_tells_what_it_read(base: SpellingIndex) -> None:
    """The response keeps what was typed, finds what was meant, and says so in the query's language."""
    found = Searcher(base.db).search("quelle majoraton ?")
    assert found.query == "quelle majoraton ?" and "majoration" in found.results[0].text
    assert found.notes == ["« majoraton » ne figure nulle part dans vos documents : lu comme « majoration »"]


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("What does error E-104 mean?", []),
        ("What does error E-105 mean?", ["E-105"]),
        ("what is --max-age on the Vernede?", ["--max-age"]),
        ("Does the Kestran need a battery?", ["Kestran"]),
        ("the 3 pumps of 2027 and of 2031", ["2031"]),
        ("what is it?", []),
    ],
)
def test_what_is_named_and_stands_nowhere_is_told(
    base: SpellingIndex, question: str, missing: list[str]
) -> None:
    """Codes, options, names and longer numbers of which no page has a word, as they were typed."""
    assert nowhere(question, [base.db]) == missing
    assert misspelt.read_as(question, [base]) == (
        question,
        [Reason("nowhere", {"named": one}) for one in missing],
    )


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("What is sent to pump.local?", []),
        ("What is in /srv/pump of the server?", []),
        ("What is sent to pump.remote?", ["pump.remote"]),
        ("What is sent to local.pump?", ["local.pump"]),
    ],
)
def test_what_stands_inside_a_longer_name_is_somewhere(
    make_knowledge: MakeKnowledge, question: str, missing: list[str]
) -> None:
    """A host of an address, a folder of a path: the pages have it as it was typed, if not as a word."""
    pages = [("send.md", 1, "Send it with curl http://pump.local:8080/jobs or copy it to /srv/pump/in.")]
    assert nowhere(question, [make_knowledge(pages)]) == missing


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("combien de sociétaires au 31/12/2023 ?", []),
        ("combien de sociétaires au 31.12.23 ?", []),
        ("Qui a signé le 01/05/2024 ?", []),
        ("Who signed on 2024-03-07?", []),
        ("Who signed on 3/7/2024?", []),
        ("livraison le 18-03-2025 ?", []),
        ("combien de sociétaires au 30/12/2023 ?", ["30/12/2023"]),
        ("combien de sociétaires au 31/12/2022 ?", ["31/12/2022"]),
    ],
)
def test_a_day_in_figures_is_somewhere_where_it_is_written_out(
    make_knowledge: MakeKnowledge, question: str, missing: list[str]
) -> None:
    """Who types 31/12/2023 is not told that the 31 décembre 2023 of their documents stands nowhere."""
    pages = [
        ("rapport.md", 1, "214 sociétaires au 31 décembre 2023. Le bail est signé le 1er mai 2024."),
        ("deed.md", 1, "Signed on March 7th, 2024. Livraison : 18/03/2025."),
    ]
    assert nowhere(question, [make_knowledge(pages)]) == missing


def test_another_language_is_not_mended(base: SpellingIndex) -> None:
    """The list of words has French and English only: a word of German is no slip of one of them."""
    question = "Wie lange dauert die Garantie, und wo kann man das Gerät repariren lassen?"
    assert misspelt.read_as(question, [base]) == (question, [])


@pytest.mark.parametrize("query", ["\ud800 alram \0", "alram " * 4000, "'\"«alram", "e-\ud800\udfff1"])
def test_any_text_is_safe(base: SpellingIndex, query: str) -> None:
    """Lone surrogates, NUL bytes and long texts are read, not stumbled over."""
    read, notes = misspelt.read_as(query, [base])
    assert isinstance(read, str) and isinstance(notes, list)


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("What does E 20 mean?", "What does E20 mean?"),
        ("What does E-20 mean?", "What does E20 mean?"),
        ("what does e20 mean", "what does e20 mean"),
        ("What does F28 mean?", "What does F-28 mean?"),
        ("what does f28 mean", "what does F-28 mean"),
        ("What does E99 mean?", "What does E99 mean?"),
        ("What do E20 and E-20 mean?", "What do E20 and E-20 mean?"),
        ("Where is it in 20 days?", "Where is it in 20 days?"),
        ("What is A 12?", "What is A 12?"),
    ],
)
def test_a_code_is_read_as_the_documents_write_it(
    make_knowledge: MakeKnowledge, question: str, read: str
) -> None:
    """With a mark between letters and figures or without, where it stands nowhere as it was typed."""
    pages = [("a.md", 1, "Code E20 means that no water drains; F-28 that the flue is blocked; 12 are left.")]
    base = SpellingIndex(make_knowledge(pages))
    found, notes = misspelt.read_as(question, [base])
    assert found == read
    assert bool([note for note in notes if note.code == "read_as"]) == (read != question)


def test_a_weekday_stands_where_a_table_cuts_it_short(make_knowledge: MakeKnowledge) -> None:
    """ "Saturday" is no name that the documents lack where they say "Sat"; "Thursday" is, without "Thu"."""
    base = make_knowledge([("squads.md", 1, "Squad | Mon | Sat\nPikes | 18:45 | 07:00")])
    assert nowhere("When do Pikes train on Saturday?", [base]) == []
    assert nowhere("When do Pikes train on Thursday?", [base]) == ["Thursday"]
