"""What is there already: its flags go, its extraction stays, and nobody is asked about it."""

from __future__ import annotations

import msgspec

from edge.cascade.run import Tier
from edge.context.finding import conflict, settled
from edge.extract import pipeline
from edge.extract.conflicts import without_duplicates
from edge.extract.rules.engine import RulesEngine
from edge.records import Context, ContextItem, Extraction, Message, Proposal, Reason
from edge.settings import ExtractSettings

TASK = Extraction(
    type="deadline", info="Send it", quote="send it by May", grounded=True, task=True, note="Anne",
    note_action="append",
)  # fmt: skip
WHY = Reason("in_tasks", {"info": "Send it", "others": "x"})
MESSAGE = Message(
    id="m1", subject="Devis", sender="Anne Roux <anne@acme.example>", received_at="2026-03-02T09:00:00+01:00",
    body="Bonjour, merci d'envoyer le devis signé avant le 20 mars.", fresh=[(0, 58)],
)  # fmt: skip


def test_flags_go_by_what_knows_it() -> None:
    """A task list takes the task, a note the line; what is only likely takes nothing."""
    proposal = Proposal(extractions=[TASK, msgspec.structs.replace(TASK, quote="another")])
    one, other = without_duplicates(proposal, [settled(WHY, ["task: send it"], TASK)]).extractions
    assert (one.task, one.note_action) == (False, "append") and other.task
    one, other = without_duplicates(proposal, [settled(WHY, ["note: Anne"], TASK)]).extractions
    assert (one.task, one.note_action) == (True, "none") and other.note_action == "append"
    assert without_duplicates(proposal, [conflict(WHY, ["task: send it"])]) == proposal


def test_a_certain_duplicate_is_told_and_does_not_hold_the_message_back() -> None:
    """The task is switched off and stays so in every pass; the person is not asked."""
    found = Context(items=[ContextItem(kind="task", name="task: devis", text="Envoyer le devis signé")])

    def look(message: Message, proposal: Proposal | None) -> Context:
        tasks = [it for it in proposal.extractions if it.date] if proposal else []
        return msgspec.structs.replace(found, conflicts=[settled(WHY, ["task: devis"], it) for it in tasks])

    rules = RulesEngine(ExtractSettings())
    made = pipeline.extract(MESSAGE, [Tier(rules, looks=2)], look, ExtractSettings(), rules=rules)[0]
    assert made.decision == "apply" and made.context.conflicts and not made.needs_clarification
    assert made.extractions and not any(it.task for it in made.extractions if it.date)
    assert not any("task" in str(change) for record in made.passes[1:] for change in record.changes)
