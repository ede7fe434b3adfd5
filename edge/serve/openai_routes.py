"""/v1: the door for OpenAI's clients. A model is an engine: it answers from the documents, or says that it
cannot.
"""

from __future__ import annotations

import base64
import time
import uuid
from collections.abc import Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edge.errors import EdgeError, ModelError, UsageError
from edge.records import Answer
from edge.serve import openai_shapes as shapes
from edge.serve import refusal, waiting
from edge.serve.openai_shapes import ChatRequest, EmbeddingRequest
from edge.serve.queue import Tell
from edge.serve.refusal import Refusal
from edge.serve.replies import body, question_of, reply
from edge.text.encode import encoded

if TYPE_CHECKING:
    from edge.api import Edge

#: Whatever `edge ask` would take.
DEFAULT = "edge"
_BEGAN = int(time.time())


async def chat(request: Request) -> Response:
    """The last user message is the question, those before it its history; the answer whole or streamed."""
    asked = await body(request, ChatRequest)
    question, history = shapes.question(asked.messages)
    question = question_of(question)

    def work(edge: Edge, tell: Tell) -> Answer:
        if asked.model not in (known := engines(edge)):
            if asked.model in edge.engines.embedders():
                raise UsageError(f"{asked.model} makes vectors.", f"Ask one of: {', '.join(known)}.")
            raise shapes.no_such_model(asked.model, known)
        engine = None if asked.model == DEFAULT else asked.model
        return edge.ask(
            question, sources=asked.edge.sources, engine=engine, history=history, observe=lambda _: tell(None)
        )

    queue, base = request.app.state.queue, asked.edge.knowledge
    id, created = f"chatcmpl-{uuid.uuid4().hex}", int(time.time())
    if not asked.stream:
        answer = await waiting.result(request, queue.submit(work, base=base))
        return reply(shapes.completion(answer, id, created, asked.model))
    with_usage = asked.stream_options is not None and asked.stream_options.include_usage

    def result(answer: Answer) -> Iterable[bytes]:
        for chunk in shapes.chunks(answer, id, created, asked.model, with_usage=with_usage):
            yield _data(chunk)
        yield b"data: [DONE]\n\n"

    def failed(error: EdgeError) -> bytes:
        return _data(refusal.openai_document(error, refusal.status_of(error)))

    frames = waiting.Frames(lambda _: b": queued\n\n", result, failed)
    return await waiting.stream(queue, work, frames, base=base)


async def embeddings(request: Request) -> Response:
    """Unit vectors of texts, by an embedder that is on this device."""
    asked = await body(request, EmbeddingRequest)
    texts = [asked.input] if isinstance(asked.input, str) else asked.input
    if not all(text.strip() for text in texts):
        raise UsageError("An input holds no text.", "Leave empty ones out.")

    def work(edge: Edge, tell: Tell) -> dict[str, Any]:
        names = edge.engines.embedders()
        if not names:
            raise Refusal(
                503, "no_embedder", "There is no embedding model on this device.",
                "See: edge doctor, edge models list",
            )  # fmt: skip
        if asked.model not in (DEFAULT, *names):
            raise shapes.no_such_model(asked.model, [DEFAULT, *names])
        try:
            model = edge.engines.embedder(
                names[0] if asked.model == DEFAULT else asked.model, asked.dimensions or 0
            )
        except ModelError as error:
            if asked.dimensions:  # of a size that it was not trained for
                raise UsageError(error.message, error.hint) from error
            raise
        vectors, tokens = [], 0
        for text in texts:
            tell(None)  # ends here when nobody waits any more
            tokens += model.count_tokens(text)
            made = model.query(text) if asked.edge.input == "query" else next(model.documents([("", text)]))
            vectors.append(made)
        data = [
            {"object": "embedding", "index": at, "embedding": _vector(vector, asked.encoding_format)}
            for at, vector in enumerate(vectors)
        ]
        return {
            "object": "list", "data": data, "model": model.space.name,
            "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
            "edge": {"revision": model.space.revision, "dims": model.space.dims},
        }  # fmt: skip

    job = request.app.state.queue.submit(work, base=asked.edge.knowledge)
    return reply(await waiting.result(request, job))


async def models(request: Request) -> Response:
    """What may stand in the field `model`."""
    found = await _listed(request)
    return reply({"object": "list", "data": [_model(name) for name in found]})


async def model(request: Request) -> Response:
    """One of them."""
    name = request.path_params["name"]
    found = await _listed(request)
    if name not in found:
        raise shapes.no_such_model(name, found)
    return reply(_model(name))


def engines(edge: Edge) -> list[str]:
    """Engines that can be asked here, the default one first."""
    found = [DEFAULT, "lexical"]
    if find_spec("onnxruntime") and find_spec("tokenizers"):
        found.append("semantic")
    if find_spec("llama_cpp") and edge.settings.gemma.model:
        found.append("gemma")
    return found


async def _listed(request: Request) -> list[str]:
    def work(edge: Edge, _: Tell) -> list[str]:
        return [*engines(edge), *edge.engines.embedders()]

    return await waiting.result(request, request.app.state.queue.submit(work))


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": _BEGAN, "owned_by": "edge"}


def _vector(vector: Any, form: str) -> Any:
    if form == "base64":  # little-endian float32, which OpenAI's client asks for by itself
        return base64.b64encode(vector.astype("<f4").tobytes()).decode()
    return vector.tolist()


def _data(value: Any) -> bytes:
    return b"data: " + encoded(value) + b"\n\n"


ROUTES = [
    Route("/v1/chat/completions", chat, methods=["POST"]),
    Route("/v1/embeddings", embeddings, methods=["POST"]),
    Route("/v1/models", models),
    Route("/v1/models/{name:path}", model),
]
