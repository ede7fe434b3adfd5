"""What OpenAI's clients send and read: requests, completions, chunks, and an answer of edge as their text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from edge import i18n
from edge.ask.courtesy import is_reply
from edge.errors import UsageError
from edge.i18n.place import place
from edge.records import Answer, Citation, EarlierTurn
from edge.serve.refusal import Refusal

#: The line of a quote's place, in the text of an answer.
_PLACE = re.compile(r"^\[\d{1,3}\] .*$", re.MULTILINE)


class ContentPart(msgspec.Struct):
    """`text` of a part of type text; others (pictures, sounds, refusals) have none that counts."""

    type: str
    text: str = ""


class ChatMessage(msgspec.Struct):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[ContentPart] | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type == "text")
        return self.content or ""

    @property
    def unread(self) -> list[str]:
        """Types of the parts that edge cannot read."""
        parts = self.content if isinstance(self.content, list) else []
        return [part.type for part in parts if part.type != "text"]


class StreamOptions(msgspec.Struct):
    include_usage: bool = False


class EdgeOptions(msgspec.Struct, forbid_unknown_fields=True):
    """The field `edge` of a request. `input`: how a text is embedded."""

    knowledge: str = ""
    sources: list[str] = []
    input: Literal["document", "query"] = "document"


class ChatRequest(msgspec.Struct):
    """What of a request counts here. Temperature, seed and their kin do not: nothing is drawn by lot."""

    model: str
    messages: Annotated[list[ChatMessage], msgspec.Meta(min_length=1, max_length=10_000)]
    stream: bool = False
    stream_options: StreamOptions | None = None
    n: Annotated[int, msgspec.Meta(ge=1, le=1)] | None = None
    edge: EdgeOptions = msgspec.field(default_factory=EdgeOptions)


class EmbeddingRequest(msgspec.Struct):
    model: str
    input: str | Annotated[list[str], msgspec.Meta(min_length=1, max_length=2_048)]
    encoding_format: Literal["float", "base64"] = "float"
    dimensions: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    edge: EdgeOptions = msgspec.field(default_factory=EdgeOptions)


def question(messages: list[ChatMessage]) -> tuple[str, list[EarlierTurn]]:
    """The last user message, and those before it with what answered them. What a system says counts for
    nothing, wherever it stands. Raises UsageError when the last message is not a user's, or more than text.
    """
    said = [message for message in messages if message.role not in ("system", "developer")]
    if not said or said[-1].role != "user":
        raise UsageError("The last of the messages is no user's.", "Its content is the question.")
    if unread := said[-1].unread:
        raise UsageError(f"The question has a part of type {unread[0][:40]!r}.", "edge reads text.")
    turns: list[EarlierTurn] = []
    for message in said[:-1]:
        if message.role == "user" and message.text.strip():
            turns.append(EarlierTurn(question=message.text))
        elif message.role == "assistant" and turns:
            turns[-1] = msgspec.structs.replace(turns[-1], quotes=_shown(message.text))
    return said[-1].text, turns


def _shown(text: str) -> list[str]:
    """The quotes of an answer that `pieces` wrote; the first line of one may be a table's headings."""
    said = [part.strip() for part in _PLACE.split(text) if part.strip()]
    return [*said, *(part.partition("\n")[2] for part in said if "\n" in part)]


def no_such_model(name: str, known: list[str]) -> Refusal:
    """404, as OpenAI's clients know it."""
    return Refusal(
        404, "model_not_found", f"There is no model {name[:80]!r} here.", f"One of: {', '.join(known)}."
    )


def pieces(answer: Answer) -> Iterator[str]:
    """The answer as text, a quote at a time, each with its place; or that there is none, and the nearest."""
    tongue = i18n.of_answer(answer)
    words = i18n.table("answer", tongue)
    if is_reply(answer):
        yield answer.reason
        return
    quotes = [citation.quote for citation in answer.citations]
    if answer.outcome == "answer":
        if answer.answer and answer.answer not in quotes and answer.answer != " ".join(quotes):
            yield f"{answer.answer}\n\n"
        yield from _quoted(answer.citations, tongue)
        return
    if answer.outcome == "unsure" and not answer.candidates:
        yield f"{words['cannot_tell']}\n\n{answer.reason}"
        return
    yield words[answer.outcome]
    if answer.outcome == "absent" and answer.candidates:
        yield f"\n\n{words['nearest']}"
    if answer.candidates:
        yield "\n\n"
        yield from _quoted(answer.candidates, tongue)


def _quoted(citations: list[Citation], tongue: str) -> Iterator[str]:
    for number, citation in enumerate(citations, start=1):
        end = "" if number == len(citations) else "\n\n"
        said = f"{citation.context}\n{citation.quote}" if citation.context else citation.quote
        yield f"{said.strip()}\n[{number}] {place(citation, tongue)}{end}"


def extension(answer: Answer) -> dict[str, Any]:
    """The field `edge`: what OpenAI's shape has no place for."""
    return {
        "outcome": answer.outcome, "answer": answer.answer, "reason": answer.reason,
        "confidence": answer.confidence, "citations": answer.citations, "candidates": answer.candidates,
        "escalation": answer.escalation, "stopped_because": answer.stopped_because, "notes": answer.notes,
        "timings_ms": answer.timings_ms,
    }  # fmt: skip


def usage(answer: Answer) -> dict[str, int]:
    """Tokens that models counted; 0 where no model ran."""
    read = sum(record.tokens.get("prompt", 0) for record in answer.passes)
    written = sum(record.tokens.get("written", 0) for record in answer.passes)
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def completion(answer: Answer, id: str, created: int, model: str) -> dict[str, Any]:
    """A whole completion."""
    message = {"role": "assistant", "content": "".join(pieces(answer)), "refusal": None}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return {
        "id": id, "object": "chat.completion", "created": created, "model": model, "choices": [choice],
        "usage": usage(answer), "edge": extension(answer),
    }  # fmt: skip


def chunks(
    answer: Answer, id: str, created: int, model: str, *, with_usage: bool
) -> Iterator[dict[str, Any]]:
    """The same as a stream: the role, a chunk a quote, and the field `edge` with the end."""
    shared = {"id": id, "object": "chat.completion.chunk", "created": created, "model": model}
    if with_usage:
        shared["usage"] = None

    def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return {**shared, "choices": [choice], **more}

    yield chunk({"role": "assistant", "content": ""})
    for piece in pieces(answer):
        yield chunk({"content": piece})
    yield chunk({}, "stop", edge=extension(answer))
    if with_usage:
        yield {**shared, "choices": [], "usage": usage(answer)}
