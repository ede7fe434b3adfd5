"""The tools of MCP that keep what was learnt: search, read, add, change, delete, consolidate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Elicit, Resolve
from pydantic import BaseModel, ConfigDict, Field

from edge import paths
from edge.errors import UsageError
from edge.records.memory import MemoryType
from edge.serve.mcp_fields import MAX_K, Id, Query, Short, Skip, after, tool
from edge.serve.mcp_session import SessionThread, allowed
from edge.serve.queue import Tell

if TYPE_CHECKING:
    from edge.api import Edge


class MemoryWhy(BaseModel):
    """Be specific: it tells similar memories apart."""

    model_config = ConfigDict(extra="forbid")

    situation: Annotated[str, Field(min_length=1, max_length=16_000, description="What was going on")]
    solution: Annotated[str, Field(min_length=1, max_length=16_000, description="What to do, and why")]
    trigger_keywords: Annotated[
        list[Annotated[str, Field(max_length=60)]],
        Field(min_length=1, max_length=50, description="Words, identifiers, error codes that find it"),
    ]
    what_failed: Annotated[str, Field(max_length=16_000, description="What did not work")] = ""
    conversation_excerpt: Annotated[str, Field(max_length=100_000, description="Decisive lines")] = ""
    files_modified: Annotated[list[Short], Field(max_length=50)] = []
    error_messages: Annotated[list[Annotated[str, Field(max_length=2_000)]], Field(max_length=50)] = []


class Confirmation(BaseModel):
    """What a person says to a destructive call."""

    confirm: Annotated[bool, Field(description="Yes, do it")] = False


async def _confirmed(id: str, confirm: bool, ctx: Context[Any]) -> Confirmation | Elicit[Confirmation]:
    """Asked of the person, unless the caller confirmed or cannot ask."""
    can = ctx.client_capabilities
    if confirm or can is None or can.elicitation is None:
        return Confirmation(confirm=confirm)
    return Elicit(f"Delete the memory {id}? It can be restored for 30 days.", Confirmation)


def memories(made: MCPServer[Any], session: SessionThread, allow_write: bool) -> None:
    """Register them. `allow_write` False: those that change anything refuse."""
    _reading(made, session)
    _writing(made, session, allow_write)


def _reading(made: MCPServer[Any], session: SessionThread) -> None:
    @tool(made)
    async def memory_search(
        query: Query,
        k: Annotated[int, Field(ge=1, le=MAX_K)] = 5,
        *,
        context: Annotated[str, Field(max_length=8_000, description="What you are doing: orders")] = "",
        type: MemoryType | None = None,
        project: Short = "",
        skip: Skip = 0,
    ) -> str:
        """Search what was learnt before. Do this BEFORE solving a problem or deciding. Each hit tells
        `why` it was found."""

        def found(edge: Edge, _: Tell) -> Any:
            hits = edge.memory.recall(query, k + skip, context=context, type=type or "", project=project)
            return after(skip, hits)

        return await session.call(found)

    @tool(made)
    async def memory_get(id: Id) -> str:
        """One memory whole: context, excerpt, links with reasons, what superseded it."""
        return await session.call(lambda edge, _: edge.memory.store.get(id))

    @made.resource("memory://entry/{id}", mime_type="application/json")
    async def memory_entry(id: str) -> str:
        """A memory whole."""
        return await session.read(lambda edge, _: edge.memory.store.get(id))

    @made.resource("memory://stats", mime_type="application/json")
    async def memory_stats() -> str:
        """The measures of the store."""
        return await session.read(lambda edge, _: edge.memory.stats())


def _writing(made: MCPServer[Any], session: SessionThread, allow_write: bool) -> None:
    @tool(made, writes=True, description=asset("mcp_memory_add.md"))
    async def memory_add(
        type: MemoryType,
        title: Annotated[str, Field(min_length=3, max_length=200)],
        context: MemoryWhy,
        content: Annotated[str, Field(max_length=65_000)] = "",
        project: Short = "",
    ) -> str:
        given = context.model_dump()

        def add(edge: Edge) -> Any:
            return edge.remember(title, content, context=given, type=type, project=project)

        return await session.call(allowed(add, allow_write))

    @tool(made, writes=True)
    async def memory_update(
        id: Id,
        changes: Annotated[dict[str, Any], Field(description="title, content, type, project, context{...}")],
        reason: Short = "",
    ) -> str:
        """Change a memory: it gets a new id, and supersedes the old version."""
        return await session.call(
            allowed(lambda edge: edge.memory.store.update(id, changes, reason=reason), allow_write)
        )

    @tool(made, writes=True, destroys=True)
    async def memory_delete(
        id: Id, said: Annotated[Confirmation, Resolve(_confirmed)], confirm: bool = False
    ) -> str:
        """Delete a memory (restorable for 30 days). The person is asked; without that, pass confirm=true."""

        def delete(edge: Edge) -> Any:
            if not said.confirm:
                raise UsageError("Nothing was deleted: it was not confirmed.", "Pass confirm=true.")
            until = edge.memory.store.delete(id)
            return {"id": id, "restorable_until": until, "superseded": edge.memory.store.superseded(id)}

        return await session.call(allowed(delete, allow_write))

    @tool(made, writes=True)
    async def memory_consolidate(
        action: Literal["suggest", "accept", "decline", "undo"] = "suggest", number: int | None = None
    ) -> str:
        """Suggest patterns of three or more similar memories, or decide on suggestion `number`. Ask the
        person before accepting. Episodes stay as they are."""

        def act(edge: Edge) -> Any:
            found = edge.memory.suggestions()
            if action == "suggest":
                return {"suggestions": found}
            if number is None:
                raise UsageError(f"{action} needs the number of a suggestion.", "Call with action=suggest.")
            work = edge.memory.consolidation
            return {"done": getattr(work, action)(number), "suggestions": work.listing()}

        return await session.call(allowed(act, allow_write))


def asset(name: str) -> str:
    """A text that ships for assistants."""
    return paths.asset("prompts", name).read_text(encoding="utf-8").strip()
