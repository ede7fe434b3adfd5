"""Numbers with units: what is read, in which base unit, and what counts as the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.values.measures import find_measures, missing


@pytest.mark.parametrize(
    ("text", "dimension", "value"),
    [
        ("g = 9,81 m/s² environ", "acceleration", 9.81), ("9.8 m·s⁻²", "acceleration", 9.8),
        ("3 km", "length", 3000), ("6,02 × 10²³", "", 6.02e23), ("3e8 m/s", "speed", 3e8),
        ("1.6*10^-19 C", "charge", 1.6e-19), ("twelve volts", "voltage", 12), ("25 %", "share", 25),
        ("-5 °C", "celsius", -5), ("3/4 of it", "", 0.75), ("1 284,50 €", "money EUR", 1284.5),
        ("deux cents mètres", "length", 200), ("5 mW", "power", 0.005), ("5 MW", "power", 5e6),
        ("37 degrees Celsius", "celsius", 37), ("thirty-seven degrees Celsius", "celsius", 37),
        ("20 degrés C", "celsius", 20), ("60 square centimetres", "area", 0.006),
        ("60 cm carrés", "area", 0.006),
        ("deux mètres cubes", "volume", 2), ("9 mètres par seconde", "speed", 9),
        ("72 km per hour", "speed", 20), ("72 km par heure", "speed", 20), ("9 m per second", "speed", 9),
        ("5 mètres carrés", "area", 5),
        ("9,8 mètres par seconde carrée", "acceleration", 9.8), ("2 mois", "time", 2 * 2629746),
        ("3 siècles", "time", 3 * 3155695200), ("6 inches", "length", 0.1524), ("3 days", "time", 259200),
        ("in 1789", "", 1789), ("90 minutes", "time", 5400), ("2 h", "time", 7200),
    ],
)  # fmt: skip
def test_a_measure_is_read(text: str, dimension: str, value: float) -> None:
    """English and French, figures and words, powers of ten."""
    (one,) = find_measures(text)
    assert one.dimension == dimension and [float(it) for it in one.values] == [pytest.approx(value)]
    assert text[one.start : one.end] == one.text


@pytest.mark.parametrize("text", ["", "H2O and CO2", "the second one is a law", "mol and km", "Q3"])
def test_what_is_no_measure(text: str) -> None:
    """Names with figures, articles, and units alone."""
    assert find_measures(text) == []


def test_the_same_quantity_in_other_units() -> None:
    """3 km is 3000 m and not 3000 s; a tolerance is a share."""
    (km,), (m,), (s,), (near,) = map(find_measures, ("3 km", "3000 m", "3000 s", "3.05 km"))
    assert km.same(m) and not m.same(s) and not km.same(near)
    assert km.same(near, 0.02) and m.same_figures(s)
    assert missing([km, s], [m]) == [s]


@given(st.text(max_size=120))
def test_places_are_places(text: str) -> None:
    """Every measure is a run of its text, in order, whatever the text."""
    found = find_measures(text)
    assert all(text[it.start : it.end] == it.text for it in found)
    assert [it.start for it in found] == sorted(it.start for it in found)
