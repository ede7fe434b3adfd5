"""What holds of all values, whatever the text."""

from __future__ import annotations

import unicodedata
from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from edge.values.addresses import find_addresses
from edge.values.amounts import find_amounts
from edge.values.dates import find_dates
from edge.values.identifiers import find_identifiers
from edge.values.phones import find_phones
from edge.values.span import ValueSpan

RECEIVED = datetime(2026, 1, 21, 9, 30, tzinfo=timezone(timedelta(hours=1)))

#: Words and marks from which values are made, so that random text comes near to them.
PIECES = """
lundi mardi vendredi Friday Tue mars mai May avril sept. janv. Feb demain tomorrow hier dernier
prochain next last week semaine mois fin début mi- du au le la the of de à at by avant d'ici
jusqu'au until dans in sous within jours days weeks heures h min pm a.m. noon midi 14h 14h30 3pm
9:30 16:00 - / . , : 1 3 12 15 31 30 2026 2025 2026-02-03 03/02/2026 31/02/2026 29/02 1er 3rd T2 Q3
CET UTC+1 (heure de Paris) € $ k€ M€ EUR CHF euros 25 1284 1.284,50 10,000 deux cents mille million
d' + +33 06 12 34 56 78 FR76 3000 6000 0112 3456 7890 189 732 829 320 00074 a@b.co www.x.fr http://
EOD et and ou matin soir afternoon week-end pendant for il y a ago from to
"""
GAPS = [" ", " ", " ", "", "\n", "\n\n", "\u00a0", ", "]
WEEKDAYS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
FRENCH = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
ENGLISH = "January February March April May June July August September October November December"

texts = st.one_of(
    st.text(max_size=120),
    st.lists(st.tuples(st.sampled_from(PIECES.split()), st.sampled_from(GAPS)), max_size=24).map(
        lambda parts: "".join(piece + gap for piece, gap in parts)
    ),
)
moments = st.datetimes(
    datetime(1971, 1, 1),
    datetime(2099, 12, 31),
    timezones=st.just(timezone(timedelta(hours=-5, minutes=-30))),
)


def everything(text: str) -> dict[str, list[ValueSpan]]:
    return {
        "dates": list(find_dates(text, RECEIVED)),
        "amounts": list(find_amounts(text)),
        "phones": list(find_phones(text, "FR")),
        "identifiers": list(find_identifiers(text)),
        "addresses": list(find_addresses(text)),
    }


def values(spans: list[ValueSpan]) -> list[tuple[object, ...]]:
    """Values without their places."""
    places = ("start", "end", "text")
    return [tuple(getattr(span, f) for f in span.__struct_fields__ if f not in places) for span in spans]


@given(texts)
@settings(max_examples=300, deadline=None)
@example("\u0130 lundi 14h 25 €")
@example("½ €, ² lundi, e\u0301 mai")
def test_spans_are_exact_and_apart(text: str) -> None:
    """Each value says where it stands, in code points, and no two of a kind share a character."""
    for spans in everything(text).values():
        last = 0
        for span in spans:
            assert last <= span.start < span.end <= len(text)
            assert span.text == text[span.start : span.end]
            assert span.text == span.text.strip()
            last = span.end


@given(texts, moments)
@settings(max_examples=300, deadline=None)
def test_dates_and_times_are_real(text: str, received: datetime) -> None:
    """Whatever the text and the moment: dates exist, ends come after beginnings, times are of one day."""
    for when in find_dates(text, received):
        assert when.date or when.time
        if when.date:
            start = date.fromisoformat(when.date)
            assert when.end_date is None or date.fromisoformat(when.end_date) > start
        else:
            assert when.end_date is None and not when.relative
        for time in (when.time, when.end_time):
            assert time is None or (len(time) == 5 and datetime.strptime(time, "%H:%M"))
        assert when.duration_minutes is None or when.duration_minutes > 0


@given(texts)
@settings(max_examples=100, deadline=None)
def test_reading_twice_gives_the_same(text: str) -> None:
    """Values depend on the text alone: nothing is kept from one call to the next."""
    assert everything(text) == everything(text)


@given(texts)
@example("the door, at 1/2/2000")  # French "et" is no Eastern Time, which would put the month first
@settings(max_examples=100, deadline=None)
def test_a_paragraph_before_changes_nothing(text: str) -> None:
    """Values do not depend on prose in another paragraph."""
    alone = everything(text)
    for name, spans in everything("Bonjour Anne et Paul,\n\n" + text).items():
        assert values(spans) == values(alone[name])


COUNTED = [
    "vendredi 14h", "demain", "hier soir", "après-demain à midi", "dans 10 jours", "in a fortnight",
    "next Tuesday at 3pm", "la semaine prochaine", "ce week-end", "lundi dernier", "mardi en huit",
    "sous 48h", "il y a deux semaines", "within 5 working days", "end of next week", "Tuesday next week",
    "de lundi à mercredi", "EOD Friday",
]  # fmt: skip


@pytest.mark.parametrize("phrase", COUNTED)
@given(moment=moments, weeks=st.integers(-52, 52))
@settings(max_examples=25, deadline=None)
def test_a_week_later_is_a_week_later(phrase: str, moment: datetime, weeks: int) -> None:
    """What is counted in days and weeks moves with the message: a week later it means a week later."""
    later = moment + timedelta(weeks=weeks)
    if not 1971 <= later.year <= 2099:
        return
    (first,), (second,) = find_dates(phrase, moment), find_dates(phrase, later)
    assert first.relative and first.date and second.date
    assert date.fromisoformat(second.date) - date.fromisoformat(first.date) == timedelta(weeks=weeks)


@given(moments, st.sampled_from(WEEKDAYS))
@settings(max_examples=100, deadline=None)
def test_a_weekday_is_the_next_one(received: datetime, name: str) -> None:
    """A weekday is one to seven days ahead, never today; with `dernier`, as far behind."""
    (ahead,), (behind,) = find_dates(name, received), find_dates(f"{name} dernier", received)
    assert ahead.date and behind.date
    at = date.fromisoformat(ahead.date)
    assert at.weekday() == WEEKDAYS.index(name)
    assert 1 <= (at - received.date()).days <= 7
    assert -7 <= (date.fromisoformat(behind.date) - received.date()).days <= -1


@given(st.dates(date(1950, 1, 1), date(2090, 12, 31)), moments)
@settings(max_examples=100, deadline=None)
def test_a_whole_date_is_read_as_it_is(day: date, received: datetime) -> None:
    """A date with its year does not depend on the message's day, in any way of writing it."""
    months, english = FRENCH.split(), ENGLISH.split()
    written = [
        day.isoformat(),
        f"{day.day} {months[day.month - 1]} {day.year}",
        f"{english[day.month - 1]} {day.day}, {day.year}",
        f"{day.day:02}/{day.month:02}/{day.year}",
        f"{day.day:02}.{day.month:02}.{day.year}",
    ]
    for phrase in written:
        (when,) = find_dates(f"Le {phrase}.", received.replace(tzinfo=RECEIVED.tzinfo))
        assert (when.date, when.text, when.relative) == (day.isoformat(), phrase, False)


@given(st.dates(date(2026, 1, 21), date(2027, 1, 20)))
@settings(max_examples=100, deadline=None)
def test_a_day_without_a_year_lies_ahead(day: date) -> None:
    """A day and month without a year is the next such day, today included."""
    (when,) = find_dates(f"{day.day} {FRENCH.split()[day.month - 1]}", RECEIVED)
    assert when.date == day.isoformat()


@given(st.integers(0, 23), st.integers(0, 59))
@settings(max_examples=100, deadline=None)
def test_a_time_is_read_as_it_is(hour: int, minute: int) -> None:
    """Each time of the day comes back from the ways of writing it, beside a day."""
    for phrase in (f"demain à {hour}h{minute:02}", f"tomorrow at {hour:02}:{minute:02}"):
        (when,) = find_dates(phrase, RECEIVED)
        assert (when.date, when.time) == ("2026-01-22", f"{hour:02}:{minute:02}")
    half, twelve = ("am", "pm")[hour >= 12], (hour - 1) % 12 + 1
    (when,) = find_dates(f"tomorrow at {twelve}:{minute:02}{half}", RECEIVED)
    assert when.time == f"{hour:02}:{minute:02}"


@given(st.integers(1, 9_999_999), st.integers(0, 99))
@settings(max_examples=100, deadline=None)
def test_an_amount_is_read_as_it_is(whole: int, cents: int) -> None:
    """An amount comes back from French, English, German and Swiss ways of writing it."""
    grouped = f"{whole:,}"
    written = [
        f"{whole},{cents:02} €",
        f"{grouped.replace(',', ' ')},{cents:02} €",
        f"€{grouped}.{cents:02}",
        f"{grouped.replace(',', '.')},{cents:02} EUR",
        f"EUR {grouped.replace(',', chr(39))}.{cents:02}",
    ]
    for phrase in written:
        (amount,) = find_amounts(f"Total : {phrase}.")
        assert (amount.value, amount.currency, amount.text) == (round(whole + cents / 100, 2), "EUR", phrase)


@pytest.mark.parametrize("phrase", ["vendredi 27 février à 14 h", "d’ici fin août", "1er mars – 3 mars"])
def test_accents_may_be_written_in_two_ways(phrase: str) -> None:
    """Composed and decomposed letters read the same; spans are those of the text as it is."""
    whole, apart = (unicodedata.normalize(form, phrase) for form in ("NFC", "NFD"))
    assert values(list(find_dates(whole, RECEIVED))) == values(list(find_dates(apart, RECEIVED))) != []
    assert all(when.text == apart[when.start : when.end] for when in find_dates(apart, RECEIVED))


NEARLY = [
    "1",
    "a",
    " ",
    "1 ",
    "d'",
    "le 1",
    "1-",
    "a@",
    "a.",
    "+1 ",
    "12/",
    "deux cent ",
    "(",
    "\n",
    "€ ",
    "fr1 ",
]


@pytest.mark.parametrize("piece", NEARLY)
def test_long_runs_do_not_stall(piece: str) -> None:
    """Text that is nearly a value all along costs no more than in proportion: 40,000 characters are read."""
    text = piece * (40_000 // len(piece))
    assert all(span.end <= len(text) for spans in everything(text).values() for span in spans)
