"""An MCP server over one session: ask, search, memories, contexts. Thin: check, call, answer.

Stored text goes back as quoted data with where it comes from; nothing that a model names is opened as a file;
what changes anything is there only where the server was started with leave to write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.server import MCPServer

from edge import __version__
from edge.serve.mcp_documents import documents
from edge.serve.mcp_memory import asset, memories
from edge.serve.mcp_session import SessionThread

if TYPE_CHECKING:
    from edge.api import Edge


def server(edge: Edge, *, allow_write: bool = False, session: SessionThread | None = None) -> MCPServer[Any]:
    """The server of a session. `allow_write`: memories may be added, changed, deleted and consolidated.
    `session`: where the session works; whoever gives one closes it.
    """
    session = session or SessionThread(edge)
    made: MCPServer[Any] = MCPServer(
        "edge", version=__version__, log_level="WARNING",
        instructions=asset("mcp_instructions.md").replace(
            "{mode}", "may be written" if allow_write else "are read-only here (start with --allow-write)"
        ),
    )  # fmt: skip
    documents(made, session)
    memories(made, session, allow_write)

    @made.resource("context://trace/{id}", mime_type="application/json")
    async def context_trace(id: str) -> str:
        """A composed context as it was: items, reasons, budget."""
        return await session.read(lambda edge, _: edge.composer.traces.get(id))

    @made.prompt()
    def capture_memory(what: str = "") -> str:
        """When and how to save what was learnt, with a complete example."""
        text = asset("mcp_capture_memory.md")
        return f"{text}\n\nWhat there is to save now: {what[:4_000]}" if what else text

    return made
