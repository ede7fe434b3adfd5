"""What makes a message a case of high stakes: its numbers and the user's settings, never its words alone.

Source: the specification's high stakes as the research notes on multi-pass extraction read them (section 3,
below the table; section 4): a deadline counts from the *message's* date, and one that is past is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from email.utils import parseaddr

from edge.records import Extraction, Message, Proposal, Reason
from edge.settings import ExtractSettings


def high_stakes(message: Message, proposals: Sequence[Proposal], settings: ExtractSettings) -> list[Reason]:
    """Why this is a case of high stakes, a reason each; empty when it is not.

    `proposals`: of the last pass, and what the rules read: a model that leaves an amount out, or is told to,
    does not make a case a small one. What is not in the message counts for nothing here.
    """
    reasons = []
    grounded = [it for proposal in proposals for it in proposal.extractions if it.grounded]
    high = [it for it in grounded if it.amount is not None and it.amount >= settings.high_amount]
    if high:
        most = max(high, key=lambda it: it.amount or 0.0)
        reasons.append(Reason("high_amount", {"amount": most.amount or 0.0, "currency": most.currency or ""}))
    if soon := _soon(message, grounded, settings.deadline_days):
        reasons.append(Reason("deadline_soon", {"date": soon}))
    if any(
        it.type == "decision" and it.importance == "high" and it.grounded
        for proposal in proposals
        if proposal.strategic
        for it in proposal.extractions
    ):
        reasons.append(Reason("strategic_decision"))
    if _is_vip(message.sender, settings.vip):
        reasons.append(Reason("vip_sender"))
    return reasons


def _is_vip(sender: str, listed: str) -> bool:
    """Whether a sender is on the list: addresses, or domains written with @, separated by commas."""
    wanted = {entry.strip().casefold() for entry in listed.split(",") if entry.strip()}
    if not wanted:
        return False
    address = parseaddr(sender)[1].casefold()
    return bool(address) and (address in wanted or "@" + address.rpartition("@")[2] in wanted)


def _soon(message: Message, extractions: Sequence[Extraction], days: int) -> str | None:
    """The nearest deadline or promise 0 to `days` days after the message, or None."""
    if not message.received_at:
        return None
    received = date.fromisoformat(message.received_at[:10])
    near = []
    for it in extractions:
        if it.type in ("deadline", "commitment") and it.date:
            try:
                left = (date.fromisoformat(it.date) - received).days
            except ValueError:
                continue  # a model's date: it is dropped elsewhere, and must not end the message here
            if 0 <= left <= days:
                near.append(it.date)
    return min(near, default=None)
