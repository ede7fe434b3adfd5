"""/openapi.json against what is really asked and answered: every route, and every field of its answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import page_site
import pytest
from http_server import Reply, Served, serving
from readers import index

QUESTION = {"question": "How is the boiler started?"}
CHAT = {"model": "edge", "messages": [{"role": "user", "content": "How is the boiler started?"}]}
MEMORY = {
    "title": "Build fails on ARM",
    "context": {"situation": "The build fails on ARM after the update.", "solution": "Pin gcc 12."},
}
BYTES = {"Content_Type": "application/octet-stream"}


def strict(schema: Any) -> Any:
    """The same where an object has no fields but those that are described."""
    if isinstance(schema, dict):
        closed = {"additionalProperties": False} if "properties" in schema else {}
        return {**closed, **{name: strict(inner) for name, inner in schema.items()}}
    return [strict(one) for one in schema] if isinstance(schema, list) else schema


class Description:
    """What a server says of itself, beside what it was asked."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.document = served.get("/openapi.json")
        self.components = strict(self.document["components"])
        self.asked: set[tuple[str, str]] = set()

    def check(self, schema: Any, value: Any) -> None:
        whole = {**strict(schema), "components": self.components}
        jsonschema.validate(value, whole, cls=jsonschema.Draft202012Validator)

    def ask(
        self, method: str, route: str, path: str, body: Any = None, status: int = 200, **headers: str
    ) -> Any:
        """The answer, which fits the description of its route, as does what was sent."""
        operation = self.document["paths"][route][method.lower()]
        reply: Reply = self.served.request(method, path, body, **headers)
        assert reply.status == status, (path, reply.status, reply.body[:300])
        described = operation["responses"]["200" if status == 200 else "default"]["content"]
        kind = reply.headers["content-type"].partition(";")[0]
        assert kind in described, path
        if isinstance(body, dict) and status == 200:
            self.check(operation["requestBody"]["content"]["application/json"]["schema"], body)
        if status == 200:
            self.asked.add((method.lower(), route))
        if kind != "application/json":
            return reply.body
        self.check(described[kind]["schema"], reply.json())
        return reply.json()


@pytest.fixture(scope="module")
def description(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Description]:
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    home = tmp_path_factory.mktemp("described")
    papers = home / "papers"
    papers.mkdir()
    page_site.boiler_pdf(papers / "boiler.pdf")
    (papers / "note.md").write_text("# Note\n\nThe gong is struck at noon.\n", encoding="utf-8")
    index(home / "mine.db", papers)
    with serving(home / "state", "-K", str(home / "mine.db"), "--allow-write") as running:
        yield Description(running)


def test_every_answer_fits_its_description(description: Description) -> None:
    """Each route of /api and /v1 is described, and answers with the fields that its description names and
    no others; what it takes fits too.
    """
    from edge.serve import app
    from edge.serve.openapi import DESCRIBED

    ask = description.ask
    for body in (
        QUESTION,
        {"question": "Who won the football championship of Brazil?"},
        {"question": "thanks"},
    ):
        ask("POST", "/api/ask", "/api/ask", body)
    ask("POST", "/api/search", "/api/search", {"query": "boiler", "k": 2})
    ask("GET", "/api/knowledge", "/api/knowledge")
    ask("GET", "/api/documents", "/api/documents")
    ask("GET", "/api/document", "/api/document?source=boiler.pdf")
    ask("GET", "/api/page", "/api/page?source=note.md")
    ask("GET", "/api/page", "/api/page?source=boiler.pdf&page=1")
    ask("GET", "/api/cited", "/api/cited?citation=note.md&quote=gong&context=1")
    ask("GET", "/api/page/place", "/api/page/place?source=boiler.pdf&page=1&start=0&end=20")
    assert ask("GET", "/api/page/image", "/api/page/image?source=boiler.pdf&page=1").startswith(b"\x89PNG")
    if description.served.request("POST", "/api/extract", {"text": "Pay 12 EUR."}).status == 200:
        ask("POST", "/api/extract", "/api/extract", {"text": "Please pay 120.50 EUR by 2026-12-09."})
    else:
        description.asked.add(("post", "/api/extract"))  # its extra is not installed
    ask("POST", "/api/compose", "/api/compose", {"query": "boiler", "max_tokens": 300})
    added = ask("POST", "/api/memory", "/api/memory", MEMORY)["id"]
    ask("GET", "/api/memory", "/api/memory")
    assert ask("GET", "/api/memory", "/api/memory?query=gcc&k=3&context=ARM")["results"]
    ask("GET", "/api/memory/{id}", f"/api/memory/{added}")
    ask("DELETE", "/api/memory/{id}", f"/api/memory/{added}")
    ask("POST", "/api/memory/{id}/restore", f"/api/memory/{added}/restore")
    (trace,) = ask("GET", "/api/traces", "/api/traces?limit=1")["traces"]
    ask("GET", "/api/traces/{id}", f"/api/traces/{trace['id']}")
    ask("PUT", "/api/index/{name}", "/api/index/drum.md", b"# Drum\n\nThe drum is beaten at dawn.\n", **BYTES)
    ask("POST", "/api/index", "/api/index", {})
    ask("DELETE", "/api/document", "/api/document?source=drum.md")
    ask("POST", "/v1/chat/completions", "/v1/chat/completions", CHAT)
    ask("GET", "/v1/models", "/v1/models")
    ask("GET", "/v1/models/{name}", "/v1/models/lexical")
    if description.served.request("POST", "/v1/embeddings", {"model": "edge", "input": "x"}).status == 200:
        for form in ("float", "base64"):
            body = {"model": "edge", "input": ["boiler"], "encoding_format": form}
            ask("POST", "/v1/embeddings", "/v1/embeddings", body)
    asked = {*description.asked, ("post", "/v1/embeddings")}  # where a model for it is here
    assert ask("POST", "/api/escalate", "/api/escalate", {"question": "Who is Tamsin?"})["permitted"] is False
    described = {
        (method, path) for path, methods in description.document["paths"].items() for method in methods
    }
    # The one that sends is asked beside a Claude of this device, in test_write_routes.py.
    assert described - asked - {("post", "/api/escalate")} == {("post", "/api/escalate/send")}
    for room in app.ROOMS:
        for route in room.ROUTES:
            assert route.endpoint in DESCRIBED or not route.path.startswith(("/api", "/v1")), route.path


@pytest.mark.parametrize(
    "asked",
    [
        ("POST", "/api/ask", "/api/ask", {"question": ""}, 400),
        ("GET", "/api/traces/{id}", "/api/traces/none", None, 400),
        ("PUT", "/api/index/{name}", "/api/index/.hidden", b"x", 400),
        ("POST", "/api/escalate/send", "/api/escalate/send", {**QUESTION, "sha256": "none"}, 403),
        ("POST", "/v1/chat/completions", "/v1/chat/completions", {**CHAT, "model": "none"}, 404),
        ("GET", "/v1/models/{name}", "/v1/models/none", None, 404),
    ],
)
def test_an_error_fits_its_description(description: Description, asked: tuple[Any, ...]) -> None:
    """Under /v1 it has the shape of OpenAI, elsewhere edge's own, with all that these promise."""
    description.ask(*asked)


def test_the_description_is_one(description: Description) -> None:
    """Valid schemas, names that are one each, sentences that end; numbers are numbers; what does not fit is
    told apart.
    """
    document = description.document
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    operations = [one for path in document["paths"].values() for one in path.values()]
    ids = [one["operationId"] for one in operations]
    assert len(ids) == len(set(ids)) and json.dumps(document)
    assert all(one["summary"] and one["description"].endswith(".") for one in operations)
    place = document["paths"]["/api/page/place"]["get"]["parameters"]
    assert {one["name"]: (one["schema"]["type"], one["required"]) for one in place} == {
        "source": ("string", True), "page": ("integer", True), "start": ("integer", False),
        "end": ("integer", False), "knowledge": ("string", False),
    }  # fmt: skip
    wanted = document["paths"]["/api/ask"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    with pytest.raises(jsonschema.ValidationError):
        description.check(wanted, {"question": 3})
