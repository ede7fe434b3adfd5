"""What a person typed, made safe."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.ask.question import follow_up, question_input
from edge.engines.question import read
from edge.errors import QuestionError


@pytest.mark.parametrize(
    ("typed", "says"),
    [("", "empty"), (" \n\t", "empty"), ("\0\0", "empty"), ("🎉🎉", "no words"), ("?!*", "no words"),
    ("x" * 9000, "bytes"),
     ("\ufffd\x01\x02\x03\x04ELF\x05", "binary"), ("é" * 5000, "10,000 bytes")],
)  # fmt: skip
def test_questions_that_cannot_be_asked_say_why(typed: str, says: str) -> None:
    """Each refusal is a QuestionError that names the reason and the next step."""
    with pytest.raises(QuestionError, match=says) as caught:
        question_input(typed, 8192)
    assert caught.value.hint


@given(st.text(alphabet=st.characters(), max_size=60))
def test_what_is_asked_can_be_stored_and_sent(typed: str) -> None:
    """A cleaned question has no control characters, encodes as UTF-8, and cleaning it again changes
    nothing.
    """
    try:
        kept = question_input(typed, 8192)
    except QuestionError:
        return
    kept.encode("utf-8")
    assert kept and not any(c < " " for c in kept)
    assert question_input(kept, 8192) == kept


def test_operators_are_words() -> None:
    """Text that looks like a query language is asked as it stands."""
    assert question_input('NEAR("a" OR b*) AND -c:d', 8192) == 'NEAR("a" OR b*) AND -c:d'


@pytest.mark.parametrize(
    ("question", "leans"),
    [("Et en blitz ?", True), ("And in rapid?", True), ("It applies to whom?", True), ("Sanction ?", True),
     ("How do I get a real ampersand then?", True), ("Same for a lamp on the serial port?", True),
     ("Can anything else jump over pawns?", False), ("Does the counter of deaths go back too?", True),
     ("Son solde peut-il passer sous zéro ?", True), ("Où règle-t-on le son de la pompe du jardin ?", False),
     ("Ou se trouve la clef de la cave froide ?", False), ("Ou une amende ?", True),
     ("How is the boiler started with the green lever?", False)],
)  # fmt: skip
def test_a_question_that_leans_gets_the_words_before(question: str, leans: bool) -> None:
    """Short questions and those that begin with and, et or a pronoun, end in "then" or "too", or say whose
    something is, take the previous content words, at the end.
    """
    full = follow_up(question, ["What about penalties for an illegal move?"])
    assert full.startswith(question)
    assert ("illegal" in full) == leans


def test_without_history_nothing_is_added() -> None:
    """The first question of a conversation stands alone."""
    assert follow_up("Et en blitz ?", []) == "Et en blitz ?"


def test_the_subject_is_kept_over_several_turns() -> None:
    """A turn that leans itself brings what it leaned on."""
    asked = ["How much does a library card cost?", "and for children?"]
    assert {"children", "library", "card"} <= set(follow_up("and on Sundays?", asked).split())


def test_what_was_asked_for_is_kept_where_the_question_does_not_say() -> None:
    """`and for children?` after `how much` asks how much; `and when?` does not."""
    before = ["How much does a library card cost?"]
    assert "count" in read(follow_up("and for children?", before)).kinds
    assert "count" not in read(follow_up("and when?", before)).kinds
    assert read(follow_up("et pour les enfants ?", ["Combien coûte la carte ?"])).kinds >= {"count", "money"}
