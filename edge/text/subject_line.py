"""What a subject begins with: Re:, Fwd: and what mail programs of other languages write instead."""

from __future__ import annotations

import re

_REPLY = "re|ré|ref|réf|rép|rep|aw|sv"
_FORWARD = "fwd?|tr|wg|rv"
#: "Re[2]:" counts the answers.
_AFTER = r"\s*+(?:\[\d++\]\s?+)?:\s*+"
_IS_REPLY = re.compile(rf"\A\s*+(?:{_REPLY}){_AFTER}", re.IGNORECASE)
_IS_FORWARD = re.compile(rf"\A\s*+(?:{_FORWARD}){_AFTER}", re.IGNORECASE)
_PREFIXES = re.compile(rf"\A\s*+(?:(?:{_REPLY}|{_FORWARD}){_AFTER})+", re.IGNORECASE)


def is_reply(subject: str) -> bool:
    """The first prefix counts: "Re: Fwd:" answers a forward."""
    return _IS_REPLY.match(subject) is not None


def is_forward(subject: str) -> bool:
    """The first prefix counts."""
    return _IS_FORWARD.match(subject) is not None


def without_prefixes(subject: str) -> str:
    """What the conversation is called."""
    return _PREFIXES.sub("", subject, count=1) if _PREFIXES.match(subject) else subject
