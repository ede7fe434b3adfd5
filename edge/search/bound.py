"""Many values as one parameter of a statement."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


def bound(values: Iterable[str | int]) -> str:
    """The values for `json_each(?)`: the statement is prepared once, whatever their number."""
    return msgspec.json.encode(list(values)).decode()
