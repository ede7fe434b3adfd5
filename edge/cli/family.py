"""A command with commands below it, whose help says each of them in a whole sentence."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

_WHOLE = 500  # characters: longer than any first sentence


class Family(TyperGroup):
    """Typer cuts what a command does to one line, mid-sentence; here it is wrapped."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the section "Commands"."""
        listed = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, one.get_short_help_str(_WHOLE)) for name, one in listed if one and not one.hidden]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)
