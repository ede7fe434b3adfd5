"""What a message would have in a file: an entry, with the key that names it there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from uuid import NAMESPACE_URL, uuid5

from edge.text.tokens import words


@dataclass(frozen=True, slots=True)
class WantedEntry:
    """An appointment, a task or a line of a note that a message gives.

    `write(key, current)` is its text under a key, in the form of its file; where `current`, which stands
    there now, says the same, it is `current` itself. `key`: fixed, for invitations, which bring their own;
    "" gives it one. `known`: the file says it already, and not from here. `cancelled`: it is to go.
    """

    message: str
    at: str  # the message's date
    quote: str  # digest
    title: str
    write: Callable[[str, str], str]
    key: str = ""
    known: bool = False
    cancelled: bool = False


def digest(text: str) -> str:
    """What tells one text from another."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def quote_digest(quote: str) -> str:
    """Of the words alone: case, spaces and punctuation make no other quote."""
    return digest(" ".join(words(quote)))


@lru_cache(maxsize=65_536)
def entry_key(message: str, n: int) -> str:
    """The same message gives the same keys, on every device: letters and digits, 12 of them."""
    return uuid5(NAMESPACE_URL, f"mid:{message}#{n}").hex[:12]
