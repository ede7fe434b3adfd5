"""Entries that are single lines of a text file: found by the key that each carries, changed in place."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

#: The key of an entry: in todo.txt a word of its own, in Markdown inside a comment.
_KEYED = re.compile(r"(?:(?<=\s)|(?<=<!--))\s?edge:([0-9a-f]{12})(?=\s|$)")


@dataclass(slots=True)
class TextLines:
    """`keys`: the lines of each key, counted from 0. A key that stands on two lines is nobody's: a copy."""

    lines: list[str]
    newline: str
    keys: dict[str, list[int]]

    @classmethod
    def of(cls, text: str) -> TextLines:
        """The lines of a text, without their ends."""
        newline = "\r\n" if "\r\n" in text else "\n"
        plain = text.replace("\r\n", "\n")
        lines = plain.removesuffix("\n").split("\n") if plain else []
        keys: dict[str, list[int]] = {}
        for n, line in enumerate(lines):
            if found := _KEYED.findall(line):  # the last one: words of a message stand before it
                keys.setdefault(found[-1], []).append(n)
        return cls(lines, newline, keys)

    def standing(self) -> dict[str, str]:
        """Each entry as it stands."""
        return {key: "\n".join(self.lines[n] for n in at) for key, at in self.keys.items()}

    def of_others(self, ours: Collection[str]) -> str:
        """The lines that belong to none of these keys: what a person, or another program, wrote."""
        own = {n for key in ours for n in self.keys.get(key, ())}
        return "\n".join(line for n, line in enumerate(self.lines) if n not in own)

    def edited(self, changed: Mapping[str, str | None], added: Sequence[str], at: int | None = None) -> str:
        """The text with lines replaced (None: taken out) and others put in before line `at` (None: last)."""
        new = {n: text for key, text in changed.items() for n in self.keys.get(key, ())}
        place = len(self.lines) if at is None else at
        out: list[str] = []
        for n in range(len(self.lines) + 1):
            if n == place:
                out += added
            if n == len(self.lines):
                break
            text = new.get(n, self.lines[n])
            if text is not None:
                out.append(text)
        return self.newline.join([*out, ""]) if out else ""
