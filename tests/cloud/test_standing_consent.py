"""A standing consent: its scope, money and end, and what a prepared file cannot bring along."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from cloud_gates import KEY, NOW, Place, fails, mail, uncovered

from edge import errors, paths
from edge.cloud.approval import CloudApproval
from edge.cloud.gate import Gate
from edge.i18n import render
from edge.records import Reason
from edge.settings import CloudSettings, Settings


def test_a_standing_consent_covers_its_scope_until_its_money_is_spent(place: Place) -> None:
    """The consent is named in the audit; what it does not cover is refused; so is what it cannot pay."""
    place.grant(usd=0.06)
    gate = place.gate()
    assert gate.refusal("sonnet", "extract") is None
    assert gate.refusal("opus", "extract") == uncovered("opus", "extract")
    assert gate.refusal("sonnet", "ask") == uncovered("sonnet", "ask")
    gate.send(mail(), "sonnet")
    assert place.lines[0]["consent"] == "consent 1 until 2026-12-22"
    place.cloud.answer = fails(errors.CloudUnknown("lost"))
    with pytest.raises(errors.CloudUnknown):
        gate.send(mail("another"), "sonnet")
    with pytest.raises(errors.NotPermitted, match=r"\$0\.06"):
        gate.send(mail("a third"), "sonnet")
    assert len(place.cloud.bodies) == 2


def test_an_expired_consent_does_not_count_whatever_the_clock_says_later(place: Place) -> None:
    """After its end, and after the clock was set back."""
    place.grant()
    gate = place.gate()
    assert gate.refusal("sonnet", "extract") is None
    place.now = NOW + timedelta(days=31)
    assert gate.refusal("sonnet", "extract") == uncovered("sonnet", "extract")
    place.now = NOW
    assert gate.refusal("sonnet", "extract") == uncovered("sonnet", "extract")


def test_a_consent_counts_for_its_host_only(place: Place) -> None:
    """EDGE_CLOUD_BASE_URL of somebody else's host: no mail and no key goes there on an old yes; a person who
    is there is asked anew, nobody else.
    """
    place.grant()
    other = {"base_url": "https://elsewhere.example"}
    assert place.gate(**other).refusal("sonnet", "extract") == uncovered(
        "sonnet", "extract", "https://elsewhere.example"
    )
    questions: list[str] = []
    asked = place.gate(CloudApproval(confirm=lambda question: bool(questions.append(question))), **other)
    with pytest.raises(errors.NotPermitted):
        asked.send(mail(), "sonnet")
    assert "elsewhere.example" in questions[0] and not place.cloud.bodies


def test_a_consent_counts_for_its_model_only(place: Place) -> None:
    """A tier that was mapped to another model since is another yes."""
    place.grant()
    gate = place.gate(models="sonnet=claude-opus-5-5")
    assert gate.refusal("sonnet", "extract") == uncovered("sonnet", "extract")


def test_another_settings_file_carries_no_consent(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """EDGE_CONFIG=evil.toml may say cloud.mode = auto; the yes was given under one's own settings."""
    place.grant()
    monkeypatch.setattr(paths, "config_file", lambda: place.state.parent / "evil.toml")
    assert place.gate().refusal("sonnet", "extract") == uncovered("sonnet", "extract")


def test_a_prepared_database_carries_no_consent(place: Place, tmp_path: Path) -> None:
    """EDGE_STATE=prepared.db: whoever prepared it said yes to themselves."""
    place.grant()
    prepared = tmp_path / "elsewhere" / "prepared.db"
    prepared.parent.mkdir()
    prepared.write_bytes(place.state.read_bytes())
    prepared.chmod(0o600)
    gate = Gate(
        Settings(cloud=CloudSettings(mode="auto")), prepared, post=place.cloud, audit=place.audit,
        now=lambda: NOW, environ={"ANTHROPIC_API_KEY": KEY},
    )  # fmt: skip
    place.gates.append(gate)
    refusal = gate.refusal("sonnet", "extract")
    assert refusal is not None and refusal.code == "consent_elsewhere"
    assert str(prepared) in render(refusal, "en") and str(place.state) in render(refusal, "fr")


def test_a_copy_in_the_place_of_the_database_carries_no_consent(place: Place) -> None:
    """The file itself is named in the consent: one that was put there in its stead is another file."""
    place.grant()
    copy = place.state.with_name("copy.db")
    copy.write_bytes(place.state.read_bytes())
    copy.chmod(0o600)
    copy.replace(place.state)
    assert place.gate().refusal("sonnet", "extract") == uncovered("sonnet", "extract")


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_a_database_that_others_may_write_carries_no_consent(place: Place) -> None:
    """Somebody else could have said yes."""
    place.grant()
    place.state.chmod(0o660)
    refusal = place.gate().refusal("sonnet", "extract")
    assert refusal == Reason("consent_not_yours", {"file": str(place.state)})
