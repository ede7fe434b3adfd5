"""A regular expression for a list of names."""

from __future__ import annotations

import re
from collections.abc import Iterable


def any_of(names: Iterable[str]) -> str:
    """Any of the names as written, the longest first."""
    return "(?:" + "|".join(map(re.escape, sorted(names, key=lambda name: (-len(name), name)))) + ")"
