"""What a model says of zones and lengths stands only where the message says it."""

from __future__ import annotations

import pytest

from edge.extract.llm import message_values
from edge.records import Message
from edge.values import time_zones

MESSAGE = Message(
    id="m", received_at="2026-03-02T09:00:00+01:00",
    body="Réunion jeudi 12 mars à 14h30 HM, 45 minutes. Pour Paris : 11h30. Le 1 mai à 10h, durée 1h.",
)  # fmt: skip


@pytest.mark.parametrize(
    ("claim", "zone"),
    [("HM", "Indian/Mauritius"), ("heure de Maurice", "Indian/Mauritius"), ("Paris", "Europe/Paris"),
     ("UTC", None), ("HF", None), ("Asia/Tokyo", None), ("", None), ("soon", None)],
)  # fmt: skip
def test_a_zone_stands_in_the_message(claim: str, zone: str | None) -> None:
    """As the rules read it there, or word for word."""
    assert message_values.of(MESSAGE).zone(claim) == zone


@pytest.mark.parametrize(
    ("claim", "minutes"), [("45", 45), ("60", 60), ("90", None), ("", None), ("-45", None), ("99999", None)]
)
def test_a_length_stands_in_the_message(claim: str, minutes: int | None) -> None:
    """In minutes, as the rules count them or as its figures stand there."""
    assert message_values.of(MESSAGE).length(claim) == minutes


def test_names_of_zones() -> None:
    """As people write them, in any case; a word that is none gives nothing."""
    named = {
        "HF": "Europe/Paris",
        "utc+4": "+04:00",
        "Europe/Paris": "Europe/Paris",
        "gmt": None,
        "GMT": "+00:00",
    }
    assert {text: time_zones.named(text) for text in ("HF", "utc+4", "Europe/Paris", "GMT")} == {
        text: zone for text, zone in named.items() if zone
    }
