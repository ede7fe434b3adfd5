"""How many cases of which fault a run of the tests has gone through, told at its end (`make faults`)."""

from __future__ import annotations

from collections import Counter

_CASES: Counter[str] = Counter()


def count(kind: str, cases: int = 1) -> None:
    """So many cases more have passed: nothing lost, no traceback, nothing changed in silence."""
    _CASES[kind] += cases


def told(failed: int) -> list[str]:
    """A line a kind, and the sum. `failed`: tests that did not pass, whatever they found."""
    lines = [f"{cases:>8,}  {kind}" for kind, cases in sorted(_CASES.items())]
    found = (
        "0 losses, 0 tracebacks, 0 silent changes" if not failed else f"{failed} tests failed, named above"
    )
    return [*lines, f"{sum(_CASES.values()):>8,}  cases in all: {found}"]
