"""What a written answer says on its own is caught, each kind by itself; what it says otherwise is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.ask import facts, grounding
from edge.records import Choice, Draft

GROUNDED = [
    ("It was built in 1998.", ["The mill was built in 1998."]),
    ("Il y a 12 vannes.", ["La station a douze vannes."]),
    ("Il y a quatre-vingt-dix places.", ["La salle compte 90 places."]),
    ("The meeting is on 03/03/2024.", ["La réunion aura lieu le 3 mars 2024."]),
    ("The meeting is on 3 March.", ["The meeting will take place on 3 March 2024."]),
    ("Le réservoir contient 3,5 litres.", ["Le réservoir contient 3,50 litres."]),
    ("It is 3000 m away.", ["The station is 3 km away."]),
    ("It was founded by Marguerite.", ["The house was founded by Margue-\nrite in the north."]),
    ("The pump is not started in frost.", ["In frost the pump is not started."]),
    ("The pump stops.", ["The pump stops. It is not started again before noon."]),
]
INVENTED = [
    ("It was built in 1989.", ["The mill was built in 1998."], "number"),
    ("Il y a treize vannes.", ["La station a douze vannes."], "number"),
    ("Il y a 3,4 litres.", ["Il y a 3,5 litres."], "number"),
    ("La réunion aura lieu le 4 mars 2024.", ["La réunion aura lieu le 3 mars 2024."], "date"),
    ("La réunion aura lieu le 3 mai 2024.", ["La réunion aura lieu le 3 mars 2024."], "date"),
    ("It is 3 m away.", ["The station is 3 km away."], "unit"),
    ("It costs 12 dollars.", ["It costs 12 euros."], "unit"),
    ("It was founded by Marguerite.", ["The house was founded by Hortense."], "name"),
    ("The pump is started in frost.", ["In frost the pump is not started."], "negation"),
    ("La pompe n'est pas arrêtée la nuit.", ["La pompe est arrêtée la nuit."], "negation"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "quotes"), GROUNDED)
def test_what_is_said_otherwise_is_grounded(answer: str, quotes: list[str]) -> None:
    """Figures, words, units, forms of a date, line ends: the same fact, however it is written."""
    assert facts.ungrounded(answer, "", quotes) == {}


@pytest.mark.parametrize(("answer", "quotes", "kind"), INVENTED)
def test_each_kind_is_reported_by_itself(answer: str, quotes: list[str], kind: str) -> None:
    """What neither question nor quote says is named with its kind; the answer goes, the quotes stay."""
    assert kind in facts.ungrounded(answer, "", quotes)
    gates = [failure.gate for failure in grounding.facts_known(answer, "", quotes)]
    assert f"{kind} not in quotes" in gates
    choices = [Choice(passage=0, start=0, end=len(text), text=text, probability=0.9) for text in quotes]
    left = grounding.withdrawn(Draft(choices=choices, answer=answer), "", 3)
    assert left.answer is None and left.choices == choices
    assert left.signals["answer_withdrawn"] and left.signals[f"ungrounded_{kind}"] >= 1


@given(st.text(max_size=200))
def test_what_is_quoted_whole_is_grounded(text: str) -> None:
    """An answer that is a quote says nothing of its own, whatever stands in it."""
    assert facts.ungrounded(text, "", [text]) == {}
