"""Two hundred canaries in everything that is near a request: none leaves, none is logged.

They stand in the key, the names of folders and files, notes, appointments, tasks, earlier messages, other
documents, ids, consents, and in secrets inside the text that may leave. The tests first see that edge had
them in its hands: a canary that was never there proves nothing.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from consent import consented
from loopback import Loopback, instance
from services import message_service

from edge import paths
from edge.cloud.claude import ClaudeChooser
from edge.cloud.gate import Gate
from edge.context import sources
from edge.records import Attachment, Message, Passage
from edge.settings import CloudSettings, ExtractSettings, Settings
from edge.state.database import open_state
from edge.state.messages import MessageStore

EACH = 18  # of eleven kinds; with the key and the consent: 200


def canaries(kind: str, count: int = EACH) -> list[str]:
    """Words that occur nowhere else: no letter pattern of theirs is a date, a number or a name."""
    return [f"zq{kind}{chr(97 + n // 26)}{chr(97 + n % 26)}xk" for n in range(count)]


KINDS = (
    "folder", "file", "note", "event", "task", "earlier", "source", "heading", "other", "id", "secret",
)  # fmt: skip
PLANTED = {kind: canaries(kind) for kind in KINDS}
KEY = "sk-zqkeyaaxk-0123456789abcdef"
CONSENT = "zqconsentaaxk"
ALL = [*(word for words in PLANTED.values() for word in words), "zqkeyaaxk", CONSENT]

QUESTION = "When does the Halvorsen lease end?"
LEASE = "The Halvorsen lease ends on 3 March 2026. Keys go back to the office."


class Planted(NamedTuple):
    """A home full of canaries, the settings that point into it, and a message."""

    home: Path
    state: Path
    settings: Settings
    message: Message
    passages: list[Passage]


def seen_in(data: bytes | str) -> set[str]:
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    return {word for word in ALL if word in text}


@pytest.fixture
def server() -> Iterator[Loopback]:
    def unsure(body: dict[str, Any]) -> Any:
        """A valid answer that settles nothing, so it goes on: it contradicts whoever spoke last."""
        value = instance(body["output_config"]["format"]["schema"])
        if "action" in value:
            value["action"] = "flag" if "sonnet" in body["model"] else "archive"
        return value

    with Loopback("right", value=unsure) as made:
        yield made


@pytest.fixture
def planted(tmp_path: Path, server: Loopback, monkeypatch: pytest.MonkeyPatch) -> Planted:
    folders = PLANTED["folder"]
    home = tmp_path.joinpath(*folders)
    home.mkdir(parents=True)
    monkeypatch.setattr(paths, "home", lambda: home)
    monkeypatch.setattr(sources, "SHOWN", dict.fromkeys(sources.SHOWN, EACH))
    names = PLANTED["file"]

    notes = home / names[0]
    notes.mkdir()
    for at, word in enumerate(PLANTED["note"]):
        path = notes / (f"{names[1 + at % 10]} {at}.md")
        path.write_text(f"# Halvorsen {at}\n\nHalvorsen lease: {word} says the rent.\n", encoding="utf-8")
    events = "".join(
        f"BEGIN:VEVENT\r\nUID:{at}\r\nSUMMARY:Halvorsen lease {word}\r\nLOCATION:{word}\r\n"
        "DTSTART:20260303T090000Z\r\nDTEND:20260303T100000Z\r\nEND:VEVENT\r\n"
        for at, word in enumerate(PLANTED["event"])
    )
    calendar = home / f"{names[11]}.ics"
    calendar.write_text(
        f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n{events}END:VCALENDAR\r\n", encoding="utf-8"
    )
    tasks = home / f"{names[12]}.md"
    tasks.write_text("".join(f"- [ ] Halvorsen lease {word}\n" for word in PLANTED["task"]), encoding="utf-8")

    ids = PLANTED["id"]
    secrets = "\n".join(f"password: {word}-Q7!x9" for word in PLANTED["secret"])
    body = f"Anne,\nplease sign the Halvorsen lease before 3 March 2026. The rent is 4 500 €.\n{secrets}\n"
    message = Message(
        id=ids[0], thread=ids[1], source=str(home / names[13] / "mail.eml"), subject="Halvorsen lease",
        sender="Anne Roux <anne@acme.example>", received_at="2026-03-01T09:00:00+01:00", body=body,
        fresh=[(0, len(body))],
        attachments=[Attachment(name=f"{names[14]}.pdf", media_type="application/pdf", bytes=9)],
    )  # fmt: skip
    passages = [
        Passage(
            chunk=9_900 + at, source=f"{source}/{names[15]}.pdf", page=at + 1, start=0, end=len(LEASE),
            text=LEASE, heading=heading,
        )
        for at, (source, heading) in enumerate(zip(PLANTED["source"], PLANTED["heading"], strict=True))
    ]  # fmt: skip
    state = home / f"{names[16]}.db"
    monkeypatch.setattr(paths, "state_file", lambda: state)
    settings = Settings(
        state=str(state),
        extract=ExtractSettings(
            notes=str(notes), calendar=str(calendar), tasks=str(tasks), knowledge=True,
        ),
        cloud=CloudSettings(mode="auto", base_url=server.url, key="EDGE_TEST_KEY", day_usd=9.0),
    )  # fmt: skip
    consented(state, settings.cloud, "all", ["sonnet", "opus"], note=CONSENT)
    return Planted(home, state, settings, message, passages)


def opened(planted: Planted) -> Gate:
    return Gate(planted.settings, planted.state, environ={"EDGE_TEST_KEY": KEY})


def clean(server: Loopback, planted: Planted, logged: str) -> None:
    """No canary in a body, a header (the key's own apart), the audit, or a log."""
    assert server.requests
    for request in server.requests:
        assert seen_in(request.body) == set()
        headers = {name: value for name, value in request.headers.items() if name != "authorization"}
        assert seen_in(request.line + json.dumps(headers)) == set()
        assert request.headers["authorization"] == f"Bearer {KEY}"
    audit = paths.audit_file().read_text(encoding="utf-8")
    assert len(audit.splitlines()) == 2 * len(server.requests)
    assert seen_in(audit) == set()
    assert seen_in(logged) == set()


def listen(caplog: pytest.LogCaptureFixture) -> None:
    """Everything that any library would log, but for the lock's own words about its file."""
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, logger="filelock")


def earlier(words: list[str], ids: list[str], sender: str) -> list[Message]:
    return [
        Message(
            id=one, subject=f"Halvorsen {word}", sender=sender, received_at="2026-02-01T09:00:00+01:00",
            body=f"The Halvorsen lease: {word} asks for 300 € by 9 February.", fresh=[(0, 70)],
        )
        for word, one in zip(words, ids, strict=False)
    ]  # fmt: skip


def test_two_hundred_are_planted() -> None:
    """The number that is promised, all different, and none inside another."""
    assert len(ALL) == len(set(ALL)) == 200
    assert not [(one, other) for one in ALL for other in ALL if one != other and one in other]


def test_a_message_leaves_without_what_is_around_it(
    planted: Planted,
    server: Loopback,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A hard case goes to Sonnet, then to Opus; of what edge knows around it nothing goes along."""
    listen(caplog)
    local = message_service(
        msgspec.structs.replace(planted.settings, cloud=CloudSettings()), find=lambda query, k: [],
        state=planted.state,
    )  # fmt: skip
    for message in earlier(PLANTED["earlier"], PLANTED["id"][2:], planted.message.sender):
        local.extract(message)
    local.close()
    with opened(planted) as gate:
        service = message_service(
            planted.settings, gate, find=lambda query, k: planted.passages[:k], state=planted.state
        )
        found = service.extract(planted.message)
        service.close()
    assert [json.loads(request.body)["model"] for request in server.requests][:1] == ["claude-sonnet-5-5"]
    assert {"claude-sonnet-5-5", "claude-opus-5-5"} == {
        json.loads(request.body)["model"] for request in server.requests
    }
    assert [record.error for record in found.passes] == [""] * len(found.passes)

    db = open_state(planted.state)
    try:
        _, trail = MessageStore(db).latest(planted.message.id)
    finally:
        db.close()
    held = seen_in(msgspec.json.encode(trail))
    for kind in ("note", "event", "task", "earlier", "source", "secret", "id", "file"):
        assert held & set(PLANTED[kind]), kind
    assert "Halvorsen lease before 3 March" in server.requests[0].body.decode()
    clean(server, planted, caplog.text + "".join(capfd.readouterr()))


def test_a_question_leaves_with_the_text_of_its_passages_only(
    planted: Planted,
    server: Loopback,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Of documents the chosen passages' text leaves, never where they are from nor what else there is."""
    listen(caplog)
    others = [
        Passage(chunk=at, source=f"{word}.pdf", page=1, start=0, end=len(word), text=word)
        for at, word in enumerate(PLANTED["other"])
    ]
    given = [
        msgspec.structs.replace(one, text=f"{LEASE} password: {secret}-Q7!x9", end=one.end + 40)
        for one, secret in zip(planted.passages, PLANTED["secret"], strict=True)
    ]
    assert len(seen_in(msgspec.json.encode([*given, *others]))) >= 4 * EACH
    with opened(planted) as gate:
        ClaudeChooser(gate, "sonnet").choose(QUESTION, given)
    body = server.requests[0].body.decode()
    assert QUESTION in body and "The Halvorsen lease ends on 3 March 2026." in body
    clean(server, planted, caplog.text + "".join(capfd.readouterr()))


def test_the_key_never_leaves_in_a_text(planted: Planted, server: Loopback) -> None:
    """A message that quotes the key, or a path of this home, is masked or not sent at all."""
    with opened(planted) as gate:
        spoken = f"Key {KEY}, files in {planted.home} and {planted.state.parent}."
        passage = msgspec.structs.replace(planted.passages[0], text=spoken, end=len(spoken))
        ClaudeChooser(gate, "sonnet").choose(QUESTION, [passage])
    assert seen_in(server.requests[0].body) == set()
