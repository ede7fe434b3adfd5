"""Whether a message is about a code that was worth something for some minutes, and for nothing else."""

from __future__ import annotations

import re

from edge.extract.rules.parsed_message import ParsedMessage

#: A message about a code is short, and begins with it.
_WORDS = 120
_EARLY = 60

_CODE = re.compile(r"(?<![\d-])\d{4,8}(?![\d-])|\b[A-Z]{1,2}-\d{4,6}\b|\b\d{3}[ -]\d{3}\b|https?://")

#: Beginnings of folded words: what a code is for that proves who is there. A door's or a parcel's is not.
_PROOF = (
    "connex", "connect", "verif", "authent", "identif", "login", "otp", "2fa", "usage", "sign", "log", "one",
    "valid", "confirm",
)  # fmt: skip


def holds_one_time_code(parsed: ParsedMessage) -> bool:
    """A one-time or sign-in code (or link) is its matter, and the text says that it lasts minutes.

    A person's mail is none, whatever stands in it.
    """
    body, subject = parsed.tokens.words, parsed.subject_tokens.words
    if parsed.sender.person or not parsed.message.sender or len(body) > _WORDS:
        return False
    phrases = [
        body[match.first : match.last]
        for match in parsed.hits
        if match.name == "evidence.code" and match.first < _EARLY
    ]
    phrases += [
        subject[match.first : match.last] for match in parsed.subject_hits if match.name == "evidence.code"
    ]
    minutes = any(
        word.startswith("min")
        for match in parsed.hits
        if match.name == "evidence.expiry"
        for word in body[match.first : match.last]
    )
    proof = any(word.startswith(_PROOF) for phrase in phrases for word in phrase)
    return minutes and proof and _CODE.search(f"{parsed.message.subject}\n{parsed.new_text}") is not None
