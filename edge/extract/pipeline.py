"""One message: read it blind, look around it, read it again, check, decide: apply, ask, or wait.

The straight list of calls is `extract`; everything it calls is in a room below.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from edge.cascade import required
from edge.cascade.calibrate import Calibration
from edge.cascade.calibration_labels import LabelKey
from edge.cascade.decide import GateFailure, Thresholds
from edge.cascade.run import Attempt, CascadeResult, PassRequest, Tier, Verdict, run_tiers
from edge.extract import action_change, agreement, clarify, conflicts, difference, filing, omissions
from edge.extract.llm.base import Drafter
from edge.extract.rules.engine import LEFT, RulesEngine
from edge.extract.stakes import high_stakes
from edge.i18n import language, rendered
from edge.records import (
    Checkpoint,
    Confidence,
    Context,
    ContextUse,
    Escalation,
    Extracted,
    Extraction,
    Message,
    Proposal,
    Reason,
    coded,
    reasons,
)
from edge.settings import ExtractSettings

#: Ends after which another engine could still go on, now or later. At any other the person decides.
UNFINISHED = ("not permitted", "tier failed")

#: What the table says of questions, said of messages.
WHY = {"confident": Reason("passes_agree"), "settled": Reason("settled_proposal")}

#: Looks around a message, after a proposal or (None) before any.
Look = Callable[[Message, Proposal | None], Context]

#: Takes a result that may change yet, and its checkpoint.
Keep = Callable[[Extracted, Checkpoint], None]


@dataclass(frozen=True, slots=True)
class PassProposal:
    """A proposal of an engine, with the context that its pass saw and what another pass would see.

    `lost`: findings that it left out without account. `standing`: the last proposal whose action rested on
    words of the message, and its engine: what a later one is held against.
    """

    proposal: Proposal
    seen: Context
    ahead: Context
    engine: str
    lost: tuple[Extraction, ...]
    standing: tuple[str, Proposal]


def extract(
    message: Message,
    ladder: Sequence[Tier[Drafter]],
    look: Look,
    settings: ExtractSettings,
    *,
    rules: Drafter,
    beyond: str | None = None,
    may_wait: bool = False,
    resume: Checkpoint | None = None,
    keep: Keep | None = None,
    notes: Sequence[Reason] = (),
) -> tuple[Extracted, Checkpoint]:
    """The result for one message, and what a later run needs to take it up again.

    `rules` is compared with whatever a model proposes. `beyond`: the tier that a hard case would want
    where none of the cloud is set up. `may_wait`: a hard case waits for the tier it wants (otherwise it goes
    to the person at once). `resume`: the checkpoint of an earlier run; `ladder` then starts with the tier
    that made it. `keep` is given every state between two tiers of the cloud: what was paid for outlives a
    crash. Raises what the first tier raises.
    """
    began = time.perf_counter()
    case = _MessageCase(message, look, settings, rules)
    resumed = case.resumed(ladder[0], resume) if resume is not None else None

    def records(run: CascadeResult[Drafter, PassProposal]) -> tuple[Extracted, Checkpoint]:
        return _records(case, run, may_wait=may_wait, notes=notes, ms=(time.perf_counter() - began) * 1e3)

    result = run_tiers(
        ladder, case.attempt, resume.passes if resume is not None else [], first="blind",
        beyond=None if any(not tier.local for tier in ladder) else beyond,
        limit=settings.max_passes, resume=resumed,
        paid=None if keep is None else lambda run: keep(*records(run)),
    )  # fmt: skip
    return records(result)


@dataclass(slots=True)
class _MessageCase:
    """One message, with what is looked up about it once."""

    message: Message
    look: Look
    settings: ExtractSettings
    rules: Drafter
    _by_rules: Proposal | None = None

    def attempt(self, tier: Tier[Drafter], request: PassRequest[PassProposal]) -> Attempt[PassProposal]:
        """One pass. A blind one sees the message alone; any other what was found around the draft before."""
        engine, before = tier.engine, request.before
        seen, last = (Context(), None) if before is None else (before.ahead, before.proposal)
        proposal = _ungrounded_kept_apart(engine.draft(self.message, request.kind, seen, last))
        rules = self.by_rules() if engine.name != "rules" else None
        if rules is None and self._by_rules is None:
            self._by_rules = proposal
        fitted = _fitted(engine, proposal)
        score = agreement.confidence(proposal, engine.name, before=last, rules=rules, fitted=fitted)
        signals = dict(proposal.signals)
        standing = engine.name, proposal
        if before is not None and action_change.is_unfounded(
            proposal, before.standing[1], rules=before.standing[0] == "rules"
        ):
            signals[action_change.SIGNAL] = 1.0
            standing = before.standing
        lost: list[Extraction] = []
        if rules is not None:
            lost = omissions.unexplained(
                proposal, last if before is not None and before.engine != "rules" else None, rules
            )
            signals |= agreement.signals(proposal, last, rules)
        # What is lost stays, and the person or the next tier decides.
        kept = omissions.restored(proposal.extractions, lost)
        proposal = msgspec.structs.replace(proposal, signals=signals, extractions=kept)
        ahead = self.around(proposal)
        proposal = conflicts.without_duplicates(proposal, ahead.conflicts)
        version = "+".join(filter(None, (getattr(engine, "version", ""), agreement.VERSION)))
        changes = difference.between(last, proposal)
        drafted = PassProposal(proposal, seen, ahead, engine.name, tuple(lost), standing)
        judged = self.calibrated(self.judged(drafted, score, changes, fitted), tier, version, request.kind)
        return replace(judged, action=proposal.action, version=version)

    def resumed(self, tier: Tier[Drafter], checkpoint: Checkpoint) -> Attempt[PassProposal]:
        """The last attempt of an earlier run, with what is around the message now."""
        proposal, name = checkpoint.proposal, tier.engine.name
        around = self.around(proposal)
        lost = tuple(checkpoint.lost)
        drafted = PassProposal(proposal, checkpoint.seen, around, name, lost, (name, proposal))
        done = [record for record in checkpoint.passes if not record.error]
        changes = reasons(done[-1], "changes") if done else []
        judged = self.judged(drafted, checkpoint.confidence, changes, _fitted(tier.engine, proposal))
        return self.calibrated(judged, tier, done[-1].version, done[-1].kind) if done else judged

    def calibrated(
        self, judged: Attempt[PassProposal], tier: Tier[Drafter], version: str, kind: str
    ) -> Attempt[PassProposal]:
        """The attempt, with the probability of the user's own calibration where there is one, and a gate
        closed where what is required is not certified for such a score.
        """
        engine = tier.engine
        key = LabelKey(verb="extract", engine=engine.name, model=engine.model, version=version, kind=kind)
        before, signals = judged.verdict, judged.signals
        why = required.unmet(self.settings.require, key, before.confidence.raw, signals=signals)
        score = required.told(before.confidence, key, signals)
        value = before.value if score is before.confidence else score.calibrated or 0.0
        failure = before.failure or (GateFailure("require", why) if why else None)
        return replace(judged, verdict=replace(before, confidence=score, value=value, failure=failure))

    def judged(
        self, drafted: PassProposal, score: Confidence, changes: list[Reason], fitted: Calibration | None
    ) -> Attempt[PassProposal]:
        """What the cascade decides by: the score beside its bars, the gates, and what is at stake."""
        settings, proposal = self.settings, drafted.proposal
        return Attempt(
            drafted, Verdict(score, score.value, _bars(settings, fitted), _gate(drafted)),
            changes=changes, entities=proposal.entities, tokens=proposal.tokens,
            signals=proposal.signals, cost_usd=proposal.cost_usd, why=reasons(proposal, "why"),
            answered_by=proposal.answered_by,
            stakes=bool(self.stakes(proposal)), conflict=bool(conflicts.unsettled(drafted.ahead.conflicts)),
            irreversible=proposal.action == "delete" and not _is_left(proposal),
            may_destroy=settings.delete_offline, exhausted=drafted.ahead == drafted.seen,
        )  # fmt: skip

    def around(self, proposal: Proposal) -> Context:
        """What another pass would be shown. A message with nothing to keep needs none."""
        return Context() if _worthless(proposal) else self.look(self.message, proposal)

    def stakes(self, proposal: Proposal) -> list[Reason]:
        """Why this is a case of high stakes; empty when it is not."""
        return high_stakes(self.message, (proposal, self.by_rules()), self.settings)

    def by_rules(self) -> Proposal:
        """What the rules say of the same message."""
        if self._by_rules is None:
            self._by_rules = self.rules.draft(self.message, "blind", Context(), None)
        return self._by_rules


def _fitted(engine: Drafter, proposal: Proposal) -> Calibration | None:
    """What an engine's own score of an action is worth: none of a model's word, some of a fit."""
    if not isinstance(engine, RulesEngine):
        return None
    return engine.calibration("nothing" if _is_left(proposal) else proposal.action)


def _is_left(proposal: Proposal) -> bool:
    """Nothing is done to the message, and nobody is asked."""
    return LEFT in proposal.signals


def _bars(settings: ExtractSettings, fitted: Calibration | None) -> Thresholds:
    """The user's bars; a fit may ask for more, never for less."""
    least = 0.0 if fitted is None else fitted.threshold
    return Thresholds(
        max(settings.stop, least), max(settings.bar, least), max(settings.floor, least), settings.person
    )


def _gate(drafted: PassProposal) -> GateFailure | None:
    return (
        agreement.ungrounded(drafted.proposal)
        or omissions.failure(drafted.lost)
        or action_change.failure(drafted.proposal)
        or agreement.asks_person(drafted.proposal)
    )


def _worthless(proposal: Proposal) -> bool:
    return proposal.action in ("delete", "nothing") and not proposal.extractions


def _ungrounded_kept_apart(proposal: Proposal) -> Proposal:
    """What is not grounded takes no part in anything automatic: no task, no appointment, no note."""
    if all(it.grounded for it in proposal.extractions):
        return proposal

    plain = [
        it if it.grounded else msgspec.structs.replace(it, task=False, calendar=False, note_action="none")
        for it in proposal.extractions
    ]
    return msgspec.structs.replace(proposal, extractions=plain)


def _filed(drafted: PassProposal, message: Message) -> tuple[list[Extraction], set[str]]:
    """The findings under the notes that there are, and the names of those notes: the pass that ended it may
    have been shown none.
    """
    found, items = drafted.proposal.extractions, drafted.ahead.items
    if drafted.engine != "rules":
        return filing.completed(found, items)
    return filing.chosen(found, items, drafted.proposal.entities, message.sender)


def _records(
    case: _MessageCase,
    result: CascadeResult[Drafter, PassProposal],
    *,
    may_wait: bool,
    notes: Sequence[Reason],
    ms: float,
) -> tuple[Extracted, Checkpoint]:
    """The record that is printed, and the checkpoint that is kept."""
    message, drafted, score = case.message, result.draft, result.verdict.confidence
    proposal, contradictions = drafted.proposal, drafted.ahead.conflicts
    stakes = case.stakes(proposal)
    applied = result.decision.action == "accept"
    unfinished = result.decision.rule in UNFINISHED or result.decision.action == "escalate"
    wanted = result.decision.wanted if unfinished else None
    decision: Literal["apply", "queue", "wait", "leave"] = "wait" if wanted and may_wait else "queue"
    if applied:
        decision = "leave" if _is_left(proposal) else "apply"
    ask = (
        None
        if applied
        else clarify.question(
            message, proposal, score, stakes, conflicts.unsettled(contradictions), lost=drafted.lost
        )
    )
    shown = {item.name for item in drafted.seen.items}
    filed, leaned = _filed(drafted, message)
    extracted = Extracted(
        id=message.id, subject=message.subject, sender=message.sender, received_at=message.received_at,
        action=proposal.action, decision=decision, early_stop=_worthless(proposal),
        extractions=filed, confidence=score, entities=proposal.entities, passes=result.passes,
        total_tokens=sum(sum(record.tokens.values()) for record in result.passes),
        needs_clarification=ask is not None, high_stakes=bool(stakes), escalated=result.used is not None,
        escalation=Escalation(
            wanted=wanted, used=result.used, codes=coded(why=result.refusal),
            cost_usd=sum(record.cost_usd for record in result.passes),
        ),
        context=ContextUse(
            used=list(dict.fromkeys([*(name for name in proposal.used if name in shown), *sorted(leaned)])),
            ignored=sorted(shown - {*proposal.used, *leaned}), conflicts=contradictions,
            left_out=drafted.seen.dropped,
        ),
        unread=proposal.unread, language=language(f"{message.subject}\n{message.body[:400]}"),
        codes=coded(
            why=reasons(proposal, "why"),
            stopped_because=WHY.get(result.decision.rule, result.decision.why), clarification_question=ask,
            stakes=stakes, notes=[*reasons(message, "notes"), *notes],
        ),
        timings_ms={"total": round(ms, 3)},
    )  # fmt: skip
    extracted = rendered(extracted, extracted.language)
    checkpoint = Checkpoint(
        message=message, proposal=proposal, seen=drafted.seen, confidence=score, passes=extracted.passes,
        tier=result.tier.name, lost=list(drafted.lost),
    )  # fmt: skip
    return extracted, checkpoint
