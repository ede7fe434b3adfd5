"""Currencies as they are written."""

from __future__ import annotations

import pytest

from edge.text import currencies


@pytest.mark.parametrize(
    ("text", "code"), [("EUR", "EUR"), ("eur", "EUR"), ("€", "EUR"), ("euros", "EUR"), ("US$", "USD"),
                       ("", None), ("money", None), ("€€", None)],
)  # fmt: skip
def test_currencies(text: str, code: str | None) -> None:
    """ISO 4217 of signs, words and codes."""
    assert currencies.stated(text) == code
