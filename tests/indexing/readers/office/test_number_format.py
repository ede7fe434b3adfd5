"""Numbers as their cells show them, whatever country's marks they leave out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from edge.indexing.readers.office.number_format import formatted

_ACCOUNTS = r'_-* #,##0.00\ "€"_-;-* #,##0.00\ "€"_-;_-* "-"??\ "€"_-;_-@_-'


@pytest.mark.parametrize(
    ("number", "code", "shown"),
    [
        (1234.5, "#,##0.00 €", "1234.50 €"),
        (12, "$#,##0.00", "$12.00"),
        (99, "[$£-809]#,##0.00", "£99.00"),
        (12, r"#,##0.00\ [$CHF]", "12.00 CHF"),
        (-35.5, _ACCOUNTS, "-35.50 €"),
        (0, _ACCOUNTS, "- €"),
        (-5, "#,##0;(#,##0)", "(5)"),
        (-5, "#,##0;[Red]-#,##0", "-5"),
        (0.055, "0%", "5.5%"),
        (1230, "00000", "01230"),
        (612345678, '0#" "##" "##" "##" "##', "06 12 34 56 78"),
        (2.5, '0.0" kg"', "2.5 kg"),
        (1234567, '0.0,,"M"', "1.2M"),
        (0.3333, "0.00", "0.33"),
        (0.125, "#.##", ".13"),
        (-0.001, "0.00", "0.00"),
    ],
)
def test_numbers_as_their_cells_show_them(number: float, code: str, shown: str) -> None:
    """With currency, unit, sign and the digits that the format asks for, without marks of thousands."""
    assert formatted(number, code) == shown


@pytest.mark.parametrize(
    "code", ["General", "", "@", "dd/mm/yyyy", "# ?/?", "0.00E+00", "[>100]0;0.0", "0" * 300]
)
def test_formats_of_something_else(code: str) -> None:
    """Dates, fractions, powers of ten, texts and conditions are left as they are."""
    assert formatted(1.5, code) is None


@given(some.floats(), some.text('0#?.,%;"\\[]$€-_*() kg@E/', max_size=40))
def test_no_format_fails(number: float, code: str) -> None:
    """Whatever a file says of a number, it is shown in some way or as it is."""
    shown = formatted(number, code)
    assert shown is None or "\n" not in shown
