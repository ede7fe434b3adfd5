"""What every setting is written with: its line, its range, and the part it stands in.

The parts do without `from __future__ import annotations`: with it the type of each setting is a text, which
msgspec compiles at every start of a command (6 ms).
"""

from __future__ import annotations

import msgspec

#: No NUL, and no longer than any path or list needs to be.
_MAX_TEXT = 8_192

MB = 1024 * 1024


def about(text: str, least: float | None = None, most: float | None = None) -> msgspec.Meta:
    """What a setting is, in one line, and its range."""
    if least is None:
        return msgspec.Meta(description=text)
    return msgspec.Meta(description=text, ge=least, le=most)


def text(description: str) -> msgspec.Meta:
    """What a setting of text is, in one line."""
    return msgspec.Meta(description=description, max_length=_MAX_TEXT, pattern=r"^[^\x00]*$")


class SettingsPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the settings (`[search]`)."""
