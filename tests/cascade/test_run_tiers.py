"""The ladder: passes are run, recorded, repeated and handed on as decided."""

from __future__ import annotations

import msgspec
import pytest
from fake_engine import FakeEngine

from edge.cascade.decide import GateFailure, Thresholds
from edge.cascade.run import Attempt, CascadeResult, PassRequest, Tier, Verdict, run_tiers
from edge.errors import CloudError, ModelDied, ModelError, OutputCut, PromptTooLong
from edge.records import Choice, Confidence, Draft, PassRecord, Reason

FIRST, OTHER = Reason("first_draft"), Reason("another_sentence")
GONE = Reason("no_such_article", {"kind": "article", "number": "9"})
BARS = Thresholds(stop=0.8, bar=0.8, floor=0.8, person=1.0)
BLIND = PassRecord(n=1, kind="blind", engine="rules", model="", confidence=0.0)


def _draft(sure: float, text: str = "a") -> Draft:
    return Draft(choices=[Choice(passage=0, start=0, end=1, text=text, probability=sure)], none=1 - sure)


def _judge(draft: Draft) -> Verdict:
    return Verdict(Confidence(raw=1 - draft.none), 1 - draft.none, BARS)


def run(ladder, judge=_judge, before=(), **given) -> CascadeResult:
    """A run whose drafts come from fake engines; each look is told apart by its number."""

    def attempt(tier: Tier, turn: PassRequest) -> Attempt:
        draft = tier.engine.choose("q", [])
        text = draft.choices[0].text
        earlier = turn.before.choices[0].text if turn.before else None
        changes = [] if earlier == text else [OTHER] if earlier else [FIRST]
        return Attempt(
            draft, judge(draft), changes=changes, entities=draft.entities, signals={"look": turn.look}
        )

    return run_tiers(ladder, attempt, before, **given)


def _refused() -> Reason:
    return Reason("offline")


def test_a_sure_first_tier_ends_it() -> None:
    """One contextual pass after the blind one; the second tier is never called."""
    second = FakeEngine([_draft(1.0)], name="second")
    result = run([Tier(FakeEngine([_draft(0.9)])), Tier(second, local=False)], before=[BLIND])
    assert result.decision.action == "accept"
    assert [record.kind for record in result.passes] == ["blind", "contextual"]
    assert not second.calls and result.used is None


def test_an_unsure_tier_hands_on_only_with_permission() -> None:
    """Permitted: the next tier's draft counts. Not permitted: it is never called, and named as wanted."""
    for permitted in (True, False):
        second = FakeEngine([_draft(0.9, "b")], name="claude")
        ladder = [
            Tier(FakeEngine([_draft(0.3)])),
            Tier(second, local=False, refusal=None if permitted else _refused),
        ]
        result = run(ladder, before=[BLIND])
        assert bool(second.calls) == permitted
        assert result.decision.action == ("accept" if permitted else "stop")
        assert (result.decision.wanted, result.used) == ((None, "claude") if permitted else ("claude", None))


def test_the_tier_beyond_the_ladder_is_named() -> None:
    """A hard case names the engine it would want even when that one is not set up."""
    result = run([Tier(FakeEngine([_draft(0.3)]))], before=[BLIND], beyond="gemma")
    assert (result.decision.action, result.decision.wanted) == ("stop", "gemma")


def test_a_tier_looks_again_only_at_something_new() -> None:
    """With two looks the second pass gets look number 1; a third is not run."""
    engine = FakeEngine([_draft(0.3, "a"), _draft(0.9, "b")])
    result = run([Tier(engine, looks=2)], before=[BLIND])
    assert [record.signals["look"] for record in result.passes[1:]] == [0, 1]
    assert [record.codes["changes"] for record in result.passes[1:]] == [[FIRST], [OTHER]]
    assert len(engine.calls) == 2


def test_never_more_than_five_passes() -> None:
    """Ten permitted tiers that are never sure end after five passes in all."""
    ladder = [Tier(FakeEngine([_draft(0.1)], name=f"r{i}"), local=False) for i in range(10)]
    result = run(ladder, before=[BLIND])
    assert len(result.passes) == 5
    assert result.decision.action == "stop" and result.decision.wanted == "r4"


def test_a_failing_later_tier_leaves_the_result_before_it() -> None:
    """The error is recorded as a pass; the first tier's error is raised."""
    broken = FakeEngine([ModelError("no weights")], name="gemma")
    result = run([Tier(FakeEngine([_draft(0.3)])), Tier(broken)], before=[BLIND])
    assert result.passes[-1].error == "no weights"
    assert result.draft.choices[0].text == "a"
    assert result.decision.action != "accept"
    with pytest.raises(ModelError):
        run([Tier(broken)], before=[BLIND])


def test_a_fatal_gate_calls_nobody_else() -> None:
    """Nothing was found: the next tier is not asked although it is permitted."""
    second = FakeEngine([_draft(1.0)])

    def judge(draft: Draft) -> Verdict:
        return Verdict(Confidence(raw=1.0), 1.0, BARS, GateFailure("nothing retrieved", GONE, fatal=True))

    result = run([Tier(FakeEngine([_draft(1.0)])), Tier(second)], judge, [BLIND])
    assert result.decision.action == "stop" and result.decision.why == GONE
    assert not second.calls


def test_a_failed_first_pass_lets_the_next_tier_speak() -> None:
    """Dead, too long, cut: recorded with its error; the tier behind it answers as a contextual pass."""
    for error in (ModelDied("gone"), PromptTooLong("long"), OutputCut("cut")):
        ladder = [
            Tier(FakeEngine([error], name="gemma")),
            Tier(FakeEngine([_draft(0.9)], name="lexical"), fallback=True),
        ]
        result = run(ladder, before=[BLIND])
        assert result.tier.engine.name == "lexical" and result.decision.action == "accept"
        assert [(p.n, p.kind, p.engine, p.error) for p in result.passes[1:]] == [
            (2, "contextual", "gemma", error.message),
            (3, "contextual", "lexical", ""),
        ]


def test_a_model_that_cannot_be_used_is_no_failed_pass() -> None:
    """What would fail every question is raised although another tier is there."""
    ladder = [Tier(FakeEngine([ModelError("damaged")])), Tier(FakeEngine([_draft(0.9)]), fallback=True)]
    with pytest.raises(ModelError, match="damaged"):
        run(ladder, before=[BLIND])


def test_a_fallback_is_not_asked_because_one_was_unsure() -> None:
    """An unsure engine abstains: a weaker one behind it knows no better."""
    fallback = FakeEngine([_draft(1.0)], name="lexical")
    ladder = [Tier(FakeEngine([_draft(0.3)], name="gemma")), Tier(fallback, fallback=True)]
    result = run(ladder, before=[BLIND])
    assert result.decision.action == "stop" and not fallback.calls and result.decision.wanted is None


def test_without_a_blind_pass_the_contextual_one_is_still_number_two() -> None:
    """Numbers are places on the ladder: the same with and without the blind pass."""
    result = run([Tier(FakeEngine([_draft(0.9)]))])
    assert [(record.n, record.kind) for record in result.passes] == [(2, "contextual")]


def test_permission_is_asked_only_when_a_case_would_be_handed_on() -> None:
    """A person may be the one who is asked: a case that is settled here must not bother anybody."""
    asked: list[str] = []

    def refusal() -> Reason:
        asked.append("asked")
        return _refused()

    for sure, times in ((0.9, 0), (0.3, 1)):
        asked.clear()
        ladder = [Tier(FakeEngine([_draft(sure)])), Tier(FakeEngine([]), local=False, refusal=refusal)]
        result = run(ladder, before=[BLIND])
        assert len(asked) == times
        assert result.refusal == (_refused() if times else None)


def test_a_tier_that_fails_leaves_the_case_waiting_for_it() -> None:
    """What was handed on was not good enough here: after the failure it is never accepted, and the tier that
    is wanted is named.
    """
    broken = FakeEngine([CloudError("HTTP 529")], name="claude")
    ladder = [Tier(FakeEngine([_draft(0.3)])), Tier(broken, local=False, title="sonnet")]
    result = run(ladder, before=[BLIND])
    assert (result.decision.action, result.decision.wanted) == ("stop", "sonnet")
    assert (
        result.refusal == Reason("verbatim", {"text": "HTTP 529"})
        and result.draft.choices[0].probability == 0.3
    )


def test_an_earlier_run_is_taken_up_without_running_its_tier_again() -> None:
    """With the attempt of an earlier run the case goes straight to the next tier, numbered on."""
    local, cloud = FakeEngine([]), FakeEngine([_draft(0.9, "b")], name="claude")
    earlier = [BLIND, msgspec.structs.replace(BLIND, n=2, kind="contextual", engine="fake")]
    resumed = Attempt(_draft(0.3), _judge(_draft(0.3)))
    result = run([Tier(local), Tier(cloud, local=False)], before=earlier, resume=resumed)
    assert not local.calls and result.decision.action == "accept"
    assert [(record.n, record.kind) for record in result.passes] == [
        (1, "blind"), (2, "contextual"), (3, "expert"),
    ]  # fmt: skip


def test_kinds_follow_the_places_on_the_ladder() -> None:
    """Blind, contextual, deep on this device; expert away from it."""
    ladder = [
        Tier(FakeEngine([_draft(0.1, t) for t in "abc"]), looks=3),
        Tier(FakeEngine([_draft(0.9)], name="claude"), local=False),
    ]
    result = run(ladder, first="blind")
    assert [record.kind for record in result.passes] == ["blind", "contextual", "deep", "expert"]


def test_a_look_that_failed_does_not_keep_the_next_tier_from_being_asked() -> None:
    """A second look that dies: the case goes on to the next tier where that is permitted, and is never taken
    as settled without having seen what it was to look at.
    """
    for sure, permitted in ((0.3, True), (0.3, False), (0.79, True)):
        bars = Thresholds(stop=0.95, bar=0.9, floor=0.5, person=1.0)

        def judge(draft: Draft, bars: Thresholds = bars) -> Verdict:
            return Verdict(Confidence(raw=1 - draft.none), 1 - draft.none, bars)

        second = FakeEngine([_draft(0.99, "b")], name="claude")
        ladder = [
            Tier(FakeEngine([_draft(sure), ModelDied("gone")]), looks=2),
            Tier(second, local=False, refusal=None if permitted else _refused),
        ]
        result = run(ladder, judge, first="blind")
        assert [record.error for record in result.passes][:2] == ["", "gone"]
        assert bool(second.calls) == (permitted and sure < bars.floor)
        if not second.calls:
            assert result.decision.action == "stop" and result.decision.wanted == "claude"
