"""The blind pass: what the question says by itself, and what a model would answer from memory.

Its draft is never shown as an answer. It is paid for because of what it tells of the next pass: an answer
that is as likely without the quotes as with them was not taken from the quotes.
"""

from __future__ import annotations

import time

import msgspec

from edge.engines.base import Chooser, ClosedBook
from edge.engines.question import entities
from edge.errors import ModelError
from edge.records import PassRecord


def look(question: str, engine: Chooser) -> PassRecord:
    """Names, numbers and quoted phrases by rules; and a closed-book draft when the engine writes.

    A draft that fails is recorded and the next pass is run all the same. Signals: `draft_logprob` mean log P
    of the draft's tokens, `draft_least` the least of them (natural logarithms).
    """
    began = time.perf_counter()
    record = PassRecord(
        n=1, kind="blind", engine="rules", model="", confidence=0.0, entities=entities(question)
    )
    if isinstance(engine, ClosedBook):
        record = _drafted(record, question, engine, engine)
    return msgspec.structs.replace(record, ms=(time.perf_counter() - began) * 1e3)


def _drafted(record: PassRecord, question: str, engine: Chooser, writer: ClosedBook) -> PassRecord:
    record = msgspec.structs.replace(record, engine=engine.name, model=engine.model)
    try:
        written = writer.blind(question)
    except ModelError as error:
        return msgspec.structs.replace(record, error=error.message)
    logprobs = written.logprobs or [0.0]
    signals = {"draft_logprob": sum(logprobs) / len(logprobs), "draft_least": min(logprobs)}
    return msgspec.structs.replace(record, draft=written.text, tokens=written.tokens, signals=signals)
