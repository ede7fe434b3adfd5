"""The labels of the other authors' mails, and what the fitted weights rest on."""

from __future__ import annotations

import json
from html import unescape
from typing import Any, get_args

import pytest
from places import MAILS

from edge.extract.rules.weighing.score import weights
from edge.records.extraction import ExtractionType

SETS = ("own", *(f"mails_{n}" for n in range(2, 22)))


def mails(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (MAILS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", SETS)
def test_labels_are_whole(name: str) -> None:
    """Each id once, an action of the two, known types, values only where something is kept."""
    found = mails(name)
    assert len({mail["id"] for mail in found}) == len(found)
    for mail in found:
        expected = mail["expected"]
        assert expected["action"] in {"archive", "delete"}, mail["id"]
        assert set(expected.get("types", ())) <= set(get_args(ExtractionType)), mail["id"]
        if expected["action"] == "delete":
            assert not any(expected.get(key) for key in ("types", "dates", "times", "amounts")), mail["id"]


@pytest.mark.parametrize("name", [name for name in SETS if name not in ("own", "mails_4")])
def test_phrases_stand_in_the_text(name: str) -> None:
    """The phrase that proves an expected value is in the message, word for word."""
    for mail in mails(name):
        # Parts of HTML and calendars as they are read, with plain blanks.
        parts = unescape(mail.get("html", "")).replace("\xa0", " ") + mail.get("calendar", "")
        text = mail["subject"] + "\n" + mail["body"] + parts
        wrong = [phrase for phrase in mail["expected"].get("phrases", {}).values() if phrase not in text]
        assert wrong == [], mail["id"]


def test_learnt_words_are_nobodys_topic() -> None:
    """A learnt word stands in the mail of three authors at least, and is no day and no month."""
    from edge.extract.rules.parsed_message import parse_message
    from edge.extract.rules.weighing.features import vocabulary
    from edge.messages.from_json import of_json
    from edge.settings import ExtractSettings
    from edge.values.date_words import MONTHS, WEEKDAYS

    authors: dict[str, set[str]] = {}
    settings = ExtractSettings()
    for name in ("awkward", "own", "mails_2", "mails_3", "mails_4"):
        for mail in mails(name):
            message = of_json({key: value for key, value in mail.items() if key != "expected"}, settings)
            for word in vocabulary(parse_message(message)):
                authors.setdefault(word, set()).add(name)
    assert [word for word in weights().words if len(authors.get(word, ())) < 3] == []
    calendar = {word.rpartition(":")[2] for word in weights().words} & (MONTHS.keys() | WEEKDAYS.keys())
    assert not calendar


def test_the_sealed_set_is_whole() -> None:
    """Sixty messages in both languages with every type, both actions, and phrases that stand in the text."""
    sealed = mails("sealed")
    assert len({mail["id"] for mail in sealed}) == 60
    assert {mail["expected"]["action"] for mail in sealed} == {"archive", "delete"}
    assert {kind for mail in sealed for kind in mail["expected"]["types"]} == set(get_args(ExtractionType))
    for mail in sealed:
        text = mail["subject"] + "\n" + mail["body"]
        assert all(phrase in text for phrase in mail["expected"].get("phrases", {}).values())
        assert mail["expected"]["action"] == "archive" or not mail["expected"]["types"]
