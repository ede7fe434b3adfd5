"""`edge consent` and `edge audit`: a yes that ends, and what left, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime

import pytest
from cli_fakes import Run

from edge import paths
from edge.cloud.audit import Audit
from edge.state import calls
from edge.state.calls import NewCall
from edge.state.database import open_state, transaction


def write(pairs: int = 1) -> None:
    """Requests in the audit of this test's own folder."""
    with closing(open_state(paths.state_file())) as db:
        book = Audit(paths.audit_file(), db)
        for number in range(1, pairs + 1):
            now = datetime.now(UTC)
            new = NewCall(
                tier="sonnet", tokens=9, usd=0.1, model="claude-x", request="a" * 64, bytes=12, masked=1,
                permission="for this run", host="https://api.anthropic.com",
            )  # fmt: skip
            with transaction(db):
                call = calls.insert(db, new, now.date().isoformat(), now)
            book.append("sending", now, calls.sending(db, call))
            calls.settle(db, call, "answered", now, tokens=9, usd=0.01 * number)
            book.append("outcome", now, calls.outcome(db, call))


def test_a_consent_is_granted_shown_and_revoked(run: Run) -> None:
    """What was said stands there with its end and its money; revoked, it says so."""
    given = run(
        "consent",
        "grant",
        "--for",
        "extract",
        "--tiers",
        "sonnet,opus",
        "--days",
        "2",
        "--usd",
        "5",
        "--json",
    )
    assert given.code == 0
    consent = given.json["consent"]
    assert (consent["scope"], consent["rungs"], consent["max_usd"]) == ("extract", ["sonnet", "opus"], 5.0)
    shown = run("consent", "show")
    assert "extract: sonnet, opus" in shown.out and "$5.00" in shown.out and "0 of 50 calls" in shown.out
    assert run("consent", "revoke", str(consent["id"])).code == 0
    assert run("consent", "show", "--json").json["consents"][0]["ended"] == "revoked"
    again = run("consent", "revoke", str(consent["id"]))
    assert again.code == 2 and "consent show" in again.err


def test_all_consents_are_revoked_without_a_number(run: Run) -> None:
    """The quick way to close the door."""
    for scope in ("ask", "extract"):
        run("consent", "grant", "--for", scope)
    assert run("consent", "revoke", "--json").json["revoked"] == 2


@pytest.mark.parametrize(
    "wrong",
    [
        ("--for", "everything"),
        ("--for", "ask", "--tiers", "fable"),
        ("--for", "ask", "--tiers", ","),
        ("--for", "ask", "--days", "-1"),
        ("--for", "ask", "--days", "900"),
        ("--for", "ask", "--usd", "-3"),
    ],
)
def test_a_consent_that_makes_no_sense_is_a_usage_error(run: Run, wrong: tuple[str, ...]) -> None:
    """Exit code 2, one message, no consent."""
    result = run("consent", "grant", *wrong)
    assert result.code == 2 and result.err.startswith("error:") and "Traceback" not in result.err
    assert run("consent", "show", "--json").json["consents"] == []


def test_a_grant_says_when_it_does_not_count_yet(run: Run) -> None:
    """cloud.mode is never by default: the consent alone opens nothing."""
    assert "cloud.mode" in run("consent", "grant", "--for", "ask").err
    assert run("consent", "grant", "--for", "ask", "--set", "cloud.mode=auto").err == ""


def test_a_grant_says_when_a_tier_of_it_is_not_on_the_ladder(run: Run) -> None:
    """A consent for a tier that nobody asks would look like one that counts. (--rungs: the older name.)"""
    grant = ("consent", "grant", "--for", "ask", "--rungs", "haiku,sonnet", "--set", "cloud.mode=auto")
    told = run(*grant).err
    assert "haiku" in told and "cloud.ladder" in told and "sonnet,opus" in told
    assert run(*grant, "--set", "cloud.ladder=haiku,sonnet").err == ""


def test_the_clock_can_be_declared_right(run: Run) -> None:
    """The way out after a clock that was years ahead; with nothing ahead nothing moves."""
    assert run("consent", "clock", "--json").json["moved"] == 0


def test_the_audit_shows_the_latest_requests(run: Run) -> None:
    """Newest last, with what came of each; --last bounds them; --json gives the lines themselves."""
    assert "Nothing has left" in run("audit", "show").out
    write(3)
    lines = run("audit", "show", "--last", "2").out.splitlines()
    assert len(lines) == 2 and "$0.0300" in lines[-1] and "sonnet" in lines[-1] and "1 masked" in lines[-1]
    requests = run("audit", "show", "--json").json["requests"]
    assert [one["outcome"]["outcome"] for one in requests] == ["answered"] * 3
    assert "a" * 64 in run("audit", "show", "--body").out
    assert run("audit", "show", "--last", "-1").code == 2


def test_verify_says_ok_or_what_was_changed(run: Run) -> None:
    """Exit code 0 for a whole audit, 1 for a changed one, with the line that is wrong."""
    assert run("audit", "verify").code == 0
    assert not paths.state_file().exists(), "looking makes no database"
    write(2)
    assert run("audit", "verify", "--json").json["ok"] is True
    path = paths.audit_file()
    path.write_bytes(path.read_bytes().replace(b"0.01", b"0.00", 1))
    changed = run("audit", "verify")
    assert changed.code == 1 and "Line 3" in changed.out
    assert run("audit", "verify", "--json").json["ok"] is False


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: lines[:-1], "line 4"),
        (lambda lines: lines[:2], "line 4"),
        (lambda lines: [], "line 4"),
        (lambda lines: None, "line 4"),
        (lambda lines: [lines[0], lines[2], lines[1], lines[3]], "Line 2"),
        (lambda lines: [*lines[:2], lines[3], lines[2]], "line 4"),
    ],
    ids=["cut by a line", "an older copy", "emptied", "deleted", "two swapped", "the last two swapped"],
)
def test_a_cut_or_replaced_file_is_noticed(
    run: Run, change: Callable[[list[bytes]], list[bytes] | None], told: str
) -> None:
    """The state database knows the head of the chain: exit code 1 and the line, also after more was sent."""
    write(2)
    path = paths.audit_file()
    lines = change(path.read_bytes().splitlines(keepends=True))
    path.unlink() if lines is None else path.write_bytes(b"".join(lines))
    result = run("audit", "verify")
    assert result.code == 1 and told in result.out
    write(1)
    assert run("audit", "verify").code == 1
