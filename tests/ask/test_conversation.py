"""A short question in a conversation: it goes on from the turn before, or begins anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import edge
from edge.ask import conversation, engines, pipeline
from edge.ask.question import leans, may_stand_alone

_SERVICE = """# The payment service

To restart the payment service, stop the worker, then run the command restart. The warranty of the terminal
lasts two years. Children under 12 may not pay by card.
"""
_BOILER = """# The boiler room

The boiler is started with the green switch beside the door. The boiler is emptied on 1 June.
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[edge.Edge]:
    folder: Path = tmp_path_factory.mktemp("talk")
    (folder / "payments.md").write_text(_SERVICE, encoding="utf-8")
    (folder / "boiler.md").write_text(_BOILER, encoding="utf-8")
    with edge.open(folder / "k.db", settings=edge.Settings()) as opened:
        opened.index([folder])
        yield opened


def test_a_short_question_of_something_else_is_answered(session: edge.Edge) -> None:
    """Two content words lean on the turn before, and are asked alone too: the surer answer is given."""
    before = session.ask("How do I restart the payment service and the worker of the card terminal?")
    given = session.ask("How is the boiler started?", history=[before])
    assert given.answer is not None and "green switch" in given.answer
    assert given.question == "How is the boiler started?"


@pytest.mark.parametrize(("engine", "told"), [("semantic", "alone"), ("gemma", "going on")])
def test_the_surer_of_both_readings_is_given(
    session: edge.Edge, monkeypatch: pytest.MonkeyPatch, engine: str, told: str
) -> None:
    """Of one engine's answers the surer; what a further engine answered is not weighed against another's."""
    found = session.ask("How is the boiler started?", engine="semantic")
    ladder, _ = engines.ladder(session.engines, "semantic", "How is the boiler started?")

    def answer(question: str, *given: object, **further: object) -> edge.Answer:
        goes_on = len(given) == 4  # with what was said before
        sure = msgspec.structs.replace(found.confidence, calibrated=0.6 if goes_on else 0.8)
        by = msgspec.structs.replace(found.passes[-1], engine=engine if goes_on else "semantic")
        text = "going on" if goes_on else "alone"
        return msgspec.structs.replace(found, answer=text, confidence=sure, passes=[by])

    monkeypatch.setattr(pipeline, "answer", answer)
    turns = conversation.turns(["How do I restart the payment service?"])
    access = session.library.access()
    given = conversation.answer(found.question, ladder, access, session.settings.ask, turns)
    assert given.answer == told


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("How is the boiler started?", True),
        ("Comment démarrer la chaudière ?", True),
        ("And the boiler room?", False),
        ("How long does it stay open?", False),
        ("Où se trouve leur chaudière ?", False),
        ("Where?", False),
        ("Who empties the boiler of the payment service?", False),
    ],
)
def test_what_may_stand_alone(question: str, alone: bool) -> None:
    """Two content words, no pronoun, nothing that goes on from before; a longer question never leans."""
    assert may_stand_alone(question) is alone


@pytest.mark.parametrize(
    ("question", "goes_on"),
    [
        ("How many moves does a typical game of shogi last?", False),
        ("how many?", True),
        ("combien de points vaut une tour au shogi", False),
        ("et combien pour les enfants de moins de douze ans", True),
        ("pourquoi les étoiles du ciel d’hiver sont-elles si chaudes ?", False),
        ("why not simply copy it?", True),
        ("il faut combien de points pour faire un arc de cercle", False),
        ("il coûte combien ?", True),
        ("How many grams of sugar go into it then?", True),
    ],
)
def test_what_goes_on_from_the_turn_before(question: str, goes_on: bool) -> None:
    """ "How many", "combien", "why", "pourquoi" open whole questions too, and an "il" may be nobody: of 238
    whole questions of `datasets/` that had been taken for ones that go on, 57 still are.
    """
    assert leans(question) is goes_on
