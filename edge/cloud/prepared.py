"""One request as it would leave: cleaned, redacted, in its exact bytes, with the most that it can cost."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from edge.cloud import prices
from edge.cloud.prices import ModelPrice
from edge.cloud.redact import Redactor
from edge.cloud.request import CloudRequest, Purpose, cleaned
from edge.errors import NotPermitted, PromptTooLong
from edge.records import Record
from edge.settings import CloudSettings
from edge.text.tokens import estimate


class PreparedRequest(Record, frozen=True, kw_only=True):
    """`prompt`: tokens of it; `tokens` and `usd`: the most it can take with its answer; `masked`: how many
    different values have placeholders.
    """

    tier: ModelPrice
    purpose: Purpose
    body: bytes
    sha256: str
    prompt: int
    tokens: int
    usd: float
    masked: int

    def check_window(self) -> None:
        """Raises PromptTooLong when the model cannot read it and answer."""
        if self.tokens > self.tier.context:
            raise PromptTooLong(
                f"The request has about {self.prompt} tokens; {self.tier.model} reads {self.tier.context}"
                " with its answer.",
                "Send less: a shorter message, fewer passages.",
            )

    def plausible(self, usage: Mapping[str, Any]) -> bool:
        """Whether the service can have counted this for it."""
        return self.tier.plausible(usage, len(self.body), self.tokens - self.prompt)

    def question(self, host: str, *, before: bool) -> str:
        """What the person is asked. `before`: the same bytes were sent, and what came of them is unknown."""
        masked = f", {self.masked} values masked" if self.masked else ""
        again = " It was sent before, with an unknown outcome: it may be billed twice."
        return (
            f"Ask {self.tier.name} ({self.tier.model} at {host})? {len(self.body)} bytes leave this device"
            f"{masked}; it costs at most ${self.usd:.4f}.{again if before else ''}"
        )


def prepare(
    outgoing: CloudRequest,
    tier: ModelPrice,
    cloud: CloudSettings,
    *,
    rules: Sequence[str],
    secrets: Sequence[str],
) -> tuple[Redactor, PreparedRequest]:
    """The request, and what puts its masked values back. The first of `secrets` is the key.

    Raises NotPermitted when passages may not leave, or something secret would.
    """
    if not cloud.passages and (outgoing.passages or outgoing.items):
        raise NotPermitted("Passages may not leave this device.", "Set cloud.passages to allow it.")
    visible = outgoing.mapped(cleaned)
    words = [word.strip() for word in cloud.redact_words.split(",") if word.strip()]
    redactor = Redactor(visible.texts(), rules, secrets, words)
    fixed = sum(estimate(text) for text in outgoing.instructions)
    body = visible.mapped(redactor.redact).body(
        tier.model, cloud.max_tokens, cloud.effort, cache=fixed >= tier.cache_floor
    )
    key = secrets[0].encode("utf-8") if secrets else b""
    if key and key in body:  # instructions and schema are ours and not redacted, but nobody has to trust that
        raise NotPermitted("The key of the cloud stands in what would leave.", "Take it out of the text.")
    prompt = estimate(body.decode("utf-8")) + prices.FRAME_TOKENS
    return redactor, PreparedRequest(
        tier=tier, purpose=outgoing.purpose, body=body, sha256=hashlib.sha256(body).hexdigest(),
        prompt=prompt, tokens=prompt + cloud.max_tokens, usd=tier.most(prompt, cloud.max_tokens),
        masked=redactor.count,
    )  # fmt: skip
