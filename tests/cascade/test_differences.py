"""When two judges have not read the same answer: likeness, and what likeness does not see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.cascade import differences
from edge.records import GradeLimits
from edge.text import clauses

LIMITS = GradeLimits()
PLAIN = "The current is 3 A when the switch is closed."


def kinds(one: str, other: str) -> list[str]:
    return [reason.code for reason in differences.differences(one, other, LIMITS)]


@pytest.mark.parametrize(
    ("one", "other", "seen"),
    [
        (PLAIN, PLAIN, []),
        (PLAIN, PLAIN.upper().replace(".", ""), []),
        (PLAIN, "The curent is 3 A when the swich is closed", []),
        (PLAIN, PLAIN + " Then the lamp shines.", []),
        (PLAIN, "The current is 3 mA when the switch is closed.", ["grade.numbers_apart"]),
        (PLAIN, "The current is 5 A when the switch is closed.", ["grade.numbers_apart"]),
        (PLAIN, "The current is three amperes when the switch is closed.", []),
        (PLAIN, "The current is not 3 A when the switch is closed.", ["grade.negation_apart"]),
        ("La masse n'est pas conservée.", "La masse est conservée.", ["grade.negation_apart"]),
        ("x > 3", "x < 3", ["grade.signs_apart"]),
        ("the inverse L⁻¹", "the inverse L¹", ["grade.signs_apart"]),
        ("-5 °C", "5 °C", ["grade.numbers_apart"]),
        ("2 km", "2000 m", ["grade.words_apart", "grade.characters_apart"]),
    ],
)
def test_readings_are_told_apart(one: str, other: str, seen: list[str]) -> None:
    """Spelling and length set nothing apart; a number, a unit, a sign or a "not" does."""
    assert set(seen) <= set(kinds(one, other)) and bool(seen) == bool(kinds(one, other))


@given(st.text(max_size=80), st.text(max_size=80))
def test_it_does_not_matter_who_read_first(one: str, other: str) -> None:
    """Symmetric, and never an error, whatever was read."""
    assert sorted(kinds(one, other)) == sorted(kinds(other, one))
    assert kinds(one, one) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It is solid.", 0), ("It is not solid.", 1), ("It isn't, and it wasn't.", 2), ("It isn’t solid", 1),
        ("Ce n'est pas solide.", 1), ("Elle ne fond jamais, elle bout.", 1), ("sans eau", 1),
        ("notation and anion, nombre et nœud", 0), ("Number 3.5 is not it", 1), ("cannot", 1),
    ],
)  # fmt: skip
def test_negations_are_counted_by_clause(text: str, count: int) -> None:
    """By whole words: "notation" denies nothing; "ne … pas" denies once."""
    assert clauses.negations(text) == count
