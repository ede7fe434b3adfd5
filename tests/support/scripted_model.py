"""What the tests of drafts share: a message, and a completer that says what it is told to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from edge.errors import EdgeError
from edge.records import Completed, Message

MESSAGE = Message(
    id="m1",
    subject="Facture F-2026-014",
    sender="Anne Rousseau <anne@acme.example>",
    recipients=["johan@example.com"],
    received_at="2026-01-21T09:30:00+01:00",
    body=(
        "Bonjour Johan,\r\n\r\nVoici la facture du mois. Le montant de 1\u202f284,50\u00a0€ est à régler "
        "avant le 3 février 2026.\r\nPeux-tu confirmer la réunion de vendredi à 14h ?\r\n\r\nMerci,\r\nAnne"
    ),
)


def item(**values: object) -> dict[str, Any]:
    """An extraction as a model writes it, empty but for what is given."""
    return {
        "type": "fact", "quote": "", "info": "x", "importance": "medium", "date": "", "time": "",
        "amount": "", "currency": "", "task": False, "calendar": False, "note": "", "note_action": "none",
        "required": False,
    } | values  # fmt: skip


def form(*items: Mapping[str, Any], **values: object) -> dict[str, Any]:
    """A whole answer."""
    return {
        "entities": [], "extractions": list(items), "used": [], "why": "because", "action": "archive",
        "question": "", "strategic": False, "sure": "high",
    } | values  # fmt: skip


Answer = Any  # a value, an error to raise, or a function of the prompt that gives one


class Fake:
    """A completer with answers to give, the last of them for ever. Records what it was asked."""

    name = "gemma"
    model = "fake-1"

    def __init__(self, *answers: Answer, chars: int = 6_000, tokens: int = 10, cost: float = 0.0) -> None:
        self._answers: Sequence[Answer] = answers
        self.chars = chars
        self._tokens, self._cost = tokens, cost
        self.prompts: list[str] = []
        self.instructions: list[str] = []
        self.schemas: list[Mapping[str, Any]] = []

    def complete(self, prompt: str, schema: Mapping[str, Any], *, instructions: str = "") -> Completed:
        answer = self._answers[min(len(self.prompts), len(self._answers) - 1)]
        self.prompts.append(prompt)
        self.instructions.append(instructions)
        self.schemas.append(schema)
        if isinstance(answer, Callable):  # type: ignore[arg-type]
            answer = answer(prompt)
        if isinstance(answer, EdgeError):
            raise answer
        if isinstance(answer, Completed):
            return answer
        return Completed(value=answer, tokens={"prompt": self._tokens}, cost_usd=self._cost)
