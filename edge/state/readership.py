"""Whose something is, and who may read it; and a change of that."""

from __future__ import annotations

from typing import get_args

from edge.errors import UsageError
from edge.records import Record
from edge.state.access import Principal, Visibility

#: Characters of the name of an owner or an organisation, at most.
_LONGEST = 200


class Readership(Record, frozen=True, kw_only=True):
    """Who may read something: `private` its owner, `org` also who asks for the same organisation, `public`
    everybody.
    """

    owner: str = ""
    org: str = ""
    visibility: Visibility = "public"

    def __str__(self) -> str:
        """As "public", "private (anna)" or "org acme (anna)"."""
        whose = f" ({self.owner})" if self.owner else ""
        return f"org {self.org}{whose}" if self.visibility == "org" else f"{self.visibility}{whose}"


class ReadershipChange(Record, frozen=True, kw_only=True):
    """Who may read something from now on, as `by` says. None: as it is, or theirs and public if it is new."""

    by: Principal
    owner: str | None = None
    org: str | None = None
    visibility: str | None = None

    @property
    def is_empty(self) -> bool:
        """Everything stays as it is."""
        return self.owner is None and self.org is None and self.visibility is None

    def applied_to(self, known: Readership | None) -> Readership:
        """What becomes of `known` (None: it is new). Raises UsageError."""
        was = known or Readership(owner=self.by.owner, org=self.by.org)
        made = Readership(
            owner=was.owner if self.owner is None else _name("owner", self.owner),
            org=was.org if self.org is None else _name("organisation", self.org),
            visibility=was.visibility if self.visibility is None else visibility_of(self.visibility),
        )
        if made.visibility == "org" and not made.org:
            raise UsageError(
                "What an organisation may read needs its name.", "For example: --visibility org --org acme"
            )
        return made


def visibility_of(word: str) -> Visibility:
    """The visibility of this name. Raises UsageError."""
    for known in get_args(Visibility):
        if word == known:
            found: Visibility = known
            return found
    raise UsageError(f"There is no visibility {word[:40]!r}.", f"One of: {', '.join(get_args(Visibility))}.")


def _name(what: str, text: str) -> str:
    if text != text.strip() or len(text) > _LONGEST or not (text.isprintable() or not text):
        raise UsageError(
            f"{text[:40]!r} cannot be the name of an {what}.", f"One line of at most {_LONGEST} characters."
        )
    return text
