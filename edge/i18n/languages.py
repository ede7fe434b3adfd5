"""The languages there are, and the words of each."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

from edge import paths

if TYPE_CHECKING:
    from edge.records import Answer

#: For a text in no language that has a file, and for one that says too little to tell.
DEFAULT = "en"


def language(sample: str) -> str:
    """The language to speak to somebody who wrote this."""
    from edge.text.language import language as guess

    return _known(guess(sample))


def of_answer(answer: Answer) -> str:
    """The language to speak of an answer: its question's, or its quotes' where that says too little to tell
    ("code E03").
    """
    from edge.text.language import typed_language

    shown = (one.language for one in (*answer.citations, *answer.candidates))
    told = (one for one in (typed_language(answer.question), *shown) if one not in ("", "und"))
    return _known(next(told, DEFAULT))


def table(name: str, language: str) -> dict[str, Any]:
    """A table of a language's file: `answer`, `typography`. Without a file it is English."""
    return _table(name, _known(language))


@cache
def _known(language: str) -> str:
    known = language.isalpha() and paths.asset("i18n", f"{language}.toml").is_file()
    return language if known else DEFAULT


@cache
def _table(name: str, language: str) -> dict[str, Any]:
    """Only this table is parsed: TOML is slow to read, and a short answer needs few of them."""
    _, header, rest = _file(language).partition(f"\n[{name}]\n")
    if not header:
        raise KeyError(name)
    return tomllib.loads(rest.partition("\n[")[0])


@cache
def _file(language: str) -> str:
    return paths.asset("i18n", f"{language}.toml").read_text(encoding="utf-8")
