"""Judges by name: two engines of this device, or one of them and a tier of the cloud."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge.cascade.factory import EngineFactory
from edge.errors import NotPermitted, UsageError
from edge.grade.judge import Judge
from edge.i18n import sentence
from edge.records import GradeLimits, MarkingScale

if TYPE_CHECKING:
    from edge.cloud.gate import Gate
    from edge.grade.model_judge import ModelJudge

#: Judges that need no weights.
WEIGHTLESS = ("criteria", "similarity")


def named(names: str, factory: EngineFactory) -> list[str]:
    """The two names that a setting stands for. Raises UsageError."""
    if names.strip() == "auto":
        return ["gemma", "criteria"] if factory.settings.gemma.model else ["criteria", "similarity"]
    listed = [name.strip() for name in names.split(",") if name.strip()]
    if len(listed) != 2 or listed[0] == listed[1]:
        raise UsageError(
            f"Two different judges are needed, not {names!r}.", "For example: --judge gemma --judge criteria"
        )
    return listed


def judges(names: str, scale: MarkingScale, factory: EngineFactory) -> list[Judge]:
    """Two judges, opened. Raises UsageError for an unknown name, ScaleError for a scale that one cannot use,
    ModelError for a model that is not there, NotPermitted for the cloud where it is closed.
    """
    return [_judge(name, scale, factory) for name in named(names, factory)]


def _judge(name: str, scale: MarkingScale, factory: EngineFactory) -> Judge:
    limits = _limits(factory)
    if name == "criteria":
        from edge.grade.criteria import CriteriaJudge

        return CriteriaJudge(scale)
    engine, _, model = name.partition(":")
    if engine == "similarity":
        from edge.grade.similar import SimilarityJudge, dense

        return SimilarityJudge(scale, dense(model), model) if model else SimilarityJudge(scale)
    if engine == "gemma":
        from edge.grade.model_judge import ModelJudge

        return ModelJudge(factory.seeing_gemma(model), limits)
    cloud = factory.settings.cloud
    if name == "claude" or name in cloud.tiers:
        return _claude(name if name != "claude" else cloud.tiers[0], factory, limits)
    known = ", ".join([*WEIGHTLESS, "similarity:EMBEDDER", "gemma", "gemma:FILE", "claude", *cloud.tiers])
    raise UsageError(f"There is no judge called {name!r}.", f"Judges: {known}.")


def _claude(tier: str, factory: EngineFactory, limits: GradeLimits) -> ModelJudge:
    from edge.grade.model_judge import ModelJudge

    def make(gate: Gate, name: str) -> ModelJudge:
        from edge.cloud.claude import Claude

        return ModelJudge(Claude(gate, name, "grade"), limits)

    found = next((one for one in factory.cloud("grade", make) if one.name == tier), None)
    if found is None:
        raise NotPermitted(
            f"The judge {tier} is in the cloud, and the cloud is off.", "Allow it: --cloud ask"
        )
    if found.refusal and (why := found.refusal()):
        raise NotPermitted(sentence(why), "Or name a judge of this device: --judge criteria")
    return found.engine


def _limits(factory: EngineFactory) -> GradeLimits:
    settings = factory.settings.grade
    return GradeLimits(
        threshold=settings.threshold, relative_threshold=settings.relative_threshold,
        jaccard=settings.jaccard, char_ratio=settings.char_ratio,
    )  # fmt: skip
