"""Keywords that are extracted tell a memory from the others of the store."""

from __future__ import annotations

from pathlib import Path

import pytest
from learnt import memory, store

from edge.memory import keywords
from edge.memory.frequencies import WordFrequencies
from edge.state.access import Principal
from edge.state.full_text import stem


def test_identifiers_and_codes_are_kept_whole() -> None:
    """What programs write is one keyword, as it is written."""
    new = memory(
        title="parse_config fails on C++ headers",
        content="",
        context={
            "situation": "TypeError in src/app.py with code E-1042.",
            "solution": "Pin numpy to v2.3 now.",
        },
    )
    found = keywords.extract(new, lambda word: 0, 0)
    assert {"parse_config", "C++", "TypeError", "src/app.py", "E-1042"} <= set(found)


def test_no_stop_words_in_either_language() -> None:
    """French and English function words, numbers and scraps are no keywords."""
    new = memory(
        title="L'électrovanne ne s'ouvre pas",
        context={
            "situation": "Quand la pompe est arrêtée, l'électrovanne reste fermée après 12 heures.",
            "solution": "Il faut purger le circuit avec la clé.",
        },
    )
    found = keywords.extract(new, lambda word: 0, 0)
    assert "électrovanne" in found and "pompe" in found
    assert not {"la", "est", "12", "s", "pas", "quand"} & set(found)


def test_what_every_memory_holds_is_no_keyword() -> None:
    """tf x idf of the own store: a word of all memories gives way to a rare one said as often."""
    new = memory(title="a", context={"situation": "pump grommet", "solution": "pump grommet"})
    frequency = {stem("pump"): 1_000, stem("grommet"): 1}
    found = keywords.extract(new, lambda word: frequency.get(word, 0), 1_000)
    assert found.index("grommet") < found.index("pump")


def test_words_read_at_once_count_as_those_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After many look-ups all words are read in one go: the same counts, and no further look-up. Only a word
    of a single memory may then count as one of none.
    """
    with store(tmp_path / "a.db") as memories:
        db = memories.db  # type: ignore[attr-defined]
        for n in range(6):
            memories.add(memory(n, content=f"pump {'flange' if n % 2 else 'rotor'} lone{n}"))
        asked = ["pump", "flange", "rotor", "nowhere"]
        one_by_one = WordFrequencies(db, Principal())
        one_by_one.refresh()
        expected = [one_by_one(stem(word)) for word in asked]
        assert expected == [6, 3, 3, 0]
        monkeypatch.setattr("edge.memory.frequencies.ASKED", 2)
        at_once = WordFrequencies(db, Principal())
        at_once.refresh()
        assert [at_once(stem(word)) for word in (*asked, *asked)] == [*expected, *expected]
        assert at_once(stem("lone3")) in (0, 1)
        db.close()
        assert at_once(stem("pump")) == 6
