"""What all records share."""

from __future__ import annotations

from typing import Literal

import msgspec

SCHEMA = 1

PassKind = Literal["blind", "contextual", "deep", "expert"]


class Record(msgspec.Struct, frozen=True):
    """Base of all records. (`frozen` and `kw_only` are repeated below: type checkers ask for it.)"""
