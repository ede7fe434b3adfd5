"""Under which terms the contents of a bundle come, in one list for people; the texts lie beside it."""

from __future__ import annotations

from collections.abc import Sequence

from edge.bundle.parts import CarriedModel
from edge.bundle.wheels import Wheel


def licence_list(wheels: Sequence[Wheel], models: Sequence[CarriedModel]) -> bytes:
    """Markdown: libraries with their versions and licences as they say them, models with their terms."""
    lines = ["# Licences of what this bundle holds", ""]
    if wheels:
        lines += ["| library | version | licence as it says it |", "| --- | --- | --- |"]
        lines += [f"| {one.name} | {one.version} | {_cell(one.licence) or 'not said'} |" for one in wheels]
        lines += ["", "Their texts, where the wheels hold them, are in the folders beside this file.", ""]
    if models:
        lines += ["| model | licence | terms |", "| --- | --- | --- |"]
        for one in models:
            terms = (one.entry.licence, one.entry.licence_url) if one.entry else ("not known", "")
            lines.append(f"| {one.name} | {_cell(terms[0])} | {_cell(terms[1])} |")
        lines += ["", "Who hands a model on hands its terms on: read them before you do.", ""]
    return "\n".join(lines).encode()


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "/")
