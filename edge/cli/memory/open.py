"""The memories that the commands about them work on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge.cli import options

if TYPE_CHECKING:
    from edge.memory.service import MemoryService


def opened(assign: list[str] | None = None) -> MemoryService:
    """The memories of the settings in force; close it."""
    from edge import api

    session = api.open(settings=options.settings(options.flags(None, False, assign)))
    session.origin = "cli"
    return session.memory
