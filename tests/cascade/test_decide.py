"""decide(): the properties that the table must keep, over the whole grid."""

from __future__ import annotations

from itertools import product

import pytest

from edge.cascade.decide import MAX_LOCAL, MAX_PASSES, Case, Thresholds, decide
from edge.records import Reason

LEVELS = (0.0, 0.75, 0.84, 0.85, 0.90, 0.95, 1.0)
FLAGS = (
    "local", "fresh", "changed", "new", "stakes", "conflict", "irreversible", "may_destroy", "failed",
    "permitted",
)  # fmt: skip


GATE = Reason("no_fitting_sentence")


def grid() -> list[Case]:
    found = []
    for n, confidence, following, gate in product(
        range(1, MAX_PASSES + 1), LEVELS, (None, "next"), ((None, False), (GATE, False), (GATE, True))
    ):
        for values in product((False, True), repeat=len(FLAGS)):
            found.append(
                Case(
                    n=n, confidence=confidence, next_tier=following, gate=gate[0], fatal=gate[1],
                    **dict(zip(FLAGS, values, strict=True)),
                )
            )  # fmt: skip
    return found


GRID = grid()
DECIDED = [(case, decide(case)) for case in GRID]


def test_nothing_is_accepted_past_a_gate() -> None:
    """A failed gate cannot be overridden by any confidence."""
    assert all(not (case.gate and made.action == "accept") for case, made in DECIDED)


def test_nothing_is_accepted_below_the_floor() -> None:
    """Every acceptance has at least the floor; irreversible and conflicting ones the bar."""
    for case, made in DECIDED:
        if made.action == "accept":
            assert case.confidence >= case.bars.floor
            if case.irreversible or case.conflict:
                assert case.confidence >= case.bars.bar


def test_no_tier_is_asked_without_permission() -> None:
    """Escalation needs a next tier, permission, and a pass left."""
    for case, made in DECIDED:
        if made.action == "escalate":
            assert case.next_tier is not None and case.permitted and case.n < case.max_passes


def test_high_stakes_get_a_second_opinion_when_one_may_be_asked() -> None:
    """On the local tier high stakes are never accepted while the next tier is permitted and passes are
    left.
    """
    for case, made in DECIDED:
        if case.stakes and case.local and case.permitted and case.next_tier and case.n < MAX_PASSES:
            assert made.action != "accept"


def test_passes_end() -> None:
    """After the last pass the run ends, and a local tier runs again at most up to its third pass."""
    for case, made in DECIDED:
        if case.n >= case.max_passes:
            assert made.action in ("accept", "stop")
        if made.action == "again":
            assert case.local and case.fresh and case.n < MAX_LOCAL


def test_more_confidence_never_turns_an_acceptance_into_less() -> None:
    """Raising the confidence alone keeps an accepted case accepted."""
    by_rest: dict[tuple[object, ...], list[tuple[float, str]]] = {}
    for case, made in DECIDED:
        rest = (case.n, case.next_tier, bool(case.gate), case.fatal, *(getattr(case, flag) for flag in FLAGS))
        by_rest.setdefault(rest, []).append((case.confidence, made.action))
    for made_at in by_rest.values():
        actions = [action for _, action in sorted(made_at)]
        if "accept" in actions:
            assert set(actions[actions.index("accept") :]) == {"accept"}


def test_a_hard_case_says_which_tier_it_wants() -> None:
    """Without permission a case stops and names the next tier, unless no engine could help it."""
    for case, made in DECIDED:
        if made.action == "stop":
            assert made.wanted == (None if case.fatal else case.next_tier)
            assert made.why == case.gate if case.gate else made.why
        if made.action == "accept":
            assert made.wanted is None


def test_a_fatal_gate_ends_at_once() -> None:
    """What no engine could repair is neither repeated nor handed on."""
    assert all(made.action == "stop" for case, made in DECIDED if case.fatal)


@pytest.mark.parametrize(
    ("case", "action", "rule"),
    [
        (Case(n=1, confidence=0.96), "accept", "confident"),
        (Case(n=1, confidence=0.92, fresh=True), "again", "look again"),
        (Case(n=2, confidence=0.86), "accept", "settled"),
        (Case(n=2, confidence=0.5, next_tier="sonnet", permitted=True), "escalate", "hand on"),
        (Case(n=2, confidence=0.5, next_tier="sonnet"), "stop", "not permitted"),
        (
            Case(n=4, confidence=0.8, local=False, next_tier="opus", permitted=True),
            "stop",
            "person is cheaper",
        ),
        (Case(n=5, confidence=0.91, local=False), "accept", "confident"),
        (Case(n=5, confidence=0.7, local=False), "stop", "top tier, unsure"),
        (Case(n=2, confidence=0.4, bars=Thresholds(0.3, 0.3, 0.3, 1.0)), "accept", "confident"),
    ],
)
def test_known_cases(case: Case, action: str, rule: str) -> None:
    """The ladder's ordinary steps, each by its row of the table."""
    made = decide(case)
    assert (made.action, made.rule) == (action, rule)


def test_what_cannot_be_undone_is_only_suggested_on_this_device() -> None:
    """No local tier deletes, however sure, unless the user switched it on; no tier does below the bar."""
    for case, made in DECIDED:
        if case.irreversible and made.action == "accept":
            assert case.may_destroy or not case.local
            assert case.confidence >= case.bars.bar


@pytest.mark.parametrize("local", [True, False])
def test_bars_that_are_set_low_do_not_let_a_delete_through(local: bool) -> None:
    """No delete below .90, whatever the settings say of other actions."""
    low = Thresholds(stop=0.5, bar=0.5, floor=0.5, person=0.4)
    for n, sure in product(range(1, MAX_PASSES + 1), LEVELS):
        case = Case(n=n, confidence=sure, bars=low, local=local, irreversible=True, may_destroy=True)
        assert (decide(case).action == "accept") == (sure >= 0.90)


def test_a_case_whose_next_tier_failed_waits() -> None:
    """It was handed on because it was not good enough here: it is neither accepted nor handed on again."""
    assert all(made.action == "stop" for case, made in DECIDED if case.failed)
    assert all(made.wanted == case.next_tier for case, made in DECIDED if case.failed and not case.fatal)


#: The reading of the research note on multi-pass extraction, section 4, as its own text has it.
def _reference(p, tier, c, action, changed, new, stakes, conflict, cloud) -> str:  # noqa: PLR0911, PLR0917
    stop, bar, floor, opus, max_passes = 0.95, 0.90, 0.85, 0.75, 5
    hard = stakes or conflict or action == "delete"
    if p == 1:
        done = c >= stop and not stakes and not conflict
    else:
        done = c >= (stop if hard or new else bar) and not (
            conflict or (stakes and tier == "local" and cloud)
        )
    if done:
        return "apply"
    if tier == "local" and p < 3 and (p == 1 or changed or new):
        return "local"
    if c >= floor and not hard:
        return "apply"
    if tier == "opus":
        return "apply" if c >= bar and not conflict else "ask"
    if tier == "sonnet" and c >= opus and not hard:
        return "ask"
    if not cloud or p >= max_passes:
        return "ask"
    return "sonnet" if tier == "local" else "opus"


def test_the_table_is_the_reading_of_the_research_note() -> None:
    """Over the note's whole grid the table and the note's own function agree. Two things differ, on
    purpose: no delete on this device, and nobody accepts with an open conflict.
    """
    said = {"accept": "apply", "again": "local", "stop": "ask"}
    beyond = {"local": "sonnet", "sonnet": "opus", "opus": None}
    compared = 0
    for p, tier, c, action, flags in product(
        range(1, 6), beyond, LEVELS, ("archive", "delete"), product((False, True), repeat=5)
    ):
        changed, new, stakes, conflict, cloud = flags
        case = Case(
            n=p, confidence=c, local=tier == "local", fresh=tier == "local", changed=changed, new=new,
            stakes=stakes, conflict=conflict, irreversible=action == "delete", may_destroy=True,
            next_tier=beyond[tier], permitted=cloud,
        )  # fmt: skip
        made = decide(case)
        ours = (made.wanted or "") if made.action == "escalate" else said[made.action]
        assert ours == _reference(p, tier, c, action, changed, new, stakes, conflict, cloud), case
        compared += 1
    assert compared == 5 * 3 * len(LEVELS) * 2 * 32
