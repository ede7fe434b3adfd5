"""The list or the code that a chosen sentence leads up to is quoted with it."""

from __future__ import annotations

import msgspec
import pytest

from edge.ask import procedures
from edge.ask.grounding import completed
from edge.records import Choice, Draft, Passage

_TEXT = """Descale the urn when the lamp blinks amber. Proceed as follows:

1. Empty the tank and let it cool.
2. Pour in the vinegar.

The lamp shows green when the urn is clean. Rinse it now and then."""
_FIRST = "Descale the urn when the lamp blinks amber."
_LAST = "The lamp shows green when the urn is clean."
_PASSAGE = Passage(
    source="urn.md", page=1, chunk=1, start=100, end=100 + len(_TEXT), text=_TEXT, heading="Urn", score=1.0
)


def _draft(*texts: str) -> Draft:
    choices = []
    for rank, text in enumerate(texts):
        start = 100 + _TEXT.index(text)
        choices.append(
            Choice(passage=0, start=start, end=start + len(text), text=text, probability=0.6 - 0.1 * rank)
        )
    return Draft(choices=choices)


@pytest.mark.parametrize("question", ["How do I descale the urn?", "Comment détartrer la bouilloire ?"])
def test_a_way_of_doing_it_comes_with_its_steps(question: str) -> None:
    """The sentence is quoted up to the end of the list that touches it; items of it are not quoted twice."""
    joined = procedures.joined(_draft(_FIRST, "Pour in the vinegar.", _LAST), question, [_PASSAGE])
    found = completed(joined, [_PASSAGE], lambda source, page: " " * 100 + _TEXT, 3)
    assert [one.text for one in found.choices] == [_TEXT[: _TEXT.index("\n\nThe lamp")], _LAST]
    assert found.choices[0].probability == 0.6
    assert (found.choices[0].start, found.choices[0].end) == (100, 100 + _TEXT.index("\n\nThe lamp"))


@pytest.mark.parametrize(
    ("draft", "question"),
    [
        (_draft(_FIRST), "When is the urn descaled?"),
        (_draft(_LAST), "How do I descale the urn?"),
        (Draft(choices=_draft(_FIRST).choices, answer="Written."), "How do I descale the urn?"),
        (Draft(), "How do I descale the urn?"),
    ],
    ids=["no way is asked for", "no list below", "written by a model", "nothing chosen"],
)
def test_everything_else_stays(draft: Draft, question: str) -> None:
    """Another question, a sentence with no list below it, and what a model wrote are left as they are."""
    assert procedures.joined(draft, question, [_PASSAGE]) is draft


def test_of_near_choices_the_one_with_its_steps_goes_first() -> None:
    """Beside what one needs for it, how it is done is the answer; a choice far behind is left where it is."""
    best, other = "The lamp shows green when the urn is clean.", _FIRST
    near = joined_choices(_draft(best, other), 0.5)
    assert near[0].text.startswith(_FIRST) and near[0].text.endswith("Pour in the vinegar.")
    assert near[0].probability == 0.6 and near[1].text == best
    far = joined_choices(_draft(best, other), 0.2)
    assert [one.text for one in far] == [best, other]


def joined_choices(draft: Draft, second: float) -> list[Choice]:
    """What becomes of two choices, the second with this probability."""
    choices = [draft.choices[0], msgspec.structs.replace(draft.choices[1], probability=second)]
    given = msgspec.structs.replace(draft, choices=choices)
    return procedures.joined(given, "How do I descale the urn?", [_PASSAGE]).choices


def _passage(text: str) -> Passage:
    return msgspec.structs.replace(_PASSAGE, text=text, start=0, end=len(text))


def _chosen(text: str, *quotes: str, near: float = 0.5) -> Draft:
    starts = [text.index(quote) for quote in quotes]
    return Draft(
        choices=[
            Choice(passage=0, start=at, end=at + len(quote), text=quote, probability=0.6 if not n else near)
            for n, (at, quote) in enumerate(zip(starts, quotes, strict=True))
        ]
    )


_STEPS = """Proceed in this order:
1. Lift the foot.
2. Turn the wheel towards you.
3. Thread the needle."""


def test_one_step_of_a_procedure_is_quoted_with_the_others() -> None:
    """A way of doing it is the whole numbered list, though one item has the words of the question."""
    draft = _chosen(_STEPS, "3. Thread the needle.")
    (found,) = procedures.joined(draft, "How do I thread the needle?", [_passage(_STEPS)]).choices
    assert found.text == _STEPS and found.context == "" and found.probability == 0.6
    assert procedures.joined(draft, "Which needle is threaded?", [_passage(_STEPS)]) == draft


def test_clauses_that_are_numbered_are_no_procedure() -> None:
    """Items that order nothing and that nothing announces stay apart."""
    text = "1. The deposit is paid by card.\n2. Notice is given in writing.\n3. Bins stand in the yard."
    draft = _chosen(text, "2. Notice is given in writing.")
    assert procedures.joined(draft, "How do I give notice?", [_passage(text)]) == draft


def test_a_list_of_something_else_is_not_joined() -> None:
    """A list of bullets that a line in a paragraph of its own announces goes with that line alone."""
    text = "Pay by bank transfer to the club.\n\nWhat to bring:\n- a passport\n- a black folder"
    draft = _chosen(text, "Pay by bank transfer to the club.")
    assert procedures.joined(draft, "How do I pay?", [_passage(text)]) == draft


def test_orders_of_one_paragraph_are_one_way_of_doing_it() -> None:
    """Steps that are told as sentences come together, from the one that was chosen to the last order."""
    text = (
        "It is rare in such an urn. Press the red button and keep the lid shut. Then call the porter."
        " Never use water. The foam is white."
    )
    draft = _chosen(text, "Press the red button and keep the lid shut.", "Never use water.")
    joined = procedures.joined(draft, "What should I do if the urn burns?", [_passage(text)])
    assert joined.choices[0].text == text[len("It is rare in such an urn. ") : -len(" The foam is white.")]
    apart = "Press the red button.\n\nThen call the porter."
    draft = _chosen(apart, "Press the red button.")
    assert procedures.joined(draft, "What should I do if it burns?", [_passage(apart)]) == draft


_CHORES = "Every month:\n\n- oil the rods;\n- clean the bed;\n- check the belts."


def test_items_of_one_list_that_would_be_shown_are_the_list() -> None:
    """Two of three items are no answer that a person would give, whatever is asked."""
    draft = _chosen(_CHORES, "- oil the rods;", "- check the belts.")
    (found,) = procedures.listed(draft, "what is done?", [_passage(_CHORES)], 3).choices
    assert found.text == _CHORES and found.probability == 0.6
    far = _chosen(_CHORES, "- oil the rods;", "- check the belts.", near=0.05)
    assert procedures.listed(far, "what is done?", [_passage(_CHORES)], 3) == far
    one = _chosen(_CHORES, "- oil the rods;")
    assert procedures.listed(one, "what is done?", [_passage(_CHORES)], 3) == one


def test_two_items_of_a_long_list_stay_apart() -> None:
    """Of eight items nobody asked for the other six."""
    text = "Prices:\n\n" + "\n".join(f"- part {n} costs {n} euros;" for n in range(1, 9))
    draft = _chosen(text, "- part 1 costs 1 euros;", "- part 5 costs 5 euros;")
    assert procedures.listed(draft, "what is done?", [_passage(text)], 3) == draft


def test_an_item_that_says_nothing_of_the_question_is_the_list() -> None:
    """The line above has the words of the question: each item answers as much as the next."""
    text = "It is maintained by:\n\n- Ann Hale 2003-2011\n- Tom Pryce 2012-2014\n- Jo Bell 2015-"
    (item,) = _chosen(text, "- Ann Hale 2003-2011").choices
    draft = Draft(choices=[msgspec.structs.replace(item, context="It is maintained by:")])
    (found,) = procedures.listed(draft, "Who maintains the tower?", [_passage(text)], 3).choices
    assert found.text == text
    for question in ("Since when has Ann Hale maintained it?", "Who is in charge?"):
        assert procedures.listed(draft, question, [_passage(text)], 3) == draft
