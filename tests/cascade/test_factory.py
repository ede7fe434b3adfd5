"""The engines of a session: one builder for questions and messages, nothing opened before it is used."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from services import unopened

import edge
from edge.cascade.factory import EngineFactory
from edge.cloud.gate import Gate
from edge.errors import ModelError, StorageError, UsageError
from edge.records import Reason
from edge.settings import CloudSettings, Settings


class Engine:
    name = "claude"

    def __init__(self, gate: Gate, tier: str) -> None:
        self.model = f"claude-{tier}"


class DamagedState:
    """In the place of a gate whose database cannot be opened."""

    def refusal(self, tier: str, purpose: str) -> str:
        raise StorageError(f"no {tier} for {purpose}: state.db is damaged", "Move it away.")


def factory(**cloud: str) -> EngineFactory:
    settings = Settings(cloud=CloudSettings(**{"mode": "auto", **cloud}))
    return EngineFactory(settings, unopened, lambda: cast(Gate, DamagedState()))


def test_the_tiers_of_the_cloud_follow_the_ladder() -> None:
    """In the order of the setting, each a tier that is not on this device."""
    tiers = factory(ladder="opus,haiku").cloud("ask", Engine)
    assert [(tier.name, tier.engine.model, tier.local) for tier in tiers] == [
        ("opus", "claude-opus", False), ("haiku", "claude-haiku", False),
    ]  # fmt: skip


def test_without_a_budget_no_tier_may_be_asked() -> None:
    """A damaged database is a refusal with its reason, not the end of a question that has a local answer."""
    (tier,) = factory(ladder="sonnet").cloud("extract", Engine)
    assert tier.refusal is not None
    assert tier.refusal() == Reason("verbatim", {"text": "no sonnet for extract: state.db is damaged"})


def test_a_closed_way_has_no_tiers() -> None:
    """Neither the setting alone nor the missing gate alone leaves a tier."""
    assert factory(mode="never").cloud("ask", Engine) == []
    assert EngineFactory(factory().settings, unopened).cloud("ask", Engine) == []
    with pytest.raises(UsageError, match=r"cloud\.ladder"):
        factory(ladder="claude").cloud("ask", Engine)


def test_engines_are_opened_when_used_and_once(small_knowledge: Path) -> None:
    """Making a factory opens nothing; the lexical engine is the same for every question."""
    lazy = factory()
    with pytest.raises(ModelError, match="No Gemma is chosen"):  # before the knowledge base is looked at
        _ = lazy.gemma
    with pytest.raises(AssertionError):
        _ = lazy.lexical
    with edge.open(small_knowledge) as session:
        assert session.engines.lexical is session.engines.lexical
