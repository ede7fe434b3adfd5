"""All rooms read a number alike: rules, drafts, gates, context, the user's own types, redaction."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_model import form, item

from edge.ask import facts
from edge.cloud.redact import Redactor
from edge.cloud.sensitive import RULES
from edge.extract.llm import custom_type, message_values, parse
from edge.extract.llm.find_quote import QuoteFinder
from edge.records import Completed, Message
from edge.text import numbers
from edge.values.amounts import find_amounts

SPACES = (" ", "\u00a0", "\u2009", "\u202f")
WIDE = str.maketrans("0123456789.,", "０１２３４５６７８９．，")
OWN = custom_type.load({"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]})


def spellings(value: Decimal, places: int) -> list[str]:
    """A number as French, English, German and Swiss writers and machines put it."""
    plain, grouped = f"{value:.{places}f}", f"{value:,.{places}f}"
    german = grouped.replace(",", "\0").replace(".", ",").replace("\0", ".")
    spaced = [grouped.replace(",", space).replace(".", ",") for space in SPACES]
    swiss = [grouped.replace(",", mark) for mark in "'\u2019"]
    return [plain, plain.replace(".", ","), grouped, german, *spaced, *swiss, plain.translate(WIDE)]


# At least 1: a thousand times nothing is no other value.
numbers_written = st.tuples(
    st.decimals(Decimal(1), Decimal(99_999_999), places=4), st.integers(0, 4), st.integers(0, 10)
).map(lambda one: (round(one[0], one[1]), spellings(one[0], one[1])[one[2]]))


def certain_in_money(written: str) -> bool:
    """Not "12.500 €" for twelve and a half: as a sum it has another value than the one generated."""
    reading = numbers.read(written)
    return reading is not None and len(reading.values) <= 1


@given(numbers_written)
@settings(max_examples=400, deadline=None)
def test_a_sum_is_one_value_in_every_room(pair: tuple[Decimal, str]) -> None:
    """Beside a currency: rules, a model's answer, the user's own types, the gates, the message's numbers."""
    value, written = pair
    reading = numbers.read(f"{written} €")
    assert reading is not None and reading.value is not None
    if certain_in_money(written):
        assert reading.value == value
    number = float(reading.value)
    text = f"Le total est de {written} €."

    assert [amount.value for amount in find_amounts(text)] == [pytest.approx(number, abs=1e-4)]
    known = message_values.of(Message(id="m", body=text))
    assert known.amount(reading) and known.amount(numbers.certain(reading.value))
    assert not known.amount(numbers.certain(reading.value * 1000))
    assert not known.amount(numbers.certain(reading.value / 1000))

    finder = QuoteFinder(Message(id="m", body=text))
    answer = form(item(type="amount", quote=text, info="total", amount=written, currency="EUR"))
    proposal = parse.proposal(Completed(value=answer), parse.ParseContext(finder, known))
    assert [(one.amount, one.grounded) for one in proposal.extractions] == [(number, True)]
    assert OWN.read({"total": f"{written} €"}) == ({"total": number}, [])

    assert "number" not in facts.ungrounded(f"It is {reading.value:f} euros.", "?", [text])
    assert "number" in facts.ungrounded(f"It is {reading.value * 1000:f} euros.", "?", [text])


@given(numbers_written)
@settings(max_examples=200, deadline=None)
def test_a_number_alone_is_read_alike_or_ambiguous_alike(pair: tuple[Decimal, str]) -> None:
    """Without a currency: one value everywhere, or one nowhere, and then only its own figures ground it."""
    value, written = pair
    reading = numbers.read(written)
    assert reading is not None and value in reading.values
    known = message_values.of(Message(id="m", body=f"{written} items"))
    expected = reading.value is not None
    for one in reading.values:
        # The text may be read by its language where the number alone is not.
        assert known.amount(numbers.certain(one)) == any(found.value == one for found in known.numbers)
        found = facts.ungrounded(f"{one:f}", "", [written])
        assert ("number" not in found) == (expected or f"{one:f}" == reading.figures)
    assert "number" not in facts.ungrounded(written, "", [written])
    data, problems = OWN.read({"total": written})
    assert (data == {"total": float(value)}) if expected else (data is None and problems)


@given(numbers_written)
@settings(max_examples=200, deadline=None)
def test_redaction_leaves_sums_alone(pair: tuple[Decimal, str]) -> None:
    """A sum is neither a card nor a telephone number, however it is grouped: it leaves as it is."""
    text = f"Le total est de {pair[1]} €."
    assert Redactor([text], list(RULES)).redact(text) == text
