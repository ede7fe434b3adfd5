"""A follow-up that asks for another thing is not told the same again, and stays with its documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import edge
from edge.api import Edge
from edge.ask.conversation import turns
from edge.ask.repeats import set_aside
from edge.records import EarlierTurn, Passage, RowRun, Structure

_TEXT = (
    "The library card costs 12 euros for adults. Lost cards are replaced within two weeks because of rain."
)


def _passage(text: str = _TEXT, structure: Structure | None = None) -> Passage:
    return Passage(
        chunk=1, source="a.md", page=1, start=0, end=len(text), text=text, structure=structure or Structure()
    )


def _aside(question: str, before: EarlierTurn, passage: Passage | None = None) -> list[tuple[int, int]]:
    return set_aside([passage or _passage()], question, [before])[0].structure.aside


COST = EarlierTurn(
    question="How much does a library card cost for adults?",
    quotes=["The library card costs 12 euros for adults."],
)


@pytest.mark.parametrize(
    "question", ["and for children?", "and a lost one?", "Et pour les enfants ?", "Why?", "and which card?"]
)
def test_what_was_shown_is_set_aside_where_another_thing_is_asked(question: str) -> None:
    """The quote holds no word of the new thing, nor what answers another kind of question."""
    assert _aside(question, COST) == [(0, len(COST.quotes[0]))]


@pytest.mark.parametrize(
    "question",
    [
        "the cost of a card?",
        "and for adults?",
        "and in euros?",
        "How are the red books of the archive kept dry?",
    ],
)
def test_what_was_shown_stays_where_the_same_is_asked_or_the_quote_says_it(question: str) -> None:
    """Asked again, asked for what the quote says as well, or not leaning on the turn before at all."""
    assert _aside(question, COST) == []


def test_a_feminine_is_said_by_its_masculine() -> None:
    """ "la grise" of "les bacs gris": the quote says the new thing, in another gender."""
    quote = "Les bacs jaunes sortent le mardi soir, les bacs gris le jeudi soir."
    before = EarlierTurn(question="on sort la poubelle jaune quel jour", quotes=[quote])
    assert _aside("et la grise ?", before, _passage(quote)) == []
    assert _aside("et la verte ?", before, _passage(quote)) == [(0, len(quote))]


def test_a_quote_may_answer_another_kind_of_question() -> None:
    """`Why?` is answered by a sentence that gives a reason, though it was shown."""
    lost = EarlierTurn(
        question="When are lost cards replaced?",
        quotes=["Lost cards are replaced within two weeks because of rain."],
    )
    assert _aside("Why?", lost) == []


@pytest.mark.parametrize(
    ("first", "then", "quote", "says"),
    [
        ("How often is the oil changed?", "And which oil?", "The oil is changed every 2,000 hours.", False),
        ("How often is the oil changed?", "And which oil?", "Mineral oil is changed every 200 hours.", True),
        ("How much is the membership?", "and which membership?", "The membership costs 40 euros.", False),
        ("When is the oil changed?", "what oil?", "In May the oil VG 46 is changed.", True),
        ("Which oil is used?", "And which oil?", "The oil is that of the makers.", True),
        ("Quand change-t-on l'huile ?", "et quelle huile ?", "On change l'huile en mai.", False),
        ("Quand change-t-on l'huile ?", "et quelle huile ?", "On change l'huile minérale en mai.", True),
    ],
)
def test_which_one_is_another_thing(first: str, then: str, quote: str, says: bool) -> None:
    """ "And which oil?" is not told again how often it is changed, unless the quote says of what kind it is
    or the same was asked before.
    """
    before = EarlierTurn(question=first, quotes=[quote])
    assert _aside(then, before, _passage(quote)) == ([] if says else [(0, len(quote))])


def test_a_row_may_answer_in_another_column() -> None:
    """A row is read with the headings of its table."""
    row = "Card | 12 | 5"
    table = Structure(tables=[RowRun(start=0, end=len(row), context="Item | Adults | Children")])
    before = EarlierTurn(question="What does a card cost for adults?", quotes=[row])
    assert _aside("and for children?", before, _passage(row, table)) == []
    assert _aside("and for students?", before, _passage(row, table)) == [(0, len(row))]


_LAMPS = ("north", "south", "east", "west")
_DOCUMENTS = {
    f"{name}.md": f"# The {name}\n\nThe {name} hall has a lamp.\n\n## Fuse\n\nIts fuse has {n} amperes."
    for n, name in enumerate(_LAMPS, 3)
} | {
    "library.md": "# Library\n\n## Cards\n\nA library card costs 12 euros a year. Children pay 5 euros a year"
    " for the library card. Cards are renewed at the desk.\n\n## Rooms\n\nThe reading room opens at nine.\n",
    "piscine.md": "# Piscine\n\n## Tarifs\n\nL'entrée de la piscine coûte 6 euros. Les enfants paient 3 euros"
    " l'entrée de la piscine. Le bassin extérieur ferme en octobre.\n",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Edge]:
    folder: Path = tmp_path_factory.mktemp("repeats")
    for name, text in _DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    with edge.open(folder / "k.db") as opened:
        opened.index([folder / name for name in _DOCUMENTS])
        yield opened


@pytest.mark.parametrize("engine", ["lexical", "auto"])
@pytest.mark.parametrize(
    ("first", "then", "holds"),
    [("How much does a library card cost?", "and for children?", "Children pay 5 euros"),
     ("Combien coûte l'entrée de la piscine ?", "et pour les enfants ?", "Les enfants paient 3 euros")],
)  # fmt: skip
def test_a_follow_up_keeps_the_subject_and_moves_on(
    session: Edge, engine: str, first: str, then: str, holds: str
) -> None:
    """`and for children?` is asked of the thing before, and gets its own sentence, with a `thanks` between
    or not.
    """
    before = session.ask(first, engine=engine)
    for history in ([before], [before, "thanks"]):
        after = session.ask(then, engine=engine, history=history)
        assert holds in (after.citations or after.candidates)[0].quote


def test_a_conversation_stays_with_its_documents(session: Edge) -> None:
    """Where several fit alike, the one that the last answer came from is first, as the records and the JSON
    of an earlier turn name it; one that fits better is still found.
    """
    for number, name in enumerate(_LAMPS, 3):
        earlier = EarlierTurn(question=f"Does the {name} hall have a lamp?", sources=[f"{name}.md"])
        after = session.ask("How many amperes has the fuse of the lamp?", history=[earlier])
        assert f"{number} amperes" in (after.citations or after.candidates)[0].quote
        other = session.ask("When does the reading room of the library open?", history=[earlier])
        assert (other.citations or other.candidates)[0].source == "library.md"


def test_a_turn_names_the_documents_that_were_shown(session: Edge) -> None:
    """Those quoted, or where nothing was sure those of the likeliest quotes."""
    for question in ("How much does a library card cost?", "Who washes the red curtain of the west hall?"):
        answer = session.ask(question)
        (turn,) = turns([answer])
        shown = answer.citations or answer.candidates
        assert turn.sources == list(dict.fromkeys(one.source for one in shown))
