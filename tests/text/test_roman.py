"""Roman numerals are read as they are written, and nothing else is one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge.text.roman import roman, roman_value


def test_usual_forms() -> None:
    """Fours and nines take one sign before the greater; the numbers of prefaces and lists come out so."""
    assert [roman(n) for n in (1, 4, 9, 14, 40, 99, 499, 1994)] == [
        "i", "iv", "ix", "xiv", "xl", "xcix", "cdxcix", "mcmxciv",
    ]  # fmt: skip


@given(st.integers(1, 3999))
def test_what_is_written_is_read_back(number: int) -> None:
    """Writing and reading are each other's inverse."""
    assert roman_value(roman(number)) == number


@given(st.text("ivxlcdmz", max_size=8))
def test_other_forms_are_no_numeral(text: str) -> None:
    """A form like "iiii" or "vx", or a word of other letters has no value, however near a numeral it is."""
    value = roman_value(text)
    assert value == 0 or roman(value) == text
