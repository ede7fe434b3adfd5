"""Reading messages by rules: processor time over parsing the same bytes with Python's email package alone."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from edge.cascade.run import Tier
from edge.extract import pipeline
from edge.extract.rules.engine import RulesEngine
from edge.messages import read
from edge.records import Context
from edge.settings import ExtractSettings

AWKWARD = Path(__file__).parents[1] / "datasets" / "mail" / "awkward.jsonl"
ROUNDS = 8


def _mails() -> list[bytes]:
    """The labelled awkward mails as e-mails, with the transfer encodings that mail really has."""
    found = []
    for line in AWKWARD.read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        made = EmailMessage(policy=policy.SMTP)
        made["Subject"], made["From"] = item["subject"], item["from"]
        made["To"] = ", ".join(item["to"])
        made["Date"] = "Mon, 02 Mar 2026 09:12:00 +0100"
        made["Message-ID"] = f"<{item['id']}@bench.example>"
        for name, value in item.get("headers", {}).items():
            made[name] = value
        made.set_content(item["body"])
        found.append(made.as_bytes())
    return found


def _parsed(data: bytes) -> str:
    message = message_from_bytes(data, policy=policy.default)
    body = message.get_body(("plain",))
    assert body is not None
    return str(body["subject"]) + str(message["from"]) + str(message["date"]) + str(body.get_content())


def test_rules_against_parsing(gate: Callable[..., None]) -> None:
    """Bytes to a result by rules, nothing kept, over the bare parse of the same bytes; interleaved."""
    mails, settings = _mails(), ExtractSettings()
    rules = RulesEngine(settings)
    floor = ours = reading = 0.0

    def whole(data: bytes) -> None:
        message = read.of_bytes(data, name="bench", settings=settings)
        pipeline.extract(message, [Tier(rules)], lambda message, proposal: Context(), settings, rules=rules)

    for data in mails:  # lazy imports and compiled patterns are paid once, not for each message
        whole(data)
        _parsed(data)
    for _ in range(ROUNDS):
        for data in mails:
            start = time.process_time()
            _parsed(data)
            between = time.process_time()
            read.of_bytes(data, name="bench", settings=settings)
            after = time.process_time()
            whole(data)
            floor += between - start
            reading += after - between
            ours += time.process_time() - after
    count = ROUNDS * len(mails)
    gate("extract.reading", reading / floor, f"{reading / count * 1e3:.2f} over {floor / count * 1e3:.2f} ms")
    gate("extract.rules", ours / floor, f"{ours / count * 1e3:.2f} over {floor / count * 1e3:.2f} ms")
    gate("extract.messages", count / ours)
