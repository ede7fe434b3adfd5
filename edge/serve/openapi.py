"""/openapi.json: the routes as OpenAPI 3.1 describes them, from the types that read and write them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from edge import __version__
from edge.records import Answer, Extracted, IndexReport, SearchResponse
from edge.records.context import ComposedResult
from edge.records.documents import CitedText, DocumentDetail, DocumentList
from edge.records.memory import Memory, MemoryAdded
from edge.serve import answer_shapes as shapes
from edge.serve import (
    ask_routes,
    document_routes,
    escalate_routes,
    index_routes,
    memory_routes,
    message_routes,
    openai_routes,
    page_routes,
    removal_routes,
    search_routes,
)
from edge.serve.ask_routes import AskRequest
from edge.serve.escalate_routes import SendRequest
from edge.serve.index_routes import IndexRequest
from edge.serve.memory_routes import MemoryRequest
from edge.serve.message_routes import ComposeRequest, ExtractRequest
from edge.serve.openai_shapes import ChatRequest, EmbeddingRequest
from edge.serve.replies import reply
from edge.serve.search_routes import SearchRequest


class Described(NamedTuple):
    """`takes` and `gives`: types of the JSON bodies (`takes` None: no body). `parameters`: in the address; a
    name that ends in `!` has to be there, `#` counts. `streams`: server-sent events when asked.
    """

    takes: Any
    gives: Any
    parameters: tuple[str, ...] = ()
    streams: bool = False


#: In the place of a type: the answer is a picture.
PNG = "image/png"
_BASE = "knowledge"
DESCRIBED: dict[Any, Described] = {
    ask_routes.ask: Described(AskRequest, Answer, streams=True),
    search_routes.search: Described(SearchRequest, SearchResponse),
    document_routes.knowledge: Described(None, shapes.KnowledgeList),
    document_routes.documents: Described(None, DocumentList, (_BASE,)),
    document_routes.document: Described(None, DocumentDetail, ("source!", _BASE)),
    document_routes.page: Described(None, shapes.PageText, ("source!", "page#", _BASE)),
    document_routes.cited: Described(None, CitedText, ("citation!", "quote", "context#", _BASE)),
    page_routes.place: Described(None, shapes.PagePlace, ("source!", "page#!", "start#", "end#", _BASE)),
    page_routes.image: Described(None, PNG, ("source!", "page#!", "width#", _BASE)),
    message_routes.extract: Described(ExtractRequest, Extracted),
    message_routes.compose: Described(ComposeRequest, ComposedResult),
    memory_routes.memories: Described(None, shapes.MemoryList, ("query", "k#", "context")),
    memory_routes.add: Described(MemoryRequest, MemoryAdded),
    memory_routes.memory: Described(None, Memory),
    memory_routes.delete: Described(None, shapes.MemoryDeleted),
    memory_routes.restore: Described(None, Memory),
    memory_routes.traces: Described(None, shapes.TraceList, ("limit#",)),
    memory_routes.trace: Described(None, shapes.TraceWhole),
    index_routes.upload: Described(None, shapes.Uploaded, (_BASE,)),
    index_routes.index: Described(IndexRequest, IndexReport, streams=True),
    removal_routes.remove: Described(None, shapes.Removed, ("source!", _BASE)),
    escalate_routes.preview: Described(AskRequest, shapes.Preview),
    escalate_routes.send: Described(SendRequest, Answer, streams=True),
    openai_routes.chat: Described(ChatRequest, shapes.Completion, streams=True),
    openai_routes.embeddings: Described(EmbeddingRequest, shapes.EmbeddingList),
    openai_routes.models: Described(None, shapes.ModelList),
    openai_routes.model: Described(None, shapes.ModelName),
}


async def document(request: Request) -> Response:
    """The document itself."""
    state = request.app.state
    if not hasattr(state, "openapi"):
        state.openapi = described(request.app.routes)
    return reply(state.openapi)


def described(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """The OpenAPI document of those of the routes that are described."""
    types = [kind for one in DESCRIBED.values() for kind in (one.takes, one.gives)]
    kinds = [kind for kind in dict.fromkeys([*types, *_ERRORS]) if kind not in (None, PNG)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema = dict(zip(kinds, schemas, strict=True))
    places: dict[str, Any] = {}
    for route in routes:
        if isinstance(route, Route) and route.endpoint in DESCRIBED:
            path = route.path.replace(":path}", "}")
            for method in sorted((route.methods or set()) - {"HEAD"}):
                operation = _operation(route, path, DESCRIBED[route.endpoint], schema)
                places.setdefault(path, {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "edge", "version": __version__, "description": "Answers from your own documents."},
        "paths": places,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


#: Of /api, and of /v1.
_ERRORS = (shapes.Error, shapes.OpenAIError)
_TEXT, _COUNT = {"type": "string"}, {"type": "integer", "minimum": 0}


def _operation(route: Route, path: str, one: Described, schema: dict[Any, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {PNG: {}}
    if one.gives != PNG:
        content = {"application/json": {"schema": schema[one.gives]}}
    if one.streams:
        content["text/event-stream"] = {"schema": {"type": "string"}}
    told = " ".join((route.endpoint.__doc__ or "").split())
    operation: dict[str, Any] = {
        "summary": told.partition(". ")[0].rstrip("."),
        "description": told,
        "operationId": f"{route.endpoint.__module__.rpartition('.')[2].removesuffix('_routes')}_{route.name}",
        "responses": {
            "200": {"description": "Done.", "content": content},
            "default": {
                "description": "Why not, and what to do.",
                "content": {"application/json": {"schema": schema[_ERRORS[path.startswith("/v1/")]]}},
            },
        },
    }
    if one.takes is not None:
        body = {"required": True, "content": {"application/json": {"schema": schema[one.takes]}}}
        operation["requestBody"] = body
    elif route.endpoint is index_routes.upload:
        operation["requestBody"] = {"required": True, "content": {"application/octet-stream": {}}}
    inside = [part.strip("{}") for part in path.split("/") if part.startswith("{")]
    operation["parameters"] = [
        *({"name": name, "in": "path", "required": True, "schema": _TEXT} for name in inside),
        *(
            {
                "name": name.rstrip("#!"), "in": "query", "required": name.endswith("!"),
                "schema": _COUNT if "#" in name else _TEXT,
            }
            for name in one.parameters
        ),
    ]  # fmt: skip
    return operation


ROUTES = [Route("/openapi.json", document)]
