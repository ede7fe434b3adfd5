"""A message service without a knowledge base and without a local model."""

from __future__ import annotations

from typing import Any

from edge.cascade.factory import EngineFactory
from edge.cloud.gate import Gate
from edge.extract.service import MessageService
from edge.settings import Settings


def unopened(*_: object) -> Any:
    raise AssertionError("there is no knowledge base and no model here")


def message_service(settings: Settings, gate: Gate | None = None, **given: Any) -> MessageService:
    """`given`: what `MessageService` takes besides its engines."""
    engines = EngineFactory(settings, unopened, lambda: gate)
    return MessageService(engines, **{"find": unopened, **given})
