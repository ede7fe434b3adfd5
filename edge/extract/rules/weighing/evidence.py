"""Evidence for and against deletion: its name, its weight, its side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from edge.extract.rules.lexicon import table
from edge.records import Reason


@dataclass(frozen=True, slots=True)
class Evidence:
    """`weight` in log-odds, above 0 for deletion."""

    name: str
    weight: float

    @property
    def label(self) -> Reason:
        """What people read. Form and wording are evidence for either side."""
        if self.name in ("form", "words"):
            return Reason(f"sign.{self.name}_{'delete' if self.weight > 0 else 'keep'}")
        return Reason(f"sign.{self.name}")


def entry(name: str) -> dict[str, Any]:
    """What `assets/rules` holds on it; nothing for what exists only in the fit (`words`, `form`)."""
    about: dict[str, Any] = table("evidence_phrases").get(name) or table("evidence_traits").get(name) or {}
    return about


def speaks_for_deletion(name: str) -> bool:
    return entry(name).get("side") == "delete"


def speaks_for_keeping(name: str) -> bool:
    return entry(name).get("side") == "keep"
