"""A sign: one piece of evidence for or against deletion."""

from __future__ import annotations

from dataclasses import dataclass

from edge.extract.rules.lexicon import table


@dataclass(frozen=True, slots=True)
class Evidence:
    """`weight` in log-odds, above 0 for deletion. Signs of one `group` are one piece of evidence."""

    name: str
    group: str
    weight: float
    fr: str
    en: str


def shape(name: str, share: float = 1.0) -> Evidence:
    """A sign of headers, address or look (`assets/rules/shapes.toml`), at a share (0 to 1) of its weight."""
    entry = table("shapes")[name]
    return Evidence(name, entry["group"], entry["weight"] * share, entry["fr"], entry["en"])
