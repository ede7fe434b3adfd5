"""What a person said about calls to the cloud, for one run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CloudApproval:
    """`allowed`: yes to every call of this run, within the budget. `confirm`: asked before each call, with
    what would leave in words (None: nobody is there to ask). `dry_run`: is given the exact bytes and
    what was masked in them (placeholder, value), and nothing is sent.
    """

    allowed: bool = False
    confirm: Callable[[str], bool] | None = None
    dry_run: Callable[[bytes, Sequence[tuple[str, str]]], None] | None = None
