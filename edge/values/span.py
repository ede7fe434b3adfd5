"""A value's place in its text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec


class ValueSpan(msgspec.Struct, frozen=True, kw_only=True):
    """`text` is the source's `[start:end]`, in code points, never empty."""

    start: int
    end: int
    text: str


SomeValue = TypeVar("SomeValue", bound=ValueSpan)


def apart(spans: Iterable[SomeValue]) -> list[SomeValue]:
    """The spans in order of place, without those that overlap an earlier (at one place: a longer) one."""
    separate: list[SomeValue] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not separate or span.start >= separate[-1].end:
            separate.append(span)
    return separate
