"""E-mail addresses and links in text."""

from __future__ import annotations

import re
from typing import Literal

from edge.text import email_address
from edge.values.span import ValueSpan, apart


class Address(ValueSpan, frozen=True, kw_only=True):
    """`value`: an e-mail address with its domain in lower case, or a link with its scheme."""

    kind: Literal["email", "url"]
    value: str


_URL = re.compile(r"(?<![\w@.])(?:https?://|www\.)[^\s<>\"'`{}|\\^]{2,2000}", re.IGNORECASE)
_CLOSING = {")": "(", "]": "[", "»": "«"}


def find_addresses(text: str) -> list[Address]:
    """E-mail addresses and http links in order of place, without the punctuation that follows them."""
    addresses: list[Address] = []
    if "://" in text or "www." in text.lower():
        for match in _URL.finditer(text):
            link = _trimmed(match[0])
            host = link.split("//")[-1].split("/")[0]
            if "." not in host.strip(".") and not host.startswith("localhost"):
                continue
            end = match.start() + len(link)
            value = link if "://" in link else f"https://{link}"
            addresses.append(Address(start=match.start(), end=end, text=link, kind="url", value=value))
    if "@" in text:
        for match in email_address.FOUND.finditer(text):
            name, _, domain = match[0].rpartition("@")
            value = f"{name}@{domain.lower()}"
            addresses.append(
                Address(start=match.start(), end=match.end(), text=match[0], kind="email", value=value)
            )
    return apart(addresses)


def _trimmed(link: str) -> str:
    """Without the sentence's own punctuation: a closing bracket stays only with its opening one."""
    while link:
        last = link[-1]
        if last in ".,;:!?…*_’”" or (last in _CLOSING and link.count(last) > link.count(_CLOSING[last])):
            link = link[:-1]
        else:
            break
    return link
