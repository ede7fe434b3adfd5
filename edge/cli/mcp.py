"""`edge mcp`: the same verbs for assistants that speak the Model Context Protocol."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from edge import evident
from edge.cli import options
from edge.errors import StorageError, UsageError

#: Where common clients keep their servers, under the home folder or where edge is started, and the key.
CLIENTS = {
    "claude-desktop": ("~/Library/Application Support/Claude/claude_desktop_config.json", "mcpServers"),
    "claude-code": (".mcp.json", "mcpServers"),
    "cursor": ("~/.cursor/mcp.json", "mcpServers"),
    "vscode": (".vscode/mcp.json", "servers"),
}
_HOST = "127.0.0.1"
#: Largest settings file of a client that is read.
_MOST = 4 << 20


def mcp(
    action: Annotated[
        str,
        typer.Argument(
            metavar="[serve|install]", help="serve, or install: print the entry for a client's configuration."
        ),
    ] = "serve",
    *,
    allow_write: Annotated[
        bool, typer.Option("--allow-write", help="Allow the assistant to add, change and delete memories.")
    ] = False,
    http: Annotated[
        int | None,
        typer.Option(
            "--http", min=1, max=65_535, metavar="PORT", help="Serve HTTP on 127.0.0.1 instead of stdio."
        ),
    ] = None,
    client: Annotated[
        str, typer.Option("--client", metavar="NAME", help=f"With install: {', '.join(CLIENTS)}.")
    ] = "claude-code",
    write: Annotated[
        str | None,
        typer.Option(
            "--write",
            metavar="FILE",
            help='With install: write the entry into this file; "" is the client\'s own.',
        ),
    ] = None,
    knowledge: options.Knowledge = None,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Offer questions, searches, memories and contexts to an AI assistant, over stdio or HTTP on this
    device.

    It is read-only unless you add --allow-write. Needs the extra mcp.
    """
    if action == "install":
        return _install(client, knowledge, write=write, allow_write=allow_write, json=json)
    if action != "serve":
        raise UsageError(f"There is no action {action!r}.", "edge mcp, or edge mcp install.")
    with options.opened(options.flags(knowledge, False, assign), keep=True) as edge:
        edge.origin = "mcp"
        try:
            from edge.serve import server as listener
            from edge.serve.mcp import server
            from edge.serve.mcp_session import SessionThread
        except ImportError as error:
            raise UsageError(
                "The MCP library is not installed.", "pip install 'edge-answers[mcp]'"
            ) from error
        session = SessionThread(edge)
        made = server(edge, allow_write=allow_write, session=session)
        try:
            if http is None:
                made.run("stdio")
            else:
                from edge.cli.terminal import output

                listening = listener.listening(_HOST, http, "Choose another: --http PORT")
                output.note(f"http://{_HOST}:{http}/mcp")
                listener.run(made.streamable_http_app(host=_HOST), listening, session.stop)
        finally:
            session.close()
    return 0


def _install(client: str, knowledge: str | None, *, write: str | None, allow_write: bool, json: bool) -> int:
    """Print the entry of a client, or put it into a file beside what is there."""
    from edge import durable, paths
    from edge.cli.terminal import output

    if client not in CLIENTS:
        raise UsageError(f"There is no client {client!r}.", f"One of: {', '.join(CLIENTS)}.")
    place, key = CLIENTS[client]
    arguments = ["mcp", *(["--allow-write"] if allow_write else [])]
    if knowledge:
        arguments += ["--knowledge", str(paths.expanded(knowledge).resolve())]
    command = shutil.which("edge") or sys.executable
    entry = {
        "command": command, "args": arguments if shutil.which("edge") else ["-m", "edge", *arguments],
    }  # fmt: skip
    if write is None:
        output.pretty({key: {"edge": entry}})
        return 0
    file = paths.expanded(write or place)
    merged = _read(file)
    inside = merged.setdefault(key, {})
    if not isinstance(inside, dict):
        raise UsageError(f"{key} in {file} is no object.", "Put the entry in by hand: edge mcp install")
    inside["edge"] = entry
    import msgspec

    try:
        durable.write_whole(file, msgspec.json.format(msgspec.json.encode(merged), indent=2) + b"\n")
    except OSError as error:
        raise StorageError(f"{file} cannot be written: {error.strerror}.", "Check the folder.") from error
    if json:
        output.pretty({"schema": 1, "file": str(file), "entry": entry})
    else:
        output.text(f"{file}: edge is there now. Restart the client.")
    return 0


def _read(file: Path) -> dict[str, Any]:
    """The settings that are there; none for no file. Raises UsageError, so that nothing is overwritten."""
    import msgspec

    try:
        with file.open("rb") as opened:
            held = msgspec.json.decode(evident.text(opened.read(_MOST)))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise StorageError(f"{file} cannot be read: {error.strerror}.", "Name another file.") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(
            f"{file} is not JSON: {error}.", "Put the entry in by hand: edge mcp install"
        ) from error
    if not isinstance(held, dict):
        raise UsageError(f"{file} is not an object.", "Put the entry in by hand: edge mcp install")
    return held
