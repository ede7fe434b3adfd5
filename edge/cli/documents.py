"""`edge documents`: what a knowledge base was made from; take documents out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.cli.terminal.style import Style
    from edge.records.documents import DocumentDetail, DocumentList, IndexedDocument, IndexedRoot

_MOST_SECTIONS = 40

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME]...",
        help="Documents by name, pattern or part of a name; without it, all.",
        show_default=False,
    ),
]


def group() -> typer.Typer:
    """The family of commands."""
    app = typer.Typer(
        help="List the documents of a knowledge base, look at one, or remove some.",
        invoke_without_command=True,
    )
    app.callback()(bare)
    app.command("list")(list_)
    app.command("show")(show)
    app.command("remove")(remove)
    return app


def bare(context: typer.Context, *, knowledge: options.Knowledge = None, json: options.Json = False) -> int:
    """The documents of a knowledge base: list them, look at one, take some out. Alone: list."""
    from edge.errors import UsageError

    if context.invoked_subcommand is None:
        return list_(knowledge=[knowledge] if knowledge else None, json=json)
    if knowledge or json:
        raise UsageError(
            "Options come after the command.", f"edge documents {context.invoked_subcommand} --knowledge FILE"
        )
    return 0


@options.takes_shared
def list_(*, name: Names = None, shared: options.Shared) -> int:
    """List what was indexed, from where, and what could not be read."""
    import sys

    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style

    with options.opened(shared.flags()) as edge:
        found = edge.library.documents(name or ())
    if shared.json:
        output.pretty(found)
        return 0
    for line in _list(found, Style(output.coloured(sys.stdout))):
        output.text(line)
    return 0


@options.takes_shared
def show(
    *,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of a document, or part of it.")],
    text: Annotated[bool, typer.Option("--text", help="Print the whole text that was read of it.")] = False,
    shared: options.Shared,
) -> int:
    """Show one document: where its file is, what is in it, its sections."""
    import sys

    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style

    with options.opened(shared.flags()) as edge:
        found = edge.library.document(name)
        pages = edge.library.pages(found.document.source) if text else []
    if text:
        if shared.json:
            output.pretty({"schema": 1, "source": found.document.source, "pages": pages})
        else:
            output.text("\n\n".join(pages))
        return 0
    if shared.json:
        output.pretty(found)
        return 0
    for line in _detail(found, Style(output.coloured(sys.stdout))):
        output.text(line)
    return 0


@options.takes_shared
def remove(
    *,
    name: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...", help="Documents by name, or by a pattern of names.", show_default=False
        ),
    ] = None,
    root: Annotated[
        list[str] | None,
        typer.Option(
            "--root",
            metavar="LABEL",
            help="Remove all documents of this folder (as edge documents list names it).",
        ),
    ] = None,
    shared: options.Shared,
) -> int:
    """Remove documents from the knowledge base. Their files stay, so edge index would read them again."""
    from edge.cli.terminal import output, progress
    from edge.cli.terminal.style import safe
    from edge.errors import UsageError

    if not name and not root:
        raise UsageError("Which documents?", "For example: edge documents remove old-manual.pdf")
    given = shared.flags()
    options.own_knowledge(given)
    with options.opened(given) as edge:
        report = edge.remove(
            name or (), root or (), progress=progress.for_index(shared.quiet, shared.no_progress)
        )
    if shared.json:
        output.pretty(report)
        return 0
    for removed in report.removed if not shared.quiet else ():
        output.text(f"removed {safe(removed)}")
    output.text(f"{len(report.removed)} removed, {report.documents} left in {report.knowledge}")
    return 0


def _list(found: DocumentList, style: Style) -> list[str]:
    from edge.cli.terminal.style import safe, table

    shown: list[str] = []
    for root in found.roots:
        documents = [document for document in found.documents if document.root == root.label]
        unread = [failure for failure in found.failures if failure.root == root.label]
        if not documents and not unread:
            continue
        shown += [""] * bool(shown) + [style.place(_place(root))]
        rows = [["document", "title", "size", "pages", "chunks", "tables"]]
        rows += [
            [
                safe(it.source),
                safe(it.title),
                _size(it.bytes),
                _pages(it),
                str(it.chunks),
                str(it.tables),
            ]
            for it in documents
        ]
        shown += table(rows) if documents else []
        shown += [f"{safe(it.source)}: partly read: {safe(str(it.unread))}" for it in documents if it.unread]
        shown += [style.bad(f"{safe(it.source)}: not read: {safe(it.reason)}") for it in unread]
    count = len(found.documents)
    return [*shown, style.dim(f"{count} document{'' if count == 1 else 's'} in {safe(found.knowledge)}")]


def _place(root: IndexedRoot) -> str:
    from edge.cli.terminal.style import safe

    gone = " (no longer there)" if root.there is False else ""
    readers = _readers(root)
    whose = f" · {safe(readers)}" if readers else ""
    return f"{safe(root.label)} · {safe(root.path) or 'its place was not recorded'}{gone}{whose}"


def _readers(it: IndexedRoot | IndexedDocument) -> str:
    """Who may read it; "" for everybody's."""
    from edge.state.readership import Readership, visibility_of

    readers = Readership(owner=it.owner, org=it.org, visibility=visibility_of(it.visibility))
    return "" if readers == Readership() else str(readers)


def _pages(document: IndexedDocument) -> str:
    return "–" if document.pages is None else str(document.pages)


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 100_000 else f"{count / 1e3:.1f} kB"


def _detail(found: DocumentDetail, style: Style) -> list[str]:
    from edge.cli.terminal.style import safe

    it = found.document
    gone = " (no longer there)" if it.there is False else ""
    facts = [
        ("title", it.title),
        *([("author", it.author)] if it.author else []),
        ("kind", it.kind),
        ("folder", it.root),
        ("file", f"{it.path}{gone}" if it.path else "not recorded"),
        ("size", _size(it.bytes)),
        ("sha256", it.sha256),
        ("pages", "none: it is cited by section" if it.pages is None else str(it.pages)),
        ("chunks", str(it.chunks)),
        ("tables", str(it.tables)),
        *([("readers", readers)] if (readers := _readers(it)) else []),
        *([("not read", str(it.unread))] if it.unread else []),
    ]
    shown = [style.place(safe(it.source)), *(f"  {name:8}  {safe(value)}" for name, value in facts)]
    if found.sections:
        shown += ["", style.dim("  sections")]
    for section in found.sections[:_MOST_SECTIONS]:
        page = "" if section.page is None else style.dim(f" · page {section.page}")
        heading = section.heading.rpartition(" > ")[2]
        shown.append(f"{'  ' * max(1, section.level)}{safe(heading)}{page}")
    if len(found.sections) > _MOST_SECTIONS:
        shown.append(style.dim(f"  … and {len(found.sections) - _MOST_SECTIONS} more (--json has all)"))
    return shown
