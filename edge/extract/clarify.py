"""The one question that goes back to the person, in the language of the message."""

from __future__ import annotations

from edge.i18n import phrases
from edge.records import Confidence, Conflict, Message, Proposal


def question(
    message: Message, proposal: Proposal, confidence: Confidence, stakes: list[str], conflicts: list[Conflict]
) -> str:
    """What to ask: the pass's own question, else the conflict, the stakes, or the doubt about the action."""
    if proposal.question:
        return proposal.question
    tongue = phrases.language(f"{message.subject}\n{message.body[:400]}")
    words = phrases.table(f"clarify.{tongue}")
    action = words[proposal.action]
    about = words["message" if message.sender else "note"]
    known = {
        "action": action,
        "message": about.format(subject=message.subject or message.id, sender=message.sender),
    }
    if conflicts:
        return words["conflict"].format(conflict=phrases.reason(conflicts[0].text, tongue), **known)
    if stakes:
        return words["stakes"].format(stakes=phrases.reason(stakes[0], tongue), **known)
    sure = confidence.calibrated if confidence.calibrated is not None else confidence.raw
    return words["doubt"].format(sure=f"{sure:.0%}", why=proposal.why, **known)
