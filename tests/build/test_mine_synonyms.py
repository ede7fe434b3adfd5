"""Words that mean the same, mined from sentences and their translations."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from places import BUILD


@pytest.fixture
def mining(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(BUILD))
    before = set(sys.modules)
    import mine_synonyms

    yield mine_synonyms
    for name in set(sys.modules) - before:
        if name in ("corpus", "mine_synonyms", "word_alignment"):
            del sys.modules[name]


#: Each pair six times, beside words that tell it from the others.
TOLD = [
    ("I ride a bike", "je prends un vélo"),
    ("I ride a bicycle", "je prends un vélo"),
    ("the bike costs money", "le vélo coûte une somme"),
    ("the bicycle costs money", "le vélo coûte une somme"),
    ("a peach costs money", "une pêche coûte une somme"),
]


def test_words_with_a_translation_in_common_mean_the_same(mining: ModuleType) -> None:
    """In the word's own language by way of the other, and in the other; without accents, the surest first."""
    held = mining.translations([mining.Pair("told", *pair) for pair in TOLD * 6])
    english = mining.folded(mining.through(held.french_of, held.english_of), held.english)
    across = mining.folded(held.french_of, held.english)
    rows = dict(line.rstrip("\n").split("\t") for line in mining.lines(english, across))
    assert rows["bike"].split()[::2] == ["velo", "bicycle"]
    assert rows["peach"].split()[::2] == ["peche"]


def test_what_was_seen_less_than_four_times_is_not_believed(mining: ModuleType) -> None:
    """Two words that met by chance translate nothing."""
    seldom = mining.Pair("told", "landlord", "serrures")
    assert not mining.translations([seldom] * 3 + [mining.Pair("told", *TOLD[0])] * 6).french_of["landlord"]
