"""Time zones: given where the text names one, as an offset or an IANA name that exists."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from edge.values import time_zones
from edge.values.dates import find_dates

RECEIVED = datetime(2026, 1, 21, 9, 30, tzinfo=timezone(timedelta(hours=1)))

NAMED = [
    ("14:00 UTC", "+00:00"),
    ("14:00 GMT+2", "+02:00"),
    ("14:00 UTC+05:30", "+05:30"),
    ("14:00 (UTC-5)", "-05:00"),
    ("14:00 UTC+5:30", "+05:30"),
    ("14:00 GMT -3:30", "-03:30"),
    ("14:00 UTC+530", "+05:30"),
    ("14:00 CEST", "+02:00"),
    ("2pm PT", "America/Los_Angeles"),
    ("2pm Eastern time", "America/New_York"),
    ("14h heure de Montréal", "America/Toronto"),
    ("14h (heure de Londres)", "Europe/London"),
    ("14:00 Europe/Paris", "Europe/Paris"),
    ("14:00 America/New_York", "America/New_York"),
    ("14h", None),
    ("14:00 est le bon horaire", None),
    ("RÉUNION DE 14H EST ANNULÉE", None),
    ("2pm pt", None),
    ("14:00 UTC+99", None),
]


@pytest.mark.parametrize(("text", "named"), NAMED)
def test_a_zone_is_told_as_the_text_says_it(text: str, named: str | None) -> None:
    """Words that only look like a zone name none."""
    assert [when.timezone for when in find_dates(text, RECEIVED)] == [named]


def test_all_names_exist() -> None:
    """Each name in the tables is a zone that computers know."""
    for name in {*time_zones._SHORT.values(), *time_zones._PLACES.values()}:
        assert name[0] in "+-" or ZoneInfo(name).key == name
