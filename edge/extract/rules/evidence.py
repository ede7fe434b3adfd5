"""Evidence for and against deletion: its key, its side, and its name for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from edge.extract.rules.lexicon import table


@dataclass(frozen=True, slots=True)
class Evidence:
    """`weight` in log-odds, above 0 for deletion; `fr` and `en` name it for people."""

    name: str
    weight: float
    fr: str
    en: str


def entry(name: str) -> dict[str, Any]:
    """What `assets/rules` holds on it; nothing for what exists only in the fit (`words`, `form`)."""
    about: dict[str, Any] = table("evidence_phrases").get(name) or table("evidence_traits").get(name) or {}
    return about


def speaks_for_deletion(name: str) -> bool:
    return entry(name).get("side") == "delete"


def speaks_for_keeping(name: str) -> bool:
    return entry(name).get("side") == "keep"
