"""Which passes are run: the setting `ask.passes`, or `--passes`."""

from __future__ import annotations

from dataclasses import dataclass

from edge.errors import UsageError

NAMES = ("blind", "contextual", "reordered")


@dataclass(frozen=True, slots=True)
class PassPlan:
    """`blind`: look at the question alone first. `reordered`: read a second time in another order. The
    contextual pass is always run: without it nothing is answered.
    """

    blind: bool = True
    reordered: bool = False


def read(said: str) -> PassPlan:
    """The plan of a text such as "blind,contextual". Raises UsageError for another name, or none that
    reads.
    """
    names = {name.strip() for name in said.split(",") if name.strip()}
    for name in sorted(names - set(NAMES)):
        raise UsageError(f"There is no pass called {name!r}.", f"Passes: {', '.join(NAMES)}.")
    if "contextual" not in names:
        raise UsageError(
            f"Without the contextual pass nothing can be answered ({said!r}).",
            "For example: --passes blind,contextual",
        )
    return PassPlan(blind="blind" in names, reordered="reordered" in names)
