"""Whether a tokenizer file that nobody vouches for can be read at all: tried in a child, under a deadline."""

from __future__ import annotations

import os
import time
from importlib.util import find_spec
from pathlib import Path

import msgspec

from edge.errors import ModelDamaged
from edge.worker.process import WorkerEnded, WorkerProcess

_MODULE = "edge.engines.onnx.tokenizer_worker"
#: The largest of the catalog (262,144 tokens, 33 MB) takes 1 s and 300 MB.
SECONDS = 30.0
_MEMORY = 2 * 1024**3
_HINT = "Fetch it again from the model's own repository."


class TokenizerJob(msgspec.Struct, frozen=True):
    """Read this file within these limits."""

    path: bytes
    cpu_seconds: int
    memory_bytes: int


class TokenizerReply(msgspec.Struct, frozen=True):
    """It was read to its end, or refused like any damaged file."""


jobs: msgspec.msgpack.Decoder[TokenizerJob] = msgspec.msgpack.Decoder(TokenizerJob)
replies: msgspec.msgpack.Decoder[TokenizerReply] = msgspec.msgpack.Decoder(TokenizerReply)


def check(path: Path, seconds: float = SECONDS) -> None:
    """Raise ModelDamaged when reading the file does not end, or ends the process that reads it. What merely
    cannot be parsed is told when it is opened; without the library nothing will open it.
    """
    if find_spec("tokenizers") is None or not _is_json(path):
        return
    worker: WorkerProcess[TokenizerReply] = WorkerProcess(_MODULE, replies)
    try:
        worker.send(TokenizerJob(os.fsencode(path), max(1, int(seconds)), _MEMORY))
        reply = worker.receive(time.monotonic() + seconds)
    except WorkerEnded as ended:
        raise ModelDamaged(f"The tokenizer {path} ended what read it ({ended}).", _HINT) from None
    finally:
        worker.end(kill=True)
    if reply is None:
        raise ModelDamaged(f"The tokenizer {path} could not be read within {seconds:g} s.", _HINT)


def _is_json(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(100).lstrip()[:1] == b"{"
