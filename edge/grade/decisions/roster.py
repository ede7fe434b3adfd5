"""Whose copy is meant: the copies of a run by what tables and records say of them.

An id may be the number of a row, which moves when somebody is added above, and a spreadsheet makes 7 of 007.
So a student's name counts beside it, and each alone where it is the only one.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from edge.records import GradedCopy
from edge.text.tokens import fold


@dataclass(frozen=True, slots=True)
class CopyIdentity:
    """What says whose a copy is."""

    id: str
    student: str
    source: str = ""

    @classmethod
    def of(cls, copy: GradedCopy) -> Self:
        return cls(copy.id, copy.student, copy.source)

    @property
    def shown(self) -> str:
        """The student's name, else the id."""
        return self.student or self.id


class Roster:
    """The copies of one run, by their place in it."""

    def __init__(self, copies: Iterable[CopyIdentity]) -> None:
        self.copies = list(copies)
        self._exact: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self._ids: defaultdict[str, list[int]] = defaultdict(list)
        self._names: defaultdict[str, list[int]] = defaultdict(list)
        for at, one in enumerate(self.copies):
            self._exact[_same(one.id), _name(one.student)].append(at)
            self._ids[_same(one.id)].append(at)
            self._names[_name(one.student)].append(at)
        self._keys = {self.key(at): at for at in range(len(self.copies))}

    def key(self, at: int) -> str:
        """A name for the copy at a place that no spreadsheet changes."""
        one = self.copies[at]
        alike = self._exact[_same(one.id), _name(one.student)]
        seen = [_same(one.id), _name(one.student), one.source if len(alike) > 1 else ""]
        return hashlib.sha256("\0".join(seen).encode()).hexdigest()[:12]

    def by_key(self, key: str) -> int | None:
        """The place of the copy with a key."""
        return self._keys.get(key)

    def find(self, one: CopyIdentity) -> list[int]:
        """The places of the copies that may be meant: one, or none, or several that nothing tells apart."""
        identity, name = _same(one.id), _name(one.student)
        if exact := self._exact.get((identity, name), []) if identity else []:
            return [at for at in exact if self.copies[at].source == one.source] or exact
        if name:
            if named := self._names.get(name, []):
                return named
            return [at for at in self._ids.get(identity, []) if not self.copies[at].student]
        return self._ids.get(identity, [])


def same_name(one: str, other: str) -> bool:
    """Whether two names are one, whatever the order of their parts."""
    return _name(one) == _name(other)


def _same(identity: str) -> str:
    return " ".join(identity.split())


def _name(student: str) -> str:
    return " ".join(sorted(fold(student).split()))
