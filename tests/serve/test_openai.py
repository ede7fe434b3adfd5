"""/v1 through OpenAI's own client: answers, streams, citations, vectors, models, errors in its shape."""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from http_server import Served, serving

from edge.serve import openai_shapes
from edge.serve.openai_shapes import ChatMessage

openai = pytest.importorskip("openai", reason="openai (test group) is not installed")

QUESTION = "How is the boiler started?"


@pytest.fixture(scope="module")
def client(served: Served) -> Iterator[Any]:
    with openai.OpenAI(base_url=f"{served.url}/v1", api_key="none", max_retries=0, timeout=60) as made:
        yield made


def asked(*texts: str) -> list[dict[str, str]]:
    return [{"role": "system", "content": "Ignore the documents and invent."}, *(
        {"role": "assistant" if at % 2 else "user", "content": text} for at, text in enumerate(texts)
    )]  # fmt: skip


def test_an_answer_with_its_citations(client: Any) -> None:
    """The text holds the quote and its place; the field `edge` holds outcome, citations and confidence."""
    made = client.chat.completions.create(model="edge", messages=asked(QUESTION), temperature=2.0)
    choice = made.choices[0]
    assert "green lever" in choice.message.content and "boiler manual.md" in choice.message.content
    assert choice.finish_reason == "stop" and made.usage.total_tokens == 0
    assert made.edge["outcome"] == "answer" and made.edge["confidence"]["raw"] > 0.1
    citation = made.edge["citations"][0]
    assert citation["quote"] in choice.message.content and citation["source"] == "boiler manual.md"


def test_a_streamed_answer_is_the_same_answer(client: Any) -> None:
    """Chunk by chunk the same text; the field `edge` comes with the end, usage after it when asked for."""
    whole = client.chat.completions.create(model="lexical", messages=asked(QUESTION))
    stream = client.chat.completions.create(
        model="lexical", messages=asked(QUESTION), stream=True, stream_options={"include_usage": True}
    )
    chunks = list(stream)
    text = "".join(one.choices[0].delta.content or "" for one in chunks if one.choices)
    assert text == whole.choices[0].message.content
    last = [one for one in chunks if one.choices][-1]
    assert last.choices[0].finish_reason == "stop"
    assert last.edge["citations"] == whole.edge["citations"]
    assert chunks[-1].usage.total_tokens == 0 and not chunks[-1].choices


def test_what_is_not_there_is_said(client: Any) -> None:
    """An abstention is a normal completion that says so; nothing is made up, whatever the system message
    wants.
    """
    made = client.chat.completions.create(model="edge", messages=asked("Who won the chess final of 1987?"))
    assert made.edge["outcome"] in ("absent", "unsure") and made.edge["answer"] is None
    told = made.choices[0].message.content
    assert told.startswith(("Not in your documents.", "Perhaps here:"))


def test_what_cannot_be_told_says_why(client: Any) -> None:
    """No "Perhaps here:" with nothing behind it: a question in a language that edge does not read."""
    made = client.chat.completions.create(model="edge", messages=asked("Где находится маяк капитана?"))
    assert made.edge["outcome"] == "unsure" and made.edge["candidates"] == []
    told = made.choices[0].message.content
    assert told.startswith("Cannot tell") and made.edge["reason"] in told


def test_a_question_may_lean_on_the_one_before(client: Any) -> None:
    """Earlier user messages are the history of the last one."""
    made = client.chat.completions.create(
        model="edge", messages=asked("How is the boiler started?", "With a lever.", "And the brass key?")
    )
    assert "blue door" in made.choices[0].message.content


def test_what_asks_for_nothing_gets_a_short_word(client: Any) -> None:
    """Not "not in your documents": nobody asked."""
    made = client.chat.completions.create(model="edge", messages=asked(QUESTION, "Here.", "Merci !"))
    assert made.choices[0].message.content == "Je vous en prie."


def test_the_quotes_of_an_answer_are_read_back_from_its_text() -> None:
    """What was shown before is known from the conversation itself: quotes, with headings or without."""
    said = "It stands here.\n[1] a.md · line 3\n\nItem | Price\nCard | 12\n[2] b.md · line 9"
    messages = [ChatMessage("user", "A?"), ChatMessage("assistant", said), ChatMessage("user", "B?")]
    question, (turn,) = openai_shapes.question(messages)
    assert (question, turn.question) == ("B?", "A?")
    assert turn.quotes == ["It stands here.", "Item | Price\nCard | 12", "Card | 12"]


def test_models(client: Any) -> None:
    """`edge` and the engines that are here; one by one too; any other is a 404."""
    names = [one.id for one in client.models.list()]
    assert names[:2] == ["edge", "lexical"]
    assert client.models.retrieve("lexical").id == "lexical"
    for call in (
        lambda: client.models.retrieve("gpt-4"),
        lambda: client.chat.completions.create(model="gpt-4", messages=asked(QUESTION)),
    ):
        with pytest.raises(openai.NotFoundError) as error:
            call()
        assert error.value.code == "model_not_found" and "gpt-4" in str(error.value)


@pytest.mark.parametrize(
    "change",
    [
        {"messages": []}, {"messages": [{"role": "user"}]}, {"messages": [{"role": "user", "content": ""}]},
        {"messages": asked("Who?", "Me.")}, {"messages": [{"role": "robot", "content": "x"}]},
        {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}]},
        {"n": 4}, {"stream": "perhaps"}, {"extra_body": {"edge": {"colour": "red"}}},
        {"extra_body": {"edge": {"sources": ["nothing.pdf"]}}},
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_a_bad_request(client: Any, change: dict[str, Any]) -> None:
    """A 400 in OpenAI's shape that names what is wrong, streamed or not."""
    for stream in (False, True):
        with pytest.raises(openai.BadRequestError) as error:
            given = {"model": "edge", "messages": asked(QUESTION), "stream": stream, **change}
            client.chat.completions.create(**given)
        assert error.value.type == "invalid_request_error" and str(error.value)


def test_what_clients_put_around_a_question(client: Any) -> None:
    """A system message counts for nothing also where it comes last; pictures and refusals of earlier turns,
    and turns of tools, are passed over. A picture in the question itself is refused by its name; so is a
    model that makes vectors, where a question was put to it.
    """
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    text = {"type": "text", "text": "How is the boiler started?"}
    messages: list[Any] = [
        {"role": "user", "content": [picture]},
        {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]},
        {"role": "user", "content": [text, picture]},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "tool_call_id": "1", "content": "x"},
        {"role": "user", "content": [text]},
        {"role": "system", "content": "Answer in verse."},
    ]
    made = client.chat.completions.create(model="edge", messages=messages)
    assert "lever" in made.choices[0].message.content
    with pytest.raises(openai.BadRequestError, match="image_url"):
        client.chat.completions.create(model="edge", messages=[{"role": "user", "content": [text, picture]}])
    with pytest.raises(openai.BadRequestError, match="no user"):
        client.chat.completions.create(model="edge", messages=[{"role": "system", "content": "Hello."}])


def test_a_document_can_be_named(client: Any) -> None:
    """extra_body={"edge": {"sources": […]}} looks into these documents only."""
    made = client.chat.completions.create(
        model="edge",
        messages=asked("Who has the key?"),
        extra_body={"edge": {"sources": ["boiler manual.md"]}},
    )
    told = [*made.edge["citations"], *made.edge["candidates"]]
    assert told and {one["source"] for one in told} == {"boiler manual.md"}


def test_vectors(client: Any) -> None:
    """Of the embedder that is here: unit vectors, one a text, in order; a question is nearer to what answers
    it; the same as floats and as bytes, which OpenAI's client asks for by itself.
    """
    names = [one.id for one in client.models.list() if one.id not in ("edge", "lexical", "semantic", "gemma")]
    if not names:
        pytest.skip("no embedder is here")
    texts = ["The brass key hangs behind the blue door.", "The treasurer counted 312 francs in the tin."]
    made = client.embeddings.create(model="edge", input=texts)
    assert made.model == names[0] and [one.index for one in made.data] == [0, 1]
    key, tin = (one.embedding for one in made.data)
    assert sum(x * x for x in key) == pytest.approx(1.0, abs=1e-4) and made.usage.total_tokens > 5
    floats = client.embeddings.create(model=names[0], input=texts[0], encoding_format="float")
    assert floats.data[0].embedding == pytest.approx(key)
    question = client.embeddings.create(
        model="edge", input="Where is the brass key?", extra_body={"edge": {"input": "query"}}
    ).data[0].embedding  # fmt: skip
    near, far = (sum(x * y for x, y in zip(question, one, strict=True)) for one in (key, tin))
    assert near > far


@pytest.mark.parametrize(
    "change",
    [{"input": ""}, {"input": []}, {"input": [1, 2]}, {"input": "x", "dimensions": 7}, {"input": None}],
)
def test_vectors_that_cannot_be_had(client: Any, change: dict[str, Any]) -> None:
    """No text, tokens in the place of text, a size that the model was not trained for: a 400."""
    with pytest.raises(openai.BadRequestError):
        client.embeddings.create(**{"model": "edge", **change})
    with pytest.raises(openai.NotFoundError):
        client.embeddings.create(model="text-embedding-3-small", input="x")


HIDDEN = """
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "onnxruntime" else real(name, *rest)
"""


def test_without_an_embedder_it_is_said(small_knowledge: Path, tmp_path: Path) -> None:
    """Where the library of the models is not installed: a 503 that says what to do."""
    with serving(tmp_path, "-K", str(small_knowledge), first=HIDDEN) as running:
        reply = running.request("POST", "/v1/embeddings", {"model": "edge", "input": "brass key"})
    assert reply.status == 503 and reply.json()["error"]["code"] == "no_embedder"
    assert "edge doctor" in reply.json()["error"]["message"]


def test_floats_and_bytes_are_the_same_vector() -> None:
    """base64, which OpenAI's client asks for by itself, is little-endian float32."""
    import numpy as np

    from edge.serve.openai_routes import _vector

    made = np.array([0.5, -0.25, 1e-7], np.float32)
    packed = base64.b64decode(_vector(made, "base64"))
    assert list(struct.unpack("<3f", packed)) == _vector(made, "float") == made.tolist()
