"""Codes and parameters to sentences for people: a language is one file, `assets/i18n/<name>.toml`."""

from __future__ import annotations

from edge.i18n.languages import language, of_answer, table
from edge.i18n.numerals import amount, decimal, points, probability
from edge.i18n.render import noted, render, rendered, sentence

__all__ = [
    "amount",
    "decimal",
    "language",
    "noted",
    "of_answer",
    "points",
    "probability",
    "render",
    "rendered",
    "sentence",
    "table",
]
