"""The tools of MCP that read documents: ask, document_search, context_compose, context_expand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from pydantic import Field

from edge import i18n
from edge.errors import UsageError
from edge.i18n.place import place
from edge.records import Answer, Citation, PassStep
from edge.serve.mcp_fields import MAX_K, MAX_TOKENS, Id, Query, Short, Skip, after, tool
from edge.serve.mcp_session import TEXT, SessionThread
from edge.serve.queue import Tell

if TYPE_CHECKING:
    from edge.api import Edge

Sources = Annotated[Sequence[Short], Field(max_length=50, description="Only these documents: names or globs")]


def documents(made: MCPServer[Any], session: SessionThread) -> None:
    """Register them."""

    @tool(made)
    async def ask(question: Query, ctx: Context[Any], sources: Sources = ()) -> str:
        """Answer one question from the user's own documents with exact quotes. Ask it whole: it sees no
        conversation. `outcome` "answer": repeat the quotes as they are, with `place`; "unsure": `candidates`
        are likely sentences, say that none is certain; "absent": say that the documents do not tell. For
        several passages: document_search."""
        steps = 0

        async def step(what: PassStep) -> None:
            nonlocal steps
            steps += 1
            await ctx.report_progress(steps, None, what.why or what.record.kind)

        def work(edge: Edge, tell: Tell) -> Any:
            return _brief(edge.ask(question, sources=sources, observe=tell))

        return await session.call(work, step)

    @tool(made)
    async def document_search(
        query: Query,
        k: Annotated[int, Field(ge=1, le=MAX_K)] = 5,
        skip: Skip = 0,
        sources: Sources = (),
    ) -> str:
        """Find passages in the user's documents (`rag_query`), to compare, sum up, or read on where ask is
        unsure."""
        return await session.call(lambda edge, _: after(skip, edge.search(query, k + skip, sources=sources)))

    @tool(made)
    async def context_compose(
        query: Query,
        max_tokens: Annotated[int, Field(ge=1, le=MAX_TOKENS)] = 4_000,
        conversation: Annotated[Short | None, Field(description='Last turns of it; "" none')] = None,
        mmr_lambda: Annotated[float, Field(ge=0, le=10, description="Penalty on likeness")] = 0.0,
        window_size: Annotated[int, Field(ge=0, le=10)] = 1,
    ) -> str:
        """Pack documents, recent turns, earlier conversations and memories for a query into one context under
        a token budget. `items` tell why each is there."""
        from edge.compose.mmr import lambda_mult

        def composed(edge: Edge, _: Tell) -> Any:
            return edge.compose(
                query, max_tokens, conversation=conversation, lambda_mult=lambda_mult(mmr_lambda),
                window_size=window_size,
            )  # fmt: skip

        return await session.call(composed)

    @tool(made)
    async def context_expand(
        ids: Annotated[list[Id], Field(min_length=1, max_length=50)],
        neighbours: Annotated[int, Field(ge=0, le=10)] = 1,
    ) -> str:
        """What items of a context stand for and stand beside: a summary's turns, the
        episodes of a pattern, a turn's neighbours. Ids as in `items`: t4, s2, m7, c31."""
        return await session.call(lambda edge, _: _expanded(edge, ids, neighbours))

    @made.resource("document://list", mime_type="application/json")
    async def document_list() -> str:
        """The documents that are asked: name, title, kind, pages; and what could not be read."""
        return await session.read(lambda edge, _: _listed(edge))


def _brief(answer: Answer) -> dict[str, Any]:
    """What an assistant needs of an answer, under the names of `edge ask --json`. How it was found is told
    there, and would fill its window.
    """
    tongue = i18n.of_answer(answer)

    def quoted(one: Citation) -> dict[str, Any]:
        return {
            "quote": one.quote, **({"headings": one.context} if one.context else {}),
            "place": place(one, tongue), "source": one.source, "page": one.page, "heading": one.heading,
            "start": one.start, "end": one.end,
        }  # fmt: skip

    return {
        "outcome": answer.outcome, "abstained": answer.abstained, "answer": answer.answer,
        "reason": answer.reason, "confidence": answer.confidence,
        "citations": [quoted(one) for one in answer.citations],
        "candidates": [] if answer.outcome == "answer" else [quoted(one) for one in answer.candidates],
        "notes": answer.notes,
    }  # fmt: skip


def _listed(edge: Edge) -> dict[str, Any]:
    found = edge.library.documents()
    return {
        "documents": [
            {"source": one.source, "title": one.title, "kind": one.kind, "pages": one.pages}
            for one in found.documents
        ],
        "unread": [{"source": one.source, "reason": one.reason} for one in found.failures],
    }


def _expanded(edge: Edge, ids: list[str], n: int) -> dict[str, Any]:
    """Items with what they cover and what stands within `n` places of them."""
    composer = edge.composer
    sources: dict[str, Any] = {"t": composer.turns, "s": composer.turns, "m": composer.memories}
    found: list[Any] = []
    for id in ids:
        if not id[1:].isdecimal() or id[0] not in "tsmc":
            raise UsageError(f"{id[:24]!r} is no id of an item.", "They look like t4, s2, m7, c31.")
        source = sources.get(id[0]) or composer.documents()
        related = [*source.children([id]).get(id, []), *source.neighbours([id], n).get(id, [])]
        items = source.get([id, *related])
        if id not in items:
            raise UsageError(f"There is no item {id}.", "Ids come from context_compose.")
        found.append(
            {"id": id, "related": [_quoted_item(items[one]) for one in [id, *related] if one in items]}
        )
    return {"items": found}


def _quoted_item(item: Any) -> dict[str, Any]:
    return {
        "id": item.id, "kind": item.kind, "source": item.source, "index": item.index, "role": item.role,
        "day": item.day, "text": item.text[:TEXT],
    }  # fmt: skip
