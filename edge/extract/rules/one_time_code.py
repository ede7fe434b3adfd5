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


def holds_passing_code(reading: ParsedMessage) -> bool:
    """A one-time or sign-in code (or link) is its matter, and the text says that it lasts minutes.

    A person's mail is none, whatever stands in it.
    """
    spoken, subject = reading.tokens.words, reading.subject_tokens.words
    if reading.sender.person or not reading.message.sender or len(spoken) > _WORDS:
        return False
    said = [spoken[hit.first : hit.last] for hit in reading.hits if _is_code(hit.name) and hit.first < _EARLY]
    said += [subject[hit.first : hit.last] for hit in reading.subject_hits if _is_code(hit.name)]
    minutes = any(
        any(word.startswith("min") for word in spoken[hit.first : hit.last])
        for hit in reading.hits
        if hit.name == "signs.expiry"
    )
    proof = any(word.startswith(_PROOF) for phrase in said for word in phrase)
    text = f"{reading.message.subject}\n{reading.new_text}"
    return minutes and proof and _CODE.search(text) is not None


def _is_code(name: str) -> bool:
    return name == "signs.code"
