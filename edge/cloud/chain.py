"""The chain of the audit's lines: what follows what, and what somebody changed.

A changed, removed or reordered line breaks it. A cut-off end does not, so the state database anchors the
head: how many lines there are, and the hash of the last one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from edge.records import SCHEMA, Record

FIRST = "0" * 64


class ChainHead(Record, frozen=True, kw_only=True):
    """How a file of so many lines and bytes ends."""

    lines: int = 0
    bytes: int = 0
    sha256: str = FIRST


class Verification(Record, frozen=True, kw_only=True):
    """`head`: hash of the last line; `problems`: what somebody changed. `notes`: what a crash explains."""

    schema: int = SCHEMA
    file: str
    lines: int
    bytes: int
    head: str
    sent: int
    ok: bool
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Chain:
    """The lines so far, and what is wrong with them. `anchor`: the head that the state database knows.

    `torn`: the last line is no entry. `anchored`: the line of the anchor is in its place.
    """

    def __init__(self, anchor: ChainHead | None) -> None:
        self.head = ChainHead()
        self.torn = False
        self.anchored = anchor is None or anchor.lines == 0
        self._anchor = anchor
        self._sent = 0
        self._open: dict[Any, int] = {}
        self._problems: list[str] = []
        self._notes: list[str] = []

    def add(self, line: bytes) -> None:
        """The next line, without its end."""
        entry = parse(line)
        if entry is not None:
            self._check(self.head.lines + 1, entry)
        elif not self._cut_off(line):
            self._problems.append(f"Line {self.head.lines + 1} was not written by edge.")
        elif self.torn:
            self._problems.append(f"Line {self.head.lines} is damaged.")
        self.torn = entry is None
        self.head = ChainHead(
            lines=self.head.lines + 1, bytes=self.head.bytes + len(line) + 1, sha256=sha256(line)
        )
        anchor = self._anchor
        if anchor is not None and (anchor.lines, anchor.sha256) == (self.head.lines, self.head.sha256):
            self.anchored = True

    def _cut_off(self, line: bytes) -> bool:
        """Whether a crash can have left this: the beginning of the line that comes here."""
        begins = f'{{"n":{self.head.lines + 1},"prev":"{self.head.sha256}",'.encode()
        return bool(line) and (begins.startswith(line) or line.startswith(begins))

    def _check(self, here: int, entry: Mapping[str, Any]) -> None:
        before = here - 1
        if entry.get("prev") != self.head.sha256:
            self._problems.append(f"Line {here} does not follow line {before}: one was changed or removed.")
        if entry.get("n") != here:
            self._problems.append(f"Line {here} says that it is line {entry.get('n')}.")
        if self.torn != bool(entry.get("after_torn")):
            self._problems.append(f"Line {before} is {'damaged' if self.torn else 'not what it was'}.")
        elif self.torn:
            self._notes.append(_cut(before))
        if isinstance(lost := entry.get("lost"), dict):
            self._problems.append(
                f"Before line {here} was written, line {lost.get('lines')} was changed or removed."
            )
        body = entry.get("body")
        if isinstance(body, str) and sha256(body.encode("utf-8")) != entry.get("sha256"):
            self._problems.append(f"Line {here}: the bytes do not have the hash beside them.")
        if entry.get("event") == "sending":
            self._sent += 1
            self._open[entry.get("call")] = here
        else:
            self._open.pop(entry.get("call"), None)

    def verification(
        self, file: str, problems: Sequence[str] = (), notes: Sequence[str] = ()
    ) -> Verification:
        """What is to be said of the whole file, with what others found."""
        self._problems += problems
        self._notes += notes
        if self.torn:
            self._notes.append(_cut(self.head.lines))
        if not self.anchored and self._anchor is not None:
            self._problems.append(
                f"The end is not as it was: line {self._anchor.lines} was changed, or lines are missing."
            )
        if self._anchor is None and self.head.lines:
            self._notes.append(
                "No state database knows how many lines there were: a cut-off end is not seen."
            )
        self._notes += [
            f"Line {line}: the outcome of this request is unknown, since edge ended before it."
            for line in self._open.values()
        ]
        return Verification(
            file=file, lines=self.head.lines, bytes=self.head.bytes, head=self.head.sha256,
            sent=self._sent, ok=not self._problems,
            problems=tuple(self._problems), notes=tuple(self._notes),
        )  # fmt: skip


def parse(line: bytes) -> dict[str, Any] | None:
    """A line as an entry; None for one that is torn or damaged."""
    try:
        entry = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return entry if isinstance(entry, dict) and "prev" in entry else None


def sha256(data: bytes) -> str:
    """In hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _cut(line: int) -> str:
    return f"Line {line} was cut off by a crash while it was written; what it would say did not happen yet."
