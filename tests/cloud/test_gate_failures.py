"""A call that goes wrong: it is booked for what it is known to be, and never sent twice unasked."""

from __future__ import annotations

import pytest
from cloud_gates import COST, USAGE, Place, fails, mail, reply

from edge import errors
from edge.cloud import audit
from edge.cloud.approval import CloudApproval
from edge.cloud.reply import Reply
from edge.state.database import open_state


@pytest.mark.parametrize(
    ("error", "outcome", "spent"),
    [
        (errors.CloudRefused("401"), "refused", 0.0),
        (errors.CloudRefused("declined", usage=USAGE), "refused", COST),
        (errors.CloudBroken("cut off", usage=USAGE), "broken", COST),
        (errors.CloudBroken("no message at all"), "broken", None),
        (errors.CloudUnknown("reset"), "unknown", None),
        (errors.CloudError("529"), "failed", 0.0),
        (errors.EdgeError("no library"), "failed", 0.0),
        (KeyboardInterrupt(), "unknown", None),
        (ZeroDivisionError(), "unknown", None),
    ],
)
def test_each_failure_is_booked_for_what_it_is(
    place: Place, error: BaseException, outcome: str, spent: float | None
) -> None:
    """Known not to be carried out: nothing spent. Known usage: its cost. Not known: all that was reserved."""
    place.cloud.answer = fails(error)
    with pytest.raises(type(error)):
        place.allowed().send(mail(), "sonnet")
    sending, booked = place.lines
    assert (booked["outcome"], booked["call"]) == (outcome, sending["call"])
    assert place.used == (1, sending["reserved_usd"] if spent is None else spent)
    assert booked["cost_usd"] == place.used[1]


def test_an_answer_that_is_no_json_is_broken_and_paid_for(place: Place) -> None:
    """Checked here as well: the gate takes no client's word for it."""
    place.cloud.answer = lambda body: Reply(text="{half", usage=USAGE)
    with pytest.raises(errors.CloudBroken):
        place.allowed().send(mail(), "sonnet")
    assert place.lines[1]["outcome"] == "broken" and place.used == (1, COST)


def test_an_answer_without_usage_keeps_its_reservation(place: Place) -> None:
    """What nobody counted is not free."""
    place.cloud.answer = lambda body: reply({}, usage={})
    answered = place.allowed().send(mail(), "sonnet")
    assert answered.cost_usd == place.lines[0]["reserved_usd"] == place.used[1] > 0


def test_the_same_bytes_are_not_sent_again_after_an_unknown_outcome(place: Place) -> None:
    """Not silently: only by a setting, or when the person, told so, says yes."""
    place.cloud.answer = fails(errors.CloudUnknown("reset"))
    with pytest.raises(errors.CloudUnknown):
        place.allowed().send(mail(), "sonnet")
    place.cloud.answer = lambda body: reply({})
    with pytest.raises(errors.CloudUnknown, match="sent before"):
        place.allowed().send(mail(), "sonnet")
    assert len(place.cloud.bodies) == 1
    place.allowed().send(mail("other bytes"), "sonnet")
    asked: list[str] = []
    person = place.gate(CloudApproval(confirm=lambda question: asked.append(question) is None), mode="ask")
    person.send(mail(), "sonnet")
    assert "billed twice" in asked[0]
    place.allowed(resend=True).send(mail(), "sonnet")
    assert len(place.cloud.bodies) == 4


def test_without_the_audit_nothing_is_sent(place: Place) -> None:
    """A line that cannot be written: StorageError, no bytes, and the reservation is released."""
    place.audit.mkdir()
    with pytest.raises(errors.StorageError, match="audit"):
        place.allowed().send(mail(), "sonnet")
    assert (place.cloud.bodies, place.used) == ([], (1, 0.0))


def test_an_answer_is_not_lost_when_it_cannot_be_booked(place: Place) -> None:
    """It is paid for: a note says so, and the reservation stays spent."""

    def answer(body: bytes) -> Reply:
        place.audit.unlink()
        place.audit.mkdir()
        return reply({"ok": 1})

    place.cloud.answer = answer
    gate = place.allowed()
    answered = gate.send(mail(), "sonnet")
    assert answered.value == {"ok": 1} and gate.notes()[-1].code == "not_booked"


def test_after_all_this_the_audit_is_whole(place: Place) -> None:
    """Answers, failures and refusals in a row leave a chain that verifies against the state database."""
    gate = place.allowed()
    for n, error in enumerate((None, errors.CloudError("x"), errors.CloudUnknown("y"), None)):
        place.cloud.answer = fails(error) if error else (lambda body: reply({}))
        try:
            gate.send(mail(f"mail {n}"), "opus")
        except errors.CloudError:
            continue
    db = open_state(place.state)
    found = audit.verify(place.audit, db)
    db.close()
    assert (found.ok, found.lines, found.sent, found.notes) == (True, 8, 4, ())


@pytest.mark.parametrize(
    "usage", [{"input_tokens": 10**15, "output_tokens": 1}, {"input_tokens": -9, "output_tokens": 0}]
)
def test_impossible_usage_keeps_the_reservation(place: Place, usage: dict[str, int]) -> None:
    """A service's numbers are foreign text: one that cannot be neither frees nor costs anything."""
    place.cloud.answer = lambda body: reply({"ok": True}, usage=usage)
    gate = place.allowed()
    answered = gate.send(mail(), "sonnet")
    assert place.used == (1, pytest.approx(place.lines[0]["reserved_usd"])) and answered.cost_usd > 0
    assert [note.code for note in gate.notes()] == ["usage_impossible"]
