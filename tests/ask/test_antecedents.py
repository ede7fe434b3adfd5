"""A quote that points back to the sentence before it is quoted with that one."""

from __future__ import annotations

import msgspec
import pytest

from edge.ask.antecedents import FOLLOWS, LONGEST, joined
from edge.ask.grounding import completed
from edge.records import Choice, Draft, Passage

_TEXT = """The deposit equals one month of rent. It is returned within two months. Damage is taken off.

This takes a letter. Your keys are handed in on the last day.

- Bins go out on Monday.
- They come in on Tuesday.

Nobody answers for bicycles. They stay outside. However, the shed may be rented."""
_AT = 50


def _passage(text: str = _TEXT) -> Passage:
    return Passage(
        source="lease.md", page=1, chunk=1, start=_AT, end=_AT + len(text), text=text, heading="L", score=1.0
    )


def _draft(*texts: str, of: str = _TEXT) -> Draft:
    choices = []
    for rank, text in enumerate(texts):
        start = _AT + of.index(text)
        choices.append(
            Choice(passage=0, start=start, end=start + len(text), text=text, probability=0.6 - 0.1 * rank)
        )
    return Draft(choices=choices)


def _texts(draft: Draft, quotes: int = 3) -> list[str]:
    return [one.text for one in joined(draft, [_passage()], quotes).choices]


_DEPOSIT = "The deposit equals one month of rent."
_RETURNED = "It is returned within two months."


@pytest.mark.parametrize("chosen", [_DEPOSIT, _RETURNED], ids=["goes on", "points back"])
def test_both_sentences_are_quoted(chosen: str) -> None:
    """Whichever of the two was chosen, the quote is both, word for word where they stand."""
    (found,) = joined(_draft(chosen), [_passage()], 3).choices
    assert found.text == f"{_DEPOSIT} {_RETURNED}" and found.probability == 0.6
    assert _TEXT[found.start - _AT : found.end - _AT] == found.text


@pytest.mark.parametrize(
    "chosen", ["Damage is taken off.", "This takes a letter.", "They come in on Tuesday."],
    ids=["stands by itself", "first of its paragraph", "item of a list"],
)  # fmt: skip
def test_what_has_no_antecedent_beside_it_stays(chosen: str) -> None:
    """Only sentences of one paragraph are joined, and no items of a list."""
    draft = _draft(chosen)
    assert joined(draft, [_passage()], 3) is draft


def test_two_quotes_never_share_a_sentence() -> None:
    """The better quote has the sentence that both reach for; one that lies in another is left out."""
    apart = _texts(_draft("Nobody answers for bicycles.", "However, the shed may be rented."))
    assert apart == ["Nobody answers for bicycles. They stay outside.", "However, the shed may be rented."]
    inside = joined(_draft(_DEPOSIT, _RETURNED), [_passage()], 3)
    found = completed(inside, [_passage()], lambda source, page: " " * _AT + _TEXT, 3)
    assert [one.text for one in found.choices] == [f"{_DEPOSIT} {_RETURNED}"]


def test_what_is_not_shown_and_what_a_model_wrote_stay() -> None:
    """Only the quotes that would be shown grow; a written answer keeps its quotes."""
    assert _texts(_draft("Damage is taken off.", _RETURNED), quotes=1)[1] == _RETURNED
    written = msgspec.structs.replace(_draft(_RETURNED), answer="In two months.")
    assert joined(written, [_passage()], 3) is written


def test_a_quote_does_not_grow_without_bounds() -> None:
    """A sentence before it that would make it longer than a few lines is left out."""
    text = f"The deposit {'and the rent ' * (LONGEST // 13)}are due. {_RETURNED}"
    draft = _draft(_RETURNED, of=text)
    assert joined(draft, [_passage(text)], 3) is draft


@pytest.mark.parametrize(("share", "together"), [(FOLLOWS * 1.1, True), (FOLLOWS * 0.9, False)])
def test_the_sentence_behind_the_best_says_the_rest(share: float, *, together: bool) -> None:
    """It was proposed too, with some of the best one's probability: both are one quote. The sentence before
    is not taken so, nor one behind a further quote.
    """
    text = "The histogram shows the density. The top one is of the raw image. Colours are apart."
    first, second = text.split(". ", maxsplit=1)[0] + ".", text.split(". ")[1] + "."
    draft = _draft(first, second, of=text)
    draft = msgspec.structs.replace(
        draft, choices=[one if n == 0 else msgspec.structs.replace(one, probability=0.6 * share)
                        for n, one in enumerate(draft.choices)],
    )  # fmt: skip
    found = joined(draft, [_passage(text)], 3).choices
    assert found[0].text == (f"{first} {second}" if together else first)
    swapped = msgspec.structs.replace(draft, choices=draft.choices[::-1])
    assert joined(swapped, [_passage(text)], 3).choices[0].text == second
