"""A second opinion on a message: another action needs words of the message, whoever has it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from loopback import Loopback
from scripted_model import MESSAGE, Fake, form, item

import edge
from edge import paths
from edge.cascade.run import Tier
from edge.cloud.approval import CloudApproval
from edge.extract import action_change, pipeline
from edge.extract.llm.drafter import ModelDrafter
from edge.extract.rules.engine import RulesEngine
from edge.records import Context, ContextItem, Extracted, Extraction, Message, Proposal, Withdrawal
from edge.settings import CloudSettings, ExtractSettings, Settings

PAY = "Le montant de 1 284,50 € est à régler avant le 3 février 2026."
CONFIRM = "Peux-tu confirmer la réunion de vendredi à 14h ?"


def grounded(quote: str) -> Extraction:
    return Extraction(type="fact", info=quote, quote=quote, grounded=True)


def taken(*, grounded: bool) -> Withdrawal:
    return Withdrawal(quote=PAY, reason="over", evidence=CONFIRM, grounded=grounded)


@pytest.mark.parametrize(
    ("after", "founded"),
    [
        ({"action": "archive", "extractions": [grounded(PAY)]}, True),
        ({"action": "flag", "extractions": [grounded(PAY)]}, False),
        ({"action": "flag", "extractions": [grounded("à régler")]}, False),
        ({"action": "flag", "extractions": [grounded(PAY), grounded(CONFIRM)]}, True),
        ({"action": "flag", "evidence": CONFIRM, "evidenced": True}, True),
        ({"action": "flag", "evidence": CONFIRM, "evidenced": False}, False),
        ({"action": "flag", "evidence": PAY, "evidenced": True}, False),
        ({"action": "flag", "withdrawn": [taken(grounded=True)]}, True),
        ({"action": "flag", "withdrawn": [taken(grounded=False)]}, False),
    ],
)  # fmt: skip
def test_another_action_rests_on_words_not_quoted_before(after: dict[str, Any], founded: bool) -> None:
    """The same action needs none. Evidence, a finding or a withdrawal counts where it stands in the message
    and says more than what the first reading rested on: the same words are one opinion against another.
    """
    before = Proposal(action="archive", extractions=[grounded(PAY)])
    assert action_change.is_unfounded(Proposal(**after), before) is not founded
    shown = founded or (
        after["action"] == "flag" and bool(after.get("extractions") or after.get("evidenced"))
    )
    assert action_change.is_unfounded(Proposal(**after), before, rules=True) is not shown


def filled(action: str, *quotes: str, evidence: str | None = None) -> dict[str, Any]:
    """A form with these quotes."""
    items = [item(type="request", quote=quote, info=quote[:40], required=True) for quote in quotes]
    made = form(*items, action=action, sure="high", why="because")
    return made if evidence is None else made | {"evidence": evidence}


def note(message: Message, proposal: Proposal | None) -> Context:
    return Context(items=[ContextItem(kind="note", name="note: Acme", text="Client.")])


def extracted(*tiers: Tier[Any]) -> Extracted:
    settings = ExtractSettings(stop=0.95, bar=0.3, floor=0.3)
    rules = RulesEngine(settings)
    return pipeline.extract(MESSAGE, tiers, note, settings, rules=rules, beyond=None)[0]


@pytest.mark.parametrize("evidence", [CONFIRM, "", "words from nowhere"])
def test_a_contextual_pass_may_not_turn_the_action_on_its_word(evidence: str) -> None:
    """Blind: keep. Beside the context: flag. With words of the message it stands, without them neither does,
    and the person is told what happened.
    """
    model = Fake(filled("archive", PAY), filled("flag", PAY, evidence=evidence))
    made = extracted(Tier(ModelDrafter(model, ExtractSettings()), looks=2))
    assert [one.action for one in made.passes] == ["archive", "flag"]
    stands = evidence == CONFIRM
    assert ("change_unfounded" in made.passes[1].signals) is not stands
    if not stands:
        assert made.decision == "queue"
        assert "turned_without_evidence" in {one.code for one in made.passes[1].codes["because"]}


def test_two_models_of_this_device_are_held_to_the_same() -> None:
    """A second engine that says otherwise on the same words is an opinion; a third that says what the first
    said is no further change.
    """

    def tier(name: str, *said: dict[str, Any]) -> Tier[Any]:
        fake = Fake(*said)
        fake.name = name
        return Tier(ModelDrafter(fake, ExtractSettings()))

    first = tier("gemma", filled("queue", PAY))
    other, third = tier("gemma-b", filled("flag", PAY)), tier("gemma-c", filled("queue", PAY))
    made = extracted(first, other, third)
    unfounded = ["change_unfounded" in one.signals for one in made.passes]
    assert [one.action for one in made.passes] == ["queue", "flag", "queue"]
    assert unfounded == [False, True, False]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("EDGE_TEST_KEY", "sk-test-77")
    paths.home.cache_clear()
    yield tmp_path
    paths.home.cache_clear()


@pytest.mark.parametrize("evidence", ["renvoyer le contrat signé", ""])
def test_claude_is_held_to_the_same(home: Path, monkeypatch: pytest.MonkeyPatch, evidence: str) -> None:
    """On a loopback server: it is asked for evidence, and without any its other action is not applied."""
    monkeypatch.setattr(RulesEngine, "calibration", lambda self, action: None)
    body = "Bonjour Johan,\n\nMerci de renvoyer le contrat signé avant le vendredi 20 mars.\n\nAnne"
    message = {
        "id": "c1", "subject": "Contrat", "from": "Anne Roux <anne@acme.example>",
        "to": ["johan@example.com"], "received_at": "2026-03-02T09:12:00+01:00", "body": body,
    }  # fmt: skip

    def says(request: dict[str, Any]) -> dict[str, Any]:
        assert "evidence" in request["output_config"]["format"]["schema"]["properties"]
        return form(action="flag", sure="high", why="because") | {"evidence": evidence, "withdrawn": []}

    with Loopback("right", "right", value=says) as server:
        cloud = CloudSettings(
            mode="auto", base_url=server.url, key="EDGE_TEST_KEY", seconds=20.0, day_usd=5.0
        )
        with edge.open(
            state=home / "state.db", settings=Settings(cloud=cloud), approval=CloudApproval(allowed=True)
        ) as session:
            made = session.extract(message)
    expert = [one for one in made.passes if one.engine == "claude"]
    assert expert and made.passes[0].action != "flag"
    assert ("change_unfounded" in expert[0].signals) is not bool(evidence)
    if not evidence:
        assert made.decision != "apply"


def test_what_waits_is_not_applied_by_being_taken_up_again() -> None:
    """The signal is in the checkpoint: a resumed run finds the gate closed."""
    model = Fake(filled("archive", PAY), filled("flag", PAY))
    drafter = ModelDrafter(model, ExtractSettings())
    settings = ExtractSettings(stop=0.95, bar=0.3, floor=0.3)
    rules = RulesEngine(settings)
    _, kept = pipeline.extract(MESSAGE, [Tier(drafter, looks=2)], note, settings, rules=rules)
    kept = msgspec.json.decode(msgspec.json.encode(kept), type=type(kept))
    again = pipeline.extract(MESSAGE, [Tier(drafter)], note, settings, rules=rules, resume=kept)[0]
    assert again.decision == "queue"
