"""Answers that are nearly alike, on the page of the class: both passages, what they share marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from edge.i18n import render
from edge.records import AlikeAnswer, AlikeAnswers, Reason
from edge.text.markup import Words, escape

#: Pairs that are shown; all are in grades.json.
SHOWN = 100


def section(found: Sequence[AlikeAnswers], addresses: Mapping[int, str], told: Words) -> str:
    """HTML, "" where nothing is alike. `addresses`: of the pages of copies, by their place in the run."""
    if not found:
        return ""
    shown = "".join(_pair(one, addresses, told["language"]) for one in found[:SHOWN])
    return f'<h2>{escape(told["alike"])}</h2><p class="quiet small">{escape(told["alike_hint"])}</p>{shown}'


def _pair(one: AlikeAnswers, addresses: Mapping[int, str], language: str) -> str:
    said = Reason("grades.alike_pair", {"count": one.words, "share": one.share})
    sides = "".join(_side(side, addresses) for side in (one.first, one.second))
    return (
        f"<article><header><h2>{escape(one.question)}</h2></header>"
        f'<p class="quiet">{escape(render(said, language))}</p>{sides}</article>'
    )


def _side(side: AlikeAnswer, addresses: Mapping[int, str]) -> str:
    name = (
        f'<a href="{escape(addresses.get(side.copy, ""))}" dir="auto">{escape(side.student or side.id)}</a>'
    )
    parts, at = [], 0
    for start, end in side.runs:
        parts.append(f"{escape(side.passage[at:start])}<mark>{escape(side.passage[start:end])}</mark>")
        at = end
    parts.append(escape(side.passage[at:]))
    return f'<p>{name}</p><blockquote dir="auto">{"".join(parts)}</blockquote>'
