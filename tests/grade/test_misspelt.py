"""A word badly written is that word; a word that differs as little may be another."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from edge.grade.misspelt import any_misspelt, is_misspelt

_WORDS = st.text("phfqukamnt", max_size=8)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("oxigen", "oxygen"), ("glucos", "glucose"), ("bastile", "bastille"), ("chagnes", "changes"),
     ("photosinthesis", "photosynthesis"), ("egalitee", "egalite"),
     ("camberra", "canberra"), ("necesary", "necessary"), ("sumbol", "symbol"), ("magasine", "magazine"),
     ("resistence", "resistance"), ("divisable", "divisible"), ("fotosynthesis", "photosynthesis"),
     ("grafite", "graphite"), ("toxik", "toxique"), ("estomak", "estomac"), ("resistenc", "resistanc")],
)  # fmt: skip
def test_one_slip_is_forgiven(written: str, meant: str) -> None:
    """A letter too many or too few, two that changed places, a letter for one that sounds like it."""
    assert is_misspelt(written, meant) and is_misspelt(meant, written)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("mitosis", "meiosis"), ("hypotension", "hypertension"), ("nitrite", "nitrate"), ("ethane", "ethene"),
     ("endothermic", "exothermic"), ("adsorption", "absorption"), ("intracellular", "intercellular"),
     ("iron", "ion"), ("oxygen", "oxygen"), ("", "oxygen")],
)  # fmt: skip
def test_another_word_is_none_badly_written(written: str, meant: str) -> None:
    """What pupils mix up is wrong, however alike the words."""
    assert not is_misspelt(written, meant) and not is_misspelt(meant, written)


@example([("philosofi", "filosofi")])
@example([("quilometr", "kilometr")])
@given(st.lists(st.tuples(_WORDS, _WORDS), max_size=4))
def test_what_begins_otherwise_sounds_otherwise(pairs: list[tuple[str, str]]) -> None:
    """A word is passed over by its first letter and its length only where its sounds would be no slip of the
    other: "ph" begins as an f does, "qu" as a k.
    """
    sounds = {word: word.replace("ph", "f").replace("qu", "k") for pair in pairs for word in pair}
    for written, meant in pairs:
        if written != meant and sounds[written] == sounds[meant] and len(sounds[meant]) >= 5:
            assert is_misspelt(written, meant)
        assert any_misspelt([one for one, _ in pairs], meant) == any(
            is_misspelt(one, meant) for one, _ in pairs
        )
