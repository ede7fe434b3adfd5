"""The labels of `awkward.jsonl`: a wrong label would teach the rules something wrong."""

from __future__ import annotations

import datetime as dt
import json
import re
from typing import Any, get_args

import pytest
from places import MAILS

from edge.records.extraction import ExtractionType

LABELLED: list[dict[str, Any]] = [
    json.loads(line) for line in (MAILS / "awkward.jsonl").read_text(encoding="utf-8").splitlines()
]
WEEKDAYS = {
    name: number
    for names in (
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "monday tuesday wednesday thursday friday saturday sunday",
    )
    for number, name in enumerate(names.split())
}
MONTHS = {
    name: number
    for names in (
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "january february march april may june july august september october november december",
    )
    for number, name in enumerate(names.split(), 1)
}
DAY = re.compile(
    rf"\b({'|'.join(WEEKDAYS)}) (\d\d?)(?:er|st|nd|rd|th)? ({'|'.join(MONTHS)})\b", re.IGNORECASE
)


def written(mail: dict[str, Any]) -> str:
    """Subject and body, without the lines of quoted history."""
    lines = [line for line in mail["body"].splitlines() if not line.startswith(">")]
    return "\n".join([mail["subject"], *lines])


def test_the_set_is_what_it_says() -> None:
    """Sixty messages of their own, half of them French, 60 to 65 % of each half worth keeping."""
    assert len({mail["id"] for mail in LABELLED}) == 60
    for language in ("-fr-", "-en-"):
        half = [mail for mail in LABELLED if language in mail["id"]]
        kept = sum(mail["expected"]["action"] == "archive" for mail in half)
        assert len(half) == 30
        assert 0.60 <= kept / 30 <= 0.65


@pytest.mark.parametrize("mail", LABELLED, ids=lambda mail: mail["id"])
def test_labels_stand_in_the_text(mail: dict[str, Any]) -> None:
    """Every expected value has a phrase, verbatim in what this author wrote; none is before the message."""
    expected, text = mail["expected"], written(mail)
    values = [*expected["dates"], *expected["times"], *map(str, expected["amounts"])]
    phrases = expected.get("phrases", {})
    assert {float(it) if it.replace(".", "").isdigit() else it for it in phrases} == {
        float(it) if it.replace(".", "").isdigit() else it for it in values
    }
    assert [phrase for phrase in phrases.values() if phrase not in text] == []
    received = dt.datetime.fromisoformat(mail["received_at"])
    assert received.utcoffset() is not None
    assert all(dt.date.fromisoformat(date) >= received.date() for date in expected["dates"])


@pytest.mark.parametrize("mail", LABELLED, ids=lambda mail: mail["id"])
def test_only_what_is_kept_holds_something(mail: dict[str, Any]) -> None:
    """A message worth keeping has at least one known type; one to delete has nothing to find."""
    expected = mail["expected"]
    assert set(expected["types"]) <= set(get_args(ExtractionType))
    assert expected["action"] in {"archive", "delete"}
    assert bool(expected["types"]) == (expected["action"] == "archive")
    assert expected["types"] or not (expected["dates"] or expected["times"] or expected["amounts"])


def test_weekdays_agree_with_the_calendar() -> None:
    """A weekday beside a date is that of the message's year, in quoted history too."""
    found = [
        (mail["id"], match[0], dt.date(int(mail["received_at"][:4]), MONTHS[match[3].lower()], int(match[2])))
        for mail in LABELLED
        for match in DAY.finditer(mail["body"])
    ]
    assert len(found) > 10
    assert [it for it in found if it[2].weekday() != WEEKDAYS[it[1].split()[0].lower()]] == []
