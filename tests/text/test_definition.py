"""What asks for a definition, and what gives one, in French and English."""

from __future__ import annotations

import pytest

from edge.text import tokens
from edge.text.definition import defines, entry_end, term_of


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("Qu'est-ce que le roque ?", "roque"), ("What is a stalemate?", "stalemate"),
        ("que signifie zeitnot", "zeitnot"), ("C’est quoi un bye ?", "bye"),
        ("c koi un bye", "bye"), ("un bye cest quoi", "bye"), ("Define castling", "castling"),
        ("What is the onbattery event?", "onbattery"), ("PFAC ça veut dire quoi ?", "pfac"),
        ("What does AUT stand for on a circulator?", "aut"), ("définition de la récidive", "recidive"),
        ("What does the state 'draining' mean?", "draining"), ("qu'entend-on par avarie", "avarie"),
        ("qu'est-ce qu'un grand déplacement chez nous ?", "grand deplacement"),
    ],
)  # fmt: skip
def test_the_term_of_a_question(question: str, term: str) -> None:
    """Without articles, the word for its kind, and where it is met."""
    found = term_of(question)
    assert found is not None and found.short == {tokens.stem(word) for word in term.split()}


@pytest.mark.parametrize(
    "question",
    ["Where does the key hang?", "Combien coûte la carte ?", "How is the boiler started?", "",
     "What is not covered by the guarantee?", "What is /opt for?", "What is ~/.bashrc?"],
)  # fmt: skip
def test_other_questions_have_none(question: str) -> None:
    """A place, a price, a way, an exception: no term is to be defined."""
    assert term_of(question) is None


@pytest.mark.parametrize(
    "text",
    ["Roque : coup unique.", "• Roque : Le roque est un coup.", "**Roque** – coup du roi",
     "roque   coup du roi et d'une tour", "« Roque » désigne un coup.", "Par roque, on entend un coup",
     "Le roque s'entend d'un coup double."],
)  # fmt: skip
def test_entries_define(text: str) -> None:
    """A head that is the term and nothing else, a mark, and what it is; or a verb that defines."""
    term = term_of("Qu'est-ce que le roque ?")
    assert term is not None
    assert defines(text, "", term) == "entry"


def test_a_sentence_defines_with_an_article_after_its_verb() -> None:
    """`A bye is a round` does, `A bye is advised against` does not."""
    term = term_of("What is a bye?")
    assert term is not None
    assert defines("A bye is a round without an opponent.", "", term) == "sentence"
    assert defines("A bye is advised against.", "", term) is None
    assert defines("A bye in the last round is a gift.", "", term) is None
    assert defines("Half-point bye: half a point.", "", term) is None


def test_a_row_defines_under_a_column_of_definitions_only() -> None:
    """Any table names what it is about."""
    term = term_of("What is castling?")
    assert term is not None
    assert defines("Castling | The rook has been released", "Kind | Made when", term, row=True) is None
    assert defines("Castling | A move of two pieces", "Word | Meaning", term, row=True) == "entry"


def test_where_a_term_is_met_must_be_met() -> None:
    """`Purge` on a circulator is not that of an ice maker; `in this manual` says nothing."""
    term = term_of("What does purge mean on a circulator?")
    assert term is not None
    assert term.met_in("Circulators: the purge key") and not term.met_in("Ice makers: the purge key")
    term = term_of("What does purge mean in this manual?")
    assert term is not None and term.met_in("Ice makers")


@pytest.mark.parametrize(
    ("text", "first", "whole"),
    [
        (
            "Bridge: Ice slab. 2 to 3 mm is normal.\n\nBin: a box.",
            "Bridge: Ice slab.",
            "2 to 3 mm is normal.",
        ),
        ("Bridge: Ice slab.\n- Bin: a box.", "Bridge: Ice slab.", "Ice slab."),
        ("Bridge: Ice slab,\n  thin. Normal.\nBin: a box.", "Bridge: Ice slab,\n  thin.", "Normal."),
    ],
)
def test_an_entry_has_all_its_sentences(text: str, first: str, whole: str) -> None:
    """To a blank line, the next item or the next entry."""
    assert text[: entry_end(text, 0, len(first))].endswith(whole)
    assert "Bin" not in text[: entry_end(text, 0, len(first))]


def test_a_long_text_is_not_one_entry() -> None:
    """No more than LONGEST is quoted, and whole sentences."""
    text = "Bridge: Ice slab. " + "It is thin. " * 200
    end = entry_end(text, 0, len("Bridge: Ice slab."))
    assert end <= 620 and text[:end].endswith(".")


def test_a_narrowed_term_is_told_by_what_says_for_what() -> None:
    """ "The excess for storms" is a value: a definition that names no storm is none of it."""
    term = term_of("What is the excess for storm damage?")
    assert term is not None
    assert not term.told_in("Excess – the first part of any claim, which you pay yourself.")
    assert term.told_in("Excess for storm damage: £350.")
    plain = term_of("What is the excess in this policy?")
    assert plain is not None and plain.told_in("Excess – the first part of any claim.")
