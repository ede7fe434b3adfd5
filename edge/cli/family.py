"""A command with commands below it, whose help says each of them in a whole sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from typer.core import TyperGroup

from edge.cli.sections import COMMANDS, SECTIONS

_WHOLE = 500  # characters: longer than any first sentence


class Family(TyperGroup):
    """Typer cuts what a command does to one line, mid-sentence; here it is wrapped."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the section "Commands"."""
        self.section(ctx, formatter, "Commands", self.list_commands(ctx))

    def section(self, ctx: Any, formatter: Any, heading: str, names: Sequence[str]) -> None:
        """Write one section: each of these commands with its first sentence."""
        listed = [(name, self.get_command(ctx, name)) for name in names]
        rows = [(name, one.get_short_help_str(_WHOLE)) for name, one in listed if one and not one.hidden]
        if rows:
            with formatter.section(heading):
                formatter.write_dl(rows)


class Top(Family):
    """`edge` itself: its commands stand under headings, those for documents first."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands in the order of the headings; Typer would put the families last."""
        return [name for name in COMMANDS if name in self.commands]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a section for each heading."""
        for heading, commands in SECTIONS.items():
            self.section(ctx, formatter, heading, list(commands))
