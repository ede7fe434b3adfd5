"""Which messages are read in several passes while that is tried out, and which in one."""

from __future__ import annotations

from hashlib import sha256

from edge.records import Message


def several_passes(message: Message, percent: int) -> bool:
    """Whether a message is among the `percent` of 100. The same message always is or is not, on every device,
    and one that is stays so when the share grows.
    """
    drawn = int.from_bytes(sha256(message.id.encode("utf-8", "replace")).digest()[:8], "big")
    return drawn % 100 < percent
