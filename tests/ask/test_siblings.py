"""Another thing of the same kind is no answer, and gives way to the very thing."""

from __future__ import annotations

import pytest

from edge.ask import siblings
from edge.records import Choice, Draft

MODELS = "Technical data\n | DW300 | DW450 | DW600"
BAYS = "Bays\nBay | Beds | Lead"


def _choice(text: str, context: str = "", probability: float = 0.8, place: int = 0) -> Choice:
    return Choice(passage=place, start=0, end=len(text), text=text, context=context, probability=probability)


@pytest.mark.parametrize(
    ("question", "heading", "context", "text", "fails"),
    [
        (
            "Combien coûte le ravalement du bâtiment C ?",
            "PV > Ravalement du bâtiment A",
            "",
            "128 400 €",
            True,
        ),
        (
            "Combien coûte le ravalement du bâtiment A ?",
            "PV > Ravalement du bâtiment A",
            "",
            "128 400 €",
            False,
        ),
        ("Combien coûte le ravalement ?", "PV > Ravalement du bâtiment A", "", "128 400 €", False),
        ("How loud is the DW500?", "Guide", MODELS, "Noise  49 dB  46 dB  42 dB", True),
        ("How loud is the DW450?", "Guide", MODELS, "Noise  49 dB  46 dB  42 dB", False),
        ("Who leads Bay D?", "Ward 7 handbook > Bays", BAYS, "A | 6 | Marta Quill", True),
        ("Who leads Bay A?", "Ward 7 handbook > Bays", BAYS, "A | 6 | Marta Quill", False),
        ("Quel est le budget pour 2026 ?", "PV > Budget 2025", "", "Le budget est de 91 500 €.", True),
        ("Quel est le budget au 3 mars 2026 ?", "PV > Budget 2025", "", "Le budget est de 91 500 €.", False),
        ("What will it be in 2026/27?", "Charges for 2025/26", "", "£46.90", True),
        ("Qui répare une fuite après compteur ?", "FAQ > Fuite avant compteur", "", "La régie.", True),
        ("Qui répare une fuite avant le compteur ?", "FAQ > Fuite avant compteur", "", "La régie.", False),
        ("What is it with a badge?", "Fees", "Kind | with badge | without badge", "Day | 3 | 5", False),
        ("What is it with a badge?", "Fees > Without a badge", "", "5", True),
        ("May I eat before the exam?", "Day", "", "After the exam there is tea.", False),
        ("In the 2024 list?", "prices-2025 > Sheds", "Model | Price", "Rowan | 1690", True),
        ("In the 2025 list?", "prices-2025 > Sheds", "Model | Price", "Rowan | 1690", False),
        ("Quel prix en 2024 ?", "tarifs_2025", "", "12 euros", True),
        ("What did 2026 bring?", "Charges for 2025/26", "", "£46.90", False),
        ("What does E5 mean?", "Faults", "", "E4   Leak. Close the tap.", True),
        ("Which rule is for bay D?", "Bays", "", "See rule 7 and Bay C.", False),
        ("What is new in 5.3.0?", "Notes > Version 5.2.0", "", "Gift cards.", True),
        ("What is new in version 5?", "Notes > Version 5.2.0", "", "Gift cards.", False),
    ],
)
def test_what_is_labelled_as_another_of_the_kind_is_no_answer(
    question: str, heading: str, context: str, text: str, fails: bool
) -> None:
    """Headings, columns, the cells of a row and what opens a line say of which thing it speaks; a name within
    a sentence only speaks for it, for it may point elsewhere.
    """
    draft = Draft(choices=[_choice(text, context)])
    assert (siblings.another(draft, question, lambda _: heading) is not None) == fails


def test_the_line_of_the_very_thing_comes_first() -> None:
    """Of two versions with the same sentence the one that is named is quoted, and the other left out."""
    old, new = _choice("The minimum is 2 GB."), _choice("The minimum is 4 GB.", probability=0.06, place=1)
    heads = {0: "Notes > Version 5.1.0", 1: "Notes > Version 5.2.0"}
    draft = Draft(choices=[old, new])
    found = siblings.preferred(
        draft, "What is the minimum of Tillweave 5.2.0?", lambda one: heads[one.passage]
    )
    assert [one.text for one in found.choices] == ["The minimum is 4 GB."]
    assert found.choices[0].probability == old.probability
    assert siblings.preferred(draft, "What is the minimum?", lambda one: heads[one.passage]) == draft


@pytest.mark.parametrize(
    ("context", "text", "sure"),
    [
        ("", "Option V: waiting time 90 days, cover to 5,000 euros.", True),
        ("", "Option V: theft, 38 euros more.", False),
        ("Options\nOption | Days", "V | 90", True),
    ],
)
def test_a_line_that_says_something_else_of_the_thing_is_not_sure(
    context: str, text: str, *, sure: bool
) -> None:
    """What was thought of one line holds for its like, a row of its table or the same wording, and for no
    other line about the thing.
    """
    other = "B | 60" if context else "Option B: waiting time 60 days, cover to 6,000 euros."
    draft = Draft(choices=[_choice(other, context), _choice(text, context, 0.2)])
    found = siblings.preferred(draft, "waiting time of option V", lambda _: "Cover")
    assert found.choices[0].text == text
    assert (siblings.unlike(found) is None) == sure


def test_a_line_too_unlikely_is_not_preferred() -> None:
    """That it speaks of the thing is not enough: the engine must have thought it likely at all."""
    old, new = _choice("The minimum is 2 GB."), _choice("Gift cards.", probability=0.001, place=1)
    heads = {0: "Version 5.1.0", 1: "Version 5.2.0"}
    draft = Draft(choices=[old, new])
    assert siblings.preferred(draft, "minimum of 5.2.0?", lambda one: heads[one.passage]) == draft


def test_nothing_chosen_is_about_nothing() -> None:
    """Without a choice there is nothing to look at."""
    assert siblings.another(Draft(choices=[]), "Bay D?", lambda _: "") is None


def test_a_side_is_told_as_it_was_typed() -> None:
    """The reason names what was asked for, with what it is a side of."""
    draft = Draft(choices=[_choice("La régie répare.")])
    failure = siblings.another(draft, "Une fuite après le compteur ?", lambda _: "Fuite avant compteur")
    assert failure is not None and failure.why.params["named"] == "après le compteur"
