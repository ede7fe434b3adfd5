"""What is found by meaning alone is like the query: the nearest of unlike memories is no answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from edge.memory.likeness import FLOOR, nearest


def encoder(name: str, *cosines: float) -> Any:
    """An encoder of this name, with memories 1, 2, … at these cosines from any query."""
    found = list(enumerate(cosines, 1))
    return SimpleNamespace(name=name, nearest=lambda *_, limit, **__: found[:limit])


def test_a_memory_below_the_floor_is_not_found() -> None:
    """However near it is to the query beside others: of unlike memories one is always nearest."""
    floor = FLOOR["encoder-fr-en"]
    shipped = encoder("encoder-fr-en", floor + 0.2, floor, floor - 0.01, -0.1)
    assert [item for item, _ in nearest(shipped, None, None)("valve", 9)] == [1, 2]  # type: ignore[arg-type]
    assert nearest(encoder("encoder-fr-en", 0.2), None, None)("valve", 9) == []  # type: ignore[arg-type]


def test_an_encoder_that_was_not_measured_has_no_floor() -> None:
    """Cosines of different encoders say different things: none is judged by another's."""
    other = encoder("mine", 0.2, -0.3)
    assert [item for item, _ in nearest(other, None, None)("valve", 9)] == [1, 2]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", FLOOR)
def test_a_floor_is_of_an_encoder_in_the_catalog(name: str) -> None:
    """Under a name that no model has it would be no floor for any."""
    from edge.models import catalog

    assert catalog.get(name).kind == "embedder"
