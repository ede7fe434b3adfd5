"""What may leave this device: a closed record, and the exact bytes it becomes.

There is no field for memory, a path, a source's name, an id, another document, or a score: what has no field
cannot leave. `edge.cloud.gate` takes this record and nothing else; `edge.cloud.client` gets the bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from edge.records import Record
from edge.schema.read import read
from edge.schema.to_cloud import to_cloud
from edge.text.sanitise import reveal

Purpose = Literal["ask", "extract", "grade"]


class CloudPassage(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A passage: its text and the quotes chosen from it. It leaves as [1], [2], ..., without its source."""

    text: str
    quotes: tuple[str, ...] = ()


class CloudContextItem(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A thing of the message's context. It leaves as "note 1", "event 2", ..., without its name."""

    kind: Literal["note", "event", "task", "message", "passage"]
    text: str


class CloudRequest(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One request. Everything but `schema` is text.

    `instructions`: from our own prompt files, the same for each message, so they come first and are cached.
    `question`: of a person. `message`: what a pass over a message reads, its sender and subject with it: an
    e-mail cannot be understood without them, so they leave as part of it, and of nothing else; or what a
    judge reads of a copy, its student's name left out. `draft`: what this device proposed, without its scores
    (they would anchor the answer). `schema`: of the answer.
    """

    purpose: Purpose
    instructions: tuple[str, ...]
    schema: Mapping[str, Any]
    question: str = ""
    message: str = ""
    passages: tuple[CloudPassage, ...] = ()
    items: tuple[CloudContextItem, ...] = ()
    draft: str = ""

    def texts(self) -> Iterator[str]:
        """Every text that came from the person's side: what redaction looks at."""
        yield from (self.question, self.message, self.draft)
        for passage in self.passages:
            yield passage.text
            yield from passage.quotes
        yield from (item.text for item in self.items)

    def mapped(self, change: Callable[[str], str]) -> CloudRequest:
        """The same record with every text of `texts` changed."""
        return CloudRequest(
            purpose=self.purpose,
            instructions=self.instructions,
            schema=self.schema,
            question=change(self.question),
            message=change(self.message),
            passages=tuple(
                CloudPassage(text=change(one.text), quotes=tuple(change(quote) for quote in one.quotes))
                for one in self.passages
            ),
            items=tuple(CloudContextItem(kind=one.kind, text=change(one.text)) for one in self.items),
            draft=change(self.draft),
        )

    def body(self, model: str, max_tokens: int, effort: str, *, cache: bool = False) -> bytes:
        """The exact bytes to post to /v1/messages: the same record gives the same bytes.

        `cache`: the instructions are long enough to be kept on the other side for five minutes.
        """
        system: list[dict[str, Any]] = [{"type": "text", "text": text} for text in self.instructions if text]
        if cache and system:
            system[-1]["cache_control"] = {"type": "ephemeral"}
        request = {
            "model": model,
            "max_tokens": max_tokens,
            "system": system,
            "messages": [{"role": "user", "content": [{"type": "text", "text": self._rendered()}]}],
            "output_config": {
                "format": {"type": "json_schema", "schema": to_cloud(read(self.schema))},
                "effort": effort,
            },
        }
        return msgspec.json.encode(request)

    def _rendered(self) -> str:
        """The parts, each between marks that nothing inside can foresee: they hold a digest of it all."""
        if self.message and not (self.question or self.passages or self.items or self.draft):
            return self.message  # a prompt that a verb has composed and marked already
        joined = "\0".join(self.texts())
        mark = hashlib.sha256(joined.encode("utf-8")).hexdigest()[:8]
        parts = [_part("passage", mark, f"[{n}]", one.text) for n, one in enumerate(self.passages, 1)]
        for n, one in enumerate(self.passages, 1):
            parts += [_part("quote", mark, f"[{n}]", quote) for quote in one.quotes]
        counts: dict[str, int] = {}
        for item in self.items:
            counts[item.kind] = counts.get(item.kind, 0) + 1
            parts.append(_part("context", mark, f"{item.kind} {counts[item.kind]}", item.text))
        for name, text in (("draft", self.draft), ("message", self.message), ("question", self.question)):
            if text:
                parts.append(_part(name, mark, "", text))
        return "\n\n".join(parts)


def cleaned(text: str) -> str:
    """Text as a person would see it: without hidden characters, which carry instructions that nobody saw."""
    return reveal(text)[0]


def _part(name: str, mark: str, label: str, text: str) -> str:
    label = f' "{label}"' if label else ""
    return f"<{name}-{mark}{label}>\n{text}\n</{name}-{mark}>"
