"""What `edge doctor` finds, and the JSON it prints."""

from __future__ import annotations

from typing import Literal

from edge import __version__
from edge.records.base import SCHEMA, Record


class Check(Record, frozen=True, kw_only=True):
    """One thing looked at. `next_step` says what to do when `status` is not ok. `absent`: it is not here, and
    need not be.
    """

    name: str
    status: Literal["ok", "warn", "fail"]
    detail: str
    next_step: str = ""
    absent: bool = False


class DoctorReport(Record, frozen=True, kw_only=True):
    """All checks in order. `exit_code` is 0, 7 (only the knowledge base is broken) or 1."""

    schema: int = SCHEMA
    edge: str = __version__
    ok: bool
    exit_code: int
    checks: list[Check]
