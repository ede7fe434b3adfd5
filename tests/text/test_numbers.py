"""Numbers in figures: what they can mean, and when that is not certain."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from edge.text import numbers


def values(text: str, language: str = "und") -> list[float]:
    reading = numbers.read(text, language)
    return [] if reading is None else [float(value) for value in reading.values]


@pytest.mark.parametrize(
    ("text", "value"),
    [("531.60", 531.6), ("531,60", 531.6), ("1 284 €", 1284), ("1\u202f284,50", 1284.5), ("1.284,50", 1284.5),
     ("1,284.50", 1284.5), ("$10", 10), ("-5", -5), ("\u22125 °C", -5), ("EUR 12,5", 12.5),
     ("1.000.000", 1e6), ("12.500 €", 12_500), ("€1,234", 1234), ("12.500 euros", 12_500),
     ("EUR 12.500", 12_500),
     ("Total (EUR) : 12.500", 12_500), ("12.500,- €", 12_500), ("0,125", 0.125), ("0.125 €", 0.125),
     ("0,125 kg", 0.125), ("1234.567", 1234.567), ("12,5 %", 12.5), ("1\u2019284.50", 1284.5),
     ("1'234'567", 1_234_567), ("1 284,567", 1284.567), ("\uff11\uff12\uff0c\uff15", 12.5),
     ("1,234,567.891", 1_234_567.891),
     ("25k€", 25_000), ("€500K", 500_000), ("1,2 Md€", 1.2e9), ("1,5 million", 1.5e6), ("2 thousand", 2000)],
)  # fmt: skip
def test_what_is_certain(text: str, value: float) -> None:
    """French, English, German and Swiss spellings of one number; a currency makes three figures thousands."""
    assert values(text) == [value]


@pytest.mark.parametrize("text", ["12.500", "1,234", "1,234 kg", "12.500 m", "999,999 %"])
def test_what_is_ambiguous(text: str) -> None:
    """One mark before three figures is thousands or decimals: the reading has both and says so."""
    reading = numbers.read(text)
    assert reading is not None and len(reading.values) > 1 and reading.value is None
    assert reading.values[0] == 1000 * reading.values[1]


@pytest.mark.parametrize(
    ("text", "language", "read"),
    [("1,234", "en", [1234]), ("12.500", "en", [12.5]), ("1,234", "fr", [1.234]),
     ("12.500", "fr", [12_500, 12.5]), ("12.500 €", "en", [12_500]), ("1,234 €", "fr", [1234])],
)  # fmt: skip
def test_the_language_decides_where_it_can(text: str, language: str, read: list[float]) -> None:
    """English means thousands by a comma, French decimals; a currency goes first."""
    assert values(text, language) == read


@pytest.mark.parametrize(
    "text", ["", "n/a", "12 34", "1e99", "9" * 41, "2026-02-03", "nan", "Infinity", "10-12", "1.2.3",
             "1,23,4", "03/02/2026", "14:30", "1.234,567.8", "E7"],
)  # fmt: skip
def test_what_is_no_number(text: str) -> None:
    """What could be two numbers, a date, a version or a name is none."""
    assert values(text) == []


def test_numbers_of_a_text() -> None:
    """Every run of figures with its place; dates and versions have figures and no value."""
    text = "Le 03/02/2026 : 12.500 à 15.000 €, soit -3,5 % (v1.2.3), 2026-02-12 100 fois."
    found = numbers.find(text)
    assert [(text[one.start : one.end], *map(float, one.values)) for one in found] == [
        ("03/02/2026",), ("12.500", 12_500), ("15.000", 15_000), ("-3,5", -3.5), ("1.2.3",), ("2026", 2026),
        ("02", 2), ("12", 12), ("100", 100),
    ]  # fmt: skip
    assert [one.percent for one in found].count(True) == 1


@pytest.mark.parametrize(
    ("known", "claim", "supported"),
    [("12.500 €", "12.5", False), ("12.500 €", "12500", True), ("12.500 €", "12.500", True),
     ("12.500", "12500", False), ("12.500", "12.5", False), ("12.500", "12.500", True),
     ("12.500", "12.500 €", True), ("1,234", "1.234", False), ("1 250,50", "1250.5", True),
     ("03/02/2026", "03/02/2026", True), ("03/02/2026", "2026", False), ("27.4.1", "27.4", False),
     ("-5", "5", True), ("1.5 million", "1 500 000", True), ("1.5 million", "1.5", False),
     ("10k", "10000", False), ("0,125", "125", False), ("0,125", "0.125", True)],
)  # fmt: skip
def test_what_grounds_a_claim(known: str, claim: str, supported: bool) -> None:
    """The same value where both are certain, else only the same figures: never one of two meanings."""
    (one,) = numbers.find(known)
    (other,) = numbers.find(claim)
    assert one.supports(other) == supported


@given(st.decimals(-(10**9), 10**9, places=2))
def test_a_plain_number_is_itself(value: Decimal) -> None:
    """As models are asked to write it, a number always comes back."""
    reading = numbers.read(f"{value:.2f}")
    assert reading is not None and reading.value == value


@given(st.text("0123456789.,:/ '€k-+%\u202f\uff11", max_size=60) | st.text(max_size=60))
@example("1,,2")
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text raises; a reading stands where it says, apart from the others, and has two meanings at most."""
    last = 0
    for one in numbers.find(text):
        assert last <= one.start < one.end <= len(text)
        assert len(one.values) <= 4 and all(value.is_finite() for value in one.values)
        last = one.end
    numbers.read(text, money=True)


def _seconds(text: str) -> float:
    began = time.process_time()
    numbers.find(text)
    return time.process_time() - began


@pytest.mark.parametrize("piece", ["1", "1 ", "1 000 ", "1.000.", "1,", "1'000'", "$", "1 €", "1/", "-1"])
def test_reading_is_linear(piece: str) -> None:
    """Characters that are nearly one number: eight times as many take less than thirty times as long."""

    def cost(length: int) -> float:
        text = piece * (length // len(piece))
        return min(_seconds(text) for _ in range(2))  # another process can make one run slow

    assert cost(200_000) < 30 * max(cost(25_000), 0.02)
