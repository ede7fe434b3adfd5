"""All that is known around a message, together; nothing configured costs nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from edge import paths
from edge.context import sources
from edge.context.sources import ContextSources
from edge.errors import EdgeError, UsageError
from edge.records import (
    Context,
    ContextItem,
    Extraction,
    Hit,
    Message,
    Proposal,
)
from edge.settings import ExtractSettings

AGENDA = """\
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//edge//tests//EN
BEGIN:VEVENT
UID:1
SUMMARY:Dentiste
DTSTART;TZID=Europe/Paris:20260203T143000
DTEND;TZID=Europe/Paris:20260203T150000
END:VEVENT
END:VCALENDAR
"""

MESSAGE = Message(
    id="1", sender="Anne Roux <anne@gmail.com>", subject="Projet Alpha : réunion",
    received_at="2026-01-20T09:00:00+01:00",
    body="Bonjour, réunion projet Alpha mardi 3 février à 14h. Merci d'envoyer le devis à Acme.",
)  # fmt: skip

PROPOSAL = Proposal(
    entities=["Projet Alpha", "Acme"],
    extractions=[
        Extraction(
            type="event", info="Réunion projet Alpha", date="2026-02-03", time="14:00", grounded=True,
            calendar=True,
        ),
        Extraction(type="request", info="Envoyer le devis à Acme", task=True, grounded=True),
    ],
)  # fmt: skip


class Kept:
    """One earlier message."""

    def find(self, sender: str, thread: str, entities: Sequence[str], limit: int) -> list[ContextItem]:
        return [
            ContextItem(
                kind="message", name="Alpha", text="Le projet démarre.", source="0", date="2026-01-10"
            )
        ]


def hit(rank: int, heading: str, text: str) -> Hit:
    return Hit(
        rank=rank, source="secret/guide.pdf", page=rank, pages=[rank], score=1.0, channels={}, text=text,
        heading=heading, chunk=rank,
    )  # fmt: skip


HITS = [
    hit(1, "Guide > Projet Alpha", "Alpha est un projet."),
    hit(2, "", "Le projet Alpha commence en mars."),
    hit(3, "Rien", "Rien à voir ici."),
]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    paths.home.cache_clear()
    yield
    paths.home.cache_clear()


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Notes, a calendar and a task list."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "Projet Alpha.md").write_text(
        "# Projet Alpha\n\nBudget : 12 000 €.\n", encoding="utf-8"
    )
    (tmp_path / "agenda.ics").write_text(AGENDA, encoding="utf-8")
    (tmp_path / "tasks.json").write_text(json.dumps([{"title": "Envoyer devis Acme"}]), encoding="utf-8")
    return tmp_path


def settings(desk: Path, **more: object) -> ExtractSettings:
    return ExtractSettings(
        notes=str(desk / "notes"), calendar=str(desk / "agenda.ics"), tasks=str(desk / "tasks.json"), **more  # type: ignore[arg-type]
    )  # fmt: skip


def test_everything_together(desk: Path) -> None:
    """One item of each kind, with unique names, the conflicts of all, and no path in what is shown."""
    with ContextSources(
        settings=settings(desk, knowledge=True), earlier=Kept(), knowledge=lambda query, k: HITS
    ) as around:
        assert around.open() == []
        context = around.look(MESSAGE, PROPOSAL)
    assert [item.name for item in context.items] == [
        "note: Projet Alpha", "event: Dentiste, 2026-02-03 14:30", "task: Envoyer devis Acme",
        "message: Alpha, 2026-01-10", "passage: Guide > Projet Alpha", "passage: page 2",
    ]  # fmt: skip
    assert [conflict.kind for conflict in context.conflicts] == ["overlap", "duplicate"]
    assert context.dropped == 0
    shown = " ".join(item.name + item.text for item in context.items) + str(context.conflicts)
    assert str(desk) not in shown and "guide.pdf" not in shown


def test_looking_twice_gives_the_same(desk: Path) -> None:
    """The same message and proposal have the same context, in one session and in the next."""
    with ContextSources(settings=settings(desk)) as around:
        first, second = around.look(MESSAGE, PROPOSAL), around.look(MESSAGE, PROPOSAL)
    with ContextSources(settings=settings(desk)) as around:
        assert first == second == around.look(MESSAGE, PROPOSAL)


def test_before_the_first_pass_the_message_speaks_for_itself(desk: Path) -> None:
    """Without a proposal, sender and subject are looked for; nothing can collide yet."""
    with ContextSources(settings=settings(desk)) as around:
        context = around.look(MESSAGE, None)
    assert [item.name for item in context.items] == ["note: Projet Alpha"]
    assert context.conflicts == []


def test_the_limits_of_each_kind_hold(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """0 shows none of a kind; what was found is counted, and a conflict is still told."""
    monkeypatch.setattr(sources, "SHOWN", dict.fromkeys(sources.SHOWN, 0))
    with ContextSources(settings=settings(desk)) as around:
        context = around.look(MESSAGE, PROPOSAL)
    assert (context.items, context.dropped) == ([], 3)
    assert [conflict.kind for conflict in context.conflicts] == ["overlap", "duplicate"]


def test_the_knowledge_base_is_asked_only_when_the_settings_say_so(desk: Path) -> None:
    """Off is the default; and a message without any word asks nothing."""
    asked: list[str] = []

    def search(query: str, k: int) -> list[Hit]:
        asked.append(query)
        return HITS

    ContextSources(settings=ExtractSettings(), knowledge=search).look(MESSAGE, PROPOSAL)
    assert asked == []
    on = ContextSources(settings=ExtractSettings(knowledge=True), knowledge=search)
    assert on.look(Message(id="2"), None) == Context()
    assert asked == []
    assert [item.kind for item in on.look(MESSAGE, PROPOSAL).items] == ["passage", "passage"]
    assert len(asked) == 1 and "projet alpha" in asked[0]


def test_what_is_given_comes_before_the_settings(desk: Path) -> None:
    """A path in the call wins, and an empty one switches a source off."""
    with ContextSources(settings=settings(desk), notes="", calendar="", tasks="") as around:
        assert around.empty and around.look(MESSAGE, PROPOSAL) == Context()
    with ContextSources(settings=ExtractSettings(), tasks=desk / "tasks.json") as around:
        assert [item.kind for item in around.look(MESSAGE, PROPOSAL).items] == ["task"]


@pytest.mark.parametrize("source", ["notes", "calendar", "tasks"])
def test_a_source_that_is_not_there_ends_it_before_any_message(tmp_path: Path, source: str) -> None:
    """The path is named, and what to do."""
    with pytest.raises(UsageError) as raised:
        ContextSources(settings=ExtractSettings(**{source: str(tmp_path / "nowhere é")}))
    assert "nowhere é" in raised.value.message and source in raised.value.hint


@pytest.mark.parametrize("zone", ["Europe/Pariss", "../../etc/passwd", "+99:00"])
def test_a_time_zone_that_is_none_ends_it_before_any_message(zone: str) -> None:
    """A slip in its name gave every time without a zone the message's offset, and told nobody."""
    with pytest.raises(UsageError, match=r"extract\.timezone"):
        ContextSources(settings=ExtractSettings(timezone=zone))
    for known in ("", "Europe/Paris", "+02:00"):
        ContextSources(settings=ExtractSettings(timezone=known))


@pytest.mark.parametrize(("name", "text"), [("calendar", "no calendar"), ("tasks", '{"no": "list"}')])
def test_open_finds_what_is_broken(tmp_path: Path, name: str, text: str) -> None:
    """So a verb can tell before the first message."""
    path = tmp_path / "broken.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"broken\.json"):
        ContextSources(settings=ExtractSettings(**{name: str(path)})).open()


def test_open_tells_what_in_a_folder_is_broken(desk: Path) -> None:
    """A broken note and a broken calendar file beside good ones: told, and the rest is there."""
    (desk / "notes" / "broken.md").write_bytes(b"\x00\x01\x02\xff" * 500)
    (desk / "agendas").mkdir()
    (desk / "agendas" / "a.ics").write_text(AGENDA, encoding="utf-8")
    (desk / "agendas" / "b.ics").write_text("BEGIN", encoding="utf-8")
    with ContextSources(settings=settings(desk), calendar=desk / "agendas") as around:
        told = around.open()
        assert ["broken.md" in str(told[0]), "b.ics" in str(told[1]), len(told)] == [True, True, 2]
        assert {item.kind for item in around.look(MESSAGE, PROPOSAL).items} == {"note", "event", "task"}


def test_a_missing_library_is_named_with_its_command(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """icalendar is in an extra: without it, a calendar is an error that says what to install."""
    monkeypatch.setitem(sys.modules, "icalendar", None)
    with pytest.raises(EdgeError, match="icalendar") as raised:
        ContextSources(settings=ExtractSettings(calendar=str(desk / "agenda.ics"))).open()
    assert "pip install 'edge-answers[extract]'" in raised.value.hint


def test_nothing_configured_loads_nothing() -> None:
    """Without sources a look is a look at five empty names: no room of the context is imported for it."""
    probe = (
        "import sys\n"
        "from edge.settings import ExtractSettings\nfrom edge.context.sources import ContextSources\n"
        "from edge.records import Context, Message\n"
        "around = ContextSources(settings=ExtractSettings())\n"
        "assert around.look(Message(id='1'), None) == Context() and around.open() == []\n"
        "rooms = [m for m in sys.modules if m.startswith('edge.context.')]\n"
        "print(rooms + [m for m in ('apsw', 'icalendar', 'dateutil') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['edge.context.sources']"
