"""The languages there are, and the words of each."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from edge import paths

#: For a text in no language that has a file, and for one that says too little to tell.
DEFAULT = "en"


def language(sample: str) -> str:
    """The language to speak to somebody who wrote this."""
    from edge.text.language import language as guess

    return _known(guess(sample))


def table(name: str, language: str) -> dict[str, Any]:
    """A table of a language's file: `answer`, `typography`. Without a file it is English."""
    words: dict[str, Any] = _file(_known(language))[name]
    return words


@cache
def _known(language: str) -> str:
    known = language.isalpha() and paths.asset("i18n", f"{language}.toml").is_file()
    return language if known else DEFAULT


@cache
def _file(language: str) -> dict[str, Any]:
    return tomllib.loads(paths.asset("i18n", f"{language}.toml").read_text(encoding="utf-8"))
