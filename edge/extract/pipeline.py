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
from edge.extract import agreement, clarify, difference, filing, known, losses, turned
from edge.extract import stakes as high
from edge.extract.llm.base import Drafter
from edge.extract.rules.engine import LEFT, RulesEngine
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
    """A proposal, with the context that its pass saw and the context that another pass would see. `standing`
    is the last one whose action rested on words of the message: what a later one is held against.
    """

    proposal: Proposal
    seen: Context
    ahead: Context
    engine: str = ""
    lost: tuple[Extraction, ...] = ()  # findings that it left out without account
    standing: tuple[str, Proposal] | None = None  # and whose it is


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
    resumed = case.again(ladder[0], resume) if resume is not None else None

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

    def attempt(self, tier: Tier[Drafter], turn: PassRequest[PassProposal]) -> Attempt[PassProposal]:
        """One pass. A blind one sees the message alone; any other what was found around the draft before."""
        seen, last = Context(), None
        if turn.before is not None:
            seen, last = turn.before.ahead, turn.before.proposal
        proposal = _kept_apart(tier.engine.draft(self.message, turn.kind, seen, last))
        rules = self.by_rules() if tier.engine.name != "rules" else None
        if rules is None and self._by_rules is None:
            self._by_rules = proposal
        lost: list[Extraction] = []
        if rules is not None:
            models = last if turn.before is not None and turn.before.engine != "rules" else None
            lost = losses.unexplained(proposal, models, rules)
        fitted = _fitted(tier.engine, proposal)
        score = agreement.of(proposal, tier.engine.name, before=last, rules=rules, fitted=fitted)
        standing = turn.before.standing if turn.before is not None else None
        if standing and turned.unfounded(proposal, standing[1], rules=standing[0] == "rules"):
            signals = proposal.signals | {turned.SIGNAL: 1.0}
            proposal = msgspec.structs.replace(proposal, signals=signals)
        else:
            standing = tier.engine.name, proposal
        if rules is not None:
            signals = proposal.signals | agreement.logged(proposal, last, rules)
            proposal = msgspec.structs.replace(proposal, signals=signals)
        if lost:  # it stays, and the person or the next tier decides
            back = losses.put_back(proposal.extractions, lost)
            proposal = msgspec.structs.replace(proposal, extractions=back)
        ahead = self.around(proposal)
        proposal = known.without_known(proposal, ahead.conflicts)
        version = "+".join(filter(None, (getattr(tier.engine, "version", ""), agreement.VERSION)))
        changes = difference.between(last, proposal)
        reading = PassProposal(proposal, seen, ahead, tier.engine.name, tuple(lost), standing)
        judged = self.certified(self.judged(reading, score, changes, fitted), tier, version, turn.kind)
        return replace(judged, action=proposal.action, version=version)

    def again(self, tier: Tier[Drafter], checkpoint: Checkpoint) -> Attempt[PassProposal]:
        """The last attempt of an earlier run, with what is around the message now."""
        proposal = checkpoint.proposal
        around = self.around(proposal)
        name = tier.engine.name
        lost = tuple(checkpoint.lost)
        reading = PassProposal(proposal, checkpoint.seen, around, name, lost, (name, proposal))
        changes = [reasons(record, "changes") for record in checkpoint.passes if not record.error]
        fitted = _fitted(tier.engine, proposal)
        judged = self.judged(reading, checkpoint.confidence, changes[-1] if changes else [], fitted)
        last = next((it for it in reversed(checkpoint.passes) if not it.error), None)
        return judged if last is None else self.certified(judged, tier, last.version, last.kind)

    def certified(
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
        self,
        reading: PassProposal,
        score: Confidence,
        changes: list[Reason],
        fitted: Calibration | None = None,
    ) -> Attempt[PassProposal]:
        settings, proposal = self.settings, reading.proposal
        value = score.value
        bars = _bars(settings, fitted)
        return Attempt(
            reading, Verdict(score, value, bars, _gate(reading)),
            changes=changes, entities=proposal.entities, tokens=proposal.tokens,
            signals=proposal.signals, cost_usd=proposal.cost_usd, why=reasons(proposal, "why"),
            stakes=bool(self.stakes(proposal)), conflict=bool(known.open_ones(reading.ahead.conflicts)),
            irreversible=proposal.action == "delete" and not _left(proposal),
            may_destroy=settings.delete_offline, exhausted=reading.ahead == reading.seen,
        )  # fmt: skip

    def around(self, proposal: Proposal) -> Context:
        """What another pass would be shown. A message with nothing to keep needs none."""
        return Context() if _worthless(proposal) else self.look(self.message, proposal)

    def stakes(self, proposal: Proposal) -> list[Reason]:
        return high.of(self.message, (proposal, self.by_rules()), self.settings)

    def by_rules(self) -> Proposal:
        """What the rules say of the same message."""
        if self._by_rules is None:
            self._by_rules = self.rules.draft(self.message, "blind", Context(), None)
        return self._by_rules


def _fitted(engine: Drafter, proposal: Proposal) -> Calibration | None:
    """What an engine's own score of an action is worth: none of a model's word, some of a fit."""
    if not isinstance(engine, RulesEngine):
        return None
    return engine.calibration("nothing" if _left(proposal) else proposal.action)


def _left(proposal: Proposal) -> bool:
    """Nothing is done to the message, and nobody is asked."""
    return LEFT in proposal.signals


def _bars(settings: ExtractSettings, fitted: Calibration | None) -> Thresholds:
    """The user's bars; a fit may ask for more, never for less."""
    least = 0.0 if fitted is None else fitted.threshold
    return Thresholds(
        max(settings.stop, least), max(settings.bar, least), max(settings.floor, least), settings.person
    )


def _gate(reading: PassProposal) -> GateFailure | None:
    return (
        agreement.rests_on_nothing(reading.proposal)
        or losses.failure([*reading.lost])
        or turned.failure(reading.proposal)
        or agreement.asks(reading.proposal)
    )


def _worthless(proposal: Proposal) -> bool:
    return proposal.action in ("delete", "nothing") and not proposal.extractions


def _kept_apart(proposal: Proposal) -> Proposal:
    """What is not grounded takes no part in anything automatic: no task, no appointment, no note."""
    if all(it.grounded for it in proposal.extractions):
        return proposal

    plain = [
        it if it.grounded else msgspec.structs.replace(it, task=False, calendar=False, note_action="none")
        for it in proposal.extractions
    ]
    return msgspec.structs.replace(proposal, extractions=plain)


def _filed(reading: PassProposal, message: Message) -> tuple[list[Extraction], set[str]]:
    """The findings under the notes that there are, and the names of those notes: the pass that ended it may
    have been shown none.
    """
    found, items = reading.proposal.extractions, reading.ahead.items
    if reading.engine != "rules":
        return filing.completed(found, items)
    return filing.chosen(found, items, reading.proposal.entities, message.sender)


def _records(
    case: _MessageCase,
    result: CascadeResult[Drafter, PassProposal],
    *,
    may_wait: bool,
    notes: Sequence[Reason],
    ms: float,
) -> tuple[Extracted, Checkpoint]:
    """The record that is printed, and the checkpoint that is kept."""
    message, reading, score = case.message, result.draft, result.verdict.confidence
    proposal, conflicts = reading.proposal, reading.ahead.conflicts
    stakes = case.stakes(proposal)
    applied = result.decision.action == "accept"
    unfinished = result.decision.rule in UNFINISHED or result.decision.action == "escalate"
    wanted = result.decision.wanted if unfinished else None
    decision: Literal["apply", "queue", "wait", "leave"] = "wait" if wanted and may_wait else "queue"
    if applied:
        decision = "leave" if _left(proposal) else "apply"
    ask = (
        None
        if applied
        else clarify.question(message, proposal, score, stakes, known.open_ones(conflicts), lost=reading.lost)
    )
    shown = {item.name for item in reading.seen.items}
    filed, leaned = _filed(reading, message)
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
            ignored=sorted(shown - {*proposal.used, *leaned}), conflicts=conflicts,
            left_out=reading.seen.dropped,
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
        message=message, proposal=proposal, seen=reading.seen, confidence=score, passes=extracted.passes,
        tier=result.tier.name, lost=list(reading.lost),
    )  # fmt: skip
    return extracted, checkpoint
