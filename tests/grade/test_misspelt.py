"""A word badly written is that word; a word that differs as little may be another."""

from __future__ import annotations

import pytest

from edge.grade.misspelt import is_misspelt


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
