"""Clauses, and what in them is denied: a denial is of its own clause, and twice denied is said."""

from __future__ import annotations

import pytest

from edge.text import clauses


@pytest.mark.parametrize(
    ("text", "said", "denied"),
    [
        ("They are denatured and can't bind to it", "They are denatured", "can't bind to it"),
        ("Elles sont dénaturées et ne fonctionnent plus", "Elles sont dénaturées", "ne fonctionnent plus"),
        ("It is a protein which does not dissolve", "It is a protein", "does not dissolve"),
        ("The masses do not change and they are equal", "they are equal", "The masses do not change"),
        ("Le roi signe et il n'a pas le choix", "Le roi signe", "il n'a pas le choix"),
        ("It blocks what is not allowed", "It blocks", "is not allowed"),
        ("It is no cell and needs a host", "needs a host", "It is no cell"),
        ("Il n'est pas vivant et a besoin d'un hôte", "a besoin d'un hôte", "Il n'est pas vivant"),
    ],
)
def test_a_denial_behind_and_leaves_what_stands_before(text: str, said: str, denied: str) -> None:
    """And one before it leaves what a new subject says behind it."""
    found = {part: clauses.negated(part) for part in clauses.split(text)}
    assert found == {said: False, denied: True}


@pytest.mark.parametrize("text", ["Sugar and oxygen are not made", "They do not use light and water"])
def test_what_a_denial_joins_is_denied_together(text: str) -> None:
    """Subjects before it, objects behind it."""
    assert [clauses.negated(part) for part in clauses.split(text)] == [True]


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Plants cannot live without water", [False]),
        ("Without light, plants cannot make sugar", [False]),
        ("Sans lumière, les plantes ne poussent pas", [False]),
        ("Without light, plants die", [True, False]),
        ("It works without light", [True]),
    ],
)
def test_twice_denied_is_said(text: str, denied: list[bool]) -> None:
    """Not without water: with water."""
    parts = clauses.split(text)
    assert [clauses.negated(part) for part in parts] == denied and all(part in text for part in parts)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("with no divisor other than 1 and itself", False), ("n'est divisible que par 1", False),
        ("il n'a pas d'autre diviseur que 1", False),
        ("ne peut être divisé par aucun nombre autre que 1", False),
        ("it has no factors except one", False), ("the mass does not change", True),
        ("il ne pense pas que ce soit vrai", True),
        ("il n'est pas vrai que la masse change", True), ("it is not like the other one", True),
        ("ce n'est plus qu'un mot", True),
    ],
)  # fmt: skip
def test_what_is_denied_of_all_but_one_is_said_of_it(text: str, denied: bool) -> None:
    """Only, none other than, ne … que; a plain denial stays one."""
    assert clauses.negated(text) is denied
