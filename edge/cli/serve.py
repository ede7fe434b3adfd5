"""`edge serve`: the page, the HTTP interface and the OpenAI-compatible door, on this device."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from edge import evident
from edge.cli import options
from edge.errors import UsageError

if TYPE_CHECKING:
    from edge.api import Edge

#: Shorter ones can be guessed.
_SHORTEST_TOKEN = 16


@options.takes_shared
def serve(
    *,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", "-p", min=0, max=65_535, metavar="PORT", help="The port; 0 means any free one."
        ),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="The address to listen on; beyond this device only with a token.",
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="HOST", help="A name by which browsers reach the server. May be repeated."
        ),
    ] = None,
    token_file: Annotated[
        str | None,
        typer.Option(
            "--token-file", metavar="FILE", help="A file with the token that every client must send."
        ),
    ] = None,
    allow_write: Annotated[
        bool,
        typer.Option(
            "--allow-write", help="Allow clients to index and remove documents, and to change memories."
        ),
    ] = False,
    cloud: options.Cloud = None,
    engine: options.Engine = None,
    model: options.Model = None,
    shared: options.Shared,
) -> int:
    """Serve the web page, /api and /v1 (for OpenAI's clients) on this device, until Ctrl-C.

    --knowledge may be repeated: the first one is used if a request names none. Needs the extra serve. See
    docs/serve.md.
    """
    try:
        from edge.serve import app, server
    except ImportError as error:
        raise UsageError("What serves HTTP is not installed.", "pip install 'edge-answers[serve]'") from error
    from edge import paths
    from edge.cli.terminal import output
    from edge.serve import guard
    from edge.serve.bases import Bases
    from edge.serve.queue import WorkQueue

    given = shared.several(
        ask__engine=engine,
        gemma__model=model,
        serve__port=port,
        serve__host=host,
        serve__token_file=token_file,
    )
    settings = options.settings(given)
    token = _token(settings.serve.token_file)
    if not guard.is_loopback(settings.serve.host) and not token:
        raise UsageError(
            f"{settings.serve.host} can be reached from other devices, and no token is asked for.",
            "Give --token-file FILE, or leave out --host.",
        )

    def opened(path: Path) -> Edge:
        edge = options.opened({**given, "knowledge": str(path)}, keep=allow_write, cloud=cloud)
        edge.origin = "serve"
        return edge

    named = [settings.knowledge_path, *map(paths.database, shared.others)]
    queue = WorkQueue(Bases(named, opened), settings.serve.waiting)
    listener = server.listening(settings.serve.host, settings.serve.port)
    address = listener.getsockname()
    hosts = [*guard.LOOPBACK, _host(settings.serve.host), *(name or [])]
    url = f"http://{_host(settings.serve.host)}:{address[1]}/"
    indexing = WorkQueue(Bases(named, opened), 0)
    access = app.Access(hosts, address[1], token, allow_write, settings.index.max_file_bytes)
    made = app.application(queue, indexing, access)
    if shared.json:
        output.document({"schema": 1, "url": url, "host": settings.serve.host, "port": address[1]})
    else:
        output.text(url)
    if not shared.quiet:
        output.note("Ctrl-C stops it.")

    def stop() -> None:
        indexing.stop()
        queue.stop()

    server.run(made, listener, stop)
    return 0


def _host(host: str) -> str:
    """As it stands in an address."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _token(file: str) -> str:
    """The token in a file, "" for none. Raises UsageError for one that cannot be read or could be guessed."""
    from edge import paths

    if not file:
        return ""
    try:
        token = evident.text(paths.expanded(file).read_bytes()).strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "it is no text"
        raise UsageError(f"The token file {file} cannot be read: {reason}.", "Check the path.") from error
    if len(token) < _SHORTEST_TOKEN or not token.isascii() or not token.isprintable() or " " in token:
        raise UsageError(
            f"The token in {file} is not a word of at least {_SHORTEST_TOKEN} characters.",
            "Make one: python3 -c 'import secrets; print(secrets.token_urlsafe())'",
        )
    return token
