"""`extract` as a whole under drafters that propose anything with any confidence, fail, or may not be asked:
what must hold of every result, whatever the tiers say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from unittest.mock import patch

import msgspec
from hypothesis import example, given, settings
from hypothesis import strategies as st

from edge.cascade.run import Tier
from edge.errors import CloudError, ModelDied
from edge.extract import pipeline
from edge.records import (
    Checkpoint,
    Confidence,
    Conflict,
    Context,
    ContextItem,
    Extracted,
    Extraction,
    Message,
    Proposal,
    Reason,
)
from edge.settings import ExtractSettings

BODY = "Merci de renvoyer le contrat avant le 3 mars."
LEVELS = (0.0, 0.5, 0.74, 0.75, 0.80, 0.84, 0.85, 0.89, 0.90, 0.94, 0.95, 1.0)


@dataclass(frozen=True)
class Said:
    """What a pass will say: its action and confidence, or that it fails."""

    action: str
    sure: float
    grounded: bool = True
    name: str = "Anne"
    fails: bool = False


@dataclass(frozen=True)
class World:
    """One message's circumstances."""

    local: tuple[Said, ...]
    cloud: tuple[Said, ...]  # Sonnet, then Opus
    refused: tuple[bool, bool]
    vip: bool
    conflict: bool
    may_wait: bool
    most: int = 5


said = st.builds(
    Said, action=st.sampled_from(("archive", "flag", "delete", "nothing")), sure=st.sampled_from(LEVELS),
    grounded=st.booleans(), name=st.sampled_from(("Anne", "Paul", "Ngozi")), fails=st.booleans(),
)  # fmt: skip
worlds = st.builds(
    World, local=st.tuples(said, said, said), cloud=st.tuples(said, said),
    refused=st.tuples(st.booleans(), st.booleans()), vip=st.booleans(), conflict=st.booleans(),
    may_wait=st.booleans(), most=st.integers(1, 5),
)  # fmt: skip


class Drafter:
    """Says its lines in turn, the last one again and again."""

    def __init__(self, lines: tuple[Said, ...], name: str) -> None:
        self.lines, self.name, self.model, self.calls = lines, name, f"{name}-1", 0

    def draft(self, message: Message, kind: str, context: Context, before: Proposal | None) -> Proposal:
        line = self.lines[min(self.calls, len(self.lines) - 1)]
        self.calls += 1
        if line.fails:
            raise CloudError("HTTP 529") if self.name == "claude" else ModelDied("gone")
        place = {"start": 9, "end": 17, "grounded": True, "found": "exact"} if line.grounded else {}
        it = Extraction(
            type="request", info="contrat", quote=BODY[9:17], required=True, confidence=0.9, **place
        )
        return Proposal(
            action=line.action, extractions=[it], entities=[line.name], signals={"sure": line.sure}
        )


def around(world: World):
    looks = []

    def look(message: Message, proposal: Proposal | None) -> Context:
        looks.append(0)
        clash = [Conflict(kind="overlap", text="two at once")] if world.conflict else []
        # Something new to see every time: nothing but the decision ends a tier.
        return Context(items=[ContextItem(kind="note", name=f"n{len(looks)}", text="x")], conflicts=clash)

    return look


def run(world: World, resume: Checkpoint | None = None) -> tuple[Extracted, Checkpoint, list[Drafter]]:
    """The result of a world, and who was asked."""
    local = Drafter(world.local, "gemma")
    clouds = [Drafter((line,), "claude") for line in world.cloud]
    calm = tuple(replace(line, fails=False) for line in world.local)
    ladder = [Tier(local, looks=3), Tier(Drafter(calm, "rules"), looks=2, fallback=True)]
    for title, drafter, refused in zip(("sonnet", "opus"), clouds, world.refused, strict=True):
        ladder.append(
            Tier(
                drafter,
                local=False,
                title=title,
                refusal=lambda no=refused: Reason("offline") if no else None,
            )
        )
    if resume is not None:
        ladder = ladder[[tier.name for tier in ladder].index(resume.tier) :]
    told = ExtractSettings(vip="@acme.example" if world.vip else "", max_passes=world.most)
    message = Message(id="m", sender="Anne <anne@acme.example>", body=BODY, fresh=[(0, len(BODY))])
    with patch("edge.extract.agreement.confidence", lambda it, *_, **__: Confidence(raw=it.signals["sure"])):
        made, trail = pipeline.extract(
            message, ladder, around(world), told, rules=Drafter(calm, "rules"), may_wait=world.may_wait,
            resume=resume,
        )  # fmt: skip
    kept = msgspec.json.decode(msgspec.json.encode(trail), type=Checkpoint)
    return made, kept, [local, *clouds]


@settings(max_examples=150, deadline=None)
@given(worlds)
def test_what_is_applied_is_sure_enough(world: World) -> None:
    """Nothing below .85, no delete below .90 or by this device, nothing that rests on an invented quote; high
    stakes and conflicts only after another engine's word, where one could be asked.
    """
    made, trail, (_, sonnet, opus) = run(world)
    if made.decision != "apply":
        return
    assert made.confidence.raw >= 0.85 and all(it.grounded for it in made.extractions)
    if made.action == "delete":
        assert made.confidence.raw >= 0.90 and trail.tier in ("sonnet", "opus")
    if world.conflict:
        assert trail.tier in ("sonnet", "opus")
    if world.vip and not world.refused[0] and world.most > 3:
        assert sonnet.calls or opus.calls


@settings(max_examples=150, deadline=None)
@given(worlds)
def test_nobody_is_asked_without_permission_or_too_often(world: World) -> None:
    """A tier that is refused is never called; no more passes than are set, never more than five with those
    that failed, at most three of them here.
    """
    made, _, (local, sonnet, opus) = run(world)
    assert not (world.refused[0] and (sonnet.calls or opus.calls)) and not (world.refused[1] and opus.calls)
    done = [record for record in made.passes if not record.error]
    assert len(done) <= world.most and len(made.passes) <= 5 and local.calls <= 3
    assert [record.n for record in made.passes] == list(range(1, len(made.passes) + 1))


@settings(max_examples=150, deadline=None)
@given(worlds, st.sampled_from(LEVELS))
def test_more_confidence_of_what_was_applied_is_never_less(world: World, more: float) -> None:
    """A pass that settled a case would settle it with any higher confidence, all else the same."""
    made, trail, (local, *_) = run(world)
    if made.decision != "apply" or trail.tier == "rules":
        return
    at = max(local.calls - 1, 0)
    if trail.tier == "gemma":
        lines = tuple(
            replace(it, sure=max(more, it.sure)) if n == at else it for n, it in enumerate(world.local)
        )
        raised = replace(world, local=lines)
    else:
        last = 1 if trail.tier == "opus" else 0
        clouds = tuple(
            replace(it, sure=max(more, it.sure)) if n == last else it for n, it in enumerate(world.cloud)
        )
        raised = replace(world, cloud=clouds)
    assert run(raised)[0].decision == "apply"


@settings(max_examples=150, deadline=None)
@given(worlds)
def test_what_is_not_applied_asks_and_what_waits_can_go_on(world: World) -> None:
    """A question for the person with everything that is not applied; and `wait` is said only where a tier is
    wanted that could run: once everything is permitted and works, it does, and no pass is run twice.
    """
    made, trail, _ = run(world)
    assert made.needs_clarification == (made.decision != "apply") == bool(made.clarification_question)
    assert (made.decision == "wait") == bool(made.escalation.wanted and world.may_wait)
    if made.decision != "wait":
        return
    works = tuple(replace(line, fails=False) for line in world.cloud)
    again, _, (local, sonnet, opus) = run(replace(world, cloud=works, refused=(False, False)), trail)
    assert again.passes[: len(made.passes)] == made.passes
    # A look of this device that failed may have nothing more to see by then: that settles it, too.
    assert len(again.passes) > len(made.passes) or (made.passes[-1].error and again.decision == "apply")
    assert sonnet.calls + opus.calls + local.calls == len(again.passes) - len(made.passes)
    assert sonnet.calls <= 1 and opus.calls <= 1 and not (trail.tier == "sonnet" and sonnet.calls)


_LOST = World(
    local=(Said("archive", 0.0, grounded=False), Said("archive", 0.0), Said("archive", 0.85, grounded=False)),
    cloud=(Said("archive", 0.0), Said("archive", 0.0)),
    refused=(False, False), vip=False, conflict=False, may_wait=True, most=4,
)  # fmt: skip


@settings(max_examples=50, deadline=None)
@given(worlds, st.integers(1, 6))
@example(_LOST, 1)  # a finding that the last look lost is still lost when the case is taken up again
def test_a_cloud_that_fails_again_and_again_uses_nothing_up(world: World, times: int) -> None:
    """However often the next tier failed, a case that waits for it is taken up when it works again."""
    world = replace(world, local=tuple(replace(line, fails=False) for line in world.local))
    fails = tuple(replace(line, fails=True) for line in world.cloud)
    made, trail, _ = run(replace(world, cloud=fails, may_wait=True))
    if made.decision != "wait" or trail.tier in ("sonnet", "opus"):
        return
    down = replace(world, cloud=fails, refused=(False, False), may_wait=True)
    for _ in range(times):
        made, trail, _ = run(down, trail)
        assert made.decision == "wait"
    works = tuple(replace(line, fails=False) for line in world.cloud)
    again, _, (_, sonnet, _) = run(replace(down, cloud=works), trail)
    assert sonnet.calls == 1 and len(again.passes) > len(made.passes)
