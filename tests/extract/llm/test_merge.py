"""Proposals for the parts of one message, as one."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.extract.llm.merge import CAREFUL, distinct, merge
from edge.extract.same_extraction import same_extraction
from edge.records import Extraction, MessageAction, Proposal

PAY = Extraction(
    type="deadline", info="Payer la facture", quote="payer", start=10, end=15, grounded=True, found="exact",
    date="2026-02-03", confidence=0.9,
)  # fmt: skip
replace = msgspec.structs.replace


def test_one_thing_seen_twice_is_one() -> None:
    """What two parts saw in their overlap becomes one, with what only one of them knew."""
    again = replace(
        PAY, info="la facture à payer", start=8, end=15, date=None, amount=12.0, importance="high", task=True
    )
    (one,) = distinct([PAY, again])
    assert (one.date, one.amount, one.importance, one.task) == ("2026-02-03", 12.0, "high", True)


@pytest.mark.parametrize(
    "other",
    [
        replace(PAY, type="request"),
        replace(PAY, date="2026-02-04"),
        replace(PAY, info="Envoyer le devis"),  # one sentence, two deadlines
        replace(PAY, start=50, end=55, quote="régler", date=None),
        replace(PAY, data={"total": 1}),
    ],
)
def test_two_things_stay_two(other: Extraction) -> None:
    """Another type, value, thing or place: losing one is worse than showing two."""
    assert not same_extraction(PAY, other) and distinct([PAY, other]) == [PAY, other]


def test_the_better_founded_one_stays() -> None:
    """A quote that was found wins, and takes no value from one that was not."""
    loose = replace(PAY, grounded=False, found="", start=None, end=None, quote="payer", amount=99.0)
    for order in ([PAY, loose], [loose, PAY]):
        (one,) = distinct(order)
        assert one.start == 10 and one.grounded and one.amount is None


ACTIONS = st.sampled_from(CAREFUL)
PROPOSALS = st.lists(
    st.builds(
        Proposal,
        action=ACTIONS,
        extractions=st.lists(st.builds(replace, st.just(PAY), grounded=st.booleans()), max_size=1),
        question=st.one_of(st.none(), st.just("Quand ?")),
    ),
    min_size=1,
    max_size=5,
)


@given(PROPOSALS)
def test_later_parts_only_make_it_more_careful(proposals: list[Proposal]) -> None:
    """The action is the first part's, or a more careful one of a part that holds something worth keeping."""
    made = merge(proposals)
    assert CAREFUL.index(made.action) >= CAREFUL.index(proposals[0].action)
    keeping = [it for it in proposals[1:] if it.question or any(one.grounded for one in it.extractions)]
    assert made.action in {proposals[0].action, *(it.action for it in keeping)}
    for it in keeping:
        assert CAREFUL.index(made.action) >= CAREFUL.index(it.action)


@pytest.mark.parametrize(
    ("first", "second", "action"), [("delete", "flag", "flag"), ("flag", "delete", "flag")]
)
def test_an_advert_with_a_deadline_below(first: MessageAction, second: MessageAction, action: str) -> None:
    """What begins like an advert is not deleted for what a later part holds."""
    made = merge([Proposal(action=first, why="1"), Proposal(action=second, why="2", extractions=[PAY])])
    assert made.action == action and made.why == ("2" if first == "delete" else "1")


EXTRACTIONS = st.builds(
    Extraction,
    type=st.sampled_from(["fact", "deadline"]),
    info=st.sampled_from(["payer facture", "facture", "réunion lundi", ""]),
    start=st.one_of(st.none(), st.integers(0, 20)),
    end=st.integers(21, 30),
    quote=st.sampled_from(["", "payer"]),
    grounded=st.booleans(),
    date=st.sampled_from([None, "2026-02-03", "2026-02-04"]),
    amount=st.sampled_from([None, 1.0]),
    required=st.booleans(),
)


@given(st.lists(EXTRACTIONS, max_size=6))
def test_nothing_is_lost_by_merging(extractions: list[Extraction]) -> None:
    """Each extraction is kept or has one of its kind in its place; a second merge changes nothing much."""
    made = distinct(extractions)
    assert len(made) <= len(extractions) and (not extractions or made)
    assert {it.type for it in made} == {it.type for it in extractions}
    assert {it.date for it in extractions if it.grounded} <= {it.date for it in made} | {None}
    assert any(it.required for it in made) == any(it.required for it in extractions)
    assert any(it.grounded for it in made) == any(it.grounded for it in extractions)
