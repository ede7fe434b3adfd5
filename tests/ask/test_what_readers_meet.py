"""The six failures that every reader met, asked of papers that nothing was fitted on: the article of a
contract, one entry of a long reference, the list after a colon, code to copy, a price in a long table (in
`test_price_list.py`), and a question in everyday words.
"""

from __future__ import annotations

from collections.abc import Iterator

import papers
import pytest

import edge
from edge.api import Edge
from edge.records import Answer, Citation


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Edge]:
    folder = tmp_path_factory.mktemp("papers")
    texts = {
        "lease.md": papers.CONTRACT,
        "fourgon.md": papers.BAIL,
        "waypost.md": papers.reference(),
        "kestrel.md": papers.GUIDE,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    with edge.open(folder / "k.db", settings=edge.Settings()) as opened:
        opened.index([folder])
        yield opened


def _first(answer: Answer) -> Citation:
    return (answer.citations or answer.candidates)[0]


@pytest.mark.parametrize(
    ("question", "holds", "article"),
    [
        ("How long is the notice period of the lease?", "six months", "Article 6"),
        ("How much is the rent of the workshop?", "1,240 euros", "Article 4"),
        ("May the workshop be sublet?", "sublet no part", "Article 9"),
        ("Quel est le préavis pour résilier la location ?", "trois mois", "Article 7"),
        ("Combien coûte un kilomètre supplémentaire ?", "0,18 euro", "Article 4"),
        ("De combien est la franchise en cas d'accident ?", "600 euros", "Article 6"),
    ],
)
def test_the_article_of_a_contract(session: Edge, question: str, holds: str, article: str) -> None:
    """The sentence that answers comes first, and is cited by the article it stands in."""
    first = _first(session.ask(question))
    assert holds in first.quote
    assert first.heading.split(" > ")[-1].startswith(f"{article} ")


@pytest.mark.parametrize(
    ("thing", "trait", "question"),
    [
        ("mirror", "timeout", "How many seconds does the mirror wait?"),
        ("lantern", "retries", "What is the default of lantern.retries?"),
        ("journal", "limit", "What does journal.limit do?"),
        ("gateway", "folder", "Where does the gateway keep its files?"),
    ],
)
def test_one_entry_of_a_long_reference(session: Edge, thing: str, trait: str, question: str) -> None:
    """Of sixty entries in the same words, the one asked for comes first, under its own heading."""
    first = _first(session.ask(question))
    assert str(papers.value_of(thing, trait)) in first.quote or f"the {thing}" in first.quote
    assert first.heading.endswith(f"{thing}.{trait}")


@pytest.mark.parametrize(
    ("question", "items"),
    [
        ("What do I need for descaling the urn?", ["white vinegar", "cold water", "soft brush"]),
        (
            "How do I descale the urn?",
            ["Empty the tank", "Pour in the vinegar", "Press START", "Rinse twice"],
        ),
        ("Que faut-il pour le nettoyage hebdomadaire ?", ["éponge douce", "savon noir", "chiffon sec"]),
    ],
)
def test_the_list_after_a_colon(session: Edge, question: str, items: list[str]) -> None:
    """The line that ends in a colon comes with all of its items."""
    first = _first(session.ask(question))
    assert [one for one in items if one not in first.quote] == []


def test_code_to_copy(session: Edge) -> None:
    """A code block is quoted whole and as it stands, lines and indentation kept."""
    first = _first(session.ask("How do I read the counter from a computer?"))
    assert "kestrel --port /dev/ttyUSB0 \\\n        --read litres" in first.quote


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("can i put the tank in the dishwasher?", "lave-vaisselle"),
        ("my urn goes off by itself all the time, how do i keep it warm", "hold the flame button"),
        ("the light is red, what's wrong?", "the tank is empty"),
        ("je peux passer la cuve au lave-vaisselle ?", "lave-vaisselle"),
        ("comment éviter que les gosses se brûlent ?", "bouton bleu"),
    ],
)
def test_a_question_in_everyday_words(session: Edge, question: str, holds: str) -> None:
    """What answers is among the quotes shown, whatever words were used, and is not called absent."""
    answer = session.ask(question)
    assert answer.outcome != "absent"
    assert any(holds in one.quote for one in [*answer.citations, *answer.candidates])
