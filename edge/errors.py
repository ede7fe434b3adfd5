"""Every error that edge raises on purpose.

    EdgeError                     1  something went wrong, and the message says what to do
    ├── UsageError                2  what was typed cannot be understood
    │   ├── QuestionError         2  a question that is empty, too long or has no words
    │   ├── SchemaError           2  a schema that a model's output cannot be held to
    │   └── ScaleError            2  a marking scale that cannot be used, or contradicts itself
    ├── ModelError                5  a model is missing, damaged or does not fit
    │   ├── ModelDamaged          5  its bytes are not what they should be
    │   ├── ModelMemory           5  larger than this device's memory
    │   ├── ModelDied             5  its process ended, or did not answer in time
    │   ├── PromptTooLong         5  question and instructions exceed the window
    │   └── OutputCut             5  the model did not finish: an error of the pass
    │       └── OutputBroken      5  ... or wrote something that is not what was asked for
    ├── MessageError              1  one message cannot be read (the batch goes on)
    ├── CopyError                 1  one copy cannot be graded (the batch goes on)
    ├── NotPermitted              6  refused: offline, or the user has not said yes
    │   ├── Declined              6  the person was asked, and said no
    │   └── BudgetSpent           6  the day's or month's budget for the cloud is used up
    ├── CloudError                1  the cloud gave no answer that can be used
    │   ├── CloudRefused          1  it answered with a refusal that no second try will change
    │   ├── CloudBroken           1  it answered with something that is not what was asked for
    │   └── CloudUnknown          1  it may have answered, and nobody knows: never sent again silently
    ├── KnowledgeError            7  the knowledge base cannot be used
    │   ├── KnowledgeMissing      7  there is no file
    │   ├── KnowledgeDamaged      7  its bytes or its structure are not what they should be
    │   └── KnowledgeVersion      7  written by another version of edge
    ├── ReadError                 1  one document cannot be read (the batch goes on)
    ├── BundleError               1  a bundle that is damaged, not one, or not for this machine
    └── StorageError              1  a disk, folder or lock stands in the way
        └── NotKept               1  a result is there, and could not be kept

The number is the exit code. A message names the thing, the value, and what to do next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class EdgeError(Exception):
    """Base of the tree. `hint` is the next step, printed on a line of its own. `cost_usd`: what was paid, or
    may have been, before it ended this way.
    """

    exit_code = 1
    cost_usd = 0.0

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class Stopped(Exception):
    """Nobody waits for the result any more (`Edge.stopping`). No EdgeError: it is never taken for a failed
    pass.
    """


class UsageError(EdgeError):
    """What was typed cannot be understood."""

    exit_code = 2


class QuestionError(UsageError):
    """A question that is empty, too long, or holds no words."""


class SchemaError(UsageError):
    """A JSON schema that cannot be enforced, or that would let a model run on for ever."""


class ScaleError(UsageError):
    """A marking scale that cannot be used, or contradicts itself."""


class ModelError(EdgeError):
    """A model is missing, damaged, or does not fit this device."""

    exit_code = 5


class ModelDamaged(ModelError):
    """A model file's bytes are not what they should be. Raised before any native parser sees them."""


class ModelMemory(ModelError):
    """A model needs more memory than this device has free. Raised before it is loaded."""


class ModelDied(ModelError):
    """The model's process ended or did not answer in time. The next call starts another."""


class PromptTooLong(ModelError):
    """A prompt that exceeds the window even when everything that may be dropped is dropped."""


class OutputCut(ModelError):
    """The model reached the token limit before it was done: nothing of it is used."""


class OutputBroken(OutputCut):
    """What the model wrote is not what was asked for: nothing of it is used."""


class NotPermitted(EdgeError):
    """Refused because edge is offline or the user has not said yes."""

    exit_code = 6


class Declined(NotPermitted):
    """The person was asked, and said no: a decision, not a failure."""


class BudgetSpent(NotPermitted):
    """The budget for the cloud is used up: calls, tokens or money, of the day or the month."""


class CloudError(EdgeError):
    """The cloud gave no answer that can be used: an error of the pass, the local result stands.

    `attempts`: how often it was tried. `usage`: what the service says it counted, empty where it says
    nothing. `request_id`: the service's own name for the call, for a complaint.
    """

    def __init__(
        self,
        message: str,
        hint: str = "",
        *,
        attempts: int = 0,
        usage: Mapping[str, Any] | None = None,
        request_id: str = "",
    ) -> None:
        super().__init__(message, hint)
        self.attempts = attempts
        self.usage = dict(usage or {})
        self.request_id = request_id


class CloudRefused(CloudError):
    """An answer that no second try will change: a bad key, a bad request, a refusal."""


class CloudBroken(CloudError):
    """An answer that is not what was asked for: cut off, not JSON, or against the schema."""


class CloudUnknown(CloudError):
    """The request may have been carried out, and its answer is lost. It is never sent again silently."""


class KnowledgeError(EdgeError):
    """The knowledge base cannot be used."""

    exit_code = 7


class KnowledgeMissing(KnowledgeError):
    """There is no knowledge base at this path."""


class KnowledgeDamaged(KnowledgeError):
    """The file's bytes or structure are not what they should be."""


class KnowledgeVersion(KnowledgeError):
    """The file was written by another version of edge."""


class ReadError(EdgeError):
    """One document cannot be read. Its reason is recorded; the rest of the batch goes on."""


class MessageError(EdgeError):
    """One message cannot be read. Its reason is recorded; the rest of the batch goes on."""


class CopyError(EdgeError):
    """One copy cannot be graded. Its reason is recorded; the rest of the batch goes on."""


class BundleError(EdgeError):
    """A bundle cannot be made, or is damaged, not one, or not for this machine. Nothing was installed."""


class StorageError(EdgeError):
    """A disk, folder or lock stands in the way of writing."""


class NotKept(StorageError):
    """A result that could not be kept in the user's database: it is in `result` (an Extracted, of the Message
    `message_read`), and nowhere else.
    """

    def __init__(self, message: str, hint: str, *, message_read: Any, result: Any) -> None:
        super().__init__(message, hint)
        self.message_read = message_read
        self.result = result


# Outcomes that are not errors, with the exit codes the design fixes.
EXIT_ABSTAINED = 3
EXIT_NEEDS_PERSON = 4
