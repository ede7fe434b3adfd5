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
