"""The specification's limits as they hold in the product: on real files, with the settings as they ship."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import edge
from edge import paths
from edge.records import Extracted
from edge.settings import AlarmSettings, ExtractSettings, Settings

PAGE = (Path(__file__).parents[2] / "docs" / "extract.md").read_text(encoding="utf-8")
DAY = "mardi 3 février 2026"
#: Bars that no score reaches: a second pass is shown what is around the message.
ASKED = ExtractSettings(stop=1.0, bar=1.0, floor=1.0)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    paths.home.cache_clear()


def read(body: str, extract: ExtractSettings | None = None, **given: Any) -> Extracted:
    """A message of 20 January, through a session with the settings as they ship."""
    message = {
        "id": "m1", "subject": "Chantier Alpha", "from": "Anne Roux <anne@acme.example>",
        "to": ["moi@maison.example"], "received_at": "2026-01-20T09:00:00+01:00", "body": body, **given,
    }  # fmt: skip
    with edge.open(
        settings=Settings(extract=extract or ExtractSettings()), state=paths.home() / "state.db"
    ) as opened:
        return opened.extract(message)


def shown(result: Extracted, kind: str) -> list[str]:
    """What of a kind the last pass was shown."""
    names = [*result.context.used, *result.context.ignored]
    return [name for name in names if name.startswith(f"{kind}: ")]


def test_ten_appointments_of_a_day_are_shown_and_the_rest_is_counted(tmp_path: Path) -> None:
    """`max_calendar_events`: fourteen are on the day; the one that the message runs into is among the ten."""
    events = "".join(
        f"BEGIN:VEVENT\nUID:{n}\nSUMMARY:Visite {n}\nDTSTART;TZID=Europe/Paris:20260203T{n:02}0000\n"
        f"DTEND;TZID=Europe/Paris:20260203T{n:02}4500\nEND:VEVENT\n"
        for n in range(6, 20)
    )
    calendar = tmp_path / "agenda.ics"
    calendar.write_text(
        f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//t//EN\n{events}END:VCALENDAR\n", encoding="utf-8"
    )
    found = read(
        f"Bonjour,\nLa réunion de chantier est {DAY} à 19 h.\nAnne", ExtractSettings(calendar=str(calendar))
    )
    assert len(shown(found, "event")) == 10 and found.context.left_out == 4
    assert "event: Visite 19, 2026-02-03 19:00" in shown(found, "event")
    assert [one.kind for one in found.context.conflicts] == ["overlap"] and found.decision != "apply"


@pytest.mark.parametrize("kind", ["note", "task", "message"])
def test_five_notes_tasks_and_earlier_messages_are_shown(tmp_path: Path, kind: str) -> None:
    """`max_context_notes`, `max_email_history`; what is left out is counted."""
    (tmp_path / "notes").mkdir()
    extract = ASKED
    if kind == "note":
        for n in range(8):
            (tmp_path / "notes" / f"Alpha {n}.md").write_text(f"# Chantier Alpha {n}\n\nMurs.\n", "utf-8")
        extract = ExtractSettings(notes=str(tmp_path / "notes"), stop=1.0, bar=1.0, floor=1.0)
    elif kind == "task":
        listed = "".join(f"- [ ] Chantier Alpha, lot {n}\n" for n in range(8))
        (tmp_path / "tasks.md").write_text(listed, encoding="utf-8")
        extract = ExtractSettings(tasks=str(tmp_path / "tasks.md"), stop=1.0, bar=1.0, floor=1.0)
    else:
        for n in range(8):
            read(f"Bonjour,\nLa clé {n} est chez le gardien.\nAnne", id=f"k{n}", subject=f"Clé {n}")
    found = read("Bonjour,\nMerci de rappeler le chantier Alpha avant le 3 mars 2026.\nAnne", extract)
    assert len(shown(found, kind)) == 5
    assert found.context.left_out == 3


@pytest.mark.parametrize(
    ("sum_of_money", "high"),
    [("12 000 €", True), ("12 000 CHF", True), ("$12,000", True), ("10 000 €", True), ("9 990 €", False)],
)
def test_ten_thousand_in_any_currency_is_high_stakes(sum_of_money: str, high: bool) -> None:
    """`high_stakes_amount`: told in euros and in any other currency, and never settled by this device alone
    where it is.
    """
    found = read(f"Bonjour,\nLe devis de {sum_of_money} est accepté, la facture suit.\nAnne")
    assert found.high_stakes is high
    assert [reason.code for reason in found.codes.get("stakes", [])] == (["high_amount"] if high else [])


@pytest.mark.parametrize(
    ("words", "high"),
    [
        ("Merci de répondre avant le 22 janvier 2026.", True),
        ("Merci de répondre avant le 23 janvier 2026.", False),
        ("Je vous enverrai le rapport demain.", True),
        ("Je vous enverrai le rapport vendredi.", False),
    ],
)
def test_two_days_are_near_for_deadlines_and_promises(words: str, high: bool) -> None:
    """`high_stakes_days`: from the message's day on, for what the reader owes and what is promised."""
    assert read(f"Bonjour,\n{words}\nAnne").high_stakes is high


def test_the_page_says_what_the_settings_are() -> None:
    """Every limit of docs/extract.md is the default that ships, and where it is another than the
    specification's the page gives a reason.
    """
    table = PAGE.partition("## Limits")[2].partition("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert len(rows) > 2 and all(len(row) == 3 and row[2] for row in rows[2:])
    stated = dict(re.findall(r"`(?:extract|alarms)\.(\w+)` (?:of )?([\d,.]+)", table))
    defaults = {**dump(ExtractSettings()), **dump(AlarmSettings())}
    told = {name: float(value.replace(",", "").rstrip(".")) for name, value in stated.items()}
    assert {"high_amount", "deadline_days", "day_usd", "opus_share"} <= told.keys()
    share = {"opus_share": told.pop("opus_share") / 100}
    assert {name: defaults[name] for name in [*told, *share]} == told | share


def test_every_attack_names_tests_that_are_there() -> None:
    """Part B: each row says what became of an attack, and which files of tests guard it."""
    table = PAGE.partition("## Part B")[2]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| ")][2:]
    there = {path.stem for path in (Path(__file__).parents[1]).rglob("test_*.py")}
    for attack, result, tests in rows:
        named = re.findall(r"test_\w+", tests)
        assert result.strip() and named and set(named) <= there, (attack, named)


def dump(record: Any) -> dict[str, Any]:
    """Fields and their values."""
    return {name: getattr(record, name) for name in record.__struct_fields__}


def test_every_requirement_has_its_row() -> None:
    """125 rows, in order, each done, or different with its reason: none is left without a word."""
    table = PAGE.partition("## Part A")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if re.match(r"\| \d", line)]
    assert [int(row[0]) for row in rows] == list(range(1, 126))
    for number, _, _, here in rows:
        said = here.strip()
        assert re.match(r"done\b|different: \S", said), (number, said)
