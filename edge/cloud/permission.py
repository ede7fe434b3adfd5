"""Whether a tier of the cloud may be asked now: settings, consents and budget, never the words of a text."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from edge.cloud import address
from edge.cloud.approval import CloudApproval
from edge.cloud.prices import ModelPrice
from edge.cloud.request import Purpose
from edge.records import Reason, Record
from edge.settings import Settings
from edge.state import consents
from edge.state.budget import Budget
from edge.state.consents import ConsentTerms

if TYPE_CHECKING:
    import apsw

MODES = ("never", "ask", "auto")

#: Tokens of the smallest prompt: a budget that does not hold this and an answer is spent.
_SMALLEST = 500


class Permission(Record, frozen=True, kw_only=True):
    """`refusal`: why not, and what to do; None: permitted. `consent`: whose yes it is, as
    it stands in the audit; `number` of a standing consent; `ask`: the person has yet to say yes; `spent`:
    it is the budget that refuses.
    """

    refusal: Reason | None = None
    spent: bool = False
    consent: str = ""
    number: int | None = None
    ask: bool = False


def fixed(settings: Settings, purpose: Purpose, *, key: str, library: bool) -> Reason | None:
    """What the settings alone refuse."""
    cloud = settings.cloud
    for refused, why in (
        (settings.offline, Reason("offline")),
        (cloud.mode == "never", Reason("cloud_off")),
        (not address.secure(cloud.base_url), Reason("address_not_https")),
        (purpose == "ask" and not cloud.passages, Reason("passages_stay")),
        (not library, Reason("no_library")),
        (not key, Reason("no_key", {"variable": cloud.key})),
    ):
        if refused:
            return why
    return None


def spent(budget: Budget, tier: ModelPrice, max_tokens: int, now: datetime) -> Reason | None:
    """Why not even a small request fits the budget; None when one does."""
    return budget.refusal(now, tokens=_SMALLEST + max_tokens, usd=tier.most(_SMALLEST, max_tokens))


def yes(
    db: apsw.Connection,
    mode: str,
    approval: CloudApproval,
    purpose: Purpose,
    *,
    tier: str,
    now: datetime,
    terms: ConsentTerms,
    foreign: Reason | None,
) -> Permission:
    """Who said yes: the person for this run, a standing consent under these terms, or the person when asked.

    `foreign`: why no consent of this database counts.
    """
    if approval.allowed:
        return Permission(consent="for this run")
    refusal = Reason("nobody_to_ask")
    if mode != "ask":
        consent = consents.active(db, purpose, tier, now, terms) if foreign is None else None
        if consent is not None:
            return Permission(consent=f"consent {consent.id} until {consent.until[:10]}", number=consent.id)
        scope = "all" if purpose == "grade" else purpose  # copies have no standing consent of their own
        refusal = foreign or Reason("no_consent", {"purpose": scope, "tier": tier, "host": terms.host})
    if approval.confirm is not None:
        return Permission(consent="asked", ask=True)
    return Permission(refusal=refusal)
