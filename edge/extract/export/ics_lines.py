"""A calendar file as the lines that it has: entries are put in, replaced and taken out, and nothing else is
written anew. A library that reads and writes a whole file loses what it does not know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_UID = re.compile(r"UID(?:;[^:\n]*)?:(.*)", re.IGNORECASE)
_TZID = re.compile(r"TZID(?:;[^:\n]*)?:(.*)", re.IGNORECASE)
_FOLD = re.compile(r"\n[ \t]")


@dataclass(slots=True)
class IcsLines:
    """`blocks`: where the appointments stand, (first line, line after the last), by uid. `zones`: names of
    the time zones that are defined. `end`: the line that closes the last calendar, None where there is none.
    """

    lines: list[str]
    newline: str = "\r\n"
    blocks: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    zones: set[str] = field(default_factory=set)
    end: int | None = None

    @classmethod
    def of(cls, text: str) -> IcsLines:
        """The lines of a calendar, without their ends."""
        newline = "\r\n" if "\r\n" in text or "\n" not in text else "\n"
        read = cls(text.replace("\r\n", "\n").removesuffix("\n").split("\n"), newline)
        open_parts: list[tuple[str, int]] = []
        for n, line in enumerate(read.lines):
            mark, _, name = line.strip().upper().partition(":")
            if mark == "BEGIN":
                open_parts.append((name, n))
            elif mark == "END" and open_parts and open_parts[-1][0] == name:
                _, first = open_parts.pop()
                if name == "VCALENDAR":
                    read.end = n
                elif name in ("VEVENT", "VTIMEZONE"):
                    read._take(name, first, n + 1)
        return read

    def _take(self, name: str, first: int, last: int) -> None:
        own = _own_lines("\n".join(self.lines[first:last]))
        if name == "VTIMEZONE":
            self.zones |= {match[1].strip() for line in own if (match := _TZID.fullmatch(line))}
            return
        uid = next((match[1].strip() for line in own if (match := _UID.fullmatch(line))), "")
        if uid:
            self.blocks.setdefault(uid, []).append((first, last))

    def text(self, uid: str) -> str:
        """The appointment of a uid as it stands, lines ended by \\n; several of one uid together."""
        return "".join(
            f"{line}\n" for first, last in self.blocks.get(uid, ()) for line in self.lines[first:last]
        )

    def edited(self, changed: dict[str, str | None], zones: dict[str, str]) -> str:
        """The file with appointments (text by uid; None: taken out) and, where it lacks them, time zones.
        ValueError where it has no end.
        """
        if self.end is None:
            raise ValueError("no END:VCALENDAR")
        insert: dict[int, list[str]] = {}
        dropped: set[int] = set()
        new_zones = [text for name, text in zones.items() if name not in self.zones]
        added: list[str] = []
        for uid, text in changed.items():
            places = self.blocks.get(uid, [])
            for first, last in places:
                dropped |= set(range(first, last))
            if text is not None:
                (insert.setdefault(places[0][0], []) if places else added).extend(text.splitlines())
        first_event = min((first for places in self.blocks.values() for first, _ in places), default=self.end)
        for text in new_zones:  # before what names them
            insert.setdefault(min(first_event, self.end), [])[:0] = text.splitlines()
        insert.setdefault(self.end, []).extend(added)
        out: list[str] = []
        for n, line in enumerate(self.lines):
            out += insert.get(n, [])
            if n not in dropped:
                out.append(line)
        return self.newline.join([*out, ""])


def _own_lines(block: str) -> list[str]:
    """Unfolded lines of a component, without those of what stands inside it (an alarm has a uid too)."""
    depth, own = 0, []
    for line in _FOLD.sub("", block).split("\n"):
        mark = line.strip().upper()
        if mark.startswith("END:"):
            depth -= 1
        if depth == 1:
            own.append(line.strip())
        if mark.startswith("BEGIN:"):
            depth += 1
    return own
