"""What the tools of MCP take, described for the assistants that call them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import Field

MAX_K, MAX_TOKENS = 50, 32_000

Short = Annotated[str, Field(max_length=200)]
Id = Annotated[str, Field(max_length=24, description="m12")]
Skip = Annotated[int, Field(ge=0, le=500, description="For the next page")]
Query = Annotated[str, Field(min_length=1, max_length=8_000)]


def tool(
    made: MCPServer[Any], *, writes: bool = False, destroys: bool = False, description: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers a function as a tool that answers with JSON. Its docstring, in one line, is what an assistant
    reads before it chooses; `description` else.
    """
    hints = ToolAnnotations(
        read_only_hint=not writes, open_world_hint=False, destructive_hint=destroys if writes else None,
        idempotent_hint=destroys or None,
    )  # fmt: skip

    def register(act: Callable[..., Any]) -> Callable[..., Any]:
        said = description or " ".join((act.__doc__ or "").split())
        registered: Callable[..., Any] = made.tool(
            description=said, annotations=hints, structured_output=False
        )(act)
        return registered

    return register


def after(skip: int, found: Any) -> Any:
    """What was found without the first results: a page after others."""
    return msgspec.structs.replace(found, results=found.results[skip:]) if skip else found
