"""A service that answers with another model than was asked for: recorded, and told in one line."""

from __future__ import annotations

import pytest
from cloud_gates import Place, mail, reply

from edge.cloud.claude import Claude
from edge.cloud.reply import another
from edge.i18n import render


@pytest.mark.parametrize(
    ("asked", "answered", "differs"),
    [
        ("claude-opus-5-5", "claude-opus-5-5", False),
        ("claude-opus-5-5", "claude-opus-5-5-20261002", False),
        ("claude-opus-5-5", "claude-opus-5-5@20261002", False),
        ("claude-opus-5-5-latest", "claude-opus-5-5-20261002", False),
        ("anthropic/claude-opus-5-5", "claude-opus-5-5", False),
        ("claude-opus-5-5", "", False),
        ("claude-opus-5-5", "claude-haiku-5-5", True),
        ("claude-opus-5-5", "claude-opus-5", True),
        ("claude-opus-5-5", "claude-opus-5-5-mini", True),
        ("claude-opus-5-5-20261002", "claude-opus-5-5-20260101", True),
    ],
)
def test_which_names_are_another(asked: str, answered: str, differs: bool) -> None:
    """The model of a day is the one that its name without a day asks for; no name is none."""
    assert another(asked, answered) is differs


def test_another_model_is_recorded_and_told(place: Place) -> None:
    """In the audit, in the database, in what a verb is given, and to the person, in both languages."""
    place.cloud.answer = lambda body: reply({"ok": True}, model="claude-haiku-5-5")
    gate = place.allowed()
    answered = gate.send(mail(), "opus")
    assert (answered.model, answered.answered_by) == ("claude-haiku-5-5", "claude-haiku-5-5")
    sending, outcome = place.lines
    assert (sending["model"], outcome["answered_by"]) == ("claude-opus-5-5", "claude-haiku-5-5")
    (note,) = gate.notes()
    for language in ("en", "fr"):
        said = render(note, language)
        assert "claude-opus-5-5" in said and "claude-haiku-5-5" in said and "api.anthropic.com" in said


def test_the_model_that_was_asked_for_is_not_told_of(place: Place) -> None:
    """Nothing is recorded or said where the answer names the model of a day, or none."""
    gate = place.allowed()
    for n, name in enumerate(("claude-opus-5-5-20261002", "")):
        place.cloud.answer = lambda body, name=name: reply({"ok": True}, model=name)  # type: ignore[misc]
        assert gate.send(mail(f"mail {n}"), "opus").answered_by == ""
    assert gate.notes() == []
    assert [line for line in place.lines if "answered_by" in line] == []


def test_a_form_says_who_filled_it_in(place: Place) -> None:
    """So a pass's record can say it."""
    place.cloud.answer = lambda body: reply({"ok": True}, model="claude-haiku-5-5")
    assert Claude(place.allowed(), "opus").complete("x", {"type": "object"}).answered_by == "claude-haiku-5-5"
