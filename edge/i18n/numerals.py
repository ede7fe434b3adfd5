"""Numbers, percentages and days as each language writes them."""

from __future__ import annotations

from datetime import date

from edge.i18n.languages import table


def decimal(value: float, language: str, digits: int = 0) -> str:
    """1,284.50 or 1 284,50."""
    marks = table("typography", language)
    return f"{value:,.{digits}f}".translate({ord(","): marks["thousands"], ord("."): marks["decimal"]})


def points(value: float, language: str) -> str:
    """A grade with the decimals that it needs, two at most."""
    return decimal(
        value, language, 0 if value == round(value) else 1 if round(value, 1) == round(value, 4) else 2
    )


def probability(value: float, language: str) -> str:
    """Two decimals, and never a certainty: 0.99 at most."""
    return decimal(min(value, 0.99), language, 2)


def amount(value: float, currency: str | None, language: str) -> str:
    """A sum of money: two decimals, and its currency where that is known."""
    return (
        f"{decimal(value, language, 2)}\N{NO-BREAK SPACE}{currency}"
        if currency
        else decimal(value, language, 2)
    )


def percent(share: float, language: str) -> str:
    number = f"{share * 100:.0f}"
    written: str = table("typography", language)["percent"].format(number=number)
    return written


def weekday(number: int, language: str) -> str:
    """The name of a day of the week, 0 for Monday."""
    name: str = table("typography", language)["weekdays"][number]
    return name


def day(iso: str, language: str) -> str:
    """A date as people write it; what is no ISO date stays as it is."""
    try:
        value = date.fromisoformat(iso)
    except ValueError:
        return iso
    words = table("typography", language)
    number = words["first_day"] if value.day == 1 else str(value.day)
    written: str = words["date"].format(day=number, month=words["months"][value.month - 1], year=value.year)
    return written
