"""What a program gives to the verbs of `edge.api`, made what they take or refused with a word of help: a type
checker cannot tell one name from a list of names, since a text is a sequence of texts too.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

from edge.errors import UsageError


def listed(given: Any) -> list[Any]:
    """The things given where several may be: one alone (a name is not its letters) is a list of one, None
    none.
    """
    if given is None:
        return []
    if isinstance(given, str | bytes | PathLike) or not isinstance(given, Iterable):
        return [given]
    return list(given)


def bases(given: Any) -> list[Any]:
    """The knowledge bases given; none where None is. Raises UsageError for a list that came out empty: it is
    not answered from the one that ships.
    """
    named = listed(given)
    if given is not None and not named:
        raise UsageError(
            "No knowledge base is named: the list is empty.", "Leave it out for the settings' own."
        )
    return named


def names(given: Any) -> list[str]:
    """The names given where several may be, paths among them."""
    return [str(one) for one in listed(given)]


def text(given: Any, called: str) -> str:
    """The text given. Raises UsageError for anything else: `called` is its name in the message."""
    if isinstance(given, str):
        return given
    raise UsageError(f"The {called} is not text but {type(given).__name__}.", "Give it as a str.")


def at_least_one(given: Any, called: str) -> int | None:
    """A count, or None for the setting's own. Raises UsageError for what is no whole number above 0."""
    if given is None or (isinstance(given, int) and not isinstance(given, bool) and given > 0):
        return given
    raise UsageError(f"{called} is {given!r}.", "Give a whole number from 1 on, or leave it out.")
