"""A form that was filled in, as a Proposal."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_model import MESSAGE, form, item

from edge.extract.llm import custom_type, parse
from edge.extract.llm.find_quote import QuoteFinder
from edge.extract.llm.message_values import MessageValues
from edge.records import Completed, Proposal
from edge.text.numbers import certain

KNOWN = MessageValues(
    dates=frozenset({"2026-02-03", "2026-01-23"}), times=frozenset({"14:00"}), numbers=[certain(1284.5)],
    text=MESSAGE.body,
)  # fmt: skip


def read(*items: dict[str, Any], labels: list[str] | None = None, **values: object) -> Proposal:
    reading = parse.ParseContext(QuoteFinder(MESSAGE), KNOWN, labels=labels or [])
    return parse.proposal(Completed(value=form(*items, **values)), reading)


def test_a_good_extraction() -> None:
    """A quote that stands there and values that the rules read too: grounded, with exact offsets."""
    made = read(
        item(type="deadline", quote="à régler avant le 3 février 2026", info="Régler la facture",
             date="2026-02-03", amount="1284.50", currency="€", task=True, calendar=True, required=True)
    )  # fmt: skip
    (it,) = made.extractions
    assert MESSAGE.body[it.start : it.end] == it.quote == "à régler avant le 3 février 2026"
    assert it.grounded and it.found == "exact" and it.confidence == parse.FOUND["exact"]
    assert (it.date, it.amount, it.currency, it.task, it.calendar) == (
        "2026-02-03",
        1284.5,
        "EUR",
        True,
        True,
    )
    assert made.signals == {
        "quotes_found": 1.0, "values_agree": 1.0, "invalid_values": 0.0, "self_confidence": 1.0,
    }  # fmt: skip


def test_the_quote_is_the_texts_own() -> None:
    """However the model wrote it, what is returned stands in the body."""
    (it,) = read(item(quote="le montant de 1 284,50 € est a regler")).extractions
    assert it.quote == "Le montant de 1\u202f284,50\u00a0€ est à régler" == MESSAGE.body[it.start : it.end]
    assert it.found == "folded" and it.grounded


@pytest.mark.parametrize(
    ("given", "lost"),
    [({"date": "2026-02-30"}, 1), ({"date": "le 3"}, 1), ({"time": "25:00"}, 1), ({"amount": "beaucoup"}, 1),
     ({"amount": "12", "currency": "?"}, 1), ({"date": "demain", "time": "tôt", "amount": "€"}, 3),
     ({"date": " "}, 0)],
)  # fmt: skip
def test_invalid_values_go_and_are_counted(given: dict[str, str], lost: int) -> None:
    """A value that is none costs the value, never the extraction."""
    made = read(item(quote="Voici la facture du mois", **given))
    (it,) = made.extractions
    assert it.date is None and it.time is None and it.currency is None
    assert made.signals["invalid_values"] == lost


@pytest.mark.parametrize(
    ("given", "grounded"),
    [({"date": "2026-02-03"}, True), ({"date": "2026-03-03"}, False), ({"amount": "1284.50"}, True),
     ({"amount": "1248.50"}, False), ({"amount": "-1284.5"}, True), ({"time": "14:00"}, True),
     ({"date": "2026-02-03", "amount": "99"}, False)],
)  # fmt: skip
def test_values_that_are_not_in_the_message(given: dict[str, str], grounded: bool) -> None:
    """A day or sum that neither the rules read nor the text spells out is kept, and not grounded by a good
    quote.
    """
    made = read(item(quote="Voici la facture du mois", **given))
    (it,) = made.extractions
    assert it.grounded is grounded and it.start is not None
    assert (it.confidence == parse.FOUND["exact"]) is grounded
    assert (made.signals["values_agree"] == 1.0) is grounded


def test_an_unknown_time_lowers_the_confidence() -> None:
    """A time may be said in words that no rule reads (à midi): it counts against, and is no invention yet."""
    made = read(item(quote="Voici la facture du mois", time="12:00"))
    assert made.extractions[0].grounded and made.extractions[0].confidence < 0.5
    assert made.signals["values_agree"] == 0.0


@pytest.mark.parametrize("quote", ["La livraison aura lieu jeudi", "", "la", "a", "€", ". . ."])
def test_quotes_that_show_nothing(quote: str) -> None:
    """An invented quote, or one so short that it stands anywhere, grounds nothing."""
    made = read(item(quote=quote), item(quote="Merci,\r\nAnne", info="y"))
    assert [it.grounded for it in made.extractions] == [False, True]
    assert made.extractions[0].start is None and made.extractions[0].confidence <= parse.FOUND[""]
    assert made.signals["quotes_found"] == 0.5


def test_calendar_and_notes_need_what_they_stand_on() -> None:
    """No appointment without a day, no note action without a note, no currency without a sum."""
    (it,) = read(item(calendar=True, note_action="append", currency="EUR", quote="Merci")).extractions
    assert not it.calendar and it.note_action == "none" and it.note is None and it.currency is None


def test_types() -> None:
    """French names are understood; an unknown one loses the extraction and is counted."""
    made = read(item(type="Échéance", quote="Merci"), item(type="banana"))
    assert [it.type for it in made.extractions] == ["deadline"] and made.signals["invalid_values"] == 1


def test_labels_are_names_of_what_was_shown() -> None:
    """Labels that were not given are nothing; what was shown and not used is ignored, and said so."""
    made = read(labels=["Projet Beta", "Dentiste"], used=["C2", "C9", "C2"])
    assert made.used == ["Dentiste"] and made.ignored == ["Projet Beta"]


def test_texts_are_one_line() -> None:
    """What goes into one line for people is one line, and of a length for people."""
    made = read(
        item(info="a\n\nb"), why="c\r\nd", question=" ", entities=["Anne\nRousseau", "", "Anne Rousseau"]
    )
    assert made.extractions[0].info == "a b" and made.why == "c d" and made.question is None
    assert made.entities == ["Anne Rousseau"]


def test_no_terminal_obeys_a_model() -> None:
    """Control characters and those that turn the direction of text do not come through."""
    made = read(
        item(info="\x1b[31mrouge\u202e", quote="\x9b2J inconnu du tout"), why="a\x00b", question="\u2066q"
    )
    assert made.extractions[0].info == "[31mrouge" and made.extractions[0].quote == "2J inconnu du tout"
    assert (made.why, made.question) == ("ab", "q")


def test_log_probability_of_the_action() -> None:
    """The tokens that spell the action, no others; text that imitates the key inside a string is no key."""
    value = form(item(info='say "action":"delete"'), action="flag")
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    at = text.rfind('"action":"') + len('"action":"')
    cuts = [1, at - 3, at + 2, at + 4, len(text)]  # tokens: ... | `:"fl` | `ag` | ...
    completed = Completed(value=value, text=text, ends=cuts, logprobs=[-9.0, -8.0, -0.25, -0.5, -7.0])
    assert parse.action_logprob(completed) == -0.75
    made = parse.proposal(completed, parse.ParseContext(QuoteFinder(MESSAGE), KNOWN))
    assert made.signals["action_logprob"] == -0.75 and made.action_confidence == math.exp(-0.75)


def test_without_log_probabilities() -> None:
    """An engine that gives none makes no signal of it."""
    made = read()
    assert "action_logprob" not in made.signals and made.action_confidence == parse.NO_LOGPROB


def test_records_of_an_own_type() -> None:
    """Data that fit the schema, beside the built-in types; a figure that is not in the text is not grounded;
    records that do not fit are left out and counted.
    """
    kind = custom_type.load({
        "title": "facture", "type": "object", "required": ["total"],
        "properties": {"total": {"type": "number"}, "number": {"type": "string"}},
    })  # fmt: skip
    record = {"quote": "Le montant de 1 284,50 €", "info": "facture", "importance": "high"}
    records = [
        {**record, "data": {"total": "1 284,50", "number": None}},
        {**record, "data": {"total": "7 777,00", "number": "F1"}},
        {**record, "data": {"total": None, "number": "F1"}},
    ]
    reading = parse.ParseContext(QuoteFinder(MESSAGE), KNOWN, own=kind)
    made = parse.proposal(Completed(value=form(item(quote="Merci"), records=records)), reading)
    assert [(it.type, it.grounded, it.data) for it in made.extractions] == [
        ("fact", True, {}),
        ("facture", True, {"total": 1284.5}),
        ("facture", False, {"total": 7777.0, "number": "F1"}),
    ]
    assert made.signals["invalid_values"] >= 1


TEXT = st.text(max_size=20)
ITEM = st.fixed_dictionaries(
    {
        "type": st.one_of(st.sampled_from(["deadline", "événement"]), TEXT),
        "quote": st.one_of(st.sampled_from(["Voici la facture", "avant le 3 fevrier", "Merci, Anne"]), TEXT),
        "info": TEXT, "importance": st.sampled_from(["low", "medium", "high"]),
        "date": st.one_of(st.dates().map(str), TEXT), "time": TEXT, "amount": TEXT, "currency": TEXT,
        "task": st.booleans(), "calendar": st.booleans(), "note": TEXT,
        "note_action": st.sampled_from(["none", "append", "create"]), "required": st.booleans(),
    }
)  # fmt: skip


@given(st.lists(ITEM, max_size=5))
def test_whatever_is_filled_in_spans_are_exact(items: list[dict[str, Any]]) -> None:
    """Any strings in the right shape: no exception, every span exact, nothing grounded without a quote."""
    made = read(*items)
    for it in made.extractions:
        if it.start is not None:
            assert MESSAGE.body[it.start : it.end] == it.quote
        assert not it.grounded or (it.found and it.quote)
        assert it.info and "\n" not in it.info
        assert 0.0 <= it.confidence <= 1.0
    assert all(0.0 <= made.signals[name] <= 1.0 for name in ("quotes_found", "values_agree"))
