"""A sign: one piece of evidence for or against deletion."""

from __future__ import annotations

from dataclasses import dataclass

from edge.extract.rules.lexicon import table
from edge.records import Reason


@dataclass(frozen=True, slots=True)
class Evidence:
    """`weight` in log-odds, above 0 for deletion. Signs of one `group` are one piece of evidence."""

    name: str
    group: str
    weight: float

    @property
    def label(self) -> Reason:
        """What to call it. Form and wording are signs for either side."""
        if self.name in ("form", "words"):
            return Reason(f"sign.{self.name}_{'delete' if self.weight > 0 else 'keep'}")
        return Reason(f"sign.{self.name}")


def shape(name: str, share: float = 1.0) -> Evidence:
    """A sign of headers, address or look (`assets/rules/shapes.toml`), at a share (0 to 1) of its weight."""
    entry = table("shapes")[name]
    return Evidence(name, entry["group"], entry["weight"] * share)
