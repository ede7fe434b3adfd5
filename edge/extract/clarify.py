"""The one question that goes back to the person."""

from __future__ import annotations

from collections.abc import Sequence

from edge.records import Confidence, Conflict, Extraction, Message, Proposal, Reason, reasons


def question(
    message: Message,
    proposal: Proposal,
    confidence: Confidence,
    stakes: list[Reason],
    conflicts: list[Conflict],
    *,
    lost: Sequence[Extraction] = (),
) -> Reason:
    """What to ask: the pass's own question, else every conflict with what can be done about it, what a
    reading left out, the stakes, or the doubt about the action.
    """
    if proposal.question:
        return Reason("verbatim", {"text": proposal.question})
    action, about = Reason(f"question.{proposal.action}"), _about(message)
    if conflicts:
        conflict = [
            Reason("question.open", {"conflict": reasons(one, "text"), "options": reasons(one, "options")})
            for one in conflicts
        ]
        return Reason("question.conflict", {"about": about, "conflict": conflict, "action": action})
    if lost:
        found = [it.info for it in lost]
        return Reason("question.lost", {"about": about, "found": found, "action": action})
    if stakes:
        return Reason("question.stakes", {"about": about, "action": action, "stakes": stakes[0]})
    score = confidence.value
    why = reasons(proposal, "why")
    if not why:
        return Reason("question.unsure", {"about": about, "action": action, "confidence": score})
    return Reason("question.doubt", {"about": about, "action": action, "confidence": score, "why": why})


def _about(message: Message) -> Reason:
    subject = message.subject or message.id
    if not message.sender:
        return Reason("question.note", {"subject": subject})
    return Reason("question.message", {"subject": subject, "sender": message.sender})
