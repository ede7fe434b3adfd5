"""Whether a question asks what an option does: "What does grep -c do?", "À quoi sert --force ?".

What is bound to a language stands in `assets/options.toml`.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from edge import paths
from edge.text import options, tokens

#: What stands for the option in the patterns.
_MARK = "0option0"
#: Two spellings beside each other are one: "-c, --count", "-c or --count".
_TWICE = re.compile(rf"{_MARK}(?: (?:or|and|ou|et|i e))? {_MARK}")


@dataclass(frozen=True, slots=True)
class OptionQuestion:
    """The option by all its spellings, and the stems of what else the question says: the command, where."""

    spellings: tuple[str, ...]
    others: frozenset[str]


@cache
def _table() -> dict[str, Any]:
    read = tomllib.loads(paths.asset("options.toml").read_text(encoding="utf-8"))
    return {
        "asked": [re.compile(pattern) for pattern in read["asked"]],
        "bare": re.compile(read["bare"]),
        "kinds": frozenset(read["kinds"].split()),
    }


def option_question(question: str) -> OptionQuestion | None:
    """What a question asks of an option; None for any other question. Only its first line is read; one that
    goes on from an earlier question has more, and asks what that asked unless it says so itself.
    """
    said, _, before = question.partition("\n")
    spellings = options.asked(said)
    if not spellings:
        return None
    flat = said
    for one in sorted(spellings, key=len, reverse=True):
        flat = re.sub(rf"(?<![\w-]){re.escape(one)}(?:=[^\s,;?!]*)?(?![\w-])", f" {_MARK} ", flat)
    flat = _TWICE.sub(_MARK, " ".join(tokens.words(flat)))
    if flat.count(_MARK) != 1:
        return None
    around = _around(flat, bare=not before)
    if around is None:
        return None
    nothing = {_MARK, *_table()["kinds"], *tokens.stop_words()}
    return OptionQuestion(
        tuple(spellings), frozenset(tokens.stem(one) for one in around if one not in nothing)
    )


def _around(flat: str, *, bare: bool) -> list[str] | None:
    """What a question says besides asking what an option does; None where it asks something else."""
    for pattern in _table()["asked"]:
        if match := pattern.fullmatch(flat):
            return " ".join(part or "" for part in match.groups()).split()
    match = _table()["bare"].fullmatch(flat) if bare else None
    words = match["around"].split() if match else []
    return words if match and tokens.stop_words().isdisjoint(words) else None
