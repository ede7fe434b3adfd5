"""`edge open`: the page that a citation names, in a viewer; or the text around it, here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.cli.terminal.style import Style
    from edge.records.documents import CitedText
    from edge.search.cited import SourceFileRow


@options.takes_shared
def open_(
    *,
    citation: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CITATION...",
            help='A place as edge prints it ("manual.pdf · page 12"), or in short form: manual.pdf:12 '
            "(page), README.md:3 (line).",
            show_default=False,
        ),
    ] = None,
    quote: Annotated[
        str, typer.Option("--quote", metavar="TEXT", help="Words from that place, to find their paragraph.")
    ] = "",
    context: Annotated[
        int | None,
        typer.Option(
            "--context", "-C", metavar="N", min=0, max=1000,
            help="Open nothing; print the paragraph, with N paragraphs before and after it.",
        ),
    ] = None,
    shared: options.Shared,
) -> int:  # fmt: skip
    """Show the page of a citation in this system's viewer, or with --context the text around it.

    Nothing in a document is executed: a page that a browser would execute, or a file of an unknown kind,
    is printed instead.
    """
    import sys

    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style
    from edge.errors import UsageError

    if not citation:
        raise UsageError("Which page?", 'For example: edge open "manual.pdf · page 12" --knowledge my.db')
    with options.opened(shared.flags()) as edge:
        found = edge.library.cited(" ".join(citation), quote, context or 0)
        if context is None:
            opened = _show(edge.library.cited_file(found.source), found, edge.settings.open.viewer)
            if opened:
                if shared.json:
                    output.pretty({"schema": 1, "source": found.source, "page": found.page, "opened": opened})
                return 0
            found = edge.library.cited(" ".join(citation), quote, 1)
    if shared.json:
        output.pretty(found)
        return 0
    for line in _text(found, Style(output.coloured(sys.stdout)), quiet=shared.quiet):
        output.text(line)
    return 0


def _show(row: SourceFileRow, found: CitedText, configured: str) -> list[str]:
    """Start a viewer: its arguments; none when the text is to be printed instead, and why is told."""
    import os
    from pathlib import Path

    from edge.cli.open import viewer
    from edge.cli.terminal import output
    from edge.errors import StorageError
    from edge.search.database import sha256_of

    file = Path(os.fsdecode(row.path)) if row.path else None
    if file is None or not row.alone:
        output.note("Its file was not recorded." if file is None else "It is one of several in a file.")
        return []
    if not file.is_file():
        raise StorageError(
            f"{file} is no longer there.",
            "Its text still is: add --context 2. If it was moved: edge index … --as NAME",
        )
    viewing = viewer.viewing(file, found.page, configured)
    if viewing is None:
        output.note(f"No program was found that shows {file}, so its text is printed (setting: open.viewer).")
        return []
    if sha256_of(file) != row.sha256:
        output.note("The file has changed since it was indexed: the page may be different.")
    try:
        viewer.start(viewing.arguments)
    except OSError as error:
        raise StorageError(
            f"{viewing.arguments[0]} cannot be started: {error.strerror}.",
            "Name a viewer: --set open.viewer=…",
        ) from error
    output.note(f"Opened {file} with {Path(viewing.arguments[0]).name}.")
    if not viewing.at_page:
        output.note(f"This viewer cannot be opened at a page: go to page {found.page}.")
    return viewing.arguments


def _text(found: CitedText, style: Style, *, quiet: bool) -> list[str]:
    from edge.cli.terminal.style import safe
    from edge.i18n.place import place

    text = found.text
    if found.quote and style.coloured:
        first, last = (at - found.start for at in found.quote)
        # Line by line: an escape sequence never spans two.
        marked = "\n".join(style.bold(line) for line in text[first:last].split("\n"))
        text = text[:first] + marked + text[last:]
    if quiet:
        return text.split("\n")
    return [*text.split("\n"), "", style.place(place(found, "en", safe))]
