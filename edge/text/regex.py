"""Regular expressions that are compiled when they are first used.

Reading one message takes some five hundred, and compiling them was two fifths of it; most messages hold no
Roman date and no clock time in words, and leave half of the patterns alone. Write `regex(...)` in place of
`re.compile(...)` where a pattern is long and its module is imported for texts that may do without it.
"""

from __future__ import annotations

import re
from typing import Any, cast


class LazyRegex:
    """Stands for a `re.Pattern`, whose methods and attributes it has. A wrong pattern is told at its first
    use (`re.error`): the tests look at every pattern.
    """

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Of the compiled pattern; kept, so that each is looked up here only once."""
        found = getattr(self.compiled(), name)
        setattr(self, name, found)
        return found

    def compiled(self) -> re.Pattern[str]:
        """The pattern, compiled once."""
        if (made := self.__dict__.get("_compiled")) is None:
            made = self._compiled = re.compile(self.pattern, self._flags)
        return made


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """As `re.compile`, but compiled at its first use."""
    return cast("re.Pattern[str]", LazyRegex(pattern, flags))
