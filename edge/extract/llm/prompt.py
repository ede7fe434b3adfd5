"""What a model reads in one pass: fixed instructions, then data between marks, the message last.

Everything that comes from outside (message, names, what is known, the last reading) stands between two lines
of one mark. The mark is made from that text and is not in it, so no text can end its own block.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache

from edge.compose.lines import fitting_lines, shared_lines
from edge.engines.gemma.prompt import fill, template
from edge.extract.llm.chunks import MessageChunk
from edge.extract.llm.custom_type import CustomType
from edge.extract.llm.form import LABELS
from edge.records import Conflict, Context, Extraction, Message, PassKind, Proposal
from edge.text import iso_date
from edge.text.mark import mark
from edge.text.one_line import one_line

#: Shares of what a model can read at once: what is known, the last reading. The message has the rest.
CONTEXT = 1 / 4
BEFORE = 1 / 6
DOUBTS = 1 / 10

_HEADER = 240  # characters of one line of the header
_ITEM = 80  # the least that is shown of one thing that is known

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
#: What leaves this device says that there is a conflict, never with what.
_ABSTRACT = {
    "overlap": "it may overlap with another appointment of the reader",
    "duplicate": "the reader may know it already",
    "ambiguous": "a name in it may mean more than one person or thing",
}


def instructions(kind: PassKind, own: CustomType | None = None) -> str:
    """What never changes for a kind of pass (and an own type): models keep its state."""
    form = template(f"extract_{kind}").fixed + template("extract_form").fixed
    if own is None:
        return form
    return f"{form}{template('extract_own').fixed.rstrip()}\n  {own.name}:\n{own.described()}\n\n"


@lru_cache(maxsize=1)
def version() -> str:
    """Digest of all prompts of extraction: a calibration is good for one version."""
    names = ("blind", "contextual", "deep", "expert", "form", "own")
    whole = "".join(template(f"extract_{name}").version for name in names)
    return hashlib.sha256(whole.encode()).hexdigest()[:12]


@dataclass
class PromptFrame:
    """All of a prompt but the part of the message. `chars`: what the model can read at once; `leaves`: the
    prompt leaves this device, so nothing of the reader's own goes in: of what is known nothing (with
    `passages`, passages of the knowledge base), of the last reading what the message itself says, of
    attachments not even their names.
    """

    kind: PassKind
    message: Message
    context: Context
    before: Proposal | None
    chars: int
    leaves: bool = False
    passages: bool = False
    labels: list[str] = field(default_factory=list)  # names of what C1, C2, ... stand for

    def __post_init__(self) -> None:
        self._header = "\n".join(_header(self.message, leaves=self.leaves))
        self._known = self._doubts = ""
        if self.kind != "blind":
            self._known = self._what_is_known(int(self.chars * CONTEXT))
            self._doubts = fitting_lines(self._open_points(), int(self.chars * DOUBTS))

    @property
    def room(self) -> int:
        """Characters that are left for the message's body."""
        before = int(self.chars * BEFORE) if self.before is not None and self.kind != "blind" else 0
        return self.chars - len(self._header) - len(self._known) - len(self._doubts) - before

    def prompt(self, part: MessageChunk, number: int = 1, *, more: bool = False) -> str:
        """The prompt for one part of the body. `number` from 1; `more`: it is one of several."""
        form = template(f"extract_{self.kind}")
        values = {
            "received": _received(self.message.received_at),
            "message": self._text(part, number, more),
            "context": self._known or "(nothing)",
            "before": self._last_reading(part, number) or "(nothing)",
            "doubts": self._doubts or "(none)",
        }
        return fill(form, mark=mark(values.values()), **values)

    def _text(self, part: MessageChunk, number: int, more: bool) -> str:
        body = self.message.body
        lines = [self._header]
        if more:
            lines.append(f"(part {number} of the text)")
        lines += ["", *(body[start:end] for start, end in part.new)]
        if part.old:
            lines += ["", "(earlier messages, quoted)", *(body[start:end] for start, end in part.old)]
        return "\n".join(lines).replace("\r\n", "\n").strip()

    def _what_is_known(self, room: int) -> str:
        items = [
            it for it in self.context.items if not self.leaves or (self.passages and it.kind == "passage")
        ]
        items = items[: min(LABELS, max(room // _ITEM, 1))]
        self.labels = [it.name for it in items]
        lines = []
        for number, it in enumerate(items, start=1):
            name = "" if self.leaves else f" “{it.name}”"
            date = f" ({it.type})" if it.type and not self.leaves else f" {it.date}" if it.date else ""
            lines.append(f"C{number} {it.kind}{name}{date}: {it.text}")
        return shared_lines(lines, room)

    def _last_reading(self, part: MessageChunk, number: int) -> str:
        if self.before is None:
            return ""
        lines = [f"action: {self.before.action}" + ("" if self.leaves else f" ({self.before.why})")]
        for it in self.before.extractions:
            here = it.start is None or any(start <= it.start < end for start, end in part.read)
            if (here and (it.start is not None or number == 1)) and (it.grounded or not self.leaves):
                lines.append(_extraction(it, leaves=self.leaves))
        return fitting_lines(lines, int(self.chars * BEFORE))

    def _open_points(self) -> list[str]:
        points = [_conflict(it, leaves=self.leaves) for it in self.context.conflicts]
        if self.before is None:
            return points
        for it in self.before.extractions:
            if not it.grounded:
                what = it.type if self.leaves else f"{it.type}: {it.info}"
                points.append(f"- {what}: is it in the message at all?")
        if self.before.question and not self.leaves:
            points.append(f"- {self.before.question}")
        return list(dict.fromkeys(points))


def _conflict(it: Conflict, *, leaves: bool) -> str:
    if leaves:
        return f"- {_ABSTRACT[it.kind]}"
    options = f" ({' / '.join(it.options)})" if it.options else ""
    return f"- {it.text}{options}"


def _header(message: Message, *, leaves: bool) -> list[str]:
    lines = [f"From: {message.sender}", f"To: {', '.join(message.recipients)}", f"Subject: {message.subject}"]
    machine = message.machine
    kinds = (
        ("mailing list", machine.bulk), ("automatic", machine.automatic), ("a reply", machine.reply),
        ("no-reply address", machine.no_reply), ("marked as spam", machine.spam),
    )  # fmt: skip
    if stated := [name for name, holds in kinds if holds]:
        lines.append("Kind: " + ", ".join(stated))
    for it in message.invitations[:3]:
        state = "cancelled " if it.cancelled else ""
        lines.append(f"Invitation ({state}{it.start} to {it.end}): {it.summary} {it.location}")
    if message.attachments:
        names = f"{len(message.attachments)}" if leaves else ", ".join(it.name for it in message.attachments)
        lines.append(f"Attachments: {names}")
    return [one_line(line, _HEADER) for line in lines]


def _extraction(it: Extraction, *, leaves: bool) -> str:
    """One line of the last reading. What leaves is what the message itself says: an info may rest on a
    note.
    """
    values = [
        it.date,
        it.time,
        f"{it.amount:g} {it.currency or ''}".strip() if it.amount is not None else None,
    ]
    figures = ", ".join(value for value in values if value)
    info = "" if leaves else f" {it.info}"
    quote = f' "{it.quote}"' if it.quote else ""
    return one_line(f"- {it.type}:{info}{f' ({figures})' if figures else ''}{quote}", 320)


def _received(text: str) -> str:
    at = iso_date.moment(text)
    return "unknown" if at is None else f"{_DAYS[at.weekday()]} {at:%Y-%m-%d %H:%M}"
