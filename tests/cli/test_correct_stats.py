"""The commands that keep and count: what is typed reaches the database, what is there is shown."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from cli_fakes import Run

from edge import paths
from edge.records import (
    Checkpoint,
    Confidence,
    Context,
    Escalation,
    Extracted,
    Extraction,
    Message,
    PassRecord,
    Proposal,
)
from edge.state.database import open_state
from edge.state.messages import MessageStore


@pytest.fixture
def kept() -> Path:
    """One message that waits, in the state database of this test's own folder."""
    message = Message(id="m-1@x", subject="Contrat\x1b[2J", body="avant le 6 mars")
    found = Extraction(type="deadline", info="renvoyer", date="2026-03-06")
    score = Confidence(raw=0.8)
    passes = [PassRecord(n=1, kind="blind", engine="rules", model="rules-1", confidence=0.8)]
    made = Extracted(
        id=message.id, subject=message.subject, action="archive", decision="wait", extractions=[found],
        confidence=score, passes=passes, needs_clarification=True, clarification_question="l'archiver ?",
        escalation=Escalation(wanted="sonnet"),
    )  # fmt: skip
    trail = Checkpoint(
        message=message, proposal=Proposal(), seen=Context(), confidence=score, passes=passes, tier="rules"
    )
    with closing(open_state(paths.state_file())) as db:
        MessageStore(db).save(made, trail)
    return paths.state_file()


def test_the_queue_lists_what_waits(run: Run, kept: Path) -> None:
    """Subject, id, suggestion, tier and question; hostile text cannot steer the terminal."""
    shown = run("queue")
    for told in ("Contrat", "m-1@x", "archive?", "sonnet", "l'archiver ?"):
        assert told in shown.out
    assert shown.code == 0 and "\x1b" not in shown.out
    listed = run("queue", "--json").json
    assert listed["count"] == 1 and listed["queue"][0]["wanted"] == "sonnet"
    assert listed["queue"][0]["question"] == "l'archiver ?" and listed["queue"][0]["id"] == "m-1@x"


def test_a_conflict_waits_with_what_can_be_done_about_it(run: Run, tmp_path: Path) -> None:
    """Every open conflict and each of its options, for people and for programs."""
    events = "".join(
        f"BEGIN:VEVENT\nUID:{n}\nSUMMARY:{title}\nDTSTART:20260203T140000\nDTEND:20260203T150000\nEND:VEVENT\n"
        for n, title in enumerate(("Dentist", "Review of the lease with Tom"))
    )
    calendar = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//t//EN\n{events}END:VCALENDAR\n"
    (tmp_path / "me.ics").write_text(calendar, encoding="utf-8")
    (tmp_path / "mail.eml").write_text(
        "From: Tom Reed <tom@reed.example>\nTo: me@home.example\nSubject: Lease\n"
        "Message-ID: <l1@reed.example>\nDate: Tue, 20 Jan 2026 09:00:00 +0100\n\n"
        "Hi,\nCan we meet for the review of the lease on Tuesday 3 February 2026 at 2 pm?\nTom\n",
        encoding="utf-8",
    )
    run("extract", str(tmp_path / "mail.eml"), "--calendar", str(tmp_path / "me.ics"))
    (waiting,) = run("queue", "--json").json["queue"]
    assert {one["kind"] for one in waiting["conflicts"]} == {"overlap", "duplicate"}
    options = [option for one in waiting["conflicts"] for option in one["options"]]
    assert len(options) > 3
    shown = " ".join(run("queue").out.split())
    assert all(option in shown for option in options)


def test_a_limit_hides_but_does_not_forget(run: Run, kept: Path) -> None:
    """What is not shown is counted."""
    with closing(open_state(kept)) as db:
        items = MessageStore(db)
        made, trail = items.latest("m-1")
        import msgspec

        items.save(msgspec.structs.replace(made, id="m-2"), trail)
    shown = run("queue", "-n", "1")
    assert "m-2" not in shown.out and "1 not shown" in shown.err
    listed = run("queue", "-n", "1", "--json").json
    assert (listed["count"], len(listed["queue"])) == (2, 1)


def test_correcting_settles_a_case(run: Run, kept: Path) -> None:
    """Every option reaches the result, and the queue is empty afterwards."""
    made = run(
        "correct", "m-1", "--action", "flag", "--set", "extractions.0.date=2026-03-07", "--add",
        '{"type": "fact", "info": "a=b"}', "--json",
    ).json  # fmt: skip
    assert made["result"]["action"] == "flag" and made["result"]["decision"] == "apply"
    assert [it.get("date") for it in made["result"]["extractions"]] == ["2026-03-07", None]
    assert [it["field"] for it in made["corrections"]] == [
        "action", "extractions.0.date", "extractions.1",
    ]  # fmt: skip
    assert run("queue").out == "Nothing is waiting.\n"


def test_without_an_option_the_result_is_shown_with_numbers(run: Run, kept: Path) -> None:
    """Looking changes nothing."""
    shown = run("correct", "m-1")
    assert "  0  deadline: renvoyer [2026-03-06]" in shown.out and shown.err == ""
    assert run("queue", "--json").json["count"] == 1


@pytest.mark.parametrize(
    "typed",
    [
        ("nobody", "--accept"), ("m-1", "--set", "x"), ("m-1", "--set", "extractions.0.colour=red"),
        ("m-1", "--accept", "--drop", "0"), ("m-1", "--drop", "7"), ("m-1", "--action", "burn"),
        ("m-1", "--set", "extractions.0.date=2026-03-07", "--set", "extractions.0.date=2026-03-08"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_a_usage_error(run: Run, kept: Path, typed: tuple[str, ...]) -> None:
    """Exit code 2, with what is wrong and what to do; the case still waits."""
    result = run("correct", *typed)
    assert result.code == 2 and result.err.startswith("error: ") and result.err.count("\n") == 2
    assert run("queue", "--json").json["count"] == 1


def test_stats_checks_alarms_by_exit_code(run: Run, kept: Path) -> None:
    """--check fails when an alarm rings, and only then; --json says which."""
    ringing = ("--set", "alarms.mean_confidence=0.99")
    quiet = ("--set", "alarms.mean_confidence=0")
    assert run("stats", "--check", *quiet).code == 0
    assert run("stats", *ringing).code == 0
    shown = run("stats", "--check", *ringing)
    assert shown.code == 1 and "alarms.mean_confidence" in shown.out
    made = run("stats", "--check", "--json", *ringing)
    assert made.code == 1 and made.json["alarms"][0]["limit"] == 0.99
    assert made.json["messages"] == 1 and made.json["passes"] == {"1": 1}


def test_nothing_read_yet_is_said(run: Run) -> None:
    """An empty database is no error and no alarm, and looking creates none."""
    shown = run("stats", "--check", "--since", "30d")
    assert shown.code == 0 and "No message has been read" in shown.out
    assert run("queue").out == "Nothing is waiting.\n" and not paths.state_file().exists()
    assert run("stats", "--since", "never").code == 2
