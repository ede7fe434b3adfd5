"""/api/escalate: what would leave this device for a question, byte for byte, and what it may cost; then, on a
yes to exactly these bytes, the answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edge import i18n
from edge.cloud.approval import CloudApproval
from edge.errors import NotPermitted
from edge.records import Answer
from edge.serve import waiting
from edge.serve.ask_routes import AskRequest, answer, event_of
from edge.serve.cloud_override import cloud_override, refusal
from edge.serve.queue import Tell
from edge.serve.refusal import Refusal
from edge.serve.replies import body, question_of, reply

if TYPE_CHECKING:
    from edge.api import Edge


class SendRequest(AskRequest, forbid_unknown_fields=True, kw_only=True):
    """`sha256`: of the bytes that the person saw and said yes to."""

    sha256: str


async def preview(request: Request) -> Response:
    """What would leave. Nothing does."""
    asked = await body(request, AskRequest)
    question_of(asked.question)

    def work(edge: Edge, tell: Tell) -> dict[str, Any]:
        return _preview(edge, asked, tell)

    return reply(await waiting.result(request, request.app.state.queue.submit(work, base=asked.knowledge)))


async def send(request: Request) -> Response:
    """As /api/ask, with the cloud, once, if the bytes that would leave are still those that were shown."""
    asked = await body(request, SendRequest)
    question_of(asked.question)

    def work(edge: Edge, tell: Tell) -> Answer:
        shown = _preview(edge, asked, lambda _: tell(None))
        if not shown["permitted"]:
            raise NotPermitted(f"Nothing may be sent: {shown['why']}.", "The local result stands.")
        if shown.get("sha256") != asked.sha256:  # none where the local result is enough
            raise Refusal(
                409, "changed", "What would leave is no longer what was shown.",
                "Look at it again: /api/escalate",
            )  # fmt: skip
        yes = iter((True,))  # to these bytes: a further tier would get others, which nobody saw
        with cloud_override(edge, "ask", CloudApproval(confirm=lambda _: next(yes, False))):
            return answer(asked, edge, tell)

    queue = request.app.state.queue
    return await waiting.reply_or_events(request, queue, work, event_of, base=asked.knowledge)


def _preview(edge: Edge, asked: AskRequest, tell: Tell) -> dict[str, Any]:
    """A dry run: the pipeline as far as the gate, which hands over the bytes and sends nothing."""
    from edge.cloud.preview import described

    taken: list[tuple[bytes, Sequence[tuple[str, str]]]] = []

    def dry_run(data: bytes, masked: Sequence[tuple[str, str]]) -> None:
        taken.append((data, masked))

    why = refusal(edge, i18n.language(asked.question))
    with cloud_override(edge, "auto", CloudApproval(dry_run=dry_run)):
        found = answer(asked, edge, tell)
    told = {
        "schema": 1, "question": found.question, "needed": bool(taken), "permitted": not why, "why": why,
    }  # fmt: skip
    if not taken:
        return told | {"outcome": found.outcome}
    data, masked = taken[0]
    return (
        told
        | described(data, edge.settings.cloud)
        | {
            "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), "body": data.decode(),
            "masked": [{"placeholder": placeholder, "value": value} for placeholder, value in masked],
        }
    )  # fmt: skip


ROUTES = [
    Route("/api/escalate", preview, methods=["POST"]),
    Route("/api/escalate/send", send, methods=["POST"]),
]
